"""Spans of geometric length: the masking of SpanBERT (ERNIE sheet 7.2)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.texts import mark
from workbench.masking.runs import RunStrategy
from workbench.masking.strategy import Granularity, Replacement


class Span(RunStrategy):
    """Spans of words whose lengths follow a geometric distribution are hidden whole.

    The distribution is truncated at the longest span and renormalised, as published (clipping instead would put all
    longer ones on the last length). Mask, random or keep is drawn once a span. SpanBERT cuts its last span to fit the
    budget; here spans stay whole, and the budget is met on average.
    """

    title: ClassVar[str] = mark("Spans")
    formula: ClassVar[str] = mark(
        "Spans of n with p(n) ∝ p (1 − p)^(n − 1) up to the longest, whole, until rate × tokens are hidden."
    )
    source: ClassVar[str] = mark("Joshi et al. 2020, SpanBERT")
    kind: Literal["span"] = "span"

    longest: int = option(10, label=mark("Longest run"), unit=mark("words or tokens"), ge=1, le=32)
    stop: float = option(
        0.2,
        label=mark("Chance to end"),
        help=mark("Probability p that a span ends after each word: a length of n has the weight p (1 - p)^(n - 1)."),
        gt=0.0,
        le=1.0,
        step=0.05,
    )
    across_punctuation: bool = option(
        True, label=mark("Across punctuation"), help=mark("Runs may contain punctuation marks."), advanced=True
    )
    replacement: Replacement = option(
        default_factory=lambda: Replacement(per=Granularity.UNIT), label=mark("Replacement")
    )

    def shares(self) -> NDArray[np.float64]:
        """p(n) = stop (1 - stop)^(n - 1), over the lengths up to the longest, made to come to 1."""
        weights = (1.0 - self.stop) ** np.arange(self.longest)
        return np.asarray(weights / weights.sum())
