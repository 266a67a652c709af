"""ERNIE's released rule: the worked example and its shares (ERNIE sheet 1.2 and 1.6)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking import apply as apply_module
from workbench.masking import strategy as strategy_module
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.ernie import Ernie, Level
from workbench.masking.strategy import IGNORE, Action, Granularity, MaskedBatch, Replacement
from workbench.text.document import PassageBatch, UnitKind

Builder = Callable[..., PassageBatch]


def test_worked_example(
    make_batch: Builder, vocabulary: ReplacementVocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Units (10 11)(12)(13 14), r = .90 .10 .50 .90 .02 .15 .90: mask, mask, -, random, random."""
    batch = make_batch([[[2, 1, 2]]])
    numbers = {"select": [0.90, 0.10, 0.50, 0.90, 0.02, 0.15, 0.90], "random id": (np.arange(7) + 50.5) / 1000}

    def given(keys: np.ndarray, owner: np.ndarray, purpose: str, place: np.ndarray) -> np.ndarray:
        return np.asarray(numbers.get(purpose, np.zeros(7)))[place]

    for module in (strategy_module, apply_module):
        monkeypatch.setattr(module, "spread_uniforms", given)
    strategy, keys = Ernie(level=Level.WORD, at_least_one=False), example_keys(1, 0, 0, batch.example)
    masked = apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)
    ids = batch.ids.tolist()
    drawn = [int(vocabulary.ordinary_ids[50 + place]) for place in (4, 5)]
    hidden = [vocabulary.mask_id] * 2
    assert masked.input_ids.tolist() == [ids[0], *hidden, ids[3], *drawn, ids[6]]
    assert masked.labels.tolist() == [IGNORE, *ids[1:3], IGNORE, *ids[4:6], IGNORE]


def test_shares_do_not_depend_on_the_lengths_of_units(make_batch: Builder, vocabulary: ReplacementVocabulary) -> None:
    """The unit lengths of the released demo file: 15 % of tokens, 0.8 of them [MASK], 0.64 of pairs all [MASK]."""
    lengths = np.random.default_rng(1).choice([1, 2, 3, 4], size=(3000, 67), p=[0.5916, 0.3987, 0.0087, 0.0010])
    batch = make_batch([[row] for row in lengths.tolist()])
    strategy, keys = Ernie(level=Level.WORD, at_least_one=False), example_keys(1, 0, 0, batch.example)
    masked = apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)
    maskable = int(batch.maskable.sum())
    assert len(masked.picks.position) / maskable == pytest.approx(0.150, abs=0.0025)
    shares = np.bincount(masked.picks.action) / len(masked.picks.action)
    assert shares == pytest.approx([0.8, 0.1, 0.1], abs=0.01)
    assert pairs_all_masked(masked) == pytest.approx(0.64, abs=0.02)
    share = np.bincount(batch.owner[masked.picks.position], minlength=3000) / (np.diff(batch.starts) - 2)
    assert share.mean() == pytest.approx(0.150, abs=0.0025)


def test_drawn_once_a_unit_pairs_are_masked_whole(make_batch: Builder, vocabulary: ReplacementVocabulary) -> None:
    """All-[MASK] share among selected pairs: 0.80 per unit, where it is 0.64 per token (sheet 1.6)."""
    batch = make_batch([[[2] * 40]] * 1000)
    keys = example_keys(1, 0, 0, batch.example)
    for per, share in ((Granularity.UNIT, 0.80), (Granularity.TOKEN, 0.64)):
        strategy = Ernie(level=Level.WORD, replacement=Replacement(per=per))
        masked = apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)
        assert pairs_all_masked(masked) == pytest.approx(share, abs=0.02)


def pairs_all_masked(masked: MaskedBatch) -> float:
    """Share of the chosen units of two tokens that have both hidden."""
    pairs = masked.choice.units.end - masked.choice.units.start == 2
    rows = np.flatnonzero(masked.choice.chosen & pairs)
    is_mask = np.bincount(masked.picks.unit, masked.picks.action == Action.MASK, minlength=len(pairs))
    return float((is_mask[rows] == 2).mean())


def test_levels_use_their_layer_and_words_between(make_batch: Builder) -> None:
    batch = make_batch([[[1, 2, 1, 2]]], phrases=[(2, 5)])
    keys = example_keys(1, 0, 0, batch.example)
    for level, sizes in {Level.CHAR: [1] * 6, Level.WORD: [1, 2, 1, 2], Level.PHRASE: [1, 3, 2]}.items():
        units = Ernie(level=level).candidates(batch, keys).units
        assert (units.end - units.start).tolist() == sizes
    assert UnitKind.ENTITY in Ernie.needs
