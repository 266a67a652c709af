"""ERNIE 2.0's sentence distance (sheet 2.2, 2.3): whether two sentences are neighbours, of one document, or of two."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys, uniforms
from workbench.core.texts import Text, mark
from workbench.objectives.explanation import Explanation, Origin, pieces_of, sentences_of
from workbench.objectives.objective import PassageObjective
from workbench.objectives.segments import (
    FRAME,
    SegmentText,
    fit_pair,
    no_pairs,
    pair_plan,
    sentences_elsewhere,
    share_left_out,
)
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan, TokenSource, document_sentences

NEIGHBOURS, APART, ELSEWHERE = 0, 1, 2  #: answers
_LEAST = 3  #: sentences of a document whose first can have one that is not its neighbour


class SentenceDistance(PassageObjective):
    """Every sentence that two more of its document follow, and a second one: the next, a later one but the next, or
    one of another document, each as likely.

    All answers are asked of the same first sentences, and a second one is never the first of its document: neither
    the place of a sentence in its document nor the length of documents tells the answer. Documents of fewer than three
    sentences only lend text where no other can. Passages are short: a batch size in tokens keeps batches even.
    """

    title: ClassVar[str] = mark("Sentence distance")
    head: ClassVar[str] = "sentence_distance"
    rest: ClassVar[str] = mark("documents of fewer than three sentences. Full sentences would use them.")
    kind: Literal["sentence-distance"] = "sentence-distance"

    @property
    def answers(self) -> tuple[str, ...]:
        """How far the second sentence is from the first."""
        return mark("neighbours"), mark("of one document, apart"), mark("of two documents")

    @property
    def segments(self) -> int:
        """Two."""
        return 2

    @property
    def least_sentences(self) -> int:
        """Three."""
        return _LEAST

    def lacking(self, sentences: Ints) -> Text | None:
        """Two documents, one of them with three sentences."""
        if len(sentences) > 1 and np.any(sentences >= _LEAST):
            return None
        return Text(_LACKING, _figures(sentences))

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """Two documents with text, one of them with three sentences."""
        super().check(source, documents, length)
        _, row = document_sentences(source, documents)
        sentences = np.bincount(row)
        if self.lacking(found := sentences[sentences > 0]) is not None:
            raise WorkbenchError(_LACKING, _HINT, **_figures(found))

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Pairs in the order of the documents; the draws go by the first sentence."""
        text = SegmentText.of(source, documents)
        first, behind = _firsts(text)
        if not len(first):
            return no_pairs()
        anchor = text.sentence[first]
        own = np.asarray(source.document_starts)
        document = documents[text.row[first]]
        pool = _lenders(SegmentText.of(source, documents if others is None else others))
        drawn = uniforms(key, "other sentence", anchor)
        elsewhere, there = sentences_elsewhere(pool, own[document], own[document + 1], drawn)
        label = (uniforms(key, "distance", anchor) * np.where(there, 3, 2)).astype(np.int64)
        step = 2 + (uniforms(key, "gap", anchor) * (behind - 1)).astype(np.int64)
        second = text.sentence[first + np.where(label == APART, step, 1)]
        second = np.where(label == ELSEWHERE, elsewhere, second)
        starts = np.asarray(source.sentence_starts)
        left, right = (np.stack([starts[sentence], starts[sentence + 1]]) for sentence in (anchor, second))
        fit_pair(left, right, length - FRAME)
        return pair_plan(left, right, label)

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many sentences have two behind them."""
        return len(_firsts(SegmentText.of(source, documents))[0])

    def left_out(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> float:
        """The tokens of short documents, and of last sentences that were not drawn."""
        return share_left_out(source, documents, self.plan(source, documents, length, key))

    def explain(self, plan: PassagePlan, rows: Ints, origin: Origin) -> list[Explanation]:
        """How many sentences with text are between the two, or which documents they are of."""
        found = super().explain(plan, rows, origin)
        return [
            replace(one, words=_between(origin.source, plan, row, one))
            for one, row in zip(found, rows.tolist(), strict=True)
        ]


_LACKING = mark(
    "Sentence distance can't be asked: {documents} {documents:document|documents} with text, {long} of them with three "
    "or more sentences. It needs two documents, one of them with three sentences."
)
_HINT = mark("Choose other passages, or import the corpus so that each document has several sentences.")


def _figures(sentences: Ints) -> dict[str, int]:
    return {"documents": len(sentences), "long": int(np.count_nonzero(sentences >= _LEAST))}


def _between(source: TokenSource, plan: PassagePlan, row: int, found: Explanation) -> Text:
    first, second = (place.document for place in found.places)
    if plan.label[row] == ELSEWHERE:
        template = mark("They are of the documents {first:,} and {second:,}.")
        return Text(template, {"first": first + 1, "second": second + 1})
    if plan.label[row] == NEIGHBOURS:
        return Text(mark("The second follows the first."))
    left, right = sentences_of(source, pieces_of(plan, row)[0]).tolist()
    lengths = np.diff(np.asarray(source.sentence_starts[left + 1 : right + 1]))
    template = mark("There {gap:is|are} {gap} {gap:sentence|sentences} between them.")
    return Text(template, {"gap": int(np.count_nonzero(lengths))})


def _firsts(text: SegmentText) -> tuple[Ints, Ints]:
    """The places [p] of sentences that two or more of their document follow, and how many do [p]."""
    behind = np.searchsorted(text.row, text.row, side="right") - np.arange(len(text.row)) - 1
    first = np.flatnonzero(behind >= 2)
    return first, behind[first]


def _lenders(text: SegmentText) -> Ints:
    """Sentences [p], sorted, that may stand second though they are of another document: those that may in their own,
    if there are two such documents, else all."""
    counts = np.bincount(text.row, minlength=1)
    if np.count_nonzero(counts >= _LEAST) < 2:
        return np.sort(text.sentence)
    begins = np.append(True, np.diff(text.row) != 0)
    return np.sort(text.sentence[~begins & (counts[text.row] >= _LEAST)])
