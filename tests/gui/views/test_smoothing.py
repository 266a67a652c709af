"""R101: a smoothed line says nothing that the values do not (requirements, section H)."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.gui.views.smoothing import smooth


def naive(values: list[float], factor: float) -> list[float]:
    """The recurrence word for word."""
    total = weight = 0.0
    smoothed = []
    for value in values:
        if not np.isfinite(value):
            smoothed.append(float("nan"))
            continue
        total = factor * total + (1 - factor) * value
        weight = factor * weight + (1 - factor)
        smoothed.append(total / weight)
    return smoothed


@pytest.mark.parametrize("factor", [0.0, 0.3, 0.9, 0.99, 0.999])
def test_a_constant_stays_constant_to_the_last_bit(factor: float) -> None:
    assert set(smooth(np.full(5000, 3.7), factor).tolist()) == {3.7}


@given(
    st.lists(st.floats(-100, 100) | st.sampled_from([float("nan"), float("inf"), float("-inf")]), max_size=300),
    st.sampled_from([0.01, 0.5, 0.9, 0.99, 0.999]),
)
def test_it_is_the_bias_corrected_mean_of_the_finite_values(values: list[float], factor: float) -> None:
    np.testing.assert_allclose(smooth(values, factor), naive(values, factor), rtol=1e-8, atol=1e-8)


def test_long_series_keep_their_precision() -> None:
    values = np.random.default_rng(3).normal(5, 1, 20_000)
    for factor in (0.1, 0.6, 0.95, 0.999):
        np.testing.assert_allclose(smooth(values, factor), naive(values.tolist(), factor), rtol=1e-9)


def test_bad_values_leave_gaps_and_do_not_spread() -> None:
    clean = smooth([1.0, 2.0, 3.0, 4.0], 0.9)
    dirty = smooth([1.0, np.nan, 2.0, np.inf, 3.0, -np.inf, 4.0], 0.9)
    np.testing.assert_array_equal(dirty[[0, 2, 4, 6]], clean)
    assert np.isnan(dirty[[1, 3, 5]]).all()


def test_smoothing_comes_before_thinning() -> None:
    """Two zoom levels show the same value at the steps that both show."""
    smoothed = smooth(np.random.default_rng(0).normal(size=1000), 0.99)
    np.testing.assert_array_equal(smoothed[::4][::2], smoothed[::8])


def test_nothing_in_nothing_out() -> None:
    assert smooth([], 0.9).size == 0
    assert np.isnan(smooth([np.nan, np.inf], 0.9)).all()
