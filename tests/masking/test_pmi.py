"""PMI masking: which entries become units (ERNIE sheet 7.4)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.seeding import example_keys
from workbench.masking.pmi import Pmi, drawn_apart
from workbench.masking.strategy import Granularity
from workbench.text.document import PassageBatch, UnitKind, Units

Builder = Callable[..., PassageBatch]


def spans(units: Units) -> list[tuple[int, int]]:
    return list(zip(units.start.tolist(), units.end.tolist(), strict=True))


def candidate_spans(batch: PassageBatch, seed: int = 1, **settings: object) -> list[tuple[int, int]]:
    strategy = Pmi.model_validate({"kind": "pmi", **settings})
    return spans(strategy.candidates(batch, example_keys(seed, 0, 0, batch.example)).units)


def test_the_longest_of_nested_entries_stays(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 8]], ngrams=[(2, 5), (2, 4), (3, 5), (6, 8)])
    assert candidate_spans(batch) == [(1, 2), (2, 5), (5, 6), (6, 8), (8, 9)]


def test_one_of_two_that_overlap_is_drawn_and_the_rest_is_single_words(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 6]], ngrams=[(2, 4), (3, 5)])
    seen = {tuple(candidate_spans(batch, seed)) for seed in range(40)}
    first = ((1, 2), (2, 4), (4, 5), (5, 6), (6, 7))
    second = ((1, 2), (2, 3), (3, 5), (5, 6), (6, 7))
    assert seen == {first, second}


def test_entries_that_split_a_word_do_not_count_unless_allowed(make_batch: Builder) -> None:
    batch = make_batch([[[1, 2, 2, 1]]], ngrams=[(1, 3), (2, 6)])
    assert candidate_spans(batch) == [(1, 2), (2, 6), (6, 7)]
    assert (1, 3) in [span for seed in range(20) for span in candidate_spans(batch, seed, whole_words=False)]


def test_entries_stay_within_their_sentence(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 3, [1] * 3]], ngrams=[(3, 5), (5, 7)])
    assert candidate_spans(batch) == [(1, 2), (2, 3), (3, 4), (4, 5), (5, 7)]


def test_draws_once_a_unit() -> None:
    assert Pmi().replacement.per is Granularity.UNIT


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 8)), max_size=40), st.randoms())
def test_drawn_apart_leaves_no_overlap_and_no_room(steps: list[tuple[int, int]], random: object) -> None:
    start = np.cumsum([step for step, _ in steps], dtype=np.int64)
    end = np.maximum.accumulate(start + [length for _, length in steps]) + np.arange(len(steps)) if steps else start
    units = Units.make(start, end, UnitKind.NGRAM)
    draw = np.random.default_rng(len(steps)).random(len(steps))
    kept = drawn_apart(units, draw)
    chosen = units.take(kept)
    assert (chosen.end[:-1] <= chosen.start[1:]).all()
    for place in np.flatnonzero(~kept):
        overlapping = (chosen.start < units.end[place]) & (units.start[place] < chosen.end)
        assert overlapping.any()
        assert draw[kept][overlapping].min() < draw[place]


def test_each_of_two_that_overlap_has_the_same_chance(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 6]] * 4000, ngrams=[(8 * row + place, 8 * row + place + 2) for row in range(4000)
                                                   for place in (2, 3)])  # fmt: skip
    units = Pmi().candidates(batch, example_keys(1, 0, 0, batch.example)).units
    pairs = units.take(units.end - units.start == 2)
    assert len(pairs) == 4000
    assert (pairs.start % 8 == 2).mean() == pytest.approx(0.5, abs=0.03)
