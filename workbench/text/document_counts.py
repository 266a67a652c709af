"""How often the documents of a corpus hold each of their tokens, and how often outside of a passage."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Ints
from workbench.text.ragged import borders_of, lengths_of

_KEPT = 512  #: documents whose counts are kept: at most eight bytes for each id of the vocabulary
_ID_BITS, _TOKEN_BITS = 32, 40  #: of numbers that go into one with the number of a text before them


@dataclass(frozen=True)
class Elsewhere:
    """Of tokens [n]: how often their document holds their id outside of their passage, ``same``, and how many tokens of
    any id it holds there, ``others``."""

    same: Ints
    others: Ints


class DocumentCounts:
    """Counts of the T tokens ``ids`` of D documents. ``sentence_starts`` [S + 1] are in tokens, ``document_starts``
    [D + 1] in sentences. A document is counted when it is first asked about, the last ones asked about are kept."""

    def __init__(
        self, ids: NDArray[np.uint16] | NDArray[np.int32], sentence_starts: Ints, document_starts: Ints
    ) -> None:
        self._ids = ids
        self._starts = np.asarray(sentence_starts)[np.asarray(document_starts)]
        self._counts = lru_cache(_KEPT)(self._count)

    def elsewhere(self, token: Ints, passage: Ints) -> Elsewhere:
        """For the tokens [n] of the corpus that passages consist of, those of a ``passage`` [n] one after another; one
        that a passage has twice counts once."""
        if not len(token):
            return Elsewhere(token, token)
        document = self._starts.searchsorted(token, side="right") - 1
        text, documents = self._texts(passage, document)
        distinct = np.unique(text << _TOKEN_BITS | token)
        owner, own = distinct >> _TOKEN_BITS, distinct & ((1 << _TOKEN_BITS) - 1)
        known, inside = np.unique(owner << _ID_BITS | self._ids_at(own), return_counts=True)
        borders = (known >> _ID_BITS).searchsorted(np.arange(len(documents) + 1))
        total = np.concatenate(
            [
                self._found(number, known[first:end] & ((1 << _ID_BITS) - 1))
                for number, first, end in zip(documents.tolist(), borders[:-1], borders[1:], strict=True)
            ]
        )
        row = known.searchsorted(text << _ID_BITS | self._ids_at(token))
        others = lengths_of(self._starts)[documents] - np.bincount(owner, minlength=len(documents))
        return Elsewhere((total - inside)[row], others[text])

    def outside(self, token: Ints, passage: Ints, sizes: Ints) -> Ints:
        """Of pieces that begin at tokens [q] of the corpus, each of ``sizes`` [q] tokens of one document, how many
        tokens of this document are outside of their ``passage`` [q]; no piece overlaps another."""
        document = self._starts.searchsorted(token, side="right") - 1
        text, documents = self._texts(passage, document)
        inside = np.bincount(text, weights=sizes, minlength=len(documents)).astype(np.int64)
        return (lengths_of(self._starts)[documents] - inside)[text]

    def _ids_at(self, token: Ints) -> Ints:
        return np.asarray(self._ids)[token].astype(np.int64)

    def _found(self, document: int, ids: Ints) -> NDArray[np.int32]:
        """How often a document holds each of some ids [n] that it has."""
        known, counts = self._counts(document)
        return counts[known.searchsorted(ids)]

    def _count(self, document: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The ids that a document has, in order, and how often."""
        first, end = self._starts[document : document + 2].tolist()
        known, counts = np.unique(np.asarray(self._ids[first:end], np.int32), return_counts=True)
        return known, counts.astype(np.int32)

    def _texts(self, passage: Ints, document: Ints) -> tuple[Ints, Ints]:
        """Number what is of one document in one passage: the number [n] for each of ``passage`` and ``document`` [n],
        and the document of each number."""
        border = borders_of(passage) | borders_of(document)
        pairs, number = np.unique(passage[border] * len(self._starts) + document[border], return_inverse=True)
        return number[np.cumsum(border) - 1], pairs % len(self._starts)
