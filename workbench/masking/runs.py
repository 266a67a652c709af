"""Runs of words or tokens whose lengths are drawn: what n-grams and spans share."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled, option
from workbench.core.seeding import Keys, spread_uniforms
from workbench.core.texts import mark
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.tiling import Candidates, tile
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units
from workbench.text.ragged import reached


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

    def candidates(self, batch: PassageBatch, keys: Keys) -> Candidates:
        """Runs that tile the maskable tokens."""
        pieces, heads, room = self._pieces(batch)
        if not len(pieces):
            return Candidates.even(pieces)
        owner = batch.owner[pieces.start]
        draw = spread_uniforms(keys, owner, "length", pieces.start - batch.starts[owner])
        length = 1 + np.searchsorted(np.cumsum(self.shares())[:-1], draw, side="right")
        cut = reached(np.arange(len(pieces)) + np.minimum(length, room), heads)
        # A run that is all of its passage could not be hidden whole: there every piece is a run.
        cut |= (np.bincount(owner[cut], minlength=len(batch)) == 1)[owner]
        cuts = np.flatnonzero(cut)
        last = np.append(cuts[1:], len(pieces)) - 1
        return Candidates.even(Units.make(pieces.start[cuts], pieces.end[last], UnitKind.NGRAM))

    def with_room(self, units: Units, batch: PassageBatch) -> Bools:
        """Which runs [u] begin where even the longest would have fitted; their lengths follow the formula exactly."""
        pieces, _, room = self._pieces(batch)
        return room[np.searchsorted(pieces.start, units.start)] >= self.longest

    def _pieces(self, batch: PassageBatch) -> tuple[Units, Ints, Ints]:
        """The words or tokens [p] that runs are made of, the places in them where stretches begin, and how many pieces
        [p] there are from each to the end of its stretch."""
        ground = batch.layers[UnitKind.WORD] if self.of is RunOf.WORD else Units.empty()
        pieces, _ = tile(ground, Units.empty(), batch)
        if not len(pieces):
            return pieces, np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        stretch = self._stretches(pieces, batch)
        heads = np.flatnonzero(np.diff(stretch, prepend=stretch[0] - 1))
        sizes = np.diff(np.append(heads, len(pieces)))
        return pieces, heads, np.repeat(heads + sizes, sizes) - np.arange(len(pieces))

    def _stretches(self, pieces: Units, batch: PassageBatch) -> Ints:
        """A number for each piece [u]; neighbours with the same number may share a run. A punctuation mark is a stretch
        of its own."""
        part = batch.part[pieces.start].astype(np.int64)
        border = np.diff(part, prepend=part[0]) != 0
        if not self.across_punctuation:
            mark_here = batch.mark[pieces.start]
            border |= mark_here | np.concatenate(([False], mark_here[:-1]))
        return np.cumsum(border)
