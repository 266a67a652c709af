"""What the user changes about strategies: in the form of the chosen card, on the cards, and for training."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Slot

from workbench.gui.comparison import Comparison
from workbench.gui.draft import Draft, Step
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_cards import CardColumn
from workbench.gui.panels.masking_edits import with_field
from workbench.gui.panels.masking_settings import SettingsPane
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.masking.strategy import MaskingStrategy

_Act = Callable[[CardColumn], None]


class CardEditing(QObject):
    """Between the cards, the form and the draft; every change is a step of the history, cards that come and go too.

    Steps name cards by their keys, as a card that comes back is another object, and act on the column that is on show
    by then: the history outlives this one where the window is built anew in another language.
    """

    def __init__(
        self,
        draft: Draft,
        comparison: Comparison,
        stage: ChosenStage,
        column: CardColumn,
        settings: SettingsPane,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._draft, self._stage, self._column, self._settings = draft, stage, column, settings
        self._comparison = comparison
        comparison.column = column
        self._shown: StrategyCard | None = None
        column.edited.connect(self.change)
        column.insertion_wanted.connect(self._insert)
        column.removal_wanted.connect(self._remove)
        column.adopted.connect(self._adopt)
        settings.edited.connect(self._edit_field)
        settings.dynamic_chosen.connect(self._set_dynamic)
        settings.copies_chosen.connect(self._set_copies)

    def show_chosen(self) -> None:
        """Show the settings of the chosen card."""
        card = self._column.chosen
        if card is not self._shown:
            self._shown = card
            dropped = self._settings.form.drop_refused()
            self._draft.forget_refused(f"{self._stage.masking_path}.{path}" for path in dropped)
        self._settings.show_strategy(card.strategy)

    @Slot(object, object, str)
    def change(self, card: StrategyCard, wanted: MaskingStrategy, name: str) -> None:
        """Another strategy on a card, as a step of the history; changes of one setting in a row are one step."""
        key, before = card.key, card.strategy
        if wanted != before:
            self._push(name, partial(_show, key, wanted), partial(_show, key, before), f"{key} {name}")

    def _push(self, name: str, do: _Act, undo: _Act, key: str = "") -> None:
        comparison = self._comparison

        def on_show(act: _Act) -> Callable[[], None]:
            return lambda: act(comparison.column) if comparison.column is not None else None

        self._draft.history.push(Step(name, on_show(do), on_show(undo), key))

    @Slot(int, object, str)
    def _insert(self, place: int, strategy: MaskingStrategy, name: str) -> None:
        """Another card, which is then the chosen one."""
        key, chosen = self._column.new_key(), self._column.chosen.key
        self._push(name, partial(_put_card, place, strategy, key, key), partial(_take_card, key, chosen))

    @Slot(object)
    def _remove(self, card: StrategyCard) -> None:
        """One card less."""
        column, strategy, key = self._column, card.strategy, card.key
        place, chosen = column.cards.index(card), column.chosen.key
        name = tr("Remove “{name}”", name=translate(strategy.title))
        self._push(name, partial(_take_card, key, chosen), partial(_put_card, place, strategy, key, chosen))

    @Slot(object)
    def _adopt(self, strategy: MaskingStrategy) -> None:
        """Take a card's strategy into the experiment."""
        name = tr("Masking {name} for training", name=translate(strategy.title))
        self._draft.set(self._stage.masking_path, strategy, name)

    @Slot(bool)
    def _set_dynamic(self, dynamic: bool) -> None:
        self._draft.set(f"{self._stage.path}.dynamic", dynamic, tr("Dynamic masks"))

    @Slot(int)
    def _set_copies(self, copies: int) -> None:
        self._draft.set(f"{self._stage.path}.dupe_factor", copies, tr("Static copies"))

    @Slot(str, object, str)
    def _edit_field(self, path: str, value: Any, label: str) -> None:
        card = self._column.chosen
        wanted, problems = with_field(card.strategy, path, value)
        whole = f"{self._stage.masking_path}.{path}"
        if wanted is None:
            if card.strategy == self._stage.stage.masking:
                self._draft.set(whole, value, label)  # refused there too, which keeps a run from starting
            self._settings.form.refuse(path, problems)
        else:
            self._draft.forget_refused((whole,))
            self.change(card, wanted, label)


def _show(key: int, strategy: MaskingStrategy, column: CardColumn) -> None:
    card = column.card_of(key)
    if card is not None:
        column.show_strategy(card, strategy)


def _put_card(place: int, strategy: MaskingStrategy, key: int, chosen: int, column: CardColumn) -> None:
    column.insert(place, strategy, key)
    _choose(chosen, column)


def _take_card(key: int, chosen: int, column: CardColumn) -> None:
    card = column.card_of(key)
    if card is not None:
        column.remove(card)
        _choose(chosen, column)


def _choose(key: int, column: CardColumn) -> None:
    card = column.card_of(key)
    if card is not None and card is not column.chosen:
        column.choose(card)
