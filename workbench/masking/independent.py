"""Choosing every unit by itself, as ERNIE's released code does (ERNIE sheet 1.2)."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from workbench.masking.least import keep_least, stand_in
from workbench.masking.limits import Limits
from workbench.masking.unit_table import Chances, UnitTable
from workbench.text.document import Bools
from workbench.text.ragged import running_totals

_NEVER = 1e-9  # probability of an empty passage that need not be reckoned with


def select_each(units: UnitTable, allowed: Limits, drawn: NDArray[np.float64], rate: float) -> tuple[Bools, Chances]:
    """Choose every unit where its number ``drawn`` [u] lies below the rate; see
    :func:`workbench.masking.budget.select` for what is returned.

    Of ``allowed``, the cap, the least number and the visible token hold; there is no budget. All tiers but the spare
    one count alike.
    """
    chosen: Bools = np.asarray(drawn < rate)
    if not units.even:
        chosen &= units.regular
    keep_cap(units, chosen, allowed)
    keep_least(units, chosen, allowed)
    return chosen, partial(_chances, units, allowed, rate)


def _chances(units: UnitTable, allowed: Limits, rate: float) -> NDArray[np.float64]:
    """The rate [u], and the part in standing in where nothing else is taken."""
    chance = np.where(units.regular, rate, 0.0)
    if allowed.at_least_one:
        none = np.power(1.0 - rate, units.sums(units.regular))
        if units.size and none.max() > _NEVER:
            chance = np.minimum(chance + stand_in(units, none), 1.0)
    return chance


def keep_cap(units: UnitTable, chosen: Bools, allowed: Limits) -> None:
    """Leave the first of the ``chosen`` [u] that fit where a passage has more than its cap."""
    over = units.hidden(chosen) > allowed.cap
    if over.any():
        rows = units.in_order(np.flatnonzero(chosen & over[units.owner]))
        owner = units.owner[rows]
        chosen[rows[running_totals(owner, units.length[rows]) > allowed.cap]] = False
