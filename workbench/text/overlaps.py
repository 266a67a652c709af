"""Which list wins where phrases or entities of a text overlap: the rule for overlaps, seen at work."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workbench.text.analysis import Analyser
from workbench.text.document import UnitKind, UnitLabel
from workbench.text.segmenters.matching import Spans, resolve


@dataclass(frozen=True)
class FoundSpan:
    """A phrase or entity as a list or the segmenter finds it, in characters of the text."""

    text: str
    start: int
    label: UnitLabel


@dataclass(frozen=True)
class Clash:
    """A span that stays, and those that go because of it."""

    kind: UnitKind
    winner: FoundSpan
    losers: tuple[FoundSpan, ...]


def find_clashes(analyser: Analyser, text: str) -> list[Clash]:
    """The spans of a text that win over others, phrases before entities, from left to right; sentences of the text
    are parted by line feeds, as units keep to them.

    One text found by two lists is a clash as well, since only one of them gives it its class.
    """
    phrases, entities = analyser.candidates(analyser.words(text.split("\n")))
    clashes = []
    for kind, spans in ((UnitKind.PHRASE, phrases), (UnitKind.ENTITY, entities)):
        winners = resolve(spans, analyser.settings.overlap)
        for row in range(len(winners)):
            clash = _clash_of(analyser, text, kind, spans, winners, row)
            if clash.losers:
                clashes.append(clash)
    return clashes


def _clash_of(analyser: Analyser, text: str, kind: UnitKind, spans: Spans, winners: Spans, row: int) -> Clash:
    start, end = int(winners.start[row]), int(winners.end[row])
    label, rank = int(winners.label[row]), int(winners.rank[row])
    same = (spans.start == start) & (spans.end == end) & (spans.label == label) & (spans.rank == rank)
    losers = np.flatnonzero((spans.start < end) & (spans.end > start) & ~same)

    def found(table: Spans, place: int) -> FoundSpan:
        begin = int(table.start[place])
        return FoundSpan(text[begin : int(table.end[place])], begin, analyser.labels[int(table.label[place])])

    return Clash(kind, found(winners, row), tuple(found(spans, place) for place in losers.tolist()))
