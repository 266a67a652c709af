"""ALBERT's sentence order (sheet 3.4): two segments of one document, in their order or swapped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled, option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys, derive, purpose_code, uniforms
from workbench.core.texts import Text, mark
from workbench.objectives.explanation import Explanation, Origin
from workbench.objectives.objective import PassageObjective
from workbench.objectives.segments import (
    FRAME,
    SegmentText,
    chunk_ends,
    chunk_starts,
    count_documents,
    no_pairs,
    pair_plan,
    random_segments,
    short_sequences,
    truncate,
)
from workbench.text.document import Bools, Ints, UnitKind, Units
from workbench.text.pack import PassagePlan, TokenSource

IN_ORDER, SWAPPED = 0, 1  #: answers


class LoneSentence(Labelled):
    """What becomes of a chunk of a single sentence, which has no order to ask for."""

    DROP = "drop", mark("Leave them out")
    SPLIT = "split", mark("Cut the sentence in two")
    OTHER = "other-document", mark("Add another document (as released)")


class SentenceOrder(PassageObjective):
    """BERT's chunks, each cut in two between sentences; the parts stand in their order or are swapped.

    Both parts are of one document, but for the released code's way with single sentences, which asks what
    next-sentence prediction asks.
    """

    title: ClassVar[str] = mark("Sentence order")
    head: ClassVar[str] = "sentence_order"
    rest: ClassVar[str] = mark("sentences that stand alone in a passage. These can be cut in two.")
    kind: Literal["sentence-order"] = "sentence-order"

    swap_probability: float = option(
        0.5,
        label=mark("Swapped pairs"),
        help=mark("Share of the pairs that stand in the wrong order."),
        gt=0.0,
        lt=1.0,
        step=0.05,
        advanced=True,
    )
    lone_sentence: LoneSentence = option(
        LoneSentence.DROP,
        label=mark("Passages of one sentence"),
        help=mark(
            "A sentence that fills a passage, or is left over at the end of a document, has no other to be swapped "
            "with. ALBERT's released code adds text of another document and calls that swapped."
        ),
    )
    short_sequence_probability: float = short_sequences()

    @property
    def answers(self) -> tuple[str, ...]:
        """Whether both segments stand as in the text."""
        return mark("in order"), mark("swapped")

    @property
    def segments(self) -> int:
        """Two."""
        return 2

    @property
    def least_sentences(self) -> int:
        """Two, where a single one is left out."""
        return 2 if self.lone_sentence is LoneSentence.DROP else 1

    def lacking(self, sentences: Ints) -> Text | None:
        """A document of two sentences, and for text of other documents a second document."""
        if self.lone_sentence is LoneSentence.SPLIT:
            return None
        if not np.any(sentences > 1):
            return Text(
                mark(
                    "Sentence order needs documents of two or more sentences; here are 0 usable pairs. Have single "
                    "sentences cut in two, or choose other passages."
                )
            )
        if self.lone_sentence is LoneSentence.OTHER and len(sentences) < 2:
            return Text(
                mark("Next-sentence pairs need two documents, one of them with two sentences; choose other passages.")
            )
        return None

    def gap(self, sentences: Ints, turns: Ints) -> Text | None:
        """Single sentences only, where these are left out."""
        if super().gap(sentences, turns) is None:
            return None
        template = mark(
            "The evaluation split has single sentences only ({documents} {documents:document|documents}), which "
            "sentence order leaves out, so that only the training loss can be shown. Have single sentences cut in two, "
            "or hold out documents of several."
        )
        return Text(template, {"documents": len(sentences)})

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """At least one pair of one document; for text of other documents, two of these."""
        super().check(source, documents, length)
        used, several = count_documents(source, documents)
        text = SegmentText.of(source, documents)
        usable = int(np.count_nonzero(~self._segments(source, text, documents, length, derive(np.int64(0))).lone))
        if not usable or (self.lone_sentence is LoneSentence.OTHER and used < 2):
            raise WorkbenchError(
                mark(
                    "Sentence order can't be asked: {documents} {documents:document|documents} with text, {several} of "
                    "them with two or more sentences, {usable} usable {usable:pair|pairs} in {length} tokens."
                ),
                mark(
                    "Have single sentences cut in two, choose full-sentences or doc-sentences passages, or import the "
                    "corpus so that each document has several sentences."
                ),
                documents=used,
                several=several,
                usable=usable,
                length=length,
            )

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Pairs in the order of the documents; the draws go by document and by the sentence that a chunk begins at."""
        text = SegmentText.of(source, documents)
        if not len(text.sentence):
            return no_pairs()
        found = self._segments(source, text, documents, length, key)
        lone, sentence = found.lone, text.sentence[found.chunk]
        if lone.any():
            pool = text if others is None else SegmentText.of(source, others)
            keys = derive(key, purpose_code("random segment"), sentence[lone])
            wanted = (found.target - (found.first[1] - found.first[0]))[lone]
            found.second[:, lone] = random_segments(pool, documents[text.row[found.chunk[lone]]], wanted, keys)
        coin = uniforms(key, "swap", sentence) < self.swap_probability
        first, second = _turned(found.first, found.second, coin & ~lone)
        truncate(first, second, length - FRAME, derive(key, purpose_code("truncate"), sentence))
        return pair_plan(first, second, np.where(coin | lone, SWAPPED, IN_ORDER))

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many pairs there are, without cutting them to length."""
        text = SegmentText.of(source, documents)
        return len(self._segments(source, text, documents, length, key).chunk) if len(text.sentence) else 0

    def left_out(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> float:
        """The tokens of chunks of a single sentence that make no pair."""
        text = SegmentText.of(source, documents)
        if not len(text.sentence):
            return 0.0
        found = self._segments(source, text, documents, length, key)
        used = np.sum(found.second[1] - found.first[0])
        return 1 - float(used) / float(text.stop_total[-1])

    def explain(self, plan: PassagePlan, rows: Ints, origin: Origin) -> list[Explanation]:
        """The order of both parts, or which text took the place of the second."""
        found = super().explain(plan, rows, origin)
        return [_explained(one, label) for one, label in zip(found, plan.label[rows].tolist(), strict=True)]

    def _segments(self, source: TokenSource, text: SegmentText, documents: Ints, length: int, key: Keys) -> _Segments:
        """Both segments of each pair, as they stand in the text.

        A pass whose short targets leave no pair at all, as may happen with a document or two, has full ones.
        """
        found = self._cut(source, text, documents, length, key, self.short_sequence_probability)
        return found if len(found.chunk) else self._cut(source, text, documents, length, key, 0.0)

    def _cut(
        self, source: TokenSource, text: SegmentText, documents: Ints, length: int, key: Keys, short: float
    ) -> _Segments:
        split, end, target = chunk_ends(text, documents, length - FRAME, key, short)
        chunk = chunk_starts(text, end)
        first = np.stack([text.start[chunk], text.stop[split[chunk] - 1]])
        second = np.stack([first[1], text.stop[end[chunk] - 1]])
        found = _Segments(chunk, first, second, target[chunk])
        if self.lone_sentence is LoneSentence.OTHER:
            return found
        if self.lone_sentence is LoneSentence.SPLIT:
            lone = found.lone
            border = _word_border(source, first[:, lone], uniforms(key, "split", text.sentence[chunk[lone]]))
            first[1, lone], second[0, lone] = border, border
        return found.take(~(found.lone | (first[0] == first[1])))


def _explained(found: Explanation, label: int) -> Explanation:
    first, second = found.places
    if first.document == second.document:
        return replace(found, order=(1, 0) if label == SWAPPED else (0, 1))
    return replace(found, words=Text(mark("The second part is of another document.")))


@dataclass(frozen=True)
class _Segments:
    """The sentences that p pairs begin at, token ranges [2, p] of their segments, and the chunks' target lengths."""

    chunk: Ints
    first: Ints
    second: Ints
    target: Ints

    @property
    def lone(self) -> Bools:
        """Where there is no second segment [p]: only where text of another document is to take its place."""
        return np.asarray(self.second[0] == self.second[1])

    def take(self, chosen: Bools) -> _Segments:
        """Some of them."""
        return _Segments(self.chunk[chosen], self.first[:, chosen], self.second[:, chosen], self.target[chosen])


def _turned(first: Ints, second: Ints, swapped: Bools) -> tuple[Ints, Ints]:
    """Both segments [2, p], in the other order where they are ``swapped`` [p]."""
    return np.where(swapped, second, first), np.where(swapped, first, second)


def _word_border(source: TokenSource, sentence: Ints, draw: NDArray[np.float64]) -> Ints:
    """A place inside each sentence, a token range [2, s], that ``draw`` [s] picks, moved to where a word begins: a word
    in two parts would give their order away. Its start or end where a sentence is a single word."""
    start, end = sentence
    place = start + 1 + (draw * np.maximum(end - start - 1, 0)).astype(np.int64)
    words = source.layers.get(UnitKind.WORD, Units.empty())
    if not len(words):
        return np.asarray(np.minimum(place, end))
    word = np.maximum(np.searchsorted(words.start, place, side="right") - 1, 0)
    begins, ends = np.asarray(words.start[word]), np.asarray(words.end[word])
    inside = (begins < place) & (place < ends)
    moved = np.where(begins > start, begins, ends)
    return np.asarray(np.minimum(np.where(inside, moved, place), end))
