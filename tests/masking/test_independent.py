"""Units chosen each by itself: the rate, the cap, the least number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.seeding import example_keys, uniforms
from workbench.masking.independent import select_each
from workbench.masking.limits import Limits
from workbench.masking.unit_table import UnitTable
from workbench.text.ragged import starts_of


def lay_units(passages: Sequence[Sequence[int]], keys: np.ndarray) -> UnitTable:
    """Units end to end, given by their lengths."""
    lengths = [np.asarray(units, np.int64) for units in passages]
    place = np.concatenate([np.cumsum(units) - units for units in lengths])
    tier = np.zeros(len(place), np.uint8)
    return UnitTable(starts_of([len(units) for units in passages]), place, np.concatenate(lengths), tier, keys)


def limit(units: UnitTable, at_least_one: bool, max_predictions: int = 0) -> Limits:
    maskable = units.total.astype(np.int64)
    return Limits.make(
        rate=0.15, lengths=maskable + 2, maskable=maskable, count_all=False, nearest=False,
        at_least_one=at_least_one, max_predictions=max_predictions,
    )  # fmt: skip


@given(st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=12), min_size=1, max_size=6), st.integers(0, 99))
def test_a_plain_comparison(passages: list[list[int]], seed: int) -> None:
    keys = example_keys(seed, 0, 0, np.arange(len(passages)))
    units = lay_units(passages, keys)
    drawn = uniforms(keys[units.owner], "select", units.place)
    chosen, chances = select_each(units, limit(units, at_least_one=False), drawn, 0.3)
    hidden = units.sums(np.where(drawn < 0.3, units.length, 0))
    spared = ((hidden == units.total) & (units.total > 1))[units.owner]
    assert (chosen == (drawn < 0.3))[~spared].all()
    assert chosen[spared].sum() == (drawn < 0.3)[spared].sum() - len(set(units.owner[spared].tolist()))
    assert (chances() == 0.3).all()


def test_the_cap_and_the_least_number() -> None:
    keys = example_keys(3, 0, 0, np.arange(600))
    units = lay_units([[1] * 50, [2, 1], [1, 1]] * 200, keys)
    drawn = uniforms(keys[units.owner], "select", units.place)
    chosen, chances = select_each(units, limit(units, at_least_one=True, max_predictions=4), drawn, 0.3)
    targets = units.sums(np.where(chosen, units.length, 0)).reshape(-1, 3)
    assert targets[:, 0].max() == 4
    assert targets[:, 1:].min() >= 1
    pairs = units.sums(chosen).reshape(-1, 3)[:, 2].mean()
    assert chances().reshape(-1, 54)[:, 52:].sum(axis=1).mean() == pytest.approx(2 * 0.3 + 0.49)
    assert pairs == pytest.approx(1.0)
