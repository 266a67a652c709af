"""ERNIE 2.0's discourse relation (sheet 2.2, 2.3): which marker stood between two sentences."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import field_validator

from workbench.core.config import Labelled, option
from workbench.core.errors import WorkbenchError
from workbench.core.seeding import Keys
from workbench.core.texts import Text, mark
from workbench.objectives.explanation import Explanation, Origin, sentences_of
from workbench.objectives.markers import LISTS, MarkerFinder, marker_key, shipped_markers, split_entry
from workbench.objectives.objective import PassageObjective
from workbench.objectives.segments import FRAME, SegmentText, fit_pair, pair_plan, share_left_out
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan, TokenSource


class MarkerClasses(Labelled):
    """What the classes are."""

    MARKER = "marker", mark("Each marker")
    RELATION = "relation", mark("Each relation")


class DiscourseRelation(PassageObjective):
    """Two neighbouring sentences of which the second begins with a marker (因此, *however*) that is taken out, with the
    comma behind it; which one it was is asked.

    The markers are part of the spec, so that a run keeps its classes whatever becomes of the lists that ship: their
    names, alone among the entries, stand for what they hold when the spec is read. Sentences without a marker are in no
    passage but before one with a marker. Passages are short: a batch size in tokens keeps batches even.
    """

    title: ClassVar[str] = mark("Discourse relation")
    head: ClassVar[str] = "discourse_relation"
    uneven: ClassVar[bool] = True
    rest: ClassVar[str] = mark("sentences that neither begin with a marker nor stand before one that does.")
    kind: Literal["discourse-relation"] = "discourse-relation"

    markers: tuple[str, ...] = option(
        LISTS[:1],
        label=mark("Markers"),
        help=mark(
            "What the second sentence may begin with, as “however” or “however=contrast” with the relation that it "
            "tells. The entry zh or en stands for the Chinese or English list of the program."
        ),
    )
    by: MarkerClasses = option(
        MarkerClasses.MARKER,
        label=mark("Classes"),
        help=mark("Each marker is an answer of its own, or all markers of one relation are the same answer."),
    )

    @field_validator("markers")
    @classmethod
    def _are_different(cls, markers: tuple[str, ...]) -> tuple[str, ...]:
        entries = [one for entry in markers for one in (shipped_markers(entry) if entry in LISTS else (entry.strip(),))]
        keys = Counter(marker_key(split_entry(entry)[0]) for entry in entries)
        if not all(keys) or not entries:
            raise ValueError(mark("Each entry needs a marker, and there must be one at least."))
        if max(keys.values()) > 1:
            raise ValueError(mark("A marker stands here twice; each can have only one relation."))
        return tuple(entries)

    @property
    def answers(self) -> tuple[str, ...]:
        """The markers or relations in the order of the list."""
        return _classes(self.markers, self.by)[0]

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
        """No draw is made."""
        return False

    def lacking(self, sentences: Ints) -> Text | None:
        """A document of two sentences; whether these have markers is known once the text is tokenised."""
        if np.any(sentences > 1):
            return None
        template = mark(
            "The discourse relation of two sentences needs documents of two or more; none of the {documents} "
            "{documents:document|documents} has them. Choose other passages, or import the corpus so that each "
            "document has several."
        )
        return Text(template, {"documents": len(sentences)})

    def check(self, source: TokenSource, documents: Ints, length: int) -> None:
        """Pairs of at least two classes, so that there is something to tell apart."""
        super().check(source, documents, length)
        text = SegmentText.of(source, documents)
        found = _classes(self.markers, self.by)[1][self._pairs(source, text)[1]]
        counts = np.bincount(found, minlength=self.classes)
        if np.count_nonzero(counts) < 2:
            raise WorkbenchError(
                mark(
                    "Discourse relations can't be asked: of {sentences:,} {sentences:sentence|sentences} that follow "
                    "another, {pairs:,} {pairs:begins|begin} with one of the {markers} {markers:marker|markers}, of "
                    "{classes} {classes:class|classes}; two classes are the least."
                ),
                mark("Choose the list of the text's language (zh or en), add markers, or choose other passages."),
                sentences=int(np.count_nonzero(np.diff(text.row) == 0)),
                pairs=len(found),
                markers=len(self.markers),
                classes=int(np.count_nonzero(counts)),
            )

    def plan(
        self, source: TokenSource, documents: Ints, length: int, key: Keys, *, others: Ints | None = None
    ) -> PassagePlan:
        """Pairs in the order of the documents; no draw is made."""
        text = SegmentText.of(source, documents)
        second, marker, begin = self._pairs(source, text)
        first = np.stack([text.start[second - 1], text.stop[second - 1]])
        behind = np.stack([begin, text.stop[second]])
        fit_pair(first, behind, length - FRAME)
        return pair_plan(first, behind, _classes(self.markers, self.by)[1][marker])

    def count(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> int:
        """How many sentences with a marker follow another."""
        return len(self._pairs(source, SegmentText.of(source, documents))[0])

    def left_out(self, source: TokenSource, documents: Ints, length: int, key: Keys) -> float:
        """The tokens of sentences that are in no pair."""
        return share_left_out(source, documents, self.plan(source, documents, length, key))

    def explain(self, plan: PassagePlan, rows: Ints, origin: Origin) -> list[Explanation]:
        """Which marker was taken out before the second sentence, and what it tells where classes are relations."""
        starts = np.asarray(origin.source.sentence_starts)
        sentence = sentences_of(origin.source, plan.start[plan.piece_starts[rows] + 1])
        numbers, _ = _finder(self.markers).find(origin.source, starts[sentence], starts[sentence + 1])
        found = super().explain(plan, rows, origin)
        return [
            replace(one, notes=(None, _taken_out(self.markers[number], self.by)))
            for one, number in zip(found, numbers.tolist(), strict=True)
        ]

    def _pairs(self, source: TokenSource, text: SegmentText) -> tuple[Ints, Ints, Ints]:
        """The places of sentences [p] that follow another and begin with a marker, its number in the list [p], and
        where the text behind it begins [p]; a sentence that is all marker is none."""
        second = np.flatnonzero(np.diff(text.row, prepend=-1) == 0)
        marker, behind = _finder(self.markers).find(source, text.start[second], text.stop[second])
        taken = (marker >= 0) & (behind < text.stop[second])
        return second[taken], marker[taken], behind[taken]


def _taken_out(entry: str, by: MarkerClasses) -> Text:
    marker, relation = split_entry(entry)
    if by is MarkerClasses.MARKER:
        return Text(mark("“{marker}” was taken out here."), {"marker": marker})
    template = mark("“{marker}”, which tells “{relation}”, was taken out here.")
    return Text(template, {"marker": marker, "relation": relation})


@lru_cache(maxsize=8)
def _finder(markers: tuple[str, ...]) -> MarkerFinder:
    return MarkerFinder.of([split_entry(entry)[0] for entry in markers])


@lru_cache(maxsize=8)
def _classes(markers: tuple[str, ...], by: MarkerClasses) -> tuple[tuple[str, ...], Ints]:
    """The answers, and the class of each marker [m]."""
    names = [split_entry(entry)[by is MarkerClasses.RELATION] for entry in markers]
    answers: dict[str, Any] = dict.fromkeys(names)
    numbers = {name: number for number, name in enumerate(answers)}
    return tuple(answers), np.array([numbers[name] for name in names], dtype=np.int64)
