"""Single tokens with chances by how rare they are (ERNIE sheet 7.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.seeding import Keys, uniforms
from workbench.core.texts import mark
from workbench.masking.independent import keep_cap
from workbench.masking.least import keep_least
from workbench.masking.strategy import Choice, MaskingStrategy, Selection
from workbench.masking.tiling import Candidates, Layout, unit_table
from workbench.masking.unit_table import UnitTable
from workbench.text.document import Bools, Ints, PassageBatch
from workbench.text.ragged import heads_of, running_totals

_WHOLE_BITS = 32  # of a number of 2^32, which stands for a chance of 1
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

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """No units but single tokens."""
        return Layout()

    def pick(self, candidates: Candidates, batch: PassageBatch, keys: Keys) -> Choice:
        """Draw tokens by their chances."""
        units = unit_table(candidates, batch, keys)
        limits = self.limits(batch.lengths, batch.num_maskable)
        budget = np.minimum(np.maximum(limits.budget, 1.0 if limits.at_least_one else 0.0), limits.maskable)
        weight = _weights(batch.counts[batch.ids[candidates.units.start]], self.power)
        chance = clipped_chances(weight, units, budget)
        if self.selection is Selection.INDEPENDENT:
            chosen = self._drawn_alone(units, chance, limits.at_least_one)
            keep_cap(units, chosen, limits)
            keep_least(units, chosen, replace(limits, at_least_one=False))
        else:
            chosen = _drawn_in_turn(units, chance)
        return Choice(candidates.units, chosen, lambda: chance, units.regular)

    def _drawn_alone(self, units: UnitTable, chance: NDArray[np.float64], at_least_one: bool) -> Bools:
        """Each token by itself [n]; the one that came closest where a passage must have a target."""
        draw = self.selection_draws(units.keys, units.owner, units.place)
        chosen = draw < chance
        if at_least_one:
            empty = units.hidden(chosen) == 0
            order = np.lexsort((draw / np.maximum(chance, _SLACK), units.owner))
            heads = order[heads_of(units.owner)]
            chosen[heads[empty[units.owner[heads]]]] = True
        return np.asarray(chosen)


def _weights(counts: Ints, power: float) -> NDArray[np.float64]:
    """counts^-power [n], those of 0 as of 1; the usual power by a root, which takes a quarter of the time."""
    times = np.maximum(counts, 1).astype(np.float64)
    return 1.0 / np.sqrt(times) if power == 0.5 else np.asarray(times**-power)


def _drawn_in_turn(units: UnitTable, chance: NDArray[np.float64]) -> Bools:
    """Systematic sampling [n]: chances are laid end to end in a random order, and a token is drawn where a whole number
    plus the passage's coin lies in its stretch."""
    order = units.in_order(np.arange(len(units)))
    # In whole numbers, whose sums do not depend on what else is in the batch.
    stretch = np.rint(chance * (1 << _WHOLE_BITS)).astype(np.int64)[order]
    coin = (uniforms(units.keys, "rounding", 0) * (1 << _WHOLE_BITS)).astype(np.int64)
    # A passage's tokens keep its rows, in another order; so owners stay as they are.
    end = running_totals(units.owner, stretch) - coin[units.owner]
    chosen = np.empty(len(units), dtype=np.bool_)
    chosen[order] = end >> _WHOLE_BITS > (end - stretch) >> _WHOLE_BITS
    return chosen


def clipped_chances(weight: NDArray[np.float64], units: UnitTable, budget: NDArray[np.float64]) -> NDArray[np.float64]:
    """min(1, c x weight) [n] with c by passage, so that the chances of passage b come to ``budget`` [B] (at most its
    number of tokens)."""
    left, free = budget, weight
    while True:
        total = units.sums(free)
        scale = np.divide(left, total, out=np.zeros(units.size), where=total > 0)
        chance = scale[units.owner] * free
        over = chance > 1.0 + _SLACK
        if not over.any():
            return np.where(free > 0, np.minimum(chance, 1.0), 1.0)
        # Those that would exceed 1 are sure, and the others share what they leave.
        free = np.where(over, 0.0, free)
        left = left - units.sums(over)
