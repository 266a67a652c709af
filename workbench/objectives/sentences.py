"""Blocks of whole sentences without a question about the passage (RoBERTa, sheet 2.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.objectives.objective import PassageObjective
from workbench.text.document import Ints
from workbench.text.pack import Chunks, PassagePlan, TokenSource, plan_chunks, sentence_chunks
from workbench.text.ragged import reached

_FRAME = 2  # [CLS] and the last [SEP]


class FullSentences(PassageObjective):
    """As many consecutive sentences as fit; a block may go on into the next document, after one more separator.

    fairseq lets a sentence longer than a block stand as an over-long block; here it is cut into pieces that fit.
    """

    title: ClassVar[str] = mark("Full sentences")
    kind: Literal["full-sentences"] = "full-sentences"

    @property
    def redrawn(self) -> bool:
        """No draw is made."""
        return False

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Blocks in the order of the documents; no draw is made."""
        chunks = sentence_chunks(source, documents, length - _FRAME)
        return plan_chunks(chunks, block_starts(chunks, _across_documents(chunks, length - _FRAME)))


class DocSentences(PassageObjective):
    """As many consecutive sentences of one document as fit; a sentence longer than a block is cut."""

    title: ClassVar[str] = mark("Of one document")
    kind: Literal["doc-sentences"] = "doc-sentences"

    @property
    def redrawn(self) -> bool:
        """No draw is made."""
        return False

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Blocks in the order of the documents; no draw is made."""
        chunks = sentence_chunks(source, documents, length - _FRAME)
        return plan_chunks(chunks, block_starts(chunks, ends_within_documents(chunks, length - _FRAME)))


def _across_documents(chunks: Chunks, capacity: int) -> Ints:
    """Where a block that begins at each chunk must end [n]: separators between documents take a place each."""
    totals = np.cumsum(chunks.lengths)
    borders = np.cumsum(np.diff(chunks.document, prepend=chunks.document[:1]) != 0)
    ends_at = totals + borders  # places taken up to a chunk's end, had all text stood in one block
    begins_at = totals - chunks.lengths + borders
    return np.asarray(np.searchsorted(ends_at, begins_at + capacity, side="right"), dtype=np.int64)


def ends_within_documents(chunks: Chunks, capacity: int) -> Ints:
    """Where a block that begins at each chunk must end [n], none of which goes on beyond its document."""
    totals = np.cumsum(chunks.lengths)
    full = np.searchsorted(totals, totals - chunks.lengths + capacity, side="right")
    document_end = np.searchsorted(chunks.document, chunks.document, side="right")
    return np.minimum(full, document_end).astype(np.int64)


def block_starts(chunks: Chunks, end_of: Ints) -> Ints:
    """First chunk of every block, each block beginning where the last one ended."""
    if not len(end_of):
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero(reached(end_of, np.zeros(1, dtype=np.int64)))
