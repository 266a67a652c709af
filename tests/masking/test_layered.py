"""Phrases and entities, and what happens to the text between them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking.entity import Entity
from workbench.masking.layered import Fill, LayeredStrategy, Rest
from workbench.masking.phrase import Phrase
from workbench.masking.strategy import Choice
from workbench.text.document import KIND_CODE, PassageBatch, UnitKind

Builder = Callable[..., PassageBatch]
KINDS = [(Phrase, UnitKind.PHRASE), (Entity, UnitKind.ENTITY)]


def draw(strategy: LayeredStrategy, batch: PassageBatch) -> tuple[Choice, float, float]:
    """The choice, its rate, and the share of its tokens that are in the strategy's own units."""
    choice = strategy.choose(batch, example_keys(5, 0, 0, batch.example))
    lengths = (choice.units.end - choice.units.start)[choice.chosen]
    own = choice.units.kind[choice.chosen] == KIND_CODE[strategy.primary]
    return choice, lengths.sum() / batch.maskable.sum(), lengths[own].sum() / max(lengths.sum(), 1)


@pytest.fixture(scope="module")
def text(make_batch: Builder) -> PassageBatch:
    """Two hundred passages of 60 tokens, two units of four tokens in each; every passage begins 62 tokens later."""
    spans = [(62 * row + at, 62 * row + at + 4) for row in range(200) for at in (3, 21)]
    return make_batch([[[2] * 30]] * 200, phrases=spans)


@pytest.mark.parametrize(("strategy", "kind"), KINDS)
def test_mixed_gives_all_units_the_same_chance(
    text: PassageBatch, strategy: type[LayeredStrategy], kind: UnitKind
) -> None:
    choice, rate, own = draw(strategy(fill=Fill.MIXED), text)
    assert rate == pytest.approx(0.15, abs=0.01)
    assert own == pytest.approx(8 / 60, abs=0.03)
    assert KIND_CODE[kind] in choice.units.kind


@pytest.mark.parametrize(("strategy", "kind"), KINDS)
def test_after_takes_own_units_first(text: PassageBatch, strategy: type[LayeredStrategy], kind: UnitKind) -> None:
    choice, rate, own = draw(strategy(fill=Fill.AFTER), text)
    assert rate == pytest.approx(0.15, abs=0.01)
    assert own == pytest.approx(8 / 9, abs=0.02)
    share = (choice.units.end - choice.units.start) * choice.probability
    assert share.sum() / text.maskable.sum() == pytest.approx(0.15)


@pytest.mark.parametrize(("strategy", "kind"), KINDS)
def test_none_falls_short_but_leaves_no_passage_without_a_target(
    make_batch: Builder, strategy: type[LayeredStrategy], kind: UnitKind
) -> None:
    batch = make_batch([[[1] * 60]] * 50, phrases=[(5, 8)])
    choice, rate, _ = draw(strategy(fill=Fill.NONE), batch)
    assert rate == pytest.approx((3 + 49) / (60 * 50))
    chosen = choice.units.take(choice.chosen)
    assert sorted(batch.owner[chosen.start]) == list(range(50))
    assert (5, 8) in zip(chosen.start.tolist(), chosen.end.tolist(), strict=True)
    empty = strategy(fill=Fill.NONE, at_least_one=False).choose(batch, example_keys(5, 0, 0, batch.example))
    assert empty.chosen.sum() == 1


def test_the_rest_may_be_single_tokens(make_batch: Builder) -> None:
    batch = make_batch([[[2] * 10]], phrases=[(3, 7)])
    choice, _, _ = draw(Phrase(rest=Rest.CHAR), batch)
    assert sorted(np.unique(choice.units.end - choice.units.start)) == [1, 4]
