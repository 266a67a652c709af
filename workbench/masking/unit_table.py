"""The candidate units of a batch as the rules of selection see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import Keys, spread_words
from workbench.text.document import Bools, Ints
from workbench.text.ragged import lengths_of, ranges, stable_order

#: Tier of units that are taken only where a passage would have no target without them.
SPARE = 2
DRAW_BITS = 32
_SPARE_RANK = 1 << 40  # above any length, so that a spare unit never counts as shorter than a regular one
_TIER_BITS = 2

#: Works out the share of draws in which each unit is chosen [u]; only where somebody wants to know it.
Chances = Callable[[], NDArray[np.float64]]


@dataclass(frozen=True)
class UnitTable:
    """Units [u] sorted by passage: those of passage b are the rows ``bounds[b]:bounds[b + 1]`` (``bounds`` [B + 1]).

    ``place`` [u] is where a unit begins in its passage, ``length`` [u] its tokens; ``tier`` [u]: lower ones are tried
    first, units of tier :data:`SPARE` only where a passage would have no target. ``keys`` [B] are those that the
    passages are drawn with.
    """

    bounds: Ints
    place: Ints
    length: Ints
    tier: NDArray[np.uint8]
    keys: Keys

    def __len__(self) -> int:
        return len(self.place)

    @property
    def size(self) -> int:
        """Number of passages B."""
        return len(self.keys)

    @cached_property
    def counts(self) -> Ints:
        """How many units each passage has [B]."""
        return lengths_of(self.bounds)

    @cached_property
    def owner(self) -> Ints:
        """The passage of each unit [u]."""
        return np.arange(self.size).repeat(self.counts)

    def rows_of(self, passages: Ints) -> Ints:
        """The units of these passages, of one after another."""
        return ranges(self.bounds[passages], self.counts[passages])

    @cached_property
    def occupied(self) -> Bools:
        """Which passages have units [B]."""
        return np.asarray(self.counts > 0)

    @cached_property
    def full(self) -> bool:
        """Whether all passages have units, and there are some."""
        return self.size > 0 and bool(self.occupied.all())

    @cached_property
    def even(self) -> bool:
        """Whether all units are on the first tier, which makes most questions of tier idle."""
        return not self.tier.any()

    @cached_property
    def regular(self) -> Bools:
        """Which units are not spare ones [u]."""
        return np.asarray(self.tier < SPARE)

    @cached_property
    def lead(self) -> Bools:
        """Units that may be tried first: those of the lowest tier that their passage has [u]."""
        lowest = self.least(self.tier)
        return np.asarray(self.regular & (self.tier == lowest[self.owner]))

    @cached_property
    def highest_regular(self) -> NDArray[np.float64]:
        """The highest tier below the spare one that each passage has [B]; 0 where there is none."""
        return self._reduced(np.maximum, np.where(self.regular, self.tier, 0), 0)

    @cached_property
    def longest_lead(self) -> NDArray[np.float64]:
        """The length of the longest unit that may be tried first in each passage [B]; 0 where there is none."""
        return self.longest if self.even else self._reduced(np.maximum, np.where(self.lead, self.length, 0), 0)

    @cached_property
    def rank(self) -> Ints:
        """Lengths [u], those of spare units above all others."""
        return self.length if self.even else np.where(self.regular, self.length, self.length + _SPARE_RANK)

    @cached_property
    def shortest(self) -> NDArray[np.float64]:
        """The least rank in each passage [B]: the length of its shortest unit; infinite where there are no units."""
        return self._reduced(np.minimum, self.rank, np.inf)

    @cached_property
    def longest(self) -> NDArray[np.float64]:
        """The length of the longest unit of each passage [B]; 0 where there are no units."""
        return self._reduced(np.maximum, self.length, 0)

    @cached_property
    def without_regular(self) -> Bools:
        """Which passages have none but spare units [B]."""
        return np.asarray(np.isfinite(self.shortest) & (self.shortest >= _SPARE_RANK))

    @cached_property
    def total(self) -> NDArray[np.float64]:
        """Tokens in the units of each passage [B]."""
        return self.sums(self.length)

    def lone(self, maskable: Ints) -> Ints:
        """Units of several tokens that are all of the ``maskable`` [B] ones of their passage."""
        single: Ints = (self.counts == 1).nonzero()[0]
        if not len(single):
            return single
        rows = self.bounds[single]
        found: Ints = rows[(self.length[rows] > 1) & (self.length[rows] == maskable[single])]
        return found

    def sums(self, values: NDArray[np.number] | Bools) -> NDArray[np.float64]:
        """Sums of unit values [u] over each passage [B]."""
        return self._reduced(np.add, values, 0)

    def least(self, values: NDArray[np.number]) -> NDArray[np.float64]:
        """The least of unit values [u] in each passage [B]; 0 where there are no units."""
        return self._reduced(np.minimum, values, 0)

    def hidden(self, chosen: Bools) -> NDArray[np.float64]:
        """Tokens in the chosen units [u] of each passage [B]."""
        return self.sums(np.where(chosen, self.length, 0))

    def _reduced(self, reduce: np.ufunc, values: NDArray[np.generic], nothing: float) -> NDArray[np.float64]:
        whole = np.int64 if values.dtype == np.bool_ else values.dtype
        if self.full:
            return np.asarray(reduce.reduceat(values, self.bounds[:-1], dtype=whole).astype(np.float64))
        found = np.full(self.size, nothing, dtype=np.float64)
        if len(self):
            some = self.occupied.nonzero()[0]
            found[some] = reduce.reduceat(values, self.bounds[some], dtype=whole)
        return found

    @cached_property
    def draws(self) -> NDArray[np.uint64]:
        """The numbers below 2^:data:`DRAW_BITS` that put the units of a passage in order [u]; cut to few bits, so that
        the order within a passage does not depend on how many others are in the batch."""
        return spread_words(self.keys, self.owner, "order", self.place, DRAW_BITS)

    def in_order(self, rows: Ints) -> Ints:
        """The units ``rows`` in the order in which they are tried: by passage, tier and draw."""
        codes = self.owner[rows].view(np.uint64) << np.uint64(_TIER_BITS + DRAW_BITS)
        if not self.even:
            codes |= self.tier[rows].astype(np.uint64) << np.uint64(DRAW_BITS)
        codes |= self.draws[rows]
        return rows[stable_order(codes, self.size.bit_length() + _TIER_BITS + DRAW_BITS)]
