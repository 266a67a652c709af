"""N-grams: runs of 1..N words or tokens (ALBERT sheet 3.3; ERNIE sheet 7.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled, option
from workbench.core.seeding import Keys, uniforms
from workbench.core.texts import mark
from workbench.masking.strategy import MaskingStrategy
from workbench.masking.tiling import Candidates, covered, tile
from workbench.text.document import Ints, PassageBatch, UnitKind, Units
from workbench.text.ragged import reached


class NgramOf(Labelled):
    """What an n-gram is a run of."""

    WORD = "word", mark("Words")
    CHAR = "char", mark("Single tokens")


class Ngram(MaskingStrategy):
    """The passage is cut end to end into n-grams whose lengths are drawn anew for every key, and whole n-grams are
    chosen.

    Cutting first keeps the shares of lengths at the formula, where ALBERT's code, which drops what no longer fits,
    shifts them to short ones. A run that meets the end of its part is cut short there.
    """

    title: ClassVar[str] = mark("N-grams")
    needs: ClassVar[frozenset[UnitKind]] = frozenset({UnitKind.WORD, UnitKind.NGRAM})
    kind: Literal["ngram"] = "ngram"

    of: NgramOf = option(NgramOf.WORD, label=mark("Runs of"))
    longest: int = option(3, label=mark("Longest run"), unit=mark("words or tokens"), ge=1, le=32)
    favour_long: bool = option(
        False,
        label=mark("Favour long runs"),
        help=mark("A run of n has the weight 1/n; reversed, the longest has weight 1 and a single one 1/N."),
    )
    across_punctuation: bool = option(
        False, label=mark("Across punctuation"), help=mark("Runs may contain punctuation marks."), advanced=True
    )

    def shares(self) -> NDArray[np.float64]:
        """Probabilities of the lengths 1..longest."""
        weights = 1.0 / np.arange(1, self.longest + 1)
        weights = weights[::-1] if self.favour_long else weights
        return np.asarray(weights / weights.sum())

    def candidates(self, batch: PassageBatch, keys: Keys) -> Candidates:
        """N-grams that tile the maskable tokens."""
        ground = batch.layers[UnitKind.WORD] if self.of is NgramOf.WORD else Units.empty()
        pieces, _ = tile(ground, Units.empty(), batch)
        if not len(pieces):
            return Candidates.even(pieces)
        stretch = self._stretches(pieces, batch)
        owner = batch.owner[pieces.start]
        draw = uniforms(keys[owner], "length", pieces.start - batch.starts[owner])
        length = 1 + np.searchsorted(np.cumsum(self.shares())[:-1], draw, side="right")
        heads = np.flatnonzero(np.diff(stretch, prepend=stretch[0] - 1))
        limit = np.repeat(np.append(heads[1:], len(pieces)), np.diff(np.append(heads, len(pieces))))
        cuts = np.flatnonzero(reached(np.minimum(np.arange(len(pieces)) + length, limit), heads))
        last = np.append(cuts[1:], len(pieces)) - 1
        return Candidates.even(Units.make(pieces.start[cuts], pieces.end[last], UnitKind.NGRAM))

    def _stretches(self, pieces: Units, batch: PassageBatch) -> Ints:
        """A number for each piece [u]; neighbours with the same number may share an n-gram.

        The layer ``ngram`` of a batch holds the runs of text between punctuation marks; a mark is a stretch of its own.
        """
        part = batch.part[pieces.start].astype(np.int64)
        border = np.diff(part, prepend=part[0]) != 0
        if not self.across_punctuation:
            inside = covered(batch.layers[UnitKind.NGRAM], len(batch.ids))[pieces.start]
            border |= ~inside | ~np.concatenate(([True], inside[:-1]))
        return np.cumsum(border)
