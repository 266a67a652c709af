"""From a masked passage to the cells of a strip, to its hover texts, and to the record that a user copies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.gui.figures import percent
from workbench.gui.i18n import render, tr, translate
from workbench.gui.panels.entity_classes import class_words
from workbench.gui.panels.masking_figures import summarise
from workbench.gui.tables.tokens import visible
from workbench.gui.views.strip_cells import Cell
from workbench.masking.record import passage_record
from workbench.masking.strategy import IGNORE, Action, MaskedBatch, MaskingStrategy
from workbench.objectives.token_question import TokenQuestion
from workbench.text.document import KIND_CODE, KINDS, Ints, PassageBatch, UnitKind, UnitLabel, Units
from workbench.text.prepared import PreparedCorpus
from workbench.text.ragged import ranges
from workbench.text.unit_sources import CAPITALS
from workbench.text.unit_words import source_text
from workbench.text.vocabulary import Vocabulary

_SPACE = "Ġ"  # how byte-level BPE writes the blank before a word
REPLACING = (Action.RANDOM, Action.SIMILAR)  #: what puts another token in the place of the token
_CLASSED = (KIND_CODE[UnitKind.PHRASE], KIND_CODE[UnitKind.ENTITY])


@dataclass(frozen=True)
class PassageText:
    """The text of one passage: its sentences joined by line feeds.

    ``shown`` [n] is what stands in the cells; ``spans`` [n, 2] are characters of ``text``, -1 at special tokens.
    """

    text: str
    shown: tuple[str, ...]
    spans: Ints


def passage_text(batch: PassageBatch, prepared: PreparedCorpus) -> PassageText:
    """The text of a batch that holds one passage."""
    spans = np.full((len(batch.ids), 2), -1, dtype=np.int64)
    shown = [prepared.vocabulary.token(int(token)) for token in batch.ids]
    pieces: list[str] = []
    offset = 0
    for part in np.unique(batch.part[batch.token >= 0]).tolist():  # numbers may be left out where pairs were cut
        places = np.flatnonzero((batch.part == part) & (batch.token >= 0))
        text = prepared.text_of(prepared.sentence_of(int(batch.token[places[0]])))
        within = np.asarray(prepared.spans[batch.token[places]], dtype=np.int64)
        spans[places] = within + offset
        for place, (start, end) in zip(places.tolist(), within.tolist(), strict=True):
            shown[place] = visible(text[start:end].strip() or shown[place])
        pieces.append(text)
        offset += len(text) + 1
    return PassageText("\n".join(pieces), tuple(shown), spans)


@dataclass(frozen=True)
class MaskedPassage:
    """One passage masked by one strategy, with all that is needed to draw and explain it; ``answers`` are the right
    ones [n] to questions about its tokens."""

    masked: MaskedBatch
    passage: PassageText
    vocabulary: Vocabulary
    labels: Sequence[UnitLabel]
    answers: Sequence[tuple[TokenQuestion, Ints]] = ()

    def unit_rows(self) -> Ints:
        """The candidate unit of each token [n], -1 for none."""
        units = self.masked.choice.units
        rows = np.full(len(self.masked.input_ids), -1, dtype=np.int64)
        lengths = units.end - units.start
        rows[ranges(units.start, lengths)] = np.repeat(np.arange(len(units)), lengths)
        return rows

    def label(self, unit: int) -> UnitLabel:
        """Class and origin of a candidate unit; plain tokens and runs whose length was drawn have neither."""
        units = self.masked.choice.units
        kind, label = KINDS[units.kind[unit]], int(units.label[unit])
        if kind is UnitKind.CHAR or (kind is UnitKind.NGRAM and not label):
            return UnitLabel()
        return self.labels[label]

    def entity_class(self, start: int, end: int) -> str:
        """The class of the entity that lies on characters ``start:end`` of the text, whatever the strategy hides: of
        the one in just this place, else of the shortest around it, else of the longest within. Empty for none, and for
        names that are known by their capitals alone."""
        units = self.masked.passages.layers.get(UnitKind.ENTITY, Units.empty())
        first, last = self.passage.spans[units.start, 0], self.passage.spans[units.end - 1, 1]
        around, within = (first <= start) & (last >= end), (first >= start) & (last <= end)
        known = np.array([self.labels[label].source != CAPITALS for label in units.label.tolist()], dtype=np.bool_)
        places = np.flatnonzero((around | within) & known)
        if not len(places):
            return ""
        length = last - first
        best = min(places.tolist(), key=lambda place: (not around[place], length[place] * (1 if around[place] else -1)))
        return self.labels[int(units.label[best])].name

    def cells(self, other: MaskedPassage | None = None) -> list[Cell]:
        """One cell a token; those that only this draw has chosen are lone where there is an ``other`` draw."""
        units, picks = self.masked.choice.units, self.masked.picks
        actions = dict(zip(picks.position.tolist(), picks.action.tolist(), strict=True))
        kinds = [KINDS[code] for code in units.kind.tolist()]
        titles = {kind: kind_name(kind) for kind in set(kinds)}
        names = [""] * len(units)  # only phrases and entities have classes, and they are few
        for unit in np.flatnonzero(np.isin(units.kind, _CLASSED)).tolist():
            names[unit] = class_words(self.label(unit).name)
        rows, spans = self.unit_rows().tolist(), self.passage.spans.tolist()
        in_other = set(actions if other is None else other.masked.picks.position.tolist())
        found = []
        for place, (shown, row, (start, end)) in enumerate(zip(self.passage.shown, rows, spans, strict=True)):
            action = Action(actions[place]) if place in actions else None
            found.append(
                Cell(
                    shown,
                    unit=row,
                    kind=kinds[row] if row >= 0 else UnitKind.CHAR,
                    kind_words=titles[kinds[row]] if row >= 0 else "",
                    label=names[row] if row >= 0 else "",
                    action=action,
                    replaced=self._token(place) if action in REPLACING else "",
                    start=start,
                    end=end,
                    special=start < 0,
                    lone=place in actions and place not in in_other,
                )
            )
        return found

    def _token(self, place: int) -> str:
        token = self.vocabulary.token(int(self.masked.input_ids[place]))
        return visible(token.removeprefix("##").removeprefix(_SPACE) or token)

    def describe(self, place: int) -> str:
        """What the unit of a token is, where it comes from, how likely it is chosen, what became of it, the ids, and
        the right answers where the token is asked about."""
        before = int(self.masked.passages.ids[place])
        row = int(self.unit_rows()[place])
        if row < 0:
            return tr("{token} · id {id} · never masked", token=self.vocabulary.token(before), id=before)
        choice = self.masked.choice
        start, end = int(choice.units.start[row]), int(choice.units.end[row])
        lines = [
            f"{self.unit_text(row)} · {self._origin(row)}",
            tr("chance of being chosen: {chance}", chance=percent(float(choice.probability[row]))),
            self._outcome(place),
            tr("ids: {ids}", ids=" ".join(str(number) for number in self.masked.passages.ids[start:end])),
        ]
        for question, labels in self.answers:
            if (label := int(labels[place])) != IGNORE:
                answer = translate(question.answers[label])
                lines.append(tr("{label}: {value}", label=translate(question.title), value=answer))
        return "\n".join(lines)

    def unit_text(self, row: int) -> str:
        """The text of a candidate unit."""
        units = self.masked.choice.units
        first, last = int(units.start[row]), int(units.end[row]) - 1
        return visible(self.passage.text[self.passage.spans[first, 0] : self.passage.spans[last, 1]])

    def _origin(self, row: int) -> str:
        kind, label = KINDS[self.masked.choice.units.kind[row]], self.label(row)
        words = f"{kind_name(kind)} {class_words(label.name)}".strip()
        if label.source:
            return tr("{unit}, from {source}", unit=words, source=render(source_text(label)))
        return tr("{unit}, its length drawn for this passage", unit=words) if kind is UnitKind.NGRAM else words

    def _outcome(self, place: int) -> str:
        picks = self.masked.picks
        found = np.flatnonzero(picks.position == place)
        if not len(found):
            return tr("not chosen in this draw")
        before, after = int(picks.original[found[0]]), int(picks.input[found[0]])
        action = Action(int(picks.action[found[0]]))
        words = {
            Action.MASK: tr("masked"),
            Action.RANDOM: tr("replaced by a random token"),
            Action.SIMILAR: tr("replaced by a similar word"),
            Action.KEEP: tr("kept, and still predicted"),
        }[action]
        if action in REPLACING:
            words = f"{words} {self._token(place)}"
        return tr("{outcome}: id {before} → {after}", outcome=words, before=before, after=after)

    def summary(self) -> str:
        """What was realised, in words."""
        figures = summarise(self.masked)
        return tr(
            "realised {rate} · {targets} {targets:target|targets} · {units} {units:unit|units}",
            rate=percent(figures.rate),
            targets=figures.targets,
            units=figures.units,
        )

    def heading(self, strategy: MaskingStrategy) -> str:
        """The strategy, the rate it was asked for, and what was realised."""
        return f"{translate(strategy.title)} {percent(strategy.rate)} · {self.summary()}"

    def record(self) -> dict[str, Any]:
        """The passage as the terminal's ``mask`` command gives it."""
        return passage_record(
            self.masked,
            0,
            text=self.passage.text,
            spans=[None if start < 0 else (start, end) for start, end in self.passage.spans.tolist()],
            token=self.vocabulary.token,
            labels=self.labels,
            token_labels={question.loss: labels for question, labels in self.answers},
        )


def kind_name(kind: UnitKind) -> str:
    """A kind of unit in the window's language."""
    return {
        UnitKind.CHAR: tr("token"),
        UnitKind.WORD: tr("word"),
        UnitKind.PHRASE: tr("phrase"),
        UnitKind.ENTITY: tr("entity"),
        UnitKind.NGRAM: tr("n-gram"),
    }[kind]
