"""PMI masking: the collocations of n-gram lists as units (ERNIE sheet 7.4)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from workbench.core.config import option
from workbench.core.seeding import Keys, spread_uniforms
from workbench.core.texts import mark
from workbench.masking.strategy import Granularity, MaskingStrategy, Replacement
from workbench.masking.tiling import Layout, lawful
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units


class Pmi(MaskingStrategy):
    """An entry of the n-gram lists is a unit; so is every word outside. Mask, random or keep is drawn once a unit.

    Of nested entries the longest stays. Of entries that overlap one is drawn anew for every key, and the rest of the
    others becomes single words.
    """

    title: ClassVar[str] = mark("Collocations (PMI)")
    formula: ClassVar[str] = mark(
        "Collocations of high PMI, and the words between them, in random order until rate × tokens are hidden."
    )
    source: ClassVar[str] = mark("Levine et al. 2021, PMI-Masking")
    needs: ClassVar[frozenset[UnitKind]] = frozenset({UnitKind.NGRAM, UnitKind.WORD})
    kind: Literal["pmi"] = "pmi"

    whole_words: bool = option(
        True,
        label=mark("Whole words only"),
        help=mark("An entry counts where it begins and ends with words of the segmenter."),
        advanced=True,
    )
    replacement: Replacement = option(
        default_factory=lambda: Replacement(per=Granularity.UNIT), label=mark("Replacement")
    )

    def layout(self, batch: PassageBatch, keys: Keys) -> Layout:
        """Entries without overlaps, words between them."""
        words, entries = batch.layers[UnitKind.WORD], lawful(batch.layers[UnitKind.NGRAM], batch)
        if self.whole_words:
            border = np.zeros(len(batch.ids) + 1, dtype=np.bool_)
            border[words.start] = border[words.end] = True
            entries = entries.take(border[entries.start] & border[entries.end])
        entries = entries.take(_not_nested(entries))
        rows = _overlapping(entries)
        if len(rows):
            met = entries.take(rows)
            owner = batch.starts.searchsorted(met.start, side="right") - 1
            draw = spread_uniforms(keys, owner, "overlap", met.start - batch.starts[owner])
            kept = np.ones(len(entries), dtype=np.bool_)
            kept[rows] = drawn_apart(met, draw)
            entries = entries.take(kept)
        return Layout(entries, over_words=True)


def _not_nested(units: Units) -> Bools:
    """Which units [u], sorted by start and then from long to short, lie in no other; of equal ones the first stays."""
    reach = np.maximum.accumulate(units.end) if len(units) else units.end
    return np.asarray(units.end > np.concatenate(([-1], reach[:-1])))


def _overlapping(units: Units) -> Ints:
    """The units, whose starts and ends both rise, that overlap another: then they overlap a neighbour."""
    overlap = units.start[1:] < units.end[:-1]
    found = np.zeros(len(units), dtype=np.bool_)
    found[1:] = overlap
    found[:-1] |= overlap
    return found.nonzero()[0]


def drawn_apart(units: Units, draw: np.ndarray) -> Bools:
    """Which units [u] stay so that none overlap: again and again those whose number is the lowest among the units that
    they overlap. Starts and ends both rise from unit to unit."""
    kept = np.zeros(len(units), dtype=np.bool_)
    open_rows = np.arange(len(units))
    while len(open_rows):
        start, end, number = units.start[open_rows], units.end[open_rows], draw[open_rows]
        lowest = np.ones(len(open_rows), dtype=np.bool_)
        touched = np.zeros(len(open_rows), dtype=np.bool_)
        pairs = []
        distance = 1
        while distance < len(open_rows) and (overlap := start[distance:] < end[:-distance]).any():
            left = np.flatnonzero(overlap)
            pairs.append((left, left + distance))
            less = number[left] <= number[left + distance]
            lowest[left[~less]] = False
            lowest[left[less] + distance] = False
            distance += 1
        kept[open_rows[lowest]] = True
        for left, right in pairs:
            touched[right[lowest[left]]] = True
            touched[left[lowest[right]]] = True
        open_rows = open_rows[~lowest & ~touched]
    return kept
