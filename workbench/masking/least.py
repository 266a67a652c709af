"""The two rules that hold for every passage, however its units are chosen: a target to predict, and a token to predict
it from.

Where nothing was chosen, the first of the shortest units stands in; where everything was, the last one is taken back.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.masking.limits import Limits
from workbench.masking.unit_table import SPARE, UnitTable
from workbench.text.document import Bools
from workbench.text.ragged import heads_of


def keep_least(units: UnitTable, chosen: Bools, allowed: Limits) -> None:
    """Change what is ``chosen`` [u] where a passage would have no target but must, or would be hidden whole."""
    hidden = units.hidden(chosen)
    if allowed.at_least_one and (empty := units.occupied & (hidden == 0)).any():
        rows = units.rows_of(empty.nonzero()[0])
        rows = units.in_order(rows[units.rank[rows] == units.shortest[units.owner[rows]]])
        first = rows[heads_of(units.owner[rows])]
        chosen[first] = True
        hidden[empty] = units.length[first]
    if (full := (hidden >= allowed.maskable) & (allowed.maskable > 1)).any():
        rows = units.in_order((chosen & full[units.owner]).nonzero()[0])
        last = np.append(heads_of(units.owner[rows])[1:], len(rows)) - 1
        chosen[rows[last]] = False


def stand_in(units: UnitTable, none: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance of each unit [u] to be the one that stands in where a passage has no target otherwise, which happens with
    probability ``none`` [B]: one of the shortest, and of these of the lowest tier."""
    rescuers = units.rank == units.shortest[units.owner]
    if not units.even:
        lowest = units.least(np.where(rescuers, units.tier, SPARE))
        rescuers &= units.tier == lowest[units.owner]
    chance = none / np.maximum(units.sums(rescuers), 1.0)
    return np.where(rescuers, chance[units.owner], 0.0)
