"""Carries out what the buttons beside problems offer, each as a step of the history where it changes something."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QTabWidget

from workbench.gui.context import Context
from workbench.gui.i18n import translate
from workbench.gui.panels.masking_card import StrategyCard
from workbench.gui.panels.masking_edits import with_fields
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.masking.audit_notes import Fix
from workbench.masking.strategy import MaskingStrategy
from workbench.text.collocations import CollocationSettings
from workbench.text.lexicon import LexiconKind

Change = Callable[[StrategyCard, MaskingStrategy, str], None]


class Mending(QObject):
    """``change`` shows another strategy on a card as a step; what training uses is changed there, and its card
    follows."""

    def __init__(
        self, context: Context, stage: ChosenStage, side: QTabWidget, lists: ListsPane, change: Change, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._context, self._stage, self._side, self._lists = context, stage, side, lists
        self._change = change

    def mend(self, card: StrategyCard, fix: Fix) -> None:
        """Change the settings of a card's strategy, or go to where a person can mend it."""
        if fix.vocabulary:
            self._context.open_page("vocabulary")
        elif fix.list_kind is not None:
            self._side.setCurrentWidget(self._lists)
            self._ask_list(fix.list_kind)
        else:
            self._set(card, fix)

    @Slot(object, object)
    def import_list(self, path: Path, kind: LexiconKind) -> None:
        """Bring in a file that was to be a corpus on another page, and is a list."""
        self._side.setCurrentWidget(self._lists)
        self._lists.work.ask_import([path], kind)

    def _ask_list(self, kind: LexiconKind) -> None:
        """N-grams are counted in the corpus more often than they come from a file."""
        if kind is LexiconKind.NGRAM:
            self._lists.ask_mining(CollocationSettings)
        else:
            self._lists.ask_list(kind)

    def _set(self, card: StrategyCard, fix: Fix) -> None:
        wanted, _ = with_fields(card.strategy, fix.settings)
        if wanted is None:
            return
        name = translate(fix.label)
        if card.strategy == self._stage.stage.masking:
            self._context.draft.set(self._stage.masking_path, wanted, name)
        else:
            self._change(card, wanted, name)
