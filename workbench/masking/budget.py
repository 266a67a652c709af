"""Choosing units until a budget of tokens is met, for all passages of a batch at once.

Units are tried in an order drawn at random for each passage. Under stochastic rounding the unit that crosses the
budget is taken with the probability (rest of the budget / its length), so that the expected number of tokens is the
real-valued budget whatever the lengths are. Under nearest rounding (sheet 1.2 and 1.3 of BERT) the budget is a whole
number, and a unit longer than what is left is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import Keys, spread_uniforms, uniforms
from workbench.text.document import Bools, Ints
from workbench.text.ragged import running_totals

#: Tier of units that are taken only where a passage would have no target without them.
SPARE = 2
_SPARE_RANK = 1 << 40  # above any length, so that a spare unit never counts as shorter than a regular one
_DRAW_BITS = 40
_TIER_BITS = 2
_BISECTIONS = 40
_WIDTHS = 6.0  # of low draws looked at, beyond the expected number
_NEVER = 1e-9  # probability of an empty passage that need not be reckoned with
_SLACK = 1e-9  # rate x tokens is a float; a unit that ends on the budget exactly must fit


@dataclass(frozen=True)
class Limits:
    """What each of B passages may spend: ``budget`` [B] in tokens (real), ``cap`` [B] the most tokens ever,
    ``maskable`` [B] the tokens that could be hidden at all; ``greedy`` [B] where units that do not fit are passed
    over."""

    budget: NDArray[np.float64]
    cap: Ints
    maskable: Ints
    greedy: Bools
    at_least_one: bool

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
        cap = np.full(len(lengths), max_predictions or np.iinfo(np.int64).max, dtype=np.int64)
        greedy: Bools = (budget > cap) | np.bool_(nearest)
        return Limits(np.minimum(budget, cap), cap, maskable, greedy, at_least_one)


@dataclass(frozen=True)
class _Tried:
    """Units in the order in which they are tried: by passage, tier and draw."""

    owner: Ints
    length: Ints
    tier: NDArray[np.uint8]
    regular: Bools
    size: int

    def per_passage(self, values: NDArray[np.float64] | Ints, where: Bools) -> NDArray[np.float64]:
        """Sums of unit values over each passage [B]."""
        sums = np.bincount(self.owner[where], values[where], minlength=self.size)
        return sums.astype(np.float64)

    @cached_property
    def heads(self) -> Ints:
        """The first unit of each passage that has units."""
        return np.flatnonzero(np.diff(self.owner, prepend=-1))

    @cached_property
    def rank(self) -> Ints:
        """Lengths [u], those of spare units above all others."""
        return np.where(self.regular, self.length, self.length + _SPARE_RANK)

    def shortest(self) -> NDArray[np.float64]:
        """The least rank in each passage [B]: the length of its shortest unit; infinite where there are no units."""
        least = np.full(self.size, np.inf)
        if len(self.heads):
            least[self.owner[self.heads]] = np.minimum.reduceat(self.rank, self.heads)
        return least

    def is_shortest(self, shortest: NDArray[np.float64]) -> Bools:
        """Units as short as the shortest of their passage [u]."""
        return np.asarray(self.rank == shortest[self.owner])


def select(
    owner: Ints, position: Ints, length: Ints, tier: NDArray[np.uint8], keys: Keys, allowed: Limits
) -> tuple[Bools, NDArray[np.float64]]:
    """Choose among units given by passage (sorted), place in the passage, length and tier [u] each.

    Lower tiers come first. Returns which units were chosen [u] and the expected share of draws in which each one is
    [u]: units of a tier are held to have equal chances, which is exact for their sum over a passage and close for
    each unit.
    """
    plain, total = _plain_passages(owner, length, tier, allowed)
    if not plain.any():
        return _select_any(owner, position, length, tier, keys, allowed)
    draw = spread_uniforms(keys, owner, "order", position)
    if plain.all():
        return _select_plain(owner, length, draw, keys, allowed, total)
    chosen, chance = np.empty(len(owner), dtype=np.bool_), np.empty(len(owner), dtype=np.float64)
    easy = plain[owner]
    chosen[easy], chance[easy] = _select_plain(owner[easy], length[easy], draw[easy], keys, allowed, total)
    hard = ~easy
    chosen[hard], chance[hard] = _select_any(owner[hard], position[hard], length[hard], tier[hard], keys, allowed)
    return chosen, chance


def _plain_passages(
    owner: Ints, length: Ints, tier: NDArray[np.uint8], allowed: Limits
) -> tuple[Bools, NDArray[np.float64]]:
    """Which passages [B] need no more than trying units until the budget is met, and the tokens [B] in their units.

    All their units are of the first tier and none is longer than the budget, so that the first one fits always; a unit
    over the budget leaves a token visible; and where units that do not fit are passed over, all are single tokens, of
    which each fits while there is room.
    """
    size = len(allowed.budget)
    longest = np.zeros(size, dtype=np.int64)
    highest = np.zeros(size, dtype=np.uint8)
    heads = np.flatnonzero(np.diff(owner, prepend=-1))
    if len(heads):
        longest[owner[heads]] = np.maximum.reduceat(length, heads)
        highest[owner[heads]] = np.maximum.reduceat(tier, heads)
    total = np.bincount(owner, length, minlength=size).astype(np.float64)
    plain = (highest == 0) & (longest <= allowed.budget) & (allowed.budget + longest < allowed.maskable)
    return np.asarray(plain & (~allowed.greedy | (longest == 1)) & (allowed.budget < total)), total


def _select_plain(
    owner: Ints, length: Ints, draw: NDArray[np.float64], keys: Keys, allowed: Limits, total: NDArray[np.float64]
) -> tuple[Bools, NDArray[np.float64]]:
    """As :func:`_select_any` for passages that are plain, with less work: of the units only those with low draws can be
    reached, and only those are put in order."""
    budget = allowed.budget
    rate = np.divide(budget, total, out=np.zeros(len(budget)), where=total > 0)
    # Enough low draws to reach past the budget, but for a few passages in a million, which are then done in full.
    reach = np.minimum(1.0, rate + _WIDTHS * np.sqrt(rate / np.maximum(total, 1.0)) + _WIDTHS / np.maximum(total, 1.0))
    rows = np.flatnonzero(draw < reach[owner])
    met = np.bincount(owner[rows], length[rows], minlength=len(budget))
    present = np.zeros(len(budget), dtype=np.bool_)
    present[owner] = True
    short = present & (met < budget)
    if short.any():
        rows = np.flatnonzero((draw < reach[owner]) | short[owner])
    code = (owner[rows] << _DRAW_BITS) | (draw[rows] * (1 << _DRAW_BITS)).astype(np.int64)
    rows = rows[np.argsort(code, kind="stable")]
    passage, size = owner[rows], length[rows]
    left = budget[passage] - (running_totals(passage, size) - size)
    coin = uniforms(keys, "rounding", 0)[passage]
    fits = (size <= left + _SLACK) | (coin * size < left)
    fits &= running_totals(passage, size) <= allowed.cap[passage]
    chosen = np.zeros(len(owner), dtype=np.bool_)
    chosen[rows[fits]] = True
    return chosen, rate[owner]


def _select_any(
    owner: Ints, position: Ints, length: Ints, tier: NDArray[np.uint8], keys: Keys, allowed: Limits
) -> tuple[Bools, NDArray[np.float64]]:
    """Choose by all rules; see :func:`select`."""
    order = _draw_order(owner, position, tier, keys)
    tried = _Tried(owner[order], length[order], tier[order], tier[order] < SPARE, len(keys))
    shortest = tried.shortest()
    spend, none = _expected(tried, allowed, shortest)
    taken = _spend(tried, spend, allowed.cap, keys, ~allowed.greedy)
    taken |= _fill(tried, spend, allowed.greedy)
    if allowed.at_least_one:
        taken |= _rescue(tried, taken, shortest)
    taken &= ~_last_of_all(tried, taken, allowed.maskable)
    chosen = np.empty(len(order), dtype=np.bool_)
    chosen[order] = taken
    chance = np.empty(len(order), dtype=np.float64)
    chance[order] = _chances(tried, spend, none, shortest)
    return chosen, chance


def select_each(
    owner: Ints,
    position: Ints,
    length: Ints,
    tier: NDArray[np.uint8],
    keys: Keys,
    allowed: Limits,
    drawn: NDArray[np.float64],
    rate: float,
) -> tuple[Bools, NDArray[np.float64]]:
    """Choose every unit by itself where its number ``drawn`` [u] lies below the rate; see :func:`select` for the rest.

    Of ``allowed``, the cap, the least number and the visible token hold; there is no budget. All tiers but the spare
    one count alike.
    """
    regular = tier < SPARE
    taken = np.asarray(regular & (drawn < rate))
    hidden = np.bincount(owner, np.where(taken, length, 0), minlength=len(keys))
    plain = (hidden <= allowed.cap) & ((hidden < allowed.maskable) | (allowed.maskable <= 1))
    if allowed.at_least_one:
        units = np.bincount(owner[regular], minlength=len(keys)).astype(np.float64)
        plain &= (hidden > 0) & (np.power(1.0 - rate, units) < _NEVER)
    chance = np.where(regular, rate, 0.0)
    hard = ~plain[owner]
    if hard.any():
        taken[hard], chance[hard] = _select_each_of_any(
            owner[hard], position[hard], length[hard], tier[hard], keys, allowed, drawn[hard], rate
        )
    return taken, chance


def _select_each_of_any(
    owner: Ints,
    position: Ints,
    length: Ints,
    tier: NDArray[np.uint8],
    keys: Keys,
    allowed: Limits,
    drawn: NDArray[np.float64],
    rate: float,
) -> tuple[Bools, NDArray[np.float64]]:
    """Choose by all rules; see :func:`select_each`."""
    order = _draw_order(owner, position, tier, keys)
    tried = _Tried(owner[order], length[order], tier[order], tier[order] < SPARE, len(keys))
    taken: Bools = np.asarray(tried.regular & (drawn[order] < rate))
    taken &= running_totals(tried.owner, np.where(taken, tried.length, 0)) <= allowed.cap[tried.owner]
    none: NDArray[np.float64] = np.zeros(tried.size)
    shortest = tried.shortest()
    if allowed.at_least_one:
        units = np.bincount(tried.owner[tried.regular], minlength=tried.size)
        none = np.power(1.0 - rate, units.astype(np.float64))
        taken |= _rescue(tried, taken, shortest)
    taken &= ~_last_of_all(tried, taken, allowed.maskable)
    chosen = np.empty(len(order), dtype=np.bool_)
    chosen[order] = taken
    chance = np.empty(len(order), dtype=np.float64)
    chance[order] = np.minimum(np.where(tried.regular, rate, 0.0) + _stand_in(tried, none, shortest), 1.0)
    return chosen, chance


def _draw_order(owner: Ints, position: Ints, tier: NDArray[np.uint8], keys: Keys) -> Ints:
    """Units sorted by passage, tier and draw. The draw is cut to a fixed number of bits, so that the order within a
    passage does not depend on how many others are in the batch."""
    draw = (spread_uniforms(keys, owner, "order", position) * (1 << _DRAW_BITS)).astype(np.int64)
    code = (((owner << _TIER_BITS) | tier) << _DRAW_BITS) | draw
    return np.argsort(code, kind="stable")


def _lead_units(tried: _Tried) -> Bools:
    """Units that may be tried first: those of the lowest tier that their passage has."""
    lowest = np.zeros(tried.size, dtype=np.uint8)
    lowest[tried.owner[tried.heads]] = tried.tier[tried.heads]
    return np.asarray(tried.regular & (tried.tier == lowest[tried.owner]))


def _expected(
    tried: _Tried, allowed: Limits, shortest: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Tokens to spend by the rule [B], and the probability that the rule takes nothing [B].

    Where a passage must have a target, the shortest unit steps in whenever the rule takes nothing. The rule then spends
    b' < b with b' + shortest x P(nothing | b') = b, which keeps the mean at b wherever b is at least the shortest
    length; below that the shortest unit alone is what a passage can give.
    """
    none = np.zeros(tried.size)
    spend = allowed.budget.copy()
    if not allowed.at_least_one:
        return spend, none
    none[allowed.greedy & (shortest > spend)] = 1.0
    lead = _lead_units(tried) & (tried.length > spend[tried.owner]) & ~allowed.greedy[tried.owner]
    tight = np.zeros(tried.size, dtype=np.bool_)
    tight[tried.owner[lead]] = True
    if tight.any():
        spend[tight], none[tight] = _solve(tried, spend, shortest, tight)
    without_regular = np.isfinite(shortest) & (shortest >= _SPARE_RANK)
    none[without_regular] = 1.0
    return spend, none


