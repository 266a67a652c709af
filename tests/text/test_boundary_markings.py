"""Markings that are spilled in many runs and merged by many ranges are those of a dictionary."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text import boundary_markings
from workbench.text.boundary_markings import MarkingFile

UNITS = st.lists(st.tuples(st.integers(0, 1), st.integers(2, 3), st.integers(0, 1)), max_size=3)


@given(
    st.lists(st.tuples(st.sampled_from([0, 1, 2, 3, 2**63, 2**64 - 1]), UNITS), max_size=25),
    st.integers(1, 6),
    st.integers(1, 4),
    st.data(),
)
def test_the_first_of_the_fullest_markings_stands(
    tmp_path_factory: pytest.TempPathFactory,
    added: list[tuple[int, list[tuple[int, int, int]]]],
    waiting: int,
    together: int,
    data: st.DataObject,
) -> None:
    folder = tmp_path_factory.getbasetemp()
    known: dict[int, list[tuple[int, int, int]]] = {}
    torn = set()
    for key, units in added:
        if known.setdefault(key, units) != units:
            torn.add(key)
            known[key] = max(known[key], units, key=len)
    cut = data.draw(st.integers(0, len(added)))
    found: list[tuple[int, list[tuple[int, ...]], bool]] = []
    with (
        pytest.MonkeyPatch.context() as patch,
        closing(MarkingFile(folder)) as one,
        closing(MarkingFile(folder)) as two,
    ):
        patch.setattr(boundary_markings, "_WAITING", waiting)
        patch.setattr(boundary_markings, "_MERGED_TOGETHER", together)
        patch.setattr("workbench.text.scratch._SAMPLE_EVERY", 1)
        for number, (key, units) in enumerate(added):
            (one if number < cut else two).add(key, units)
        for markings in two.merged():
            one.extend(markings)
        for markings in one.merged():
            ends = markings.sizes.cumsum().tolist()
            rows = zip(markings.key.tolist(), markings.sizes.tolist(), ends, markings.torn.tolist(), strict=True)
            found += [(key, [tuple(u) for u in markings.units[e - s : e].tolist()], t) for key, s, e, t in rows]
    assert found == [(key, known[key], key in torn) for key in sorted(known)]
