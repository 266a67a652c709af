"""Marking phrases and entities in the strips: a drag asks what it is, Delete takes a mark back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, QPoint, Slot
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from workbench.gui.context import Context
from workbench.gui.i18n import tr, translate
from workbench.gui.notices import Notice
from workbench.gui.panels.list_keeper import ListKeeper
from workbench.gui.panels.marking import MarkBar, Marks, marked_name
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_cards import CardColumn
from workbench.gui.panels.masking_strips import PassageStrip
from workbench.gui.theme import GRID
from workbench.masking.entity import Entity
from workbench.masking.mixture import single_strategies
from workbench.masking.phrase import Phrase
from workbench.masking.strategy import MaskingStrategy
from workbench.text.document import KINDS, UnitKind
from workbench.text.lexicon import Lexicon, LexiconKind
from workbench.text.segmenters.characters import character_classes, code_points
from workbench.text.segmenters.matching import FOREMOST, Spans, outside_letters

MARKABLE = {UnitKind.PHRASE: LexiconKind.PHRASE, UnitKind.ENTITY: LexiconKind.ENTITY}


def _is_of_whole_words(text: str, start: int, end: int) -> bool:
    """Whether a list's entry could be found there: none begins or ends inside a run of letters."""
    span = Spans.of(np.array([start]), np.array([end]), 0, FOREMOST)
    return bool(outside_letters(span, character_classes(code_points(text)))[0])


def _reads(strategy: MaskingStrategy) -> list[frozenset[UnitKind]]:
    """The layers that a strategy, or each part of it, chooses from."""
    return [single.needs for single in single_strategies(strategy)]


@dataclass(frozen=True, eq=False)
class _Offer:
    """A notice that no strip shows the mark on a text, with the unit that it is."""

    text: str
    unit: UnitKind
    notice: Notice


class StripMarks(QObject):
    """Between the strips of a column, the bar that asks, and the lists of the project."""

    def __init__(self, context: Context, keeper: ListKeeper, column: CardColumn, parent: QWidget) -> None:
        super().__init__(parent)
        self._page = parent
        self._context = context
        self._column = column
        self._marks = Marks(context, keeper)
        self._offers: list[_Offer] = []
        self.bar = MarkBar(parent)
        column.span_marked.connect(self._ask)
        column.mark_removed.connect(self._unmark)
        column.card_chosen.connect(self._end_offers)
        keeper.changed.connect(self._follow_list)
        self.bar.marked.connect(self._mark)
        self.bar.closed.connect(column.forget_drags)

    @Slot(object, int, int)
    def _ask(self, strip: PassageStrip, start: int, end: int) -> None:
        """Ask below the last cell of a drag; characters count in the text of the strip's passage."""
        passage = strip.passage
        if passage is None:
            return
        whole = passage.passage.text
        text = whole[start:end].strip()
        if not text or "\n" in text:
            strip.clear_mark()
        elif not _is_of_whole_words(whole, start, end):
            strip.clear_mark()
            self._context.notify(Notice(tr("“{text}” is only a part of a word; mark whole words.", text=text)))
        else:
            last = next(place for place, cell in enumerate(strip.cells) if cell.end == end)
            below = strip.cell_rect(last).bottomLeft() + QPoint(0, 2 * GRID)
            self.bar.ask(text, strip.mapTo(self._page, below), passage.entity_class(start, end))

    @Slot(str, object, str)
    def _mark(self, text: str, kind: LexiconKind, label: str) -> None:
        self._column.forget_drags()
        self._marks.add(text, kind, label)
        unit = next(unit for unit, listed in MARKABLE.items() if listed is kind)
        if self._card_for(unit) is None:
            self._offer_strategy(text, unit)

    def _card_for(self, unit: UnitKind) -> StrategyCard | None:
        """The first card whose strategy, or a part of it, hides such units."""
        cards = self._column.cards
        return next((card for card in cards if any(unit in reads for reads in _reads(card.strategy))), None)

    def _offer_strategy(self, text: str, unit: UnitKind) -> None:
        """Say that no strip shows a mark, as none of the strategies hides such units, and offer one that does."""
        strategy = Entity() if unit is UnitKind.ENTITY else Phrase()
        words = tr(
            "“{text}” is marked; none of the strategies on show hides {kind} whole.",
            text=text,
            kind=tr("entities") if unit is UnitKind.ENTITY else tr("phrases"),
        )
        name = tr("Compare with “{name}”", name=translate(strategy.title))
        actions = [(name, partial(self._compare, strategy, unit))] if self._column.has_room else []
        offer = _Offer(text, unit, Notice(words, actions=actions))
        self._offers.append(offer)
        self._context.notify(offer.notice)

    def _compare(self, strategy: MaskingStrategy, unit: UnitKind) -> None:
        """Choose a card that shows such units, a new one where there is none; the column may be gone by then."""
        if not isValid(self):
            return
        card = self._card_for(unit)
        if card is None:
            self._column.compare_with(strategy)
        else:
            self._column.choose(card)

    @Slot()
    def _end_offers(self) -> None:
        """Take back what is said of marks that a card shows by now."""
        self._withdraw([offer for offer in self._offers if self._card_for(offer.unit) is not None])

    @Slot(str, object)
    def _follow_list(self, name: str, lexicon: Lexicon | None) -> None:
        """Take back what is said of marks that are marks no more, also by undoing."""
        if not self._offers:
            return
        texts = {entry.text for entry in lexicon.entries} if lexicon is not None else set()
        lists = {unit for unit, kind in MARKABLE.items() if marked_name(kind) == name}
        self._withdraw([offer for offer in self._offers if offer.unit in lists and offer.text not in texts])

    def _withdraw(self, ended: Sequence[_Offer]) -> None:
        self._offers = [offer for offer in self._offers if offer not in ended]
        for offer in ended:
            self._context.withdraw(offer.notice)

    @Slot(object, int)
    def _unmark(self, strip: PassageStrip, unit: int) -> None:
        """Take back the mark that a unit comes from; other units say where they come from instead."""
        passage = strip.passage
        if passage is None or unit < 0:
            return
        kind = MARKABLE.get(KINDS[passage.masked.choice.units.kind[unit]])
        if kind is None or not self._marks.remove(passage.unit_text(unit), kind):
            text = tr("This unit was not marked by hand, so there is no mark to remove.")
            self._context.notify(Notice(text))
