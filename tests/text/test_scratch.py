"""Arrays in scratch files, and sorted runs of keys that are gone through by range."""

from __future__ import annotations

from contextlib import closing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.scratch import KeyRuns, ScratchArray

KEYS = st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 5), max_size=30)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=50), st.data())
def test_an_array_gives_what_was_put_into_it(numbers: list[int], data: st.DataObject) -> None:
    with closing(ScratchArray(np.int32)) as array:
        array.append(np.array(numbers[:7]))
        array.append(np.array(numbers[7:]))
        places = data.draw(st.lists(st.integers(0, len(numbers) - 1), max_size=20))
        assert array.take(np.array(places, np.int64)).tolist() == [numbers[place] for place in places]
        assert array.read(3, 99).tolist() == numbers[3:]
        assert array.map().tolist() == numbers
        stretches = [(0, 2), (4, 5)] if len(numbers) > 5 else [(0, 1)]
        size = sum(end - begin for begin, end in stretches)
        array.write(stretches, np.arange(size) + 100)
        assert array.read_all(stretches).tolist() == [100 + place for place in range(size)]
        assert len(array) == len(numbers)


def test_places_far_apart_are_mapped_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.text.scratch._MAPPED_TOGETHER", 3)
    with closing(ScratchArray(np.int64)) as array:
        array.append(np.arange(100) ** 2)
        assert array.take(np.array([99, 0, 2, 50, 0])).tolist() == [9801, 0, 4, 2500, 0]


def test_rows_of_several_numbers() -> None:
    with closing(ScratchArray(np.int32, columns=3)) as array:
        array.append(np.arange(12).reshape(4, 3))
        assert array.read_all([(1, 2), (3, 4)]).tolist() == [[3, 4, 5], [9, 10, 11]]
        assert array.read_all([]).shape == (0, 3)


@given(st.lists(KEYS, max_size=6), st.integers(1, 8), st.integers(1, 3))
def test_ranges_are_all_keys_each_once_and_equal_ones_together(
    runs: list[list[int]], most: int, sample_every: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("workbench.text.scratch._SAMPLE_EVERY", sample_every)
        with closing(KeyRuns(np.uint64)) as keys:
            for run in runs:
                keys.append(np.array(sorted(run), np.uint64))
            whole = [key for run in runs for key in sorted(run)]
            places: list[int] = []
            last = -1
            for stretches, found in keys.ranges(most):
                own = [place for begin, end in stretches for place in range(begin, end)]
                assert found.tolist() == [whole[place] for place in own]
                assert min(found.tolist()) > last
                last = max(found.tolist())
                places += own
            assert sorted(places) == list(range(len(whole)))
