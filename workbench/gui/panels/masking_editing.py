"""What the user changes about strategies: in the form of the chosen card, on the cards, and for training."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Slot

from workbench.gui.draft import Draft, Step
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_cards import CardColumn
from workbench.gui.panels.masking_edits import with_field
from workbench.gui.panels.masking_settings import SettingsPane
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.masking.strategy import MaskingStrategy


class CardEditing(QObject):
    """Between the cards, the form and the draft; every change is a step of the history."""

    def __init__(
        self, draft: Draft, stage: ChosenStage, column: CardColumn, settings: SettingsPane, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._draft, self._stage, self._column, self._settings = draft, stage, column, settings
        self._shown: StrategyCard | None = None
        column.edited.connect(self.change)
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
        before, show = card.strategy, self._column.show_strategy
        if wanted != before:
            step = Step(name, lambda: show(card, wanted), lambda: show(card, before), f"{id(card)} {name}")
            self._draft.history.push(step)

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
