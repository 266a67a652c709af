"""Single tokens with chances by how rare they are (ERNIE sheet 7.5)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.seeding import Keys, spread_uniforms, uniforms
from workbench.core.texts import mark
from workbench.masking.strategy import Choice, MaskingStrategy, Selection
from workbench.masking.tiling import Candidates, single_tokens
from workbench.text.document import Bools, Ints, PassageBatch
from workbench.text.ragged import running_totals

_SLACK = 1e-12  # chances are sums of floats; one of exactly 1 must not be clipped again for ever


class Frequency(MaskingStrategy):
    """A token that occurs f times in the training text has the weight f^-power; its chance is min(1, c x weight).

    c is found for each passage so that the chances come to the budget after clipping. Tokens are drawn by systematic
    sampling in a random order, which gives each of them exactly its chance and each passage its budget to within one
    token.
    """

    title: ClassVar[str] = mark("By frequency")
    formula: ClassVar[str] = mark(
        "A token that occurs f times is hidden with the chance min(1, c f^−power); c meets the budget."
    )
    source: ClassVar[str] = mark("Lample and Conneau 2019, XLM (power 0.5)")
    kind: Literal["frequency"] = "frequency"

    power: float = option(
        0.5,
        label=mark("Power"),
        help=mark("0 treats all tokens alike; 0.5 weighs by one over the root of the frequency, as XLM does."),
        ge=0.0,
        le=2.0,
        step=0.1,
    )

    def candidates(self, batch: PassageBatch, keys: Keys) -> Candidates:
        """All maskable tokens."""
        return Candidates.even(single_tokens(batch.maskable))

    def choose(self, batch: PassageBatch, keys: Keys) -> Choice:
        """Draw tokens by their chances; ``keys`` [B] as in the base class."""
        units = self.candidates(batch, keys).units
        owner = batch.owner[units.start]
        limits = self.limits(batch.lengths, batch.num_maskable)
        budget = np.minimum(np.maximum(limits.budget, 1.0 if self.at_least_one else 0.0), limits.maskable)
        weight = np.maximum(batch.counts[batch.ids[units.start]], 1).astype(np.float64) ** -self.power
        chance = clipped_chances(weight, owner, budget)
        place = units.start - batch.starts[owner]
        every = np.ones(len(units), dtype=np.bool_)
        if self.selection is Selection.INDEPENDENT:
            return Choice(units, self._drawn_alone(keys, owner, place, chance), chance, every)
        order = np.lexsort((spread_uniforms(keys, owner, "order", place), owner))
        sums = running_totals(owner[order], chance[order])
        coin = uniforms(keys, "rounding", 0)[owner[order]]
        chosen = np.empty(len(units), dtype=np.bool_)
        chosen[order] = np.floor(sums - coin + _SLACK) > np.floor(sums - chance[order] - coin + _SLACK)
        return Choice(units, chosen, chance, every)

    def _drawn_alone(self, keys: Keys, owner: Ints, place: Ints, chance: NDArray[np.float64]) -> Bools:
        """Each token by itself [n]; the one that came closest where a passage must have a target."""
        draw = self.selection_draws(keys, owner, place)
        chosen = draw < chance
        if self.at_least_one:
            empty = np.bincount(owner[chosen], minlength=len(keys)) == 0
            order = np.lexsort((draw / np.maximum(chance, _SLACK), owner))
            heads = order[np.diff(owner[order], prepend=-1) != 0]
            chosen[heads[empty[owner[heads]]]] = True
        return np.asarray(chosen)


def clipped_chances(weight: NDArray[np.float64], owner: Ints, budget: NDArray[np.float64]) -> NDArray[np.float64]:
    """min(1, c x weight) [n] with c by passage, so that the chances of passage b come to ``budget`` [B] (at most its
    number of tokens). ``owner`` [n] is sorted."""
    size = len(budget)
    sure = np.zeros(len(weight), dtype=np.bool_)
    while True:
        left = budget - np.bincount(owner[sure], minlength=size)
        total = np.bincount(owner[~sure], weight[~sure], minlength=size)
        scale = np.divide(left, total, out=np.zeros(size), where=total > 0)
        chance = np.where(sure, 1.0, scale[owner] * weight)
        over = chance > 1.0 + _SLACK
        if not over.any():
            return np.minimum(chance, 1.0)
        sure |= over
