"""What a passage may spend on targets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints

_NO_CAP = int(np.iinfo(np.int64).max)


@dataclass(frozen=True)
class Limits:
    """What each of B passages may spend: ``budget`` [B] in tokens (real), ``cap`` the most tokens of any,
    ``maskable`` [B] the tokens that could be hidden at all; ``greedy`` [B] where units that do not fit are passed
    over."""

    budget: NDArray[np.float64]
    cap: int
    maskable: Ints
    greedy: Bools
    at_least_one: bool

    @property
    def capped(self) -> bool:
        """Whether there is a cap at all."""
        return self.cap < _NO_CAP

    @staticmethod
    def make(
        *,
        rate: float,
        lengths: Ints,
        maskable: Ints,
        count_all: bool,
        nearest: bool,
        at_least_one: bool,
        max_predictions: int,
    ) -> Limits:
        """Limits of passages with these ``lengths`` [B] and ``maskable`` [B] tokens.

        A passage of two or more maskable tokens keeps at least one of them visible, so that there is something to
        predict from. Where the cap binds, units that would exceed it are passed over under either rounding; only a
        passage whose every unit is longer than the cap exceeds it, if it must have a target.
        """
        budget = rate * (lengths if count_all else maskable).astype(np.float64)
        if nearest:
            budget = np.maximum(np.rint(budget), 1.0 if at_least_one else 0.0)
        budget = np.minimum(budget, np.where(maskable > 1, maskable - 1, maskable))
        cap = max_predictions or _NO_CAP
        greedy: Bools = (budget > cap) | np.bool_(nearest)
        return Limits(np.minimum(budget, cap), cap, maskable, greedy, at_least_one)
