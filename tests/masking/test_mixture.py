"""Mixtures: shares of passages, one rate for all."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from pydantic import ValidationError

from workbench.core.seeding import example_keys
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.basic import Basic
from workbench.masking.electra import Electra
from workbench.masking.entity import Entity
from workbench.masking.ernie import Ernie
from workbench.masking.frequency import Frequency
from workbench.masking.layered import Fill, Rest
from workbench.masking.mixture import Mixture, MixturePart
from workbench.masking.ngram import Ngram
from workbench.masking.phrase import Phrase
from workbench.masking.pmi import Pmi
from workbench.masking.similar import Similar
from workbench.masking.span import Span
from workbench.masking.strategy import Granularity, MaskingStrategy, Replacement, Selection
from workbench.masking.whole_word import WholeWord
from workbench.text.document import PassageBatch, UnitKind

Builder = Callable[..., PassageBatch]
PARTS = (MixturePart(share=3, masking=Basic()), MixturePart(share=1, masking=WholeWord()))


@pytest.fixture(scope="module")
def batch(make_batch: Builder) -> PassageBatch:
    return make_batch([[[2] * 20]] * 2000)


def test_every_passage_is_masked_as_its_part_alone_would(batch: PassageBatch) -> None:
    mixture = Mixture(parts=PARTS)
    keys = example_keys(1, 0, 0, batch.example)
    choice, part = mixture.choose(batch, keys), mixture.part_of(keys)
    assert (part == 0).mean() == pytest.approx(0.75, abs=0.03)
    hidden = np.zeros(len(batch.ids), bool)
    for number, own in enumerate(PARTS):
        alone = own.masking.choose(batch, keys)
        mine = part[batch.owner[alone.units.start]] == number
        theirs = part[batch.owner[choice.units.start]] == number
        assert choice.units.take(theirs).start.tolist() == alone.units.take(mine).start.tolist()
        assert choice.chosen[theirs].tolist() == alone.chosen[mine].tolist()
        hidden[choice.units.start[theirs & choice.chosen]] = True
    assert (np.diff(choice.units.start) > 0).all()


EVERY_RULE = (
    Basic(), WholeWord(), Phrase(fill=Fill.AFTER), Entity(rest=Rest.CHAR, fill=Fill.NONE), Ngram(), Span(), Pmi(),
    Frequency(), Similar(), Ernie(), Electra(),
)  # fmt: skip


def test_parts_of_every_rule_choose_and_replace_as_they_would_alone(
    make_batch: Builder, vocabulary: ReplacementVocabulary
) -> None:
    """Parts that differ in candidates, tiers, budget, choice and replacement, in one batch."""
    phrases = [(start, start + 3) for start in range(3, 42 * 200 - 8, 21)]
    batch = make_batch([[[1, 2, 1, 3, 1, 2] * 4]] * 200, phrases=phrases, ngrams=phrases)
    mixture = Mixture(parts=tuple(MixturePart(masking=masking) for masking in EVERY_RULE))
    keys = example_keys(5, 0, 0, batch.example)
    masked, part = apply_masks(batch, mixture.choose(batch, keys), mixture, vocabulary, keys), mixture.part_of(keys)
    for number, strategy in enumerate(mixture.strategies):
        alone = apply_masks(batch, strategy.choose(batch, keys), strategy, vocabulary, keys)
        units, own = (found.choice.units for found in (masked, alone))
        theirs, mine = (part[batch.owner[table.start]] == number for table in (units, own))
        assert mine.any()
        assert units.start[theirs].tolist() == own.start[mine].tolist()
        assert units.end[theirs].tolist() == own.end[mine].tolist()
        assert masked.choice.chosen[theirs].tolist() == alone.choice.chosen[mine].tolist()
        assert masked.choice.regular[theirs].tolist() == alone.choice.regular[mine].tolist()
        assert masked.choice.probability[theirs] == pytest.approx(alone.choice.probability[mine])
        tokens = part[batch.owner] == number
        assert masked.input_ids[tokens].tolist() == alone.input_ids[tokens].tolist()


def test_parts_take_rate_and_replacement_from_the_mixture(batch: PassageBatch) -> None:
    mixture = Mixture(rate=0.4, replacement=Replacement(per=Granularity.UNIT), parts=PARTS)
    choice = mixture.choose(batch, example_keys(1, 0, 0, batch.example))
    tokens = (choice.units.end - choice.units.start)[choice.chosen].sum()
    assert tokens / batch.maskable.sum() == pytest.approx(0.4, abs=0.005)


def test_a_part_with_a_rate_of_its_own_is_refused() -> None:
    with pytest.raises(ValidationError, match="from the mixture"):
        Mixture(parts=(MixturePart(masking=Basic(rate=0.3)),))
    with pytest.raises(ValidationError, match="at least one part"):
        Mixture(parts=())
    assert Mixture(rate=0.3, parts=(MixturePart(masking=Basic(rate=0.3)),))


def test_survives_json_and_a_changed_rate() -> None:
    mixture = Mixture(parts=PARTS)
    again = Mixture.model_validate_json(mixture.model_dump_json())
    assert again == mixture
    changed = Mixture.model_validate({**mixture.model_dump(), "rate": 0.25})
    assert changed.rate == 0.25


def test_a_copy_with_another_rate_has_parts_of_that_rate() -> None:
    mixture = Mixture(parts=PARTS)
    assert [strategy.rate for strategy in mixture.strategies] == [0.15, 0.15]
    assert [strategy.rate for strategy in mixture.model_copy(update={"rate": 0.4}).strategies] == [0.4, 0.4]


def test_reads_every_layer_that_a_part_may_need() -> None:
    strategies: list[MaskingStrategy] = [part.masking for part in Mixture().parts]
    assert Mixture().reads >= frozenset().union(*(strategy.reads for strategy in strategies))
    assert UnitKind.PHRASE in Phrase.needs


def test_a_part_keeps_what_its_kind_has_of_its_own(make_batch: Builder, vocabulary: ReplacementVocabulary) -> None:
    """ELECTRA's 85 % and no random, ERNIE's choice of each unit by itself; the rate is the mixture's."""
    batch = make_batch([[[2] * 40]] * 3000)
    mixture = Mixture(rate=0.3, parts=(MixturePart(masking=Electra()), MixturePart(masking=Ernie())))
    keys = example_keys(1, 0, 0, batch.example)
    masked = apply_masks(batch, mixture.choose(batch, keys), mixture, vocabulary, keys)
    part = mixture.part_of(keys)[batch.owner[masked.picks.position]]
    for number, shares in enumerate(([0.85, 0.0, 0.15], [0.8, 0.1, 0.1])):
        actions = masked.picks.action[part == number]
        assert np.bincount(actions, minlength=3) / len(actions) == pytest.approx(shares, abs=0.01)
    assert [strategy.rate for strategy in mixture.strategies] == [0.3, 0.3]
    assert mixture.strategies[1].selection is Selection.INDEPENDENT
    assert len(masked.picks.position) / batch.maskable.sum() == pytest.approx(0.3, abs=0.02)
