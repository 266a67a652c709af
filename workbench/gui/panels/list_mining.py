"""Asking how a list is to be made from the corpus: method, thresholds, kind, and a list to add to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from workbench.core.errors import SpecError
from workbench.core.texts import sentences
from workbench.gui.forms import Form
from workbench.gui.i18n import tr, translate
from workbench.gui.theme import GRID
from workbench.spec.validation import validate
from workbench.text.lexicon import Lexicon, LexiconKind
from workbench.text.lexicon_building import MINED_KINDS, WAYS, Method, MiningChoice, method_of


@dataclass(frozen=True)
class MiningWish:
    """Thresholds, the kind of list, and the name of the list to add to ("" for a new one)."""

    settings: MiningChoice
    kind: LexiconKind
    into: str = ""


def method_words(method: Method) -> str:
    """What a method does, in a sentence."""
    return {
        Method.PMI: tr("Neighbours that occur together more often than by chance (PMI) are joined into runs (ZEN 2)."),
        Method.FREQUENCY: tr("All runs that are met often enough, nested ones too (ZEN 1)."),
        Method.PMI_N: tr("Runs of words are ranked by the least PMI over all ways to cut them (PMI masking)."),
    }[method]


class MiningDialog(QDialog):
    """The thresholds of mining as a form; ``decided`` carries a :class:`MiningWish`."""

    decided = Signal(object)

    def __init__(self, settings: MiningChoice, lists: Sequence[Lexicon], parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self._lists = lists
        method = method_of(settings)
        self.setWindowTitle(tr("Mine a list: {method}", method=translate(method.label)))
        self.form = Form(self._settings, searchable=False, parent=self)
        self.form.edited.connect(self._edit)
        words = QLabel(sentences(method_words(method), tr("Occurrences that overlap count.")), self)
        words.setWordWrap(True)
        self.kind = QComboBox(self)
        for kind in MINED_KINDS:
            self.kind.addItem(translate(kind.label), kind)
        self.kind.setCurrentIndex(MINED_KINDS.index(WAYS[method].kind))
        self.into = QComboBox(self)
        self.into.setToolTip(tr("Entries that were taken out of the list stay out; the others get new counts."))
        self.kind.currentIndexChanged.connect(self._offer_lists)
        self._offer_lists()
        choices = QFormLayout()
        choices.addRow(tr("Kind"), self.kind)
        choices.addRow(tr("Add to"), self.into)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(tr("Mine"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addLayout(choices)
        column.addWidget(self.form, 1)
        column.addWidget(buttons)
        self.resize(56 * GRID, 64 * GRID)

    def chosen_kind(self) -> LexiconKind:
        """What the list is to be used as; a box gives text back for any kind of text."""
        return LexiconKind(self.kind.currentData())

    @Slot()
    def _offer_lists(self) -> None:
        """A new list, or one of the kind."""
        self.into.clear()
        self.into.addItem(tr("A new list"), "")
        for lexicon in self._lists:
            if lexicon.kind is self.chosen_kind():
                self.into.addItem(lexicon.name, lexicon.name)

    @Slot(str, object, str)
    def _edit(self, path: str, value: Any, label: str) -> None:
        try:
            self._settings = validate(type(self._settings), {**self._settings.model_dump(mode="json"), path: value})
        except SpecError as error:
            self.form.refuse(path, error.problems)
        else:
            self.form.show_config(self._settings)

    def accept(self) -> None:
        """Begin with what stands in the form."""
        self.decided.emit(MiningWish(self._settings, self.chosen_kind(), self.into.currentData()))
        super().accept()
