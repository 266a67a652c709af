"""ERNIE 2.0's relevance of search results (sheet 2.2, 2.3), from a log of what people searched for and clicked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from workbench.core.config import Labelled, option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys, mix, uniforms
from workbench.core.texts import Text, listed, mark, with_hint
from workbench.objectives.ir_relevance import RelevanceProxy
from workbench.objectives.objective import PassageObjective
from workbench.objectives.segments import FRAME, no_pairs, pair_plan, sentences_elsewhere, share_left_out
from workbench.text.answers import Answers
from workbench.text.document import Bools, Ints
from workbench.text.pack import PassagePlan, TokenSource
from workbench.text.ragged import ranges, starts_of
from workbench.text.readers.settings import ANSWER_FIELD

CLICKED, SHOWN, UNRELATED = 0, 1, 2  #: answers, as the paper numbers them
NAMES = ("clicked", "shown", "unrelated")  #: what a corpus must call its answers
_DRAWN_SHARE = 1 / 3  #: of the pairs that get the title of another


class Unrelated(Labelled):
    """Where pairs come from that have nothing to do with each other."""

    GIVEN = "given", mark("pairs of the log")
    DRAWN = "drawn", mark("titles of other queries")


class ClickRelevance(PassageObjective):
    """A query and, behind it, the title of a search result: clicked, shown but not clicked, or unrelated.

    The corpus answers: a document is a query (its first paragraph) and a title (what follows), imported with an answer
    that is called clicked, shown or unrelated. Where a log has no unrelated pairs they can be drawn: each epoch, a
    third of the other pairs get the title of another query in place of their own. A title that the log has with that
    very query is none, so that such a pair keeps its own.
    """

    title: ClassVar[str] = mark("Search relevance")
    head: ClassVar[str] = "click_relevance"
    uneven: ClassVar[bool] = True
    rest: ClassVar[str] = mark("documents that have no title behind a query.")
    kind: Literal["ir-relevance"] = "ir-relevance"

    unrelated: Unrelated = option(
        Unrelated.GIVEN,
        label=mark("Unrelated pairs"),
        help=mark(
            "Pairs that the log calls unrelated; or, beside these, a third of the other pairs with the title of "
            "another query, drawn anew each epoch, for logs that hold only what was shown."
        ),
    )

    @property
    def answers(self) -> tuple[str, ...]:
        """What became of the result."""
        return mark("clicked"), mark("shown, not clicked"), mark("unrelated")

    @property
    def segments(self) -> int:
        """Two."""
        return 2

    @property
    def least_sentences(self) -> int:
        """Two."""
        return 2

    @property
    def redrawn(self) -> bool:
        """Where titles are drawn."""
        return self.unrelated is Unrelated.DRAWN

    def lacking_answers(self, counts: Mapping[str, int]) -> Text | None:
        """Answers that are called as here, two of them at least."""
        if not counts:
            return _sentence(_NO_ANSWERS, _FROM_LOG)
        if unknown := [name for name in counts if name not in NAMES]:
            return _sentence(_OTHER_ANSWERS, _RENAME, unknown=listed(unknown), names=listed(NAMES))
        given = {name for name, count in counts.items() if count}
        if self.unrelated is Unrelated.DRAWN and given - {NAMES[UNRELATED]}:
            given.add(NAMES[UNRELATED])
        if len(given) < 2:
            return _sentence(_ONE_ANSWER, _DRAW, names=listed(sorted(given)) if given else "–")
        return None

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """Pairs of two different answers."""
        super().check(source, documents, length)
        pairs = _Pairs.of(source, documents)
        counts = {} if source.answers is None else dict.fromkeys(source.answers.names, 0) | pairs.counts
        if (missing := self.lacking_answers(counts)) is not None:
            raise WorkbenchError(missing.template, **missing.values)

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """A pair a document, in their order; the draws go by document."""
        pairs = _Pairs.of(source, documents)
        if not len(pairs.document):
            return no_pairs()
        title, label = pairs.title, pairs.label
        if self.unrelated is Unrelated.DRAWN:
            lenders = pairs if others is None else _Pairs.of(source, others)
            title, label = _with_others(source, pairs, lenders, key)
        query, title = pairs.query.copy(), title.copy()
        _fit(query, title, length - FRAME)
        return pair_plan(query, title, label)

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many documents are pairs."""
        return len(_Pairs.of(source, documents).document)

    def left_out(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> float:
        """The tokens of documents that are no pairs."""
        pairs = _Pairs.of(source, documents)
        return share_left_out(source, documents, pair_plan(pairs.query, pairs.title, pairs.label))


_NO_ANSWERS = mark("The corpus has no answers to its documents, as search relevance needs them.")
_FROM_LOG = mark(
    "Import a log of searches with {answer_field}, or choose the passages “{proxy}”, which need plain text alone."
)
_OTHER_ANSWERS = mark("The corpus calls answers {unknown}, of which search relevance knows nothing.")
_RENAME = mark("Import it anew and call them {names}, or leave their documents out.")
_ONE_ANSWER = mark(
    "Search relevance needs query and title with two different answers; the training text has only these: {names}."
)
_DRAW = mark("Have unrelated pairs drawn, or import a log that has more.")


def _sentence(message: str, hint: str, **values: object) -> Text:
    """What is lacking, and what to do."""
    told = {**values, "answer_field": ANSWER_FIELD, "proxy": Text(RelevanceProxy.title)}
    return with_hint(Text(message, told), Text(hint, told))


@dataclass(frozen=True)
class _Pairs:
    """The documents [p] that are pairs, with the tokens of ``query`` and ``title`` [2, p], and the ``label`` [p]."""

    document: Ints
    query: Ints
    title: Ints
    label: Ints

    @staticmethod
    def of(source: TokenSource, documents: Ints) -> _Pairs:
        """Those of these documents: with text in the first paragraph and behind it, and one of the three answers."""
        paragraphs, tokens = np.asarray(source.paragraph_starts), np.asarray(source.sentence_starts)
        starts = np.asarray(source.document_starts)
        first, end = starts[documents], starts[documents + 1]
        second = paragraphs[np.minimum(np.searchsorted(paragraphs, first) + 1, len(paragraphs) - 1)]
        second = np.minimum(second, end)
        query, title = np.stack([tokens[first], tokens[second]]), np.stack([tokens[second], tokens[end]])
        label = _labels(source.answers, documents)
        good = np.flatnonzero((query[1] > query[0]) & (title[1] > title[0]) & (label >= 0))
        return _Pairs(documents[good], query[:, good], title[:, good], label[good])

    @property
    def counts(self) -> dict[str, int]:
        """How often each answer is right, without those that never are."""
        found = np.bincount(self.label, minlength=len(NAMES)).tolist()
        return {name: count for name, count in zip(NAMES, found, strict=True) if count}


def _labels(answers: Answers | None, documents: Ints) -> Ints:
    """The right answer about each of these documents [d], -1 where none of the three is given."""
    if answers is None:
        return np.full(len(documents), -1, dtype=np.int64)
    meaning = [NAMES.index(name) if name in NAMES else -1 for name in answers.names]
    return np.array(meaning, dtype=np.int64)[answers.number[documents]]


def _with_others(source: TokenSource, pairs: _Pairs, lenders: _Pairs, key: Keys) -> tuple[Ints, Ints]:
    """Titles [2, p] and answers [p], a third of those that are not unrelated with a title of another query."""
    query, title = _text_hashes(source, pairs.query), _text_hashes(source, pairs.title)
    asked, lent = _text_hashes(source, lenders.query), _text_hashes(source, lenders.title)
    order = np.argsort(asked, kind="stable")
    low, high = (np.searchsorted(asked[order], query, side=side) for side in ("left", "right"))
    draw = uniforms(key, "title", pairs.document)
    place, there = sentences_elsewhere(np.arange(len(order)), low, high, draw)
    if not len(order):
        return pairs.title, pairs.label
    other = order[place]
    known = np.concatenate([query ^ mix(title), asked ^ mix(lent)])
    new = ~np.isin(query ^ mix(lent[other]), known)
    wanted = uniforms(key, "unrelated", pairs.document) < _DRAWN_SHARE
    drawn: Bools = wanted & there & new & (pairs.label != UNRELATED)
    return np.where(drawn, lenders.title[:, other], pairs.title), np.where(drawn, UNRELATED, pairs.label)


def _text_hashes(source: TokenSource, places: Ints) -> Keys:
    """A number of 64 bits for the tokens of each range [2, p], the same for the same tokens."""
    lengths = places[1] - places[0]
    ids = np.asarray(source.ids)[ranges(places[0], lengths)].astype(np.uint64)
    place = ranges(np.zeros(len(lengths)), lengths).astype(np.uint64)
    sums = np.concatenate(([np.uint64(0)], np.cumsum(mix(ids ^ mix(place)), dtype=np.uint64)))
    borders = starts_of(lengths)
    return np.asarray(sums[borders[1:]] - sums[borders[:-1]])


def _fit(query: Ints, title: Ints, capacity: int) -> None:
    """Cut token ranges [2, p] in place until both together have ``capacity`` tokens: the title at its end, and the
    query only where it leaves the title less than a quarter of the room."""
    least = np.minimum(title[1] - title[0], max(1, capacity // 4))
    query[1] = np.minimum(query[1], query[0] + capacity - least)
    title[1] = np.minimum(title[1], title[0] + capacity - (query[1] - query[0]))
