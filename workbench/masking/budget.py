"""Choosing units until a budget of tokens is met, for all passages of a batch at once.

Under stochastic rounding the units of a passage are laid end to end on a circle, in an order drawn at random, and those
that begin within an arc of the budget's length, which begins anywhere with equal chances, are chosen. So a unit of any
length is chosen with exactly the probability (budget / tokens in units), and the expected number of tokens is the
real-valued budget. (Taking whole units from the beginning of the order, with a coin for the one that crosses the
budget, keeps the mean as well; but there only units at the budget's end can be refused, more often long ones.)

Under nearest rounding (sheet 1.2 and 1.3 of BERT) the budget is a whole number, and a unit longer than what is left is
passed over. So it is, with the budget rounded by a coin, where a unit at its end could exceed the cap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import uniforms
from workbench.masking.least import keep_least, stand_in
from workbench.masking.limits import Limits
from workbench.masking.unit_table import DRAW_BITS, SPARE, Chances, UnitTable
from workbench.text.document import Bools, Ints
from workbench.text.ragged import lengths_of, running_totals, starts_of

_WIDTHS = 3.0  # of low draws looked at, beyond the expected number
_SLACK = 1e-9  # rate x tokens is a float; a unit that ends on the budget exactly must fit
_CLOSE = 1e-12  # of the budget, which is near enough


def select(units: UnitTable, allowed: Limits) -> tuple[Bools, Chances]:
    """Choose among units; lower tiers come first.

    Returns which units were chosen [u] and what works out the share of draws in which each one is. That is exact, but
    where units are passed over: there it is right for their sum over a passage at most.
    """
    allowed = _greedy_below_cap(units, allowed)
    spend, none = _expected(units, allowed)
    # Single tokens all fit while there is room, so that none of them is ever passed over.
    passing = allowed.greedy & (units.longest > 1)
    arcs = _arcs(units, np.where(passing, 0.0, spend))
    rows = units.in_order(_reached(units, arcs, spend, passing))
    chosen = np.zeros(len(units), dtype=np.bool_)
    for arc in arcs:
        chosen[arc.chosen(units, rows)] = True
    if passing.any():
        tried = rows[passing[units.owner[rows]]]
        chosen[tried[_fill(units, tried, spend)]] = True
    keep_least(units, chosen, allowed)
    return chosen, partial(_chances, units, allowed, spend, none)


def _greedy_below_cap(units: UnitTable, allowed: Limits) -> Limits:
    """Limits where units that do not fit are passed over in each passage in which one that begins within the budget
    could exceed the cap."""
    if not allowed.capped:
        return allowed
    over = (units.longest > 1) & (allowed.budget + units.longest - 1 > allowed.cap)
    return replace(allowed, greedy=allowed.greedy | over) if over.any() else allowed


@dataclass(frozen=True)
class _Arc:
    """The arc of each passage on the circle of its units of one ``tier``.

    It is as long as what is left of ``spend`` [B] tokens after the ``before`` [B] tokens of lower tiers, on a circle of
    ``total`` [B]. It begins inside the unit ``last`` [B], of which ``rest`` [B] tokens lie on it and the others at the
    circle's end: the beginning of that unit comes round last. ``last`` is -1 where there is no unit or no arc.
    """

    tier: int
    spend: NDArray[np.float64]
    before: NDArray[np.float64]
    total: NDArray[np.float64]
    last: Ints
    rest: NDArray[np.float64]

    def chosen(self, units: UnitTable, rows: Ints) -> Ints:
        """The units that begin on the arc: of ``rows``, in the order of their draws, and of those that come last."""
        if not units.even:
            rows = rows[units.tier[rows] == self.tier]
        # Counted through the batch, so that a passage's room begins where the rows of those before it end.
        ahead = starts_of(units.length[rows])
        owner = units.owner[rows]
        room = np.ceil(self.spend - self.before - self.rest).astype(np.int64)
        limit = ahead[owner.searchsorted(np.arange(units.size))] + room
        first = rows[ahead[:-1] < limit[owner]]
        there = (self.last >= 0).nonzero()[0]
        last, end = self.last[there], (self.before + self.total)[there]
        begin = end - units.length[last] + self.rest[there]
        return np.concatenate((first, last[begin < self.spend[there]]))


def _arcs(units: UnitTable, spend: NDArray[np.float64]) -> list[_Arc]:
    """The arcs of the tiers in turn; each begins anywhere on its circle, and there is none without ``spend`` [B]."""
    arcs = []
    before = np.zeros(units.size)
    for tier in range(1 if units.even else SPARE):
        length = units.length if units.even else np.where(units.tier == tier, units.length, 0)
        ends = starts_of(length)
        base = ends[units.bounds]
        total = lengths_of(base)
        begin = uniforms(units.keys, "arc", tier) * total
        token = begin.astype(np.int64)
        last = np.searchsorted(ends, base[:-1] + token, side="right") - 1
        # In whole tokens and the rest of one, which do not depend on what else is in the batch.
        rest = (base[:-1] + token - ends[last]) + (begin - token)
        last[(total == 0) | (spend == 0.0)] = -1
        arcs.append(_Arc(tier, spend, before, total.astype(np.float64), last, rest))
        before = before + total
    return arcs


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
    if not units.even:
        none[units.without_regular] = 1.0
    if allowed.greedy.any():
        none[allowed.greedy & (units.shortest > spend)] = 1.0
    tight = (wide & ~allowed.greedy).nonzero()[0]
    if len(tight):
        spend = spend.copy()
        spend[tight], none[tight] = _solve(units, spend[tight], tight)
    return spend, none


def _solve(units: UnitTable, goal: NDArray[np.float64], tight: Ints) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """b' and P(nothing) of the passages ``tight`` [t] with the budgets ``goal`` [t].

    No unit begins on an arc that lies inside one unit, for which there is room of (length - b') of all tokens in each
    that is longer. So b' + shortest x P(nothing | b') is convex and made of straight pieces, and at b it is not below
    b; Newton's steps from there go down to b' and reach it when they come to its piece, after as many steps as there
    are lengths at most.
    """
    rows, counts = units.rows_of(tight), units.counts[tight]
    if not units.even:
        leads = units.lead[rows]
        rows, counts = rows[leads], np.add.reduceat(leads, starts_of(counts)[:-1], dtype=np.int64)
    length, heads = units.length[rows].astype(np.float64), starts_of(counts)[:-1]
    owner = np.arange(len(tight)).repeat(counts)
    total = np.add.reduceat(length, heads)
    least, spend = units.shortest[tight], goal.copy()
    while True:
        longer = length > spend[owner]
        slope = np.add.reduceat(longer.astype(np.float64), heads) / total
        none = np.add.reduceat(np.where(longer, length, 0.0), heads) / total - spend * slope
        excess = spend + least * none - goal
        rise = 1.0 - least * slope
        step = np.where(rise > _CLOSE, excess / np.maximum(rise, _CLOSE), spend)
        step = np.where(excess > _CLOSE * goal, np.minimum(step, spend), 0.0)
        if not step.any():
            return spend, none
        spend -= step


def _reached(units: UnitTable, arcs: Sequence[_Arc], spend: NDArray[np.float64], passing: Bools) -> Ints:
    """The regular units that arcs may come to before they come round: those with low draws, as many as reach past the
    budget nearly always. All units of a passage where they do not, or where any unit may be tried."""
    total = np.maximum(units.total, 1.0)
    share = spend / total
    # Variance of the tokens in low draws, as if lengths were geometric.
    spread = (2.0 * total / np.maximum(units.counts, 1) - 1.0) / total
    reach = np.minimum(share + _WIDTHS * (np.sqrt(share * spread) + spread), 1.0)
    reach[passing] = 1.0
    if not units.even:
        reach[units.sums(units.tier) > 0] = 1.0
    rows = _below(units, arcs, reach)
    met = np.bincount(units.owner[rows], units.length[rows], minlength=units.size)
    short = (met < spend) & (reach < 1.0) & units.occupied
    if short.any():
        reach[short] = 1.0
        rows = _below(units, arcs, reach)
    return rows if units.even else rows[units.tier[rows] < SPARE]


def _below(units: UnitTable, arcs: Sequence[_Arc], reach: NDArray[np.float64]) -> Ints:
    """Units whose draws lie in the first share ``reach`` [B] of all numbers, but for those that come last on an arc."""
    below = units.draws < (reach * (1 << DRAW_BITS)).astype(np.uint64)[units.owner]
    for arc in arcs:
        below[arc.last[arc.last >= 0]] = False
    return below.nonzero()[0]


def _fill(units: UnitTable, rows: Ints, spend: NDArray[np.float64]) -> Bools:
    """Which of ``rows`` [t], in the order of their draws, are taken when a unit longer than what is left is passed
    over and later ones may still fit.

    Each pass takes every unit up to the first misfit of its passage. What is left after it is less than the misfit's
    length, so that there are at most as many passes as the longest unit has tokens.
    """
    taken = np.zeros(len(rows), dtype=np.bool_)
    left = np.floor(spend + _SLACK + uniforms(units.keys, "rounding", 0)).astype(np.int64)
    index = np.arange(len(rows))
    while len(index := index[units.length[rows[index]] <= left[units.owner[rows[index]]]]):
        owner, length = units.owner[rows[index]], units.length[rows[index]]
        fits = running_totals(owner, length) <= left[owner]
        taken[index[fits]] = True
        left -= np.bincount(owner[fits], length[fits], minlength=len(left)).astype(np.int64)
        index = index[~fits]
    return taken


def _chances(
    units: UnitTable, allowed: Limits, spend: NDArray[np.float64], none: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Share of draws that take each unit: the tokens spent on its tier over the tokens in it, its part in standing in
    where nothing else is taken, and less its part in being taken back where all are."""
    left = spend * (none < 1.0)
    fits = _fitting(units, allowed, spend)
    if units.even:
        total = units.total if fits is None else units.sums(np.where(fits, units.length, 0))
        chance = _shares(left, total)[units.owner]
    else:
        chance = np.zeros(len(units))
        for tier in range(SPARE):
            members = units.tier == tier if fits is None else fits & (units.tier == tier)
            total = units.sums(np.where(members, units.length, 0))
            chance[members] = _shares(left, total)[units.owner[members]]
            left = left - np.minimum(left, total)
    if fits is not None:
        chance[~fits] = 0.0
    if none.any():
        chance = np.minimum(chance + stand_in(units, none), 1.0)
    if (near := (spend + units.longest > units.total) & ~allowed.greedy & (allowed.maskable > 1)).any():
        chance = np.maximum(chance - _taken_back(units, allowed, spend, near), 0.0)
    return chance


