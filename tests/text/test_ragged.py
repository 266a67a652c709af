"""Flat-array operations against plain loops."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.ragged import heads_of, lengths_of, ranges, reached, running_totals, stable_order, starts_of


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5))))
def test_ranges(items: list[tuple[int, int]]) -> None:
    first, lengths = [item[0] for item in items], [item[1] for item in items]
    assert ranges(first, lengths).tolist() == [f + i for f, n in items for i in range(n)]
    assert starts_of(lengths).tolist() == [sum(lengths[:i]) for i in range(len(lengths) + 1)]
    assert lengths_of(starts_of(lengths)).tolist() == lengths


@given(st.lists(st.lists(st.integers(0, 9), max_size=6), max_size=6))
def test_running_totals(groups: list[list[int]]) -> None:
    owner = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    values = np.array([value for group in groups for value in group], dtype=np.int64)
    expected = [sum(group[: i + 1]) for group in groups for i in range(len(group))]
    assert running_totals(owner, values).tolist() == expected


@given(st.lists(st.integers(1, 4), min_size=1, max_size=60), st.data())
def test_reached(steps: list[int], data: st.DataObject) -> None:
    size = len(steps)
    jump = np.minimum(np.arange(size) + steps, size)
    begin = data.draw(st.lists(st.integers(0, size - 1), max_size=3))
    expected = set()
    for place in begin:
        while place < size:
            expected.add(place)
            place = int(jump[place])
    assert set(np.flatnonzero(reached(jump, np.array(begin, dtype=np.int64)))) == expected


@given(st.lists(st.integers(0, 2), max_size=12))
def test_heads(groups: list[int]) -> None:
    expected = [place for place in range(len(groups)) if place == 0 or groups[place] != groups[place - 1]]
    assert heads_of(np.array(groups)).tolist() == expected


@given(st.lists(st.integers(0, 7), max_size=40), st.sampled_from([3, 40, 60, 64]))
def test_stable_order_keeps_equal_codes_in_their_order(codes: list[int], bits: int) -> None:
    """With room for the places in the codes, and without."""
    values = np.array(codes, dtype=np.uint64) << np.uint64(bits - 3)
    assert stable_order(values, bits).tolist() == sorted(range(len(codes)), key=codes.__getitem__)
