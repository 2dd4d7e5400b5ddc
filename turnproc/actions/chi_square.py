"""How likely it is that fair dice differ from even numbers of each face as much as these do, or more.

Pearson's chi-square, and the upper tail of its distribution: the regularised incomplete gamma function, by its series
below the bend and by its continued fraction above it. Good to ten digits, where three would do.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, lgamma, log
from typing import Final

_ENOUGH: Final = 1e-15
_TINY: Final = 1e-300
_MOST_STEPS: Final = 100_000


def chi_square(counts: Sequence[int]) -> Fraction:
    """The sum over all faces of (found - expected)² / expected, where every face is expected as often; exact.

    Raises:
        ValueError: There is not one throw.
    """
    total = sum(counts)
    if total == 0:
        raise ValueError("no throws, no chi-square")
    return Fraction(sum(count * count for count in counts) * len(counts), total) - total


def upper_tail(statistic: float, degrees: int) -> float:
    """The probability that chi-square with so many degrees of freedom is at least `statistic`."""
    return upper_gamma(degrees / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x), the regularised upper incomplete gamma function, for a > 0 and x >= 0.

    Raises:
        ValueError: a or x is outside these bounds.
    """
    if a <= 0 or x < 0:
        raise ValueError(f"the incomplete gamma function is not asked for a={a}, x={x} here")
    if x == 0:
        return 1.0
    # x^a e^-x / gamma(a), which both ways have as a factor.
    factor = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        return 1.0 - factor * _series(a, x)
    return factor * _continued_fraction(a, x)


def _series(a: float, x: float) -> float:
    """The lower function divided by the factor: the sum of x^n / (a (a+1) … (a+n))."""
    term = total = 1 / a
    for n in range(1, _MOST_STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _ENOUGH:
            break
    return total


def _continued_fraction(a: float, x: float) -> float:
    """The upper function divided by the factor: 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- …))), by Lentz's method."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    value = d
    for n in range(1, _MOST_STEPS):
        numerator = n * (a - n)
        b += 2
        d = numerator * d + b
        c = b + numerator / c
        d = 1 / (d if abs(d) > _TINY else _TINY)
        c = c if abs(c) > _TINY else _TINY
        value *= d * c
        if abs(d * c - 1) < _ENOUGH:
            break
    return value
