"""Turns of dialogues in a corpus: where they are, turns of other dialogues that are as long, and cutting to length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workbench.core.seeding import Keys, uniforms
from workbench.text.document import Bools, Ints
from workbench.text.pack import TokenSource
from workbench.text.ragged import ranges

_AROUND = 16  #: ranks by length, up or down, within which a turn is as long as another
_TRIES = 12  #: among these, until one is of another dialogue and reads otherwise


@dataclass(frozen=True)
class Turns:
    """The turns [t] with tokens of some ``documents`` [d], in order: token places ``start:end``, the row of their
    document, and the number of the turn in the corpus; ``counts`` [d] is how many each document has."""

    start: Ints
    end: Ints
    row: Ints
    number: Ints
    documents: Ints
    counts: Ints

    @staticmethod
    def of(source: TokenSource, documents: Ints) -> Turns:
        """A turn is a paragraph."""
        paragraphs = np.asarray(source.paragraph_starts)
        borders = np.searchsorted(paragraphs, np.asarray(source.document_starts))
        first = borders[documents]
        many = borders[documents + 1] - first
        number, row = ranges(first, many), np.repeat(np.arange(len(documents)), many)
        tokens = np.asarray(source.sentence_starts)
        start, end = tokens[paragraphs[number]], tokens[paragraphs[number + 1]]
        full = end > start
        row = row[full]
        counts = np.bincount(row, minlength=len(documents)).astype(np.int64)
        return Turns(start[full], end[full], row, number[full], documents, counts)

    @property
    def lengths(self) -> Ints:
        """Tokens of each turn [t]."""
        return self.end - self.start

    @property
    def document(self) -> Ints:
        """The number of the document of each turn [t]."""
        return np.asarray(self.documents[self.row])


def alike(source: TokenSource, turns: Turns, pool: Turns, wanted: Ints, keys: Keys, order: Keys) -> Ints:
    """For each of the ``wanted`` [r] turns one of ``pool`` that is of another document, reads otherwise, and is about
    as long, so that nothing is told by lengths.

    Where many are just as long, it is one of these. Else it is one of the nearest in the order of lengths, in which
    those of one length stand as ``order`` draws. Where all that were tried are of the same document or read the same,
    it is any one of another document. The pool needs turns of two documents.
    """
    if not len(wanted):
        return np.zeros(0, dtype=np.int64)
    by_length = np.lexsort((uniforms(order, "order of turns", pool.number), pool.lengths))
    sorted_lengths = pool.lengths[by_length]
    length, document = turns.lengths[wanted], turns.document[wanted]
    low, high = (np.searchsorted(sorted_lengths, length, side=side) for side in ("left", "right"))
    middle = low + (uniforms(keys, "rank", 0) * (high - low)).astype(np.int64)
    around = min(_AROUND, len(by_length) - 1)
    found = np.full(len(wanted), -1, dtype=np.int64)
    for number in range(_TRIES):
        missing = np.flatnonzero(found < 0)
        if not len(missing):
            return found
        draw = uniforms(keys[missing], "offset", number)
        near = middle[missing] + (draw * (2 * around + 1)).astype(np.int64) - around
        as_long = low[missing] + (draw * (high - low)[missing]).astype(np.int64)
        many = (high - low)[missing] > 2 * around
        one = by_length[np.where(many, as_long, _reflected(near, len(by_length)))]
        good = pool.document[one] != document[missing]
        good &= ~_same(source, turns, wanted[missing], pool, one)
        found[missing[good]] = one[good]
    rest = np.flatnonzero(found < 0)
    found[rest] = _any_other(pool, document[rest], uniforms(keys[rest], "any", 0))
    return found


def _reflected(rank: Ints, size: int) -> Ints:
    """Ranks beyond either end counted back from it, which leaves all as likely."""
    rank = np.where(rank < 0, -1 - rank, rank)
    return np.where(rank >= size, 2 * size - 1 - rank, rank).astype(np.int64)


def _same(source: TokenSource, turns: Turns, first: Ints, pool: Turns, second: Ints) -> Bools:
    """Whether turns [r] of ``turns`` and of ``pool`` have the same tokens."""
    same = np.asarray(turns.lengths[first] == pool.lengths[second], dtype=np.bool_)
    which = np.flatnonzero(same)
    lengths = turns.lengths[first[which]]
    ids = np.asarray(source.ids)
    mine, others = ranges(turns.start[first[which]], lengths), ranges(pool.start[second[which]], lengths)
    other = np.flatnonzero(ids[mine] != ids[others])
    same[which[np.repeat(np.arange(len(which)), lengths)[other]]] = False
    return same


def _any_other(pool: Turns, document: Ints, draw: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints:
    """Turns of other documents than these [r], each as likely."""
    rows = np.argsort(pool.documents, kind="stable")
    numbers = pool.documents[rows]
    place = np.minimum(np.searchsorted(numbers, document), len(numbers) - 1)
    own = rows[place]
    known = numbers[place] == document
    first = np.where(known, np.searchsorted(pool.row, own), 0)
    many = np.where(known, pool.counts[own], 0)
    drawn = (draw * (len(pool.row) - many)).astype(np.int64)
    return np.asarray(drawn + np.where(drawn >= first, many, 0), dtype=np.int64)


def shorten(start: Ints, end: Ints, capacity: Ints) -> None:
    """Cut token ranges [p, n], some of which may be empty, so that each row has ``capacity`` [p] tokens at most: the
    longest first, so that all that are cut are as long as each other. The first of a row loses its beginning, the
    others their end."""
    lengths = end - start
    order = np.argsort(lengths, axis=1, kind="stable")
    left = capacity.copy()
    for place in range(lengths.shape[1]):
        column = order[:, place : place + 1]
        kept = np.minimum(np.take_along_axis(lengths, column, axis=1)[:, 0], left // (lengths.shape[1] - place))
        np.put_along_axis(lengths, column, kept[:, None], axis=1)
        left -= kept
    start[:, 0] = end[:, 0] - lengths[:, 0]
    end[:, 1:] = start[:, 1:] + lengths[:, 1:]
