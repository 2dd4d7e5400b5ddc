"""Chi-square against values that are printed in every table, against a sum, and at its edges."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, factorial, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnproc.actions.chi_square import chi_square, upper_gamma, upper_tail


def test_the_statistic() -> None:
    # 60 throws, 10 of each expected: (25 + 4 + 1 + 1 + 4 + 25) / 10
    assert chi_square([5, 8, 9, 11, 12, 15]) == 6
    assert chi_square([1, 0]) == 1
    assert chi_square([7, 7, 7]) == 0
    assert chi_square([1, 2, 4]) == Fraction(2)
    with pytest.raises(ValueError, match="no throws"):
        chi_square([0, 0])


@pytest.mark.parametrize(
    ("statistic", "degrees", "p"),
    [
        # Critical values as tables have them, to three digits behind the point.
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (10.828, 1, 0.001),
        (5.991, 2, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (4.351, 5, 0.50),
        (1.145, 5, 0.95),
        (16.919, 9, 0.05),
        (30.144, 19, 0.05),
        (123.225, 99, 0.05),
        (77.046, 99, 0.95),
        (148.230, 99, 0.001),
    ],
)
def test_values_of_tables(statistic: float, degrees: int, p: float) -> None:
    assert isclose(upper_tail(statistic, degrees), p, rel_tol=1e-3)


@given(st.floats(0, 200))
def test_one_degree_is_the_normal_distribution(statistic: float) -> None:
    assert isclose(upper_tail(statistic, 1), erfc(sqrt(statistic / 2)), rel_tol=1e-9, abs_tol=1e-14)


@given(st.floats(0, 100), st.integers(1, 60))
def test_even_degrees_are_a_sum_of_poisson(x: float, half: int) -> None:
    """With 2k degrees of freedom: the probability of fewer than k events where x/2 are expected."""
    expected = sum(exp(-x) * x**n / factorial(n) for n in range(half))
    assert isclose(upper_tail(2 * x, 2 * half), expected, rel_tol=1e-9, abs_tol=1e-13)


@given(st.integers(1, 10_000), st.floats(0, 30_000))
def test_it_is_a_probability_and_falls(degrees: int, statistic: float) -> None:
    p = upper_tail(statistic, degrees)
    assert -1e-12 <= p <= 1 + 1e-12
    assert upper_tail(statistic + 10, degrees) <= p + 1e-12


def test_the_edges() -> None:
    assert upper_tail(0, 5) == 1
    assert upper_tail(1e6, 5) == 0
    for a, x in ((0.0, 1.0), (-1.0, 1.0), (1.0, -0.1)):
        with pytest.raises(ValueError, match="not asked for"):
            upper_gamma(a, x)
