"""BERT's segment pairs (sheet 1.4), which are also RoBERTa's SEGMENT-PAIR without short sequences (sheet 2.3)."""

from __future__ import annotations

from typing import ClassVar, Literal

from workbench.core.seeding import Keys
from workbench.core.texts import mark
from workbench.objectives.pairs import SegmentPairs
from workbench.objectives.segments import SegmentText, chunk_ends, short_sequences
from workbench.text.document import Ints


class NextSentence(SegmentPairs):
    """A chunk of sentences fills the passage, and is cut after a random one of them."""

    title: ClassVar[str] = mark("Sentence pairs")
    kind: Literal["next-sentence"] = "next-sentence"

    short_sequence_probability: float = short_sequences()

    def _cut(self, text: SegmentText, documents: Ints, capacity: int, key: Keys) -> tuple[Ints, Ints, Ints]:
        """Chunks of the target length of their document."""
        split, end, target = chunk_ends(text, documents, capacity, key, self.short_sequence_probability)
        return split, end, target - (text.stop[split - 1] - text.start)
