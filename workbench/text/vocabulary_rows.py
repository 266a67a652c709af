"""Which rows of one vocabulary's weights those of another one begin with (ERNIE sheet 4, WoBERT)."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.core.events import WeightsTaken
from workbench.core.texts import Text, mark
from workbench.text.vocabulary_lineage import Lineage, NewRows
from workbench.text.vocabulary_tokens import Vocabulary


def row_sources(vocabulary: Vocabulary, parent: Vocabulary, lineage: Lineage) -> list[tuple[int, ...]]:
    """For each id the rows of the parent whose mean it begins with; none where its row is drawn."""
    special = {vocabulary.special[role]: parent.special[role] for role in vocabulary.special}
    sources: list[tuple[int, ...]] = []
    for place, token in enumerate(vocabulary.tokens):
        if place in special:
            sources.append((special[place],))
        elif token in lineage.additions:
            sources.append(lineage.additions[token] if lineage.rows is NewRows.MEAN else ())
        elif place < parent.size and parent.token(place) == token:  # also blank and duplicate entries
            sources.append((place,))
        else:
            sources.append((parent.ids_by_token[token],))
    return sources


@dataclass(frozen=True)
class TakenRows:
    """How many rows of a word table are ``copied`` from another one, ``averaged`` over several of its rows, or
    ``drawn``; ``left_out`` are rows there that stand here by themselves nowhere."""

    copied: int
    averaged: int
    drawn: int
    left_out: int

    @staticmethod
    def of(vocabulary: Vocabulary, parent: Vocabulary) -> TakenRows:
        """Of a vocabulary that is ``parent``, or was made from it."""
        lineage = vocabulary.lineage
        if lineage is None or vocabulary.fingerprint == parent.fingerprint:
            return TakenRows(parent.size, 0, 0, 0)
        sources = row_sources(vocabulary, parent, lineage)
        copied = [rows[0] for rows in sources if len(rows) == 1]
        drawn = sum(not rows for rows in sources)
        return TakenRows(len(copied), len(sources) - len(copied) - drawn, drawn, parent.size - len(set(copied)))

    @property
    def text(self) -> Text:
        """The counts in words, as a part of a sentence."""
        if self.copied and not (self.averaged or self.drawn or self.left_out):
            return Text(mark("all {copied:,} word rows copied"), vars(self))
        template = mark(
            "word rows: {copied:,} copied, {averaged:,} means of several, {drawn:,} drawn anew; {left_out:,} left out"
        )
        return Text(template, vars(self))


def taken_rows(event: WeightsTaken) -> Text:
    """What an event tells of rows, in words."""
    return TakenRows(event.copied, event.averaged, event.drawn, event.left_out).text
