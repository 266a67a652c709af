"""What stands in the place of chosen tokens."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from workbench.core.seeding import example_keys, uniforms
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.basic import Basic
from workbench.masking.strategy import (
    IGNORE,
    Action,
    Granularity,
    MaskedBatch,
    MaskingStrategy,
    RandomPool,
    Replacement,
)
from workbench.masking.whole_word import WholeWord
from workbench.text.document import PassageBatch

Builder = Callable[..., PassageBatch]


def mask(
    batch: PassageBatch, strategy: MaskingStrategy, vocabulary: ReplacementVocabulary, seed: int = 1
) -> MaskedBatch:
    keys = example_keys(seed, 0, 0, batch.example)
    return apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)


def shares(masked: MaskedBatch) -> np.ndarray:
    return np.bincount(masked.picks.action, minlength=3) / len(masked.picks.action)


@pytest.fixture(scope="module")
def pairs(make_batch: Builder) -> PassageBatch:
    return make_batch([[[2] * 250]] * 100)


@pytest.mark.parametrize("per", list(Granularity))
def test_eighty_ten_ten(pairs: PassageBatch, vocabulary: ReplacementVocabulary, per: Granularity) -> None:
    """All-[MASK] pairs are 0.64 of the chosen where tokens are drawn, 0.80 where units are (ERNIE sheet 1.6)."""
    masked = mask(pairs, WholeWord(replacement=Replacement(per=per)), vocabulary)
    assert shares(masked) == pytest.approx([0.8, 0.1, 0.1], abs=0.015)
    whole = (masked.picks.action == Action.MASK).reshape(-1, 2).all(axis=1).mean()
    assert whole == pytest.approx(0.64 if per is Granularity.TOKEN else 0.8, abs=0.025)


def test_labels_and_inputs(pairs: PassageBatch, vocabulary: ReplacementVocabulary) -> None:
    masked = mask(pairs, WholeWord(), vocabulary)
    picks = masked.picks
    chosen = np.zeros(len(pairs.ids), bool)
    chosen[picks.position] = True
    assert (masked.labels[chosen] == pairs.ids[chosen]).all()
    assert (masked.labels[~chosen] == IGNORE).all()
    assert (masked.input_ids[~chosen] == pairs.ids[~chosen]).all()
    assert (np.diff(picks.position) > 0).all()
    assert (picks.input == masked.input_ids[picks.position]).all()
    assert (picks.input[picks.action == Action.MASK] == vocabulary.mask_id).all()
    assert (picks.input[picks.action == Action.KEEP] == picks.original[picks.action == Action.KEEP]).all()
    units = masked.choice.units
    assert (units.start[picks.unit] <= picks.position).all()
    assert (picks.position < units.end[picks.unit]).all()
    assert masked.choice.chosen[picks.unit].all()


def test_random_ids_come_evenly_from_the_pool(pairs: PassageBatch, vocabulary: ReplacementVocabulary) -> None:
    for pool, least, count in ((RandomPool.ORDINARY, 5, 1000), (RandomPool.ALL, 0, 1005)):
        drawn = mask(pairs, Basic(replacement=Replacement(mask=0.0, random=1.0, pool=pool), rate=0.5), vocabulary)
        ids = drawn.picks.input
        assert (drawn.picks.action == Action.RANDOM).all()
        assert ids.min() == least
        assert ids.max() == vocabulary.size - 1
        histogram = np.bincount(ids, minlength=vocabulary.size)[least:]
        expected = len(ids) / count
        assert ((histogram - expected) ** 2 / expected).sum() == pytest.approx(count, abs=5 * np.sqrt(2 * count))


def test_the_action_does_not_depend_on_the_draw_of_the_choice(
    pairs: PassageBatch, vocabulary: ReplacementVocabulary
) -> None:
    masked = mask(pairs, Basic(), vocabulary)
    owner = pairs.owner[masked.picks.position]
    keys = example_keys(1, 0, 0, pairs.example)
    draw = uniforms(keys[owner], "order", masked.picks.position - pairs.starts[owner])
    assert abs(np.corrcoef(draw, masked.picks.action == Action.MASK)[0, 1]) < 0.03


def test_nothing_but_masks(pairs: PassageBatch, vocabulary: ReplacementVocabulary) -> None:
    for settings, expected in (
        ({"mask": 1.0, "random": 0.0}, [1, 0, 0]),
        ({"mask": 0.7, "random": 0.3}, [0.7, 0.3, 0]),
    ):
        masked = mask(pairs, Basic(replacement=Replacement(**settings)), vocabulary)
        assert shares(masked) == pytest.approx(expected, abs=0.02)
