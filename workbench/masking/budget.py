"""Choosing units until a budget of tokens is met, for all passages of a batch at once.

Units are tried in an order drawn at random for each passage. Under stochastic rounding the unit that crosses the
budget is taken with the probability (rest of the budget / its length), so that the expected number of tokens is the
real-valued budget whatever the lengths are. Under nearest rounding (sheet 1.2 and 1.3 of BERT) the budget is a whole
number, and a unit longer than what is left is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import Keys, uniforms
from workbench.masking.least import keep_least, stand_in
from workbench.masking.limits import Limits
from workbench.masking.unit_table import DRAW_BITS, SPARE, UnitTable
from workbench.text.document import Bools, Ints
from workbench.text.ragged import heads_of, lengths_of, running_totals

_WIDTHS = 3.0  # of low draws looked at, beyond the expected number
_SLACK = 1e-9  # rate x tokens is a float; a unit that ends on the budget exactly must fit
_CLOSE = 1e-12  # of the budget, which is near enough


def select(units: UnitTable, allowed: Limits) -> tuple[Bools, NDArray[np.float64]]:
    """Choose among units; lower tiers come first.

    Returns which units were chosen [u] and the expected share of draws in which each one is [u]: units of a tier are
    held to have equal chances, which is exact for their sum over a passage and close for each unit.
    """
    spend, none = _expected(units, allowed)
    # Single tokens all fit while there is room, so that none of them is ever passed over.
    passing = allowed.greedy & (units.longest > 1)
    tried = _Tried.make(units, units.in_order(_reached(units, spend, passing)))
    taken = _spend(tried, spend, allowed.cap, units.keys)
    if passing.any():
        taken = np.where(passing[tried.owner], _fill(tried, spend, passing), taken)
    chosen = np.zeros(len(units), dtype=np.bool_)
    chosen[tried.rows[taken]] = True
    keep_least(units, chosen, allowed)
    return chosen, _chances(units, spend, none)


@dataclass(frozen=True)
class _Tried:
    """Units ``rows`` [t] in the order in which they are tried, their passages and lengths."""

    rows: Ints
    owner: Ints
    length: Ints

    @staticmethod
    def make(units: UnitTable, rows: Ints) -> _Tried:
        """Rows of a table."""
        return _Tried(rows, units.owner[rows], units.length[rows])


def _expected(units: UnitTable, allowed: Limits) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Tokens to spend by the rule [B], and the probability that the rule takes nothing [B].

    Where a passage must have a target, the shortest unit steps in whenever the rule takes nothing. The rule then spends
    b' < b with b' + shortest x P(nothing | b') = b, which keeps the mean at b wherever b is at least the shortest
    length; below that the shortest unit alone is what a passage can give.
    """
    none, spend = np.zeros(units.size), allowed.budget
    wide = units.longest_lead > spend
    if not allowed.at_least_one or (units.even and not wide.any()):
        return spend, none
    none[units.without_regular | (allowed.greedy & (units.shortest > spend))] = 1.0
    tight = wide & ~allowed.greedy
    if tight.any():
        spend = spend.copy()
        spend[tight], none[tight] = _solve(units, spend, tight)
    return spend, none


