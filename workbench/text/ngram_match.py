"""All matches of an n-gram lexicon in a sequence of numbers, and the weights by which ZEN adds them to characters.

Numbers are ids of tokens, or code points of a text. Every window is looked up, so that overlapping and nested matches
are all found; whatever is no part of an entry, such as [SEP] or [MASK], breaks every window that holds it (ERNIE sheet
3.2). To be matched after masking, or the n-gram gives the masked character away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import mix
from workbench.text.document import Ints
from workbench.text.ragged import ranges

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_FILTER_BITS = 22
_TINY = 1e-10  #: keeps the weights of a row without a match at 0; the released code adds it


@dataclass(frozen=True)
class NgramMatches:
    """Matches by length, and within a length from left to right: ``start`` [m] and ``length`` [m] in places of the
    sequence, ``index`` [m] of the entry in the lexicon, counted from 0."""

    start: Ints
    length: Ints
    index: Ints

    def __len__(self) -> int:
        return len(self.start)


class NgramTable:
    """Entries by length, for looking up all windows of long sequences at once."""

    def __init__(self, entries: Sequence[Sequence[int]], numbers: Ints | None = None) -> None:
        """``entries`` are the lexicon in its order; of equal ones the last counts, as in ZEN's own reading of a file.
        An entry without numbers never matches. Matches tell an entry by its place, or by its one of ``numbers`` [n].
        """
        self._by_length: dict[int, tuple[NDArray[np.uint64], Ints, NDArray[np.int64]]] = {}
        names = range(len(entries)) if numbers is None else numbers.tolist()
        last = {tuple(entry): name for entry, name in zip(entries, names, strict=True)}
        lengths: dict[int, list[tuple[int, ...]]] = {}
        for entry in last:
            lengths.setdefault(len(entry), []).append(entry)
        self._filter = np.zeros(1 << _FILTER_BITS, np.bool_)
        for length, group in sorted(lengths.items()):
            if not length:
                continue
            windows = np.array(group, dtype=np.int64).reshape(-1, length)
            hashes = np.zeros(len(group), np.uint64)
            for place in range(length):
                hashes = _append(hashes, mix(windows[:, place]))
            order = np.argsort(hashes)
            index = np.array([last[entry] for entry in group], dtype=np.int64)
            self._by_length[length] = hashes[order], index[order], windows[order]
            self._filter[hashes >> np.uint64(64 - _FILTER_BITS)] = True

    def find(self, numbers: NDArray[np.integer]) -> NgramMatches:
        """All matches in a sequence [T]."""
        values = np.asarray(numbers, dtype=np.int64)
        mixed = mix(values)
        hashes = np.zeros(len(values) + 1, np.uint64)
        found: list[NgramMatches] = []
        for length in range(1, max(self._by_length, default=0) + 1):
            if length > len(values):
                break
            hashes = _append(hashes[: len(values) - length + 1], mixed[length - 1 :])
            if length in self._by_length:
                found.append(self._of_length(length, values, hashes))
        if not found:
            return NgramMatches(*(np.zeros(0, np.int64) for _ in range(3)))
        return NgramMatches(
            np.concatenate([one.start for one in found]),
            np.concatenate([one.length for one in found]),
            np.concatenate([one.index for one in found]),
        )

    def _of_length(self, length: int, values: Ints, hashes: NDArray[np.uint64]) -> NgramMatches:
        known, index, entries = self._by_length[length]
        start = np.flatnonzero(self._filter[hashes >> np.uint64(64 - _FILTER_BITS)])
        row = np.minimum(np.searchsorted(known, hashes[start]), len(known) - 1)
        same = known[row] == hashes[start]
        start, row = start[same], row[same]
        # Two windows may share a hash, if hardly ever: the numbers decide.
        same = np.ones(len(start), np.bool_)
        for place in range(length):
            same &= values[start + place] == entries[row, place]
        start, row = start[same], row[same]
        return NgramMatches(start, np.full(len(start), length, np.int64), index[row])


def _append(hashes: NDArray[np.uint64], mixed: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Hashes of windows that are one number longer, which comes mixed."""
    with np.errstate(over="ignore"):
        return np.asarray((hashes + mixed) * _FACTOR, dtype=np.uint64)


def match_ngrams(tokens: Sequence[str], lexicon: Sequence[Sequence[str]]) -> NgramMatches:
    """All matches of n-grams, each a sequence of tokens, in one sequence with its [CLS] and [SEP]."""
    numbers: dict[str, int] = {}
    table = NgramTable([[numbers.setdefault(token, len(numbers)) for token in entry] for entry in lexicon])
    return table.find(np.array([numbers.get(token, -1) for token in tokens], dtype=np.int64))


def ngram_weights(
    matches: NgramMatches, places: int, frequency: Sequence[int] | NDArray[np.integer] | None = None
) -> NDArray[np.float64]:
    """W [places, m], by which the vectors of matches are added to characters (ERNIE sheet 3.3).

    Without ``frequency`` as in ZEN 1: 1 where match j covers place i, not normalised. With the frequencies of the
    entries [n] as in ZEN 2: rows in proportion to them that sum to 1, or 0 where nothing matches.
    """
    weights = np.zeros((places, len(matches)), np.float64)
    column = np.repeat(np.arange(len(matches)), matches.length)
    weights[ranges(matches.start, matches.length), column] = 1.0
    if frequency is None:
        return weights
    weights *= np.asarray(frequency, dtype=np.float64)[matches.index]
    weights /= weights.sum(axis=1, keepdims=True) + _TINY
    return weights
