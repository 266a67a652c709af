"""From tokens to characters, words, phrases, n-grams and entities: attention is summed over keys, averaged over
queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.core.config import Labelled
from workbench.core.texts import mark
from workbench.inspection.hiding import Matrix


class Level(Labelled):
    """What rows and columns stand for."""

    TOKEN = "token", mark("Each token")
    CHARACTER = "character", mark("Characters")
    WORD = "word", mark("Words")
    PHRASE = "phrase", mark("Phrases")
    NGRAM = "ngram", mark("N-grams")
    ENTITY = "entity", mark("Entities")


RULE = mark("Weights are summed over the keys of a unit and averaged over its queries.")
#: What stands in rows and columns; with :data:`RULE` the whole rule that a view states.
CONTENTS = {
    Level.TOKEN: mark("One row and one column a token."),
    Level.CHARACTER: mark("Tokens that share a character are one."),
    Level.WORD: mark("Words as the run's masks cut them."),
    Level.PHRASE: mark("The run's phrases, and words outside of them."),
    Level.NGRAM: mark(
        "All n-grams of the run's lists, nested ones too, and tokens outside of them; a token in two n-grams counts in "
        "both, so that rows may sum to more than 1."
    ),
    Level.ENTITY: mark("The run's entities, and words outside of them."),
}


@dataclass(frozen=True)
class Group:
    """Tokens ``start`` to ``end`` (half-open) of a sentence, their ``text``, and whether they are a unit of the level
    (``unit``), or fill the gaps between such."""

    start: int
    end: int
    text: str
    unit: bool = True


def aggregate(matrix: Matrix, rows: Sequence[Group], columns: Sequence[Group] | None = None) -> Matrix:
    """A_UV = mean over i in U of the sum over j in V of a_ij, for groups U of the queries and V of the keys [U, V]."""
    keys = rows if columns is None else columns
    summed = np.stack([matrix[:, key.start : key.end].sum(axis=1) for key in keys], axis=1)
    found: Matrix = np.stack([summed[row.start : row.end].mean(axis=0) for row in rows])
    return found


def fill_gaps(units: Sequence[Group], fillers: Sequence[Group]) -> list[Group]:
    """The units of a sparse level, and those of ``fillers`` that meet none of them; by start, longer ones first."""
    covered: set[int] = set()
    for unit in units:
        covered.update(range(unit.start, unit.end))
    rest = [
        Group(one.start, one.end, one.text, unit=False)
        for one in fillers
        if covered.isdisjoint(range(one.start, one.end))
    ]
    return sorted([*units, *rest], key=lambda one: (one.start, -one.end))
