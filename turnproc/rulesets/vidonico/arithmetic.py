"""Rounding of fractions to whole numbers (docs/rules/vidonico.md, section 4.0)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypeAlias

Rounding: TypeAlias = Literal["up", "nearest", "down"]


def up(numerator: int, denominator: int) -> int:
    """The smallest whole number that is not below the fraction (G-2)."""
    return -(-numerator // denominator)


def nearest(numerator: int, denominator: int) -> int:
    """The nearest whole number, halves up (G-2)."""
    return (2 * numerator + denominator) // (2 * denominator)


def down(numerator: int, denominator: int) -> int:
    """The largest whole number that is not above the fraction (G-2)."""
    return numerator // denominator


def rounded(value: Fraction, rounding: Rounding) -> int:
    """A fraction as a whole number, in the direction that a house rule names (G-3)."""
    how = {"up": up, "nearest": nearest, "down": down}[rounding]
    return how(value.numerator, value.denominator)
