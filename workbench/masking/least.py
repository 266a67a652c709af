"""The two rules that hold for every passage, however its units are chosen: a target to predict, and a token to predict
it from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from workbench.masking.unit_table import UnitTable
from workbench.text.document import Bools, Ints


def rescue(units: UnitTable, chosen: Bools) -> None:
    """Choose the first of the shortest units of every passage that has units and none of them in ``chosen`` [u]."""
    empty = units.occupied.copy()
    empty[units.owner[chosen]] = False
    if empty.any():
        rows = np.flatnonzero(empty[units.owner])
        rows = units.in_order(rows[units.rank[rows] == units.shortest[units.owner[rows]]])
        chosen[rows[np.diff(units.owner[rows], prepend=-1) != 0]] = True


def keep_one_visible(units: UnitTable, chosen: Bools, maskable: Ints) -> None:
    """Take the last of the ``chosen`` [u] back in passages of several ``maskable`` [B] tokens that would be hidden
    whole."""
    full = (units.sums(np.where(chosen, units.length, 0)) >= maskable) & (maskable > 1)
    if full.any():
        rows = units.in_order(np.flatnonzero(chosen & full[units.owner]))
        chosen[rows[np.diff(units.owner[rows], append=-1) != 0]] = False


def stand_in(units: UnitTable, none: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance of each unit [u] to be the one that stands in where a passage has no target otherwise, which happens with
    probability ``none`` [B]."""
    rescuers = units.rank == units.shortest[units.owner]
    chance = none / np.maximum(units.sums(rescuers), 1.0)
    return rescuers * chance[units.owner]
