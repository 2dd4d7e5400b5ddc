"""Exact numbers: read, written and shown (docs/rules/barkhany.md, B-N). No binary float comes into any calculation."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeAlias

# As files have numbers: whole, or as a text that is a decimal ("69.012") or a fraction ("45/2").
Given: TypeAlias = int | str

PERCENT: Final = 100


def read_exact(given: Given) -> Fraction:
    """A number of a file. Raises ValueError for a text that is none."""
    return Fraction(given)


def write_exact(value: Fraction) -> Given:
    """A number for a file: whole, a decimal, or a fraction where no finite decimal exists (B-N.2)."""
    if value.denominator == 1:
        return value.numerator
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    if rest != 1:
        return f"{value.numerator}/{value.denominator}"
    places = max(twos, fives)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def half_up(value: Fraction) -> int:
    """The nearest whole number, halves up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def hundredths(value: Fraction) -> Fraction:
    """A number to two decimals, half up: what a state keeps (B-N.2)."""
    return Fraction(half_up(value * 100), 100)


def shown(value: Fraction) -> str:
    """A number for people: at most two decimals, half up, no zeros at the end (B-N.3)."""
    return str(write_exact(hundredths(value)))


def factor(percent: Fraction | int) -> Fraction:
    """What a surcharge in percent multiplies by: 8 gives 1.08, −25 gives 0.75."""
    return 1 + Fraction(percent) / PERCENT
