"""BERT's segment pairs (sheet 1.4), which are also RoBERTa's SEGMENT-PAIR without short sequences (sheet 2.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from workbench.core.config import option
from workbench.core.seeding import Keys, uniforms
from workbench.core.texts import mark
from workbench.objectives.pairs import SegmentPairs, SegmentText
from workbench.text.document import Ints


class NextSentence(SegmentPairs):
    """A chunk of sentences fills the passage, and is cut after a random one of them."""

    title: ClassVar[str] = mark("Sentence pairs")
    kind: Literal["next-sentence"] = "next-sentence"

    short_sequence_probability: float = option(
        0.1,
        label=mark("Short sequences"),
        help=mark("Share of passes over a document whose passages have a shorter target length."),
        ge=0.0,
        le=1.0,
        step=0.05,
        advanced=True,
    )

    def _cut(self, text: SegmentText, documents: Ints, capacity: int, key: Keys) -> tuple[Ints, Ints, Ints]:
        """Chunks of the target length of their document; the draws go by document and by the chunk's first sentence."""
        target = self._targets(documents, capacity, key)[text.row]
        place = np.arange(len(text.sentence))
        document_end = np.searchsorted(text.row, text.row, side="right")
        enough = np.searchsorted(text.stop_total, text.stop_total - text.length + target, side="left") + 1
        end = np.minimum(enough, document_end)
        count = end - place
        draw = uniforms(key, "first segment", text.sentence)
        split = place + np.where(count == 1, 1, 1 + (draw * (count - 1)).astype(np.int64))
        return split, end, target - (text.stop[split - 1] - text.start)

    def _targets(self, documents: Ints, capacity: int, key: Keys) -> Ints:
        """Target length of the passages of each document [d]: mostly the capacity, else even in 2..capacity."""
        short = uniforms(key, "short", documents) < self.short_sequence_probability
        drawn = 2 + (uniforms(key, "target length", documents) * (capacity - 1)).astype(np.int64)
        return np.where(short, drawn, capacity)
