"""Parameters that all strategies share, and the cap's warning."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pydantic import TypeAdapter, ValidationError

from workbench.core.seeding import example_keys
from workbench.masking import budget
from workbench.masking.apply import ReplacementVocabulary, apply_masks
from workbench.masking.basic import Basic
from workbench.masking.registry import STRATEGIES, Masking
from workbench.masking.strategy import Replacement, cap_warning, capped_rate
from workbench.masking.whole_word import WholeWord
from workbench.text.document import PassageBatch


def test_shares_above_one_are_refused() -> None:
    with pytest.raises(ValidationError, match="more than 1"):
        Replacement(mask=0.8, random=0.3)
    assert Replacement(mask=0.7, random=0.3).random == 0.3


def test_a_cap_that_binds_is_told_with_the_rate_it_leaves() -> None:
    """R047: 20 of 512 tokens are 3.9 %."""
    warning = cap_warning(Basic(max_predictions=20), 512)
    assert warning is not None
    assert "3.9%" in str(warning)
    assert "15.0%" in str(warning)
    assert cap_warning(Basic(max_predictions=20), 128) is None
    assert cap_warning(Basic(), 512) is None
    assert capped_rate(Basic(), 512) == 0.15
    assert capped_rate(Basic(max_predictions=20), 512) == pytest.approx(20 / 512)


def test_the_registry_and_the_union_agree() -> None:
    adapter = TypeAdapter(Masking)
    for kind, strategy in STRATEGIES.items():
        assert type(adapter.validate_python({"kind": kind})) is strategy
        assert strategy().model_dump()["kind"] == kind


def test_every_strategy_says_its_formula_and_who_published_it() -> None:
    for kind, strategy in STRATEGIES.items():
        assert len(strategy.formula) > 20, kind
        assert "20" in strategy.source, f"{kind} names no year"
    assert len({strategy.formula for _, strategy in STRATEGIES.items()}) == len(STRATEGIES)


def test_chances_are_worked_out_for_those_who_look(
    make_batch: Callable[..., PassageBatch], vocabulary: ReplacementVocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch, asked, work_out = make_batch([[[2, 1, 3, 1]]] * 4), [], budget._chances
    monkeypatch.setattr(budget, "_chances", lambda *given: asked.append(given) or work_out(*given))
    keys = example_keys(1, 0, 0, batch.example)
    masked = apply_masks(batch, WholeWord().choose(batch, keys), WholeWord(), vocabulary, keys)
    assert not asked
    assert masked.choice.probability.shape == masked.choice.chosen.shape
    assert masked.choice.probability is masked.choice.probability
    assert len(asked) == 1
