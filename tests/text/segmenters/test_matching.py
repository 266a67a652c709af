"""Finding list entries, and choosing among overlaps."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from workbench.text.segmenters.characters import character_classes, code_points
from workbench.text.segmenters.matching import FOREMOST, Matcher, Spans, outside_letters, resolve
from workbench.text.units import Overlap


def spans(*rows: tuple[int, int, int, int]) -> Spans:
    table = np.array(rows, np.int64).reshape(-1, 4)
    return Spans(table[:, 0], table[:, 1], table[:, 2].astype(np.int32), table[:, 3])


@settings(max_examples=200, deadline=None)
@example("港港", {"港港": 0, "港港a": 0})
@given(
    st.text(alphabet="港澳大湾区a", max_size=40),
    st.dictionaries(st.text("港澳大湾区a", min_size=1, max_size=4), st.integers(0, 5), max_size=8),
)
def test_the_longest_entry_at_every_place(text: str, entries: dict[str, int]) -> None:
    naive = []
    for start in range(len(text)):
        fitting = [entry for entry in entries if text.startswith(entry, start)]
        if fitting:
            longest = max(fitting, key=len)
            naive.append((start, start + len(longest), entries[longest]))
    assert Matcher(entries).find(text) == naive


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(1, 6), st.integers(0, 3)), max_size=12), st.sampled_from(Overlap)
)
def test_the_winners_do_not_overlap_and_every_loser_meets_a_winner(
    rows: list[tuple[int, int, int]], overlap: Overlap
) -> None:
    table = spans(*[(start, start + length, place, rank) for place, (start, length, rank) in enumerate(rows)])
    chosen = resolve(table, overlap)
    assert (chosen.start[1:] >= chosen.end[:-1]).all()
    for start, length, rank in rows:
        meeting = (chosen.start < start + length) & (chosen.end > start)
        assert meeting.any()
        if overlap is Overlap.LONGEST:
            assert (chosen.end - chosen.start)[meeting].max() >= length
        else:
            assert chosen.rank[meeting].min() <= rank


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(1, 6), st.sampled_from([FOREMOST, 0, 1, 2])), max_size=16, unique=True
    ),
    st.sampled_from(Overlap),
)
def test_spans_are_taken_one_after_another_by_the_rule(rows: list[tuple[int, int, int]], overlap: Overlap) -> None:
    table = spans(*[(start, start + length, place, rank) for place, (start, length, rank) in enumerate(rows)])

    def standing(place: int) -> tuple[int, ...]:
        start, length, rank = rows[place]
        marked = 0 if rank == FOREMOST else 1
        return (marked, -length, rank, start) if overlap is Overlap.LONGEST else (marked, rank, -length, start)

    kept: list[int] = []
    for place in sorted(range(len(rows)), key=standing):
        start, length, _ = rows[place]
        if all(start + length <= rows[other][0] or start >= sum(rows[other][:2]) for other in kept):
            kept.append(place)
    assert resolve(table, overlap).label.tolist() == sorted(kept, key=lambda place: rows[place][0])


def test_the_rule_of_overlaps() -> None:
    table = spans((0, 2, 0, 0), (1, 5, 1, 1), (5, 6, 2, 2))
    assert resolve(table, Overlap.LONGEST).label.tolist() == [1, 2]
    assert resolve(table, Overlap.FIRST_LIST).label.tolist() == [0, 2]
    assert len(resolve(spans(), Overlap.LONGEST)) == 0


@pytest.mark.parametrize("overlap", list(Overlap))
def test_what_a_person_marked_stays(overlap: Overlap) -> None:
    table = spans((0, 6, 0, 0), (2, 4, 1, FOREMOST), (6, 9, 2, 3), (8, 10, 3, 0), (9, 10, 4, FOREMOST))
    assert resolve(table, overlap).label.tolist() == [1, 2, 4]


def test_no_entry_is_found_inside_a_latin_word() -> None:
    text = "art in party一art"
    found = Spans.of(np.array([0, 8, 13]), np.array([3, 11, 16]), 0, 0)
    assert text[8:11] == "art"
    assert outside_letters(found, character_classes(code_points(text))).tolist() == [True, False, True]


def test_a_large_list_is_no_crowd_of_objects_for_the_garbage_collector() -> None:
    """Each of the 120,000 heads had a list of its own, and a full collection then stopped the window for half a
    second whenever a list was ticked."""
    entries = {f"{chr(0x4E00 + number % 20_000)}{chr(0x4E00 + number // 20)}{'上' * (number % 5)}": number % 7
               for number in range(120_000)}  # fmt: skip
    gc.collect()
    before = len(gc.get_objects())
    matcher = Matcher(entries)
    assert len(gc.get_objects()) - before < 1000
    text = next(iter(entries))
    assert matcher.find(f"在{text}。") == [(1, 1 + len(text), entries[text])]
