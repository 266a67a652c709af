"""N-grams: runs of 1..N words or tokens (ALBERT sheet 3.3; ERNIE sheet 7.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.texts import mark
from workbench.masking.runs import RunStrategy


class Ngram(RunStrategy):
    """Whole n-grams are hidden; a run of n has the weight 1/n, as in ALBERT."""

    title: ClassVar[str] = mark("N-grams")
    formula: ClassVar[str] = mark(
        "Runs of n with p(n) = (1/n) / (1 + 1/2 + … + 1/N), whole, until rate × tokens are hidden."
    )
    source: ClassVar[str] = mark("Lan et al. 2020, ALBERT")
    kind: Literal["ngram"] = "ngram"

    favour_long: bool = option(
        False,
        label=mark("Favour long runs"),
        help=mark("A run of n has the weight 1/n; reversed, the longest has weight 1 and a single one 1/N."),
    )

    def shares(self) -> NDArray[np.float64]:
        """p(n) = (1/n) / (1 + 1/2 + ... + 1/N)."""
        weights = 1.0 / np.arange(1, self.longest + 1)
        weights = weights[::-1] if self.favour_long else weights
        return np.asarray(weights / weights.sum())
