"""Spans: their lengths (ERNIE sheet 7.2)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from workbench.core.seeding import example_keys
from workbench.masking.runs import RunOf
from workbench.masking.span import Span
from workbench.masking.strategy import Granularity
from workbench.text.document import PassageBatch

Builder = Callable[..., PassageBatch]
#: P(1..10) for p = 0.2, truncated to ten words and renormalised, not clipped.
PUBLISHED = [0.2241, 0.1792, 0.1434, 0.1147, 0.0918, 0.0734, 0.0587, 0.0470, 0.0376, 0.0301]


def test_shares_are_truncated_and_renormalised() -> None:
    shares = Span().shares()
    assert shares == pytest.approx(PUBLISHED, abs=6e-5)
    assert shares @ np.arange(1, 11) == pytest.approx(3.797, abs=5e-4)
    assert Span(stop=0.3).shares() @ np.arange(1, 11) == pytest.approx(3.04, abs=0.01)
    assert Span(stop=1.0).shares() == pytest.approx([1.0] + [0.0] * 9)


def test_realised_lengths_follow_them(make_batch: Builder) -> None:
    strategy = Span(of=RunOf.CHAR)
    batch = make_batch([[[1] * 510]] * 120)
    choice = strategy.choose(batch, example_keys(1, 0, 0, batch.example))
    chosen = choice.units.take(choice.chosen)
    counts = np.bincount(chosen.end - chosen.start, minlength=11)[1:]
    assert counts / counts.sum() == pytest.approx(strategy.shares(), abs=0.03)


def test_draws_once_a_span() -> None:
    assert Span().replacement.per is Granularity.UNIT


def test_a_passage_of_two_words_is_never_one_span(make_batch: Builder) -> None:
    """Else its words would have to be broken, so that something stays visible."""
    batch = make_batch([[[3, 4]]] * 200)
    choice = Span(rate=0.5).choose(batch, example_keys(1, 0, 0, batch.example))
    assert set((choice.units.end - choice.units.start).tolist()) == {3, 4}
