"""ERNIE 2.0's relevance of search results (sheet 2.2, 2.3), from raw text: a proxy, as there are no clicks in it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys, uniforms
from workbench.core.texts import Text, mark
from workbench.objectives.explanation import Explanation, Origin
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
from workbench.text.document import Bools, Ints
from workbench.text.pack import PassagePlan, TokenSource, document_sentences

OWN, NEARBY, ELSEWHERE = 0, 1, 2  #: answers, in place of clicked, shown and unrelated
_LEAST = 4  #: documents: its own, one on either side, and one that is none of these


class RelevanceProxy(PassageObjective):
    """Every sentence but the first of its document, as a search result, behind a first sentence (a title), as the
    query: of its own document, of the document before or behind it, or of any other, each as likely.

    This stands in for the paper's task, whose three answers come from a log of what people searched for and clicked.
    It asks what the paper's asks only where first sentences say what documents are about, and where neighbouring
    documents of the corpus are about similar things. Titles are drawn by the sentences of their documents, so that a
    title is as frequent with one answer as with another; a document of a single sentence has no part in it.
    """

    title: ClassVar[str] = mark("Relevance (proxy)")
    head: ClassVar[str] = "ir_relevance"
    rest: ClassVar[str] = mark("documents of a single sentence. Full sentences would use them.")
    kind: Literal["ir-relevance-proxy"] = "ir-relevance-proxy"

    @property
    def answers(self) -> tuple[str, ...]:
        """Whose title the first sentence is."""
        return mark("its own title"), mark("title of a neighbouring document"), mark("title of another document")

    @property
    def segments(self) -> int:
        """Two."""
        return 2

    @property
    def least_sentences(self) -> int:
        """Two."""
        return 2

    def lacking(self, sentences: Ints) -> Text | None:
        """Four documents of two sentences."""
        if np.count_nonzero(sentences > 1) >= _LEAST:
            return None
        return Text(_LACKING, _figures(sentences))

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """Four documents of two sentences with text."""
        super().check(source, documents, length)
        sentences = np.bincount(document_sentences(source, documents)[1])
        if self.lacking(found := sentences[sentences > 0]) is not None:
            raise WorkbenchError(_LACKING, _HINT, **_figures(found))

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Pairs in the order of the documents; the draws go by the second sentence. Neighbours are those among the
        documents that text may come from: those of the same split."""
        results = _Results.of(SegmentText.of(source, documents))
        if not len(results.sentence):
            return no_pairs()
        lenders = results if others is None else _Results.of(SegmentText.of(source, others))
        nearby, has_nearby = lenders.nearby(results.document, uniforms(key, "neighbour", results.sentence))
        elsewhere, has_elsewhere = lenders.elsewhere(results.document, uniforms(key, "title", results.sentence))
        possible = np.stack([np.ones(len(has_nearby), dtype=np.bool_), has_nearby, has_elsewhere])
        label = _even(possible, uniforms(key, "relevance", results.sentence))
        title = np.choose(label, (results.title, nearby, elsewhere))
        starts = np.asarray(source.sentence_starts)
        query, result = (np.stack([starts[one], starts[one + 1]]) for one in (title, results.sentence))
        fit_pair(query, result, length - FRAME, by_beginning=True)
        return pair_plan(query, result, label)

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many sentences are not the first of their document."""
        return len(_Results.of(SegmentText.of(source, documents)).sentence)

    def left_out(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> float:
        """The tokens of documents of a single sentence, and of titles that were not drawn."""
        return share_left_out(source, documents, self.plan(source, documents, length, key))

    def explain(self, plan: PassagePlan, rows: Ints, origin: Origin) -> list[Explanation]:
        """Whose title stands first."""
        template = mark("The title of document {title:,} stands before a sentence of document {result:,}.")
        found = super().explain(plan, rows, origin)
        numbers = [[place.document + 1 for place in one.places] for one in found]
        return [
            replace(one, words=Text(template, {"title": title, "result": result}))
            for one, (title, result) in zip(found, numbers, strict=True)
        ]


_LACKING = mark(
    "Search relevance (a proxy) can't be asked: {usable} of {documents} {documents:document|documents} with text "
    "{usable:has|have} a first sentence and another behind it; it needs four."
)
_HINT = mark("Choose other passages, or import the corpus so that each document has several sentences.")


def _figures(sentences: Ints) -> dict[str, int]:
    return {"documents": len(sentences), "usable": int(np.count_nonzero(sentences > 1))}


@dataclass(frozen=True)
class _Results:
    """Sentences [r] behind the first of their documents, in order, with these ``title`` [r] sentences and ``document``
    [r] numbers."""

    sentence: Ints
    title: Ints
    document: Ints

    @staticmethod
    def of(text: SegmentText) -> _Results:
        """Those of some documents, which may come in any order."""
        first = np.searchsorted(text.row, text.row)
        behind = np.flatnonzero(first < np.arange(len(first)))
        behind = behind[np.argsort(text.sentence[behind], kind="stable")]
        return _Results(text.sentence[behind], text.sentence[first[behind]], text.documents[text.row[behind]])

    def nearby(self, document: Ints, coin: NDArray[np.float64]) -> tuple[Ints, Bools]:
        """A title of the document before or behind each ``document`` [s], and whether there is one [s]."""
        begin, end = np.searchsorted(self.document, document), np.searchsorted(self.document, document, side="right")
        before, behind = begin > 0, end < len(self.document)
        backwards = before & ((coin < 0.5) | ~behind)
        return self._title(np.where(backwards, begin - 1, end)), np.asarray(before | behind)

    def elsewhere(self, document: Ints, draw: NDArray[np.float64]) -> tuple[Ints, Bools]:
        """A title of a document that is neither ``document`` [s] nor next to it, and whether there is one [s]."""
        begin, end = np.searchsorted(self.document, document), np.searchsorted(self.document, document, side="right")
        numbers = np.concatenate((self.document[:1] - 1, self.document, self.document[-1:] + 1))
        low = np.searchsorted(self.document, numbers[begin])
        high = np.searchsorted(self.document, numbers[end + 1], side="right")
        place, there = sentences_elsewhere(np.arange(len(self.document)), low, high, draw)
        return self._title(place), there

    def _title(self, place: Ints) -> Ints:
        return self.title[np.minimum(place, len(self.title) - 1)] if len(self.title) else np.zeros_like(place)


def _even(possible: Bools, draw: NDArray[np.float64]) -> Ints:
    """One of the answers [3, s] that are ``possible``, as ``draw`` [s] has it, each as likely."""
    counts = np.cumsum(possible, axis=0)
    wanted = (draw * counts[-1]).astype(np.int64) + 1
    return np.asarray(np.argmax(counts >= wanted, axis=0), dtype=np.int64)