def _fitting(units: UnitTable, allowed: Limits, spend: NDArray[np.float64]) -> Bools | None:
    """Which units [u] may be chosen where some are passed over: those longer than the whole budget always are; None
    where none is passed over."""
    passing = allowed.greedy & (units.longest > spend)
    return ~passing[units.owner] | (units.length < spend[units.owner] + 1.0) if passing.any() else None


def _taken_back(units: UnitTable, allowed: Limits, spend: NDArray[np.float64], near: Bools) -> NDArray[np.float64]:
    """Chance of each unit [u] to be given up in the passages ``near`` [B], since all of their tokens would be hidden:
    that of the arc to reach the unit that comes last, shared by all units of the highest tier."""
    regular = units.sums(np.where(units.regular, units.length, 0))
    near = near & (regular >= allowed.maskable)
    highest = units.highest_regular
    top = near[units.owner] & (units.tier == highest[units.owner])
    length = np.where(top, units.length, 0)
    total, count = np.maximum(units.sums(length), 1.0), np.maximum(units.sums(top), 1.0)
    over = (spend - regular)[units.owner] + length
    whole = units.sums(np.where(top, np.clip(over, 0.0, length), 0.0)) / total
    return np.where(top, (whole / count)[units.owner], 0.0)


def _shares(left: NDArray[np.float64], total: NDArray[np.float64]) -> NDArray[np.float64]:
    """min(left, total) / total [B], 0 where there is nothing."""
    return np.minimum(left, total) / np.maximum(total, 1.0)
