"""Similar words in place of [MASK]: the masking of MacBERT (ERNIE sheet 7.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.texts import mark
from workbench.masking.runs import RunStrategy
from workbench.masking.strategy import Granularity, Replacement


class Similar(RunStrategy):
    """N-grams of words are chosen; of their words 80 % give way to a similar word of as many tokens, 10 % to random
    tokens, 10 % stay. [MASK] is never used.

    Similar words come from the synonym tables of the unit settings. Where they have none for a word, random tokens
    stand in for it.
    """

    title: ClassVar[str] = mark("Similar words")
    formula: ClassVar[str] = mark(
        "Runs of n words with p(n) ∝ N + 1 − n; 80 % of the words give way to similar ones, none to [MASK]."
    )
    source: ClassVar[str] = mark("Cui et al. 2020, MacBERT")
    kind: Literal["similar"] = "similar"

    longest: int = option(4, label=mark("Longest run"), unit=mark("words or tokens"), ge=1, le=32)
    replacement: Replacement = option(
        default_factory=lambda: Replacement(mask=0.0, random=0.1, similar=0.8, per=Granularity.WORD),
        label=mark("Replacement"),
    )

    def shares(self) -> NDArray[np.float64]:
        """p(n) falls evenly: 40, 30, 20 and 10 % for up to four words."""
        weights = np.arange(self.longest, 0, -1, dtype=np.float64)
        return np.asarray(weights / weights.sum())
