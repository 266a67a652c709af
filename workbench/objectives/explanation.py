"""What is behind the right answer about a passage, for people: where its pieces are from, and what was done to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.core.seeding import Keys
from workbench.core.texts import Text, Translate, mark
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan, TokenSource


@dataclass(frozen=True)
class Origin:
    """What a plan was made from: ``documents`` [d] of ``source``, for passages of ``length`` tokens, with ``key``;
    ``others`` lent text for wrong answers where they were not the same."""

    source: TokenSource
    documents: Ints
    length: int
    key: Keys
    others: Ints | None = None


@dataclass(frozen=True)
class Place:
    """Where a piece of a passage is from: the number of its document, and of its first and last sentence there, all
    from 0; ``sentences`` is how many the document has."""

    document: int
    first: int
    last: int
    sentences: int

    @property
    def text(self) -> Text:
        """The place in words, counted from 1."""
        one = mark("document {document:,}, sentence {first} of {sentences}")
        several = mark("document {document:,}, sentences {first} to {last} of {sentences}")
        values = {"document": self.document + 1, "first": self.first + 1, "last": self.last + 1}
        return Text(one if self.first == self.last else several, {**values, "sentences": self.sentences})


@dataclass(frozen=True)
class Explanation:
    """What is behind an answer. ``places`` has one entry a piece; so has ``notes``, where something was done to some
    (None to the others). ``order`` is, where pieces may stand in another order than in the text, which one of the text
    each is, from 0. ``words`` says the rest."""

    places: tuple[Place, ...]
    words: Text | None = None
    notes: tuple[Text | None, ...] = ()
    order: tuple[int, ...] = ()

    def data(self, translate: Translate = str) -> dict[str, Any]:
        """The same as plain data; documents and sentences count from 0, ``of`` is how many the document has."""
        pieces = [
            {"document": place.document, "sentences": [place.first, place.last], "of": place.sentences}
            | ({} if note is None else {"note": note.render(translate)})
            for place, note in zip(self.places, self.notes or [None] * len(self.places), strict=True)
        ]
        found: dict[str, Any] = {"pieces": pieces}
        if self.order:
            found["order"] = list(self.order)
        if self.words is not None:
            found["words"] = self.words.render(translate)
        return found


def explain_places(plan: PassagePlan, rows: Ints, source: TokenSource) -> list[Explanation]:
    """Where the pieces of some passages [r] of a plan are from."""
    return [Explanation(places_of(source, *pieces_of(plan, int(row)))) for row in rows]


def pieces_of(plan: PassagePlan, row: int) -> tuple[Ints, Ints]:
    """The token ranges ``start:end`` [q] of the pieces of a passage."""
    first, end = plan.piece_starts[row : row + 2].tolist()
    return plan.start[first:end], plan.end[first:end]


def places_of(source: TokenSource, start: Ints, end: Ints) -> tuple[Place, ...]:
    """Where token ranges [q], each of one document, are from."""
    sentences, documents = np.asarray(source.sentence_starts), np.asarray(source.document_starts)
    first = sentences_of(source, start)
    last = np.maximum(np.searchsorted(sentences, end, side="left") - 1, first)
    document = np.searchsorted(documents, first, side="right") - 1
    base = documents[document]
    columns: Sequence[Ints] = (document, first - base, last - base, documents[document + 1] - base)
    return tuple(Place(*map(int, row)) for row in zip(*columns, strict=True))


def sentences_of(source: TokenSource, token: Ints) -> Ints:
    """The sentence of each token [q]."""
    return np.asarray(np.searchsorted(np.asarray(source.sentence_starts), token, side="right") - 1, dtype=np.int64)
