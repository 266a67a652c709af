"""RoBERTa's SENTENCE-PAIR: two single sentences, and whether the second follows the first (sheet 2.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.objectives.pairs import SegmentPairs
from workbench.objectives.segments import SegmentText
from workbench.text.document import Ints


class SentencePair(SegmentPairs):
    """Each sentence with the next one of its document or with one of another document; the last one of a document that
    is left alone always gets a random one. Passages are short: a batch size in tokens keeps batches even."""

    title: ClassVar[str] = mark("Two sentences")
    kind: Literal["sentence-pair"] = "sentence-pair"

    def _cut(self, text: SegmentText, documents: Ints, capacity: int, key: Keys) -> tuple[Ints, Ints, Ints]:
        """Chunks of two sentences; one token more of another document is one sentence more."""
        split = np.arange(1, len(text.sentence) + 1)
        end = np.minimum(split + 1, np.searchsorted(text.row, text.row, side="right"))
        return split, end, np.ones(len(split), dtype=np.int64)
