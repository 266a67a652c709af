"""N-grams: their lengths and their borders."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking.ngram import Ngram
from workbench.masking.runs import RunOf
from workbench.text.document import PassageBatch, UnitKind, Units

Builder = Callable[..., PassageBatch]


def candidate_units(strategy: Ngram, batch: PassageBatch, seed: int = 1) -> Units:
    return strategy.candidates(batch, example_keys(seed, 0, 0, batch.example)).units


def test_shares_are_those_of_the_formula() -> None:
    """Sheet 3.3: 6/11, 3/11, 2/11."""
    assert Ngram().shares() == pytest.approx([6 / 11, 3 / 11, 2 / 11])
    assert Ngram(favour_long=True).shares() == pytest.approx([2 / 11, 3 / 11, 6 / 11])
    assert Ngram(longest=1).shares() == pytest.approx([1.0])


@pytest.mark.parametrize("favour_long", [False, True])
def test_realised_shares_match(make_batch: Builder, favour_long: bool) -> None:
    strategy = Ngram(favour_long=favour_long, longest=3, of=RunOf.CHAR)
    batch = make_batch([[[1] * 510]] * 300)
    keys = example_keys(1, 0, 0, batch.example)
    choice = strategy.choose(batch, keys)
    for units in (choice.units, choice.units.take(choice.chosen)):
        counts = np.bincount(units.end - units.start)[1:]
        assert counts / counts.sum() == pytest.approx(strategy.shares(), abs=0.015)


def test_runs_are_whole_words_within_a_sentence(make_batch: Builder) -> None:
    batch = make_batch([[[2, 1, 3, 2], [1, 2]], [[2, 2, 2]]])
    words = batch.layers[UnitKind.WORD]
    for seed in range(50):
        units = candidate_units(Ngram(longest=4), batch, seed)
        assert set(units.start) <= set(words.start)
        assert set(units.end) <= set(words.end)
        assert (batch.part[units.start] == batch.part[units.end - 1]).all()
        assert sum(units.end - units.start) == batch.maskable.sum()


def test_punctuation_ends_a_run_unless_allowed(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 12]], breaks=[4, 5])
    for seed in range(40):
        units = candidate_units(Ngram(longest=5), batch, seed)
        assert {4, 5, 6} <= set(units.start.tolist())
    assert any(
        4 not in candidate_units(Ngram(longest=5, across_punctuation=True), batch, seed).start for seed in range(40)
    )


def test_no_words_no_units(make_batch: Builder) -> None:
    assert len(candidate_units(Ngram(), make_batch([[]]))) == 0
