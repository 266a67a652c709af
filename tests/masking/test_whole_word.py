"""Whole words on the shapes that break the usual rule."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking.strategy import Choice
from workbench.masking.whole_word import WholeWord
from workbench.text.document import PassageBatch, UnitKind

Builder = Callable[..., PassageBatch]


def choose(batch: PassageBatch, seed: int = 1) -> Choice:
    return WholeWord().choose(batch, example_keys(seed, 0, 0, batch.example))


@pytest.mark.parametrize(("shape", "targets"), [([2, 2, 2], {2}), ([4, 3], {3}), ([7], {1, 2})])
def test_short_sentences_of_long_words(make_batch: Builder, shape: list[int], targets: set[int]) -> None:
    """R038: a target in each of 1,000 draws; a word that is the whole sentence counts as its tokens."""
    batch = make_batch([[shape]] * 1000)
    choice = choose(batch)
    lengths = (choice.units.end - choice.units.start)[choice.chosen]
    tokens = np.bincount(batch.owner[choice.units.start[choice.chosen]], lengths, minlength=1000)
    assert set(tokens) == targets


def test_the_rate_holds_on_a_mixed_sample(make_batch: Builder) -> None:
    """R038: 200 lines of mixed lengths stay within 1.5 points of 15 %."""
    generator = np.random.default_rng(4)
    lines = [[generator.choice([1, 2, 3, 4], generator.integers(6, 40), p=[0.5, 0.38, 0.08, 0.04]).tolist()]
             for _ in range(200)]  # fmt: skip
    batch = make_batch(lines)
    choice = choose(batch)
    rate = (choice.units.end - choice.units.start)[choice.chosen].sum() / batch.maskable.sum()
    assert rate == pytest.approx(0.15, abs=0.015)


def test_words_stay_whole(make_batch: Builder) -> None:
    batch = make_batch([[[2, 1, 2, 2, 1, 3, 1, 2]]] * 500)
    choice = choose(batch)
    words = batch.layers[UnitKind.WORD]
    assert choice.units.start.tolist() == words.start.tolist()
    assert choice.units.end.tolist() == words.end.tolist()