def _solve(
    tried: _Tried, budget: NDArray[np.float64], shortest: NDArray[np.float64], tight: Bools
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """b' and P(nothing) of the passages ``tight``, by bisection: b' + shortest x P(nothing) rises with b'."""
    rows = np.flatnonzero(_lead_units(tried) & tight[tried.owner])
    place = np.cumsum(tight) - 1
    owner, length = place[tried.owner[rows]], tried.length[rows].astype(np.float64)
    count = np.bincount(owner)
    goal, least = budget[tight], shortest[tight]

    def nothing(spend: NDArray[np.float64]) -> NDArray[np.float64]:
        misses: NDArray[np.float64] = np.bincount(owner, np.maximum(0.0, 1.0 - spend[owner] / length)) / count
        return misses

    low, high = np.zeros(len(goal)), goal.copy()
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        too_much = middle + least * nothing(middle) > goal
        high = np.where(too_much, middle, high)
        low = np.where(too_much, low, middle)
    return low, nothing(low)


def _spend(tried: _Tried, spend: NDArray[np.float64], cap: Ints, keys: Keys, where: Bools) -> Bools:
    """Stochastic rounding: whole units while they fit, the crossing one by a coin of the passage."""
    lengths = np.where(tried.regular, tried.length, 0)
    after = running_totals(tried.owner, lengths)
    left = spend[tried.owner] - (after - lengths)
    coin = uniforms(keys, "rounding", 0)[tried.owner]
    fits = (tried.length <= left + _SLACK) | (coin * tried.length < left)
    return np.asarray(tried.regular & fits & (after <= cap[tried.owner]) & where[tried.owner])


def _fill(tried: _Tried, spend: NDArray[np.float64], where: Bools) -> Bools:
    """Nearest rounding: a unit longer than what is left is passed over, later ones may still fit.

    Each pass takes every unit up to the first misfit of its passage. What is left after it is less than the misfit's
    length, so that there are at most as many passes as the longest unit has tokens.
    """
    taken = np.zeros(len(tried.owner), dtype=np.bool_)
    left = np.floor(spend + _SLACK).astype(np.int64)
    index = np.flatnonzero(tried.regular & where[tried.owner])
    while len(index := index[tried.length[index] <= left[tried.owner[index]]]):
        owner, length = tried.owner[index], tried.length[index]
        fits = running_totals(owner, length) <= left[owner]
        taken[index[fits]] = True
        left -= np.bincount(owner[fits], length[fits], minlength=tried.size).astype(np.int64)
        index = index[~fits]
    return taken


def _rescue(tried: _Tried, taken: Bools, shortest: NDArray[np.float64]) -> Bools:
    """The first of the shortest units of every passage where nothing was taken."""
    empty = np.bincount(tried.owner[taken], minlength=tried.size) == 0
    rows = np.flatnonzero(empty[tried.owner] & tried.is_shortest(shortest))
    rescued = np.zeros(len(taken), dtype=np.bool_)
    rescued[rows[np.diff(tried.owner[rows], prepend=-1) != 0]] = True
    return rescued


def _last_of_all(tried: _Tried, taken: Bools, maskable: Ints) -> Bools:
    """The last unit taken, in passages of several tokens where all of them would be hidden."""
    hidden = tried.per_passage(tried.length, taken)
    full = (hidden >= maskable) & (maskable > 1)
    rows = np.flatnonzero(taken & full[tried.owner])
    last = np.zeros(len(taken), dtype=np.bool_)
    last[rows[np.diff(tried.owner[rows], append=-1) != 0]] = True
    return last


def _chances(
    tried: _Tried, spend: NDArray[np.float64], none: NDArray[np.float64], shortest: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Expected share of draws that take each unit: the tokens spent on its tier over the tokens in it, and its part
    in standing in where nothing else is taken."""
    chance = np.zeros(len(tried.owner))
    left = spend * (1.0 - (none >= 1.0))
    for tier in range(SPARE):
        members = tried.tier == tier
        total = tried.per_passage(tried.length, members)
        share = np.divide(np.minimum(left, total), total, out=np.zeros(tried.size), where=total > 0)
        chance[members] = share[tried.owner[members]]
        left = left - np.minimum(left, total)
    return np.minimum(chance + _stand_in(tried, none, shortest), 1.0)


def _stand_in(tried: _Tried, none: NDArray[np.float64], shortest: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance of each unit [u] to be the one that stands in where a passage has no target otherwise, which happens with
    probability ``none`` [B]."""
    rescuers = tried.is_shortest(shortest)
    count = np.bincount(tried.owner[rescuers], minlength=tried.size)
    return np.where(rescuers, (none / np.maximum(count, 1))[tried.owner], 0.0)
