"""When to stop early: how long no evaluation was better than the best."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """The ``best`` evaluation loss so far, and how many evaluations came ``since`` without a better one."""

    best: float | None = None
    since: int = 0

    def after(self, loss: float, least_improvement: float) -> Patience:
        """After one more evaluation. A loss that is no number is never better."""
        if loss < (math.inf if self.best is None else self.best - least_improvement):
            return Patience(loss)
        return Patience(self.best, self.since + 1)

    def is_spent(self, evaluations: int) -> bool:
        """Whether that many in a row were no better; never for 0."""
        return 0 < evaluations <= self.since
