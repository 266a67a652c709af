"""Pairs of segments and the question whether the second follows the first: what BERT's and RoBERTa's pairs share."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar

import numpy as np

from workbench.core.config import option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys, derive, purpose_code, uniforms
from workbench.core.texts import Text, mark
from workbench.objectives.explanation import Explanation, Origin
from workbench.objectives.objective import PassageObjective
from workbench.objectives.segments import (
    FRAME,
    SegmentText,
    chunk_starts,
    count_documents,
    no_pairs,
    pair_plan,
    random_segments,
    truncate,
)
from workbench.text.document import Bools, Ints
from workbench.text.pack import PassagePlan, TokenSource

NEXT, RANDOM = 0, 1  #: answers; 1 is the random segment, as in BERT


class SegmentPairs(PassageObjective):
    """Chunks of sentences, each cut in two. Either the second part follows, or text of another document, in which case
    the rest of the chunk is used again for the next passage. Subclasses say what a chunk is.

    One deviation from BERT's script: the other document is drawn among the others at once, where the script tries up
    to ten times and may then take the same document after all.
    """

    head: ClassVar[str] = "next_sentence"

    random_probability: float = option(
        0.5,
        label=mark("Random second segment"),
        help=mark("Chunks of a single sentence always get a random one, so that the share of the answer 1 is higher."),
        gt=0.0,
        lt=1.0,
        step=0.05,
        advanced=True,
    )

    @property
    def answers(self) -> tuple[str, ...]:
        """Whether the second segment follows the first."""
        return mark("follows"), mark("of another document")

    @property
    def segments(self) -> int:
        """Two."""
        return 2

    def lacking(self, sentences: Ints) -> Text | None:
        """Two documents, one of them with two sentences."""
        if len(sentences) > 1 and np.any(sentences > 1):
            return None
        return Text(
            mark("Next-sentence pairs need two documents, one of them with two sentences; choose other passages.")
        )

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """At least two documents, at least one of them with two sentences."""
        super().check(source, documents, length)
        used, pairs = count_documents(source, documents)
        if used < 2 or not pairs:
            raise WorkbenchError(
                mark(
                    "Next-sentence pairs cannot be made: {documents} {documents:document|documents} with text, {pairs} "
                    "of them with two or more sentences, {usable} usable {usable:pair|pairs}."
                ),
                mark(
                    "Choose full-sentences or doc-sentences passages, or import the corpus so that each document has "
                    "several sentences."
                ),
                documents=used,
                pairs=pairs,
                usable=0,
            )

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Pairs in the order of the documents; the draws go by document and by the sentence that a chunk begins at."""
        text = SegmentText.of(source, documents)
        pool = text if others is None else SegmentText.of(source, others)
        if not len(text.sentence):
            return no_pairs()
        capacity = length - FRAME
        split, end, wanted = self._cut(text, documents, capacity, key)
        is_random = self._is_random(text, end, key)
        chunk = chunk_starts(text, np.where(is_random, split, end))
        first = np.stack([text.start[chunk], text.stop[split[chunk] - 1]])
        second = np.stack([text.start[np.minimum(split[chunk], len(text.start) - 1)], text.stop[end[chunk] - 1]])
        drawn = chunk[is_random[chunk]]
        second[:, is_random[chunk]] = random_segments(
            pool,
            documents[text.row[drawn]],
            wanted[drawn],
            derive(key, purpose_code("random segment"), text.sentence[drawn]),
        )
        truncate(first, second, capacity, derive(key, purpose_code("truncate"), text.sentence[chunk]))
        return pair_plan(first, second, np.where(is_random[chunk], RANDOM, NEXT))

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many pairs there are: one a chunk."""
        text = SegmentText.of(source, documents)
        if not len(text.sentence):
            return 0
        split, end, _ = self._cut(text, documents, length - FRAME, key)
        return len(chunk_starts(text, np.where(self._is_random(text, end, key), split, end)))

    def explain(self, plan: PassagePlan, rows: Ints, origin: Origin) -> list[Explanation]:
        """Where the second segment is from."""
        words = (
            mark("The second part follows the first in its document."),
            mark("The second part is of another document."),
        )
        labels = plan.label[rows].tolist()
        found = super().explain(plan, rows, origin)
        return [replace(one, words=Text(words[label])) for one, label in zip(found, labels, strict=True)]

    @abstractmethod
    def _cut(self, text: SegmentText, documents: Ints, capacity: int, key: Keys) -> tuple[Ints, Ints, Ints]:
        """For a chunk that would begin at each sentence [s]: where its first segment ends and where the chunk ends, in
        sentences, and how many tokens of another document would take the place of the second."""

    def _is_random(self, text: SegmentText, end: Ints, key: Keys) -> Bools:
        """Whether a random segment follows the first, for a chunk from each sentence [s] to ``end`` [s]."""
        coin = uniforms(key, "next or random", text.sentence) < self.random_probability
        return np.asarray((end - np.arange(len(end)) == 1) | coin)
