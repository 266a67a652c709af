"""The audit: what it counts, and that it sees every kind of fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.audit import MaskAudit, falls_short, length_shares
from workbench.masking.basic import Basic
from workbench.masking.layered import Fill
from workbench.masking.ngram import Ngram
from workbench.masking.phrase import Phrase
from workbench.masking.strategy import IGNORE, MaskedBatch, MaskingStrategy
from workbench.masking.whole_word import WholeWord
from workbench.text.document import PassageBatch, UnitKind

Builder = Callable[..., PassageBatch]
UNKNOWN = 1


def mask(batch: PassageBatch, strategy: MaskingStrategy, vocabulary: ReplacementVocabulary) -> MaskedBatch:
    keys = example_keys(1, 0, 0, batch.example)
    return apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)


def audit(masked: MaskedBatch, strategy: MaskingStrategy) -> MaskAudit:
    found = MaskAudit()
    found.add(masked, strategy, UNKNOWN)
    return found


@pytest.fixture(scope="module")
def batch(make_batch: Builder) -> PassageBatch:
    return make_batch([[[2, 1, 3, 1, 2], [1, 2, 2, 1, 1]]] * 50)


def test_a_right_batch_has_no_faults_and_right_counts(batch: PassageBatch, vocabulary: ReplacementVocabulary) -> None:
    strategy = WholeWord()
    masked = mask(batch, strategy, vocabulary)
    found = audit(masked, strategy)
    assert set(found.faults.values()) == {0}
    assert (found.passages, found.maskable) == (50, 50 * 16)
    assert found.targets == len(masked.picks.position) == found.actions.sum()
    assert found.rate == pytest.approx(0.15, abs=0.02)
    assert found.kinds[UnitKind.WORD].units == 500
    assert found.kinds[UnitKind.WORD].chosen == masked.choice.chosen.sum() == found.tokens.sum()
    assert found.kinds[UnitKind.WORD].tokens == found.targets == found.tokens @ np.arange(len(found.tokens))
    assert found.words.tolist() == [0, found.tokens.sum()]
    assert found.rates.sum() == 50
    assert found.without_target == found.short == found.unknown_targets == 0


def test_batches_add_up(batch: PassageBatch, vocabulary: ReplacementVocabulary) -> None:
    strategy = Ngram()
    masked = mask(batch, strategy, vocabulary)
    once, twice = audit(masked, strategy), audit(masked, strategy)
    twice.add(masked, strategy, UNKNOWN)
    assert twice.targets == 2 * once.targets
    assert (twice.roomy == 2 * once.roomy).all()
    assert (twice.actions == 2 * once.actions).all()


def test_every_fault_is_seen(batch: PassageBatch, vocabulary: ReplacementVocabulary) -> None:
    strategy = WholeWord()
    masked = mask(batch, strategy, vocabulary)

    def spoiled(**changes: np.ndarray) -> MaskedBatch:
        return replace(masked, **changes)  # type: ignore[arg-type]

    def with_values(values: np.ndarray, places: np.ndarray | int, value: int) -> np.ndarray:
        changed = values.copy()
        changed[places] = value
        return changed

    free = np.flatnonzero(masked.labels == IGNORE)
    ordinary = free[batch.maskable[free]]
    whole = np.flatnonzero((masked.choice.units.end - masked.choice.units.start > 1) & masked.choice.chosen)[0]
    first_passage = np.arange(1, 17)
    cases = {
        "special_hits": spoiled(input_ids=with_values(masked.input_ids, 0, 77)),
        "changed_outside": spoiled(input_ids=with_values(masked.input_ids, ordinary[0], 999)),
        "wrong_labels": spoiled(labels=with_values(masked.labels, masked.picks.position[0], 999)),
        "split_units": spoiled(labels=with_values(masked.labels, int(masked.choice.units.start[whole]), IGNORE)),
        "hidden_whole": spoiled(labels=np.where(np.isin(np.arange(len(batch.ids)), first_passage), batch.ids,
                                                masked.labels)),
    }  # fmt: skip
    for name, case in cases.items():
        assert audit(case, strategy).faults[name] > 0, name
    units = masked.choice.units
    crossing = replace(units, end=with_values(units.end, 4, int(units.end[5])))
    choice = replace(masked.choice, units=crossing)
    assert audit(replace(masked, choice=choice), strategy).faults["crossing_units"] > 0


def test_lengths_of_candidates_follow_the_formula(make_batch: Builder, vocabulary: ReplacementVocabulary) -> None:
    batch = make_batch([[[1] * 40, [1] * 3, [2] * 30]] * 300, breaks=[10, 20])
    strategy = Ngram()
    shares = length_shares(audit(mask(batch, strategy, vocabulary), strategy), strategy)
    assert shares.formula is not None
    assert shares.roomy == pytest.approx(shares.formula, abs=0.01)
    assert shares.roomy_chosen == pytest.approx(shares.formula, abs=0.03)
    assert shares.counted.sum() == pytest.approx(1.0)
    assert length_shares(MaskAudit(), Basic()).formula is None


def test_units_with_an_unknown_token_are_counted(make_batch: Builder, vocabulary: ReplacementVocabulary) -> None:
    batch = make_batch([[[1] * 20]] * 4, phrases=[(22 * row + 2, 22 * row + 4) for row in range(2)])
    ids = batch.ids.copy()
    ids[[3, 22 + 10]] = UNKNOWN
    strategy = Phrase()
    found = audit(mask(replace(batch, ids=ids), strategy, vocabulary), strategy)
    assert found.kinds[UnitKind.PHRASE].unknown == 1
    assert found.kinds[UnitKind.WORD].unknown == 1
    assert found.unknown_places == [tuple(batch.token[[2, 3]]), tuple(batch.token[[32, 32]])]


def test_a_passage_falls_short_where_its_own_units_are_too_few(
    make_batch: Builder, vocabulary: ReplacementVocabulary
) -> None:
    batch = make_batch([[[1] * 20]] * 4, phrases=[(22 * row + 2, 22 * row + 5) for row in range(2)])
    strategy = Phrase(fill=Fill.NONE)
    assert falls_short(mask(batch, strategy, vocabulary), strategy).tolist() == [False, False, True, True]
    filled = Phrase(fill=Fill.AFTER)
    assert not falls_short(mask(batch, filled, vocabulary), filled).any()