def _solve(
    units: UnitTable, budget: NDArray[np.float64], tight: Bools
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """b' and P(nothing) of the passages ``tight``.

    b' + shortest x P(nothing | b') is convex and made of straight pieces, and at b it is not below b; Newton's steps
    from there go down to b' and reach it when they come to its piece, after as many steps as there are lengths at most.
    """
    rows = np.flatnonzero(tight[units.owner] if units.even else tight[units.owner] & units.lead)
    owner, length = (np.cumsum(tight) - 1)[units.owner[rows]], units.length[rows].astype(np.float64)
    heads = heads_of(owner)
    count = lengths_of(np.append(heads, len(rows)))
    goal, least = budget[tight], units.shortest[tight]
    spend = goal.copy()
    while True:
        longer = length > spend[owner]
        slope = np.add.reduceat(longer / length, heads) / count
        none = np.add.reduceat(longer.astype(np.float64), heads) / count - spend * slope
        excess = spend + least * none - goal
        rise = 1.0 - least * slope
        step = np.where(rise > _CLOSE, excess / np.maximum(rise, _CLOSE), spend)
        step = np.where(excess > _CLOSE * goal, np.minimum(step, spend), 0.0)
        if not step.any():
            return spend, none
        spend -= step


def _reached(units: UnitTable, spend: NDArray[np.float64], passing: Bools) -> Ints:
    """The regular units that trying them in order may come to: those with low draws, as many as reach past the budget
    nearly always. All units of a passage where they do not, or where any unit may be tried."""
    total = np.maximum(units.total, 1.0)
    share = spend / total
    # Variance of the tokens in low draws, as if lengths were geometric.
    spread = (2.0 * total / np.maximum(lengths_of(units.bounds), 1) - 1.0) / total
    reach = np.minimum(share + _WIDTHS * (np.sqrt(share * spread) + spread), 1.0)
    reach[passing] = 1.0
    if not units.even:
        reach[units.sums(units.tier) > 0] = 1.0
    rows = _below(units, reach)
    met = np.bincount(units.owner[rows], units.length[rows], minlength=units.size)
    short = (met < spend) & (reach < 1.0) & units.occupied
    if short.any():
        reach[short] = 1.0
        rows = _below(units, reach)
    return rows if units.even else rows[units.tier[rows] < SPARE]


def _below(units: UnitTable, reach: NDArray[np.float64]) -> Ints:
    """Units whose draws lie in the first share ``reach`` [B] of all numbers."""
    return np.flatnonzero(units.draws < (reach * (1 << DRAW_BITS)).astype(np.uint64)[units.owner])


def _spend(tried: _Tried, spend: NDArray[np.float64], cap: int, keys: Keys) -> Bools:
    """Stochastic rounding: whole units while they fit, the crossing one by a coin of the passage."""
    after = running_totals(tried.owner, tried.length)
    left = spend[tried.owner] - (after - tried.length)
    coin = uniforms(keys, "rounding", 0)[tried.owner]
    fits = (tried.length <= left + _SLACK) | (coin * tried.length < left)
    return np.asarray(fits & (after <= cap))


def _fill(tried: _Tried, spend: NDArray[np.float64], where: Bools) -> Bools:
    """Nearest rounding in the passages ``where`` [B]: a unit longer than what is left is passed over, later ones may
    still fit.

    Each pass takes every unit up to the first misfit of its passage. What is left after it is less than the misfit's
    length, so that there are at most as many passes as the longest unit has tokens.
    """
    taken = np.zeros(len(tried.rows), dtype=np.bool_)
    left = np.floor(spend + _SLACK).astype(np.int64)
    index = np.flatnonzero(where[tried.owner])
    while len(index := index[tried.length[index] <= left[tried.owner[index]]]):
        owner, length = tried.owner[index], tried.length[index]
        fits = running_totals(owner, length) <= left[owner]
        taken[index[fits]] = True
        left -= np.bincount(owner[fits], length[fits], minlength=len(left)).astype(np.int64)
        index = index[~fits]
    return taken


def _chances(units: UnitTable, spend: NDArray[np.float64], none: NDArray[np.float64]) -> NDArray[np.float64]:
    """Expected share of draws that take each unit: the tokens spent on its tier over the tokens in it, and its part
    in standing in where nothing else is taken."""
    left = spend * (none < 1.0)
    if units.even:
        chance = _shares(left, units.total)[units.owner]
    else:
        chance = np.zeros(len(units))
        for tier in range(SPARE):
            members = units.tier == tier
            total = units.sums(np.where(members, units.length, 0))
            chance[members] = _shares(left, total)[units.owner[members]]
            left = left - np.minimum(left, total)
    if none.any():
        chance = np.minimum(chance + stand_in(units, none), 1.0)
    return chance


def _shares(left: NDArray[np.float64], total: NDArray[np.float64]) -> NDArray[np.float64]:
    """min(left, total) / total [B], 0 where there is nothing."""
    return np.minimum(left, total) / np.maximum(total, 1.0)
