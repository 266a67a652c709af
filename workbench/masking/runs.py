"""Runs of words or tokens whose lengths are drawn: what n-grams and spans share."""

from __future__ import annotations

from abc import abstractmethod
from functools import lru_cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled, option
from workbench.core.seeding import Keys, spread_words
from workbench.core.texts import mark
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.tiling import Layout, tile
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units
from workbench.text.ragged import borders_of, lengths_of, ranges

_TABLE_BITS = 16


class RunOf(Labelled):
    """What a run is made of."""

    WORD = "word", mark("Words")
    CHAR = "char", mark("Single tokens")


class RunStrategy(MaskingStrategy):
    """The passage is cut end to end into runs whose lengths are drawn anew for every key, and whole runs are chosen.

    Cutting first keeps the shares of lengths at the formula, where rules that drop what no longer fits shift them to
    short ones. A run that meets the end of its sentence (or a punctuation mark, if it may not cross one) is cut short
    there.
    """

    needs: ClassVar[frozenset[UnitKind]] = frozenset({UnitKind.WORD})

    of: RunOf = option(RunOf.WORD, label=mark("Runs of"))
    longest: int = option(3, label=mark("Longest run"), unit=mark("words or tokens"), ge=1, le=32)
    across_punctuation: bool = option(
        False, label=mark("Across punctuation"), help=mark("Runs may contain punctuation marks."), advanced=True
    )

    @abstractmethod
    def shares(self) -> NDArray[np.float64]:
        """Probabilities of the lengths 1..longest."""

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """Runs that tile the maskable tokens."""
        pieces, stretches = self._pieces(batch)
        bounds = pieces.start.searchsorted(batch.starts)
        cuts = _cut(stretches, self._lengths(pieces, bounds, batch, keys))
        # A run that is all of its passage could not be hidden whole: there every piece is a run.
        lone = (lengths_of(cuts.searchsorted(bounds)) == 1).nonzero()[0]
        if len(lone):
            begins = np.zeros(len(pieces), dtype=np.bool_)
            begins[cuts] = begins[ranges(bounds[lone], lengths_of(bounds)[lone])] = True
            cuts = begins.nonzero()[0]
        last = np.append(cuts[1:], len(pieces))[: len(cuts)] - 1
        return Layout(Units.make(pieces.start[cuts], pieces.end[last], UnitKind.NGRAM), tiles=True)

    def with_room(self, units: Units, batch: PassageBatch) -> Bools:
        """Which runs [u] begin where even the longest would have fitted; their lengths follow the formula exactly."""
        pieces, stretches = self._pieces(batch)
        begins = pieces.start.searchsorted(units.start)
        return np.asarray(stretches[stretches.searchsorted(begins, side="right")] - begins >= self.longest)

    def _lengths(self, pieces: Units, bounds: Ints, batch: PassageBatch, keys: Keys) -> NDArray[np.int8]:
        """Numbers of pieces, one drawn for each piece [p]; those of passage b are ``bounds[b]:bounds[b + 1]``."""
        counts = lengths_of(bounds)
        place = pieces.start - batch.starts[:-1].repeat(counts)
        owner = np.arange(len(batch)).repeat(counts)
        draws = spread_words(keys, owner, "length", place, _TABLE_BITS).view(np.int64)
        return _length_table(tuple(self.shares().tolist()))[draws]

    def _pieces(self, batch: PassageBatch) -> tuple[Units, Ints]:
        """The words or tokens [p] that runs are made of, and the starts in them of stretches [s + 1]: neighbours in one
        stretch may share a run. A punctuation mark is a stretch of its own, unless runs may contain them."""
        ground = batch.layers[UnitKind.WORD] if self.of is RunOf.WORD else Units.empty()
        pieces, _ = tile(ground, Units.empty(), batch)
        border = np.ones(len(pieces) + 1, dtype=np.bool_)
        border[:-1] = borders_of(batch.part[pieces.start])
        if not self.across_punctuation:
            mark_here = batch.is_mark[batch.ids[pieces.start]]
            border[:-1] |= mark_here
            border[1:] |= mark_here
        return pieces, border.nonzero()[0]


def _cut(stretches: Ints, length: NDArray[np.int8]) -> Ints:
    """Where runs begin among pieces [p]: end to end in each of the ``stretches`` [s + 1], the k-th run of a stretch
    being as long as the ``length`` [p] of its k-th piece, so that no more are needed than there are pieces."""
    heads, sizes = stretches[:-1], lengths_of(stretches)
    begin = np.cumsum(length, dtype=np.int64)
    begin -= length
    begin += (heads - begin[heads]).repeat(sizes)
    return begin[(begin < stretches[1:].repeat(sizes)).nonzero()[0]]


@lru_cache(maxsize=16)
def _length_table(shares: tuple[float, ...]) -> NDArray[np.int8]:
    """The length that each value of the leading bits of a draw stands for; shares of 1, 2, ... are met to within one
    part in 65536."""
    bounds = np.rint(np.cumsum(shares)[:-1] * (1 << _TABLE_BITS))
    return 1 + np.searchsorted(bounds, np.arange(1 << _TABLE_BITS), side="right").astype(np.int8)
