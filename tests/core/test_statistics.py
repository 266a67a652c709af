"""Means, spreads and Welch's interval against values of tables and exact cases."""

from __future__ import annotations

import math

import pytest

from workbench.core.statistics import Spread, beta_share, distinguishable, interval, t_chance, t_quantile


def test_mean_and_sample_deviation() -> None:
    assert Spread.of([1.0, 2.0, 4.0]) == Spread(7 / 3, math.sqrt(7 / 3), 3)
    assert Spread.of([5.0]) == Spread(5.0, None, 1)


@pytest.mark.parametrize(("freedom", "value"), [(1, 12.7062), (2, 4.3027), (4, 2.7764), (10, 2.2281), (30, 2.0423)])
def test_quantiles_are_those_of_the_table(freedom: float, value: float) -> None:
    assert t_quantile(0.975, freedom) == pytest.approx(value, abs=5e-5)


def test_chances_have_closed_forms_for_few_degrees_of_freedom() -> None:
    for value in (0.0, 0.3, 1.0, 7.0):
        assert t_chance(value, 1) == pytest.approx(0.5 + math.atan(value) / math.pi, abs=1e-12)
        assert t_chance(value, 2) == pytest.approx(0.5 + value / (2 * math.sqrt(2 + value * value)), abs=1e-12)


def test_the_beta_share_is_a_polynomial_for_whole_numbers() -> None:
    for x in (0.05, 0.4, 0.9):
        exact = sum(math.comb(5, k) * x**k * (1 - x) ** (5 - k) for k in range(2, 6))
        assert beta_share(x, 2, 4) == pytest.approx(exact, abs=1e-12)


def test_welch_of_equal_spreads_is_students() -> None:
    """With equal deviations and counts, Welch's degrees of freedom are those of both samples together."""
    one, other = Spread(10.0, 2.0, 5), Spread(7.0, 2.0, 5)
    low, high = interval(one, other) or (0.0, 0.0)
    half = 2.306004 * math.sqrt(2 * 4 / 5)
    assert (low, high) == pytest.approx((3 - half, 3 + half), abs=1e-5)
    assert distinguishable(one, other) is True
    assert distinguishable(one, Spread(8.0, 2.0, 5)) is False


def test_without_spread_nothing_is_said_or_everything() -> None:
    assert distinguishable(Spread(1.0, None, 1), Spread(0.0, 0.1, 3)) is None
    assert distinguishable(Spread(1.0, 0.0, 3), Spread(0.9, 0.0, 3)) is True
    assert distinguishable(Spread(1.0, 0.0, 3), Spread(1.0, 0.0, 3)) is False
