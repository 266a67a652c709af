"""What came out of proving a user dictionary: words that are cut or weakened, what to do about each, and doing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.texts import sentences
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.tables.tokens import visible
from workbench.gui.theme import GRID
from workbench.text.lexicon import Lexicon
from workbench.text.proof import BrokenWord, Fix


class ProofDialog(QDialog):
    """The words of a dictionary that do not come out whole, or not in every text.

    ``fix_wanted`` carries word -> fix for the words that the user chose, or for all; ``force_wanted`` and
    ``use_wanted`` ask for the settings of the experiment. The owner proves again and calls :meth:`show_proof`.
    """

    fix_wanted = Signal(object)
    force_wanted = Signal()
    use_wanted = Signal()

    def __init__(self, dictionary: Lexicon, broken: Sequence[BrokenWord], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("User dictionary {name}", name=dictionary.name))
        self.words = PlainLabel(parent=self)
        self.words.setWordWrap(True)
        self.note = QLabel(tr("The buttons mend the selected words, or all where none is selected."), self)
        self.note.setWordWrap(True)
        self.model: RecordsModel[BrokenWord] = RecordsModel(
            [
                Column(tr("Word"), lambda word: visible(word.text)),
                Column(tr("Cut as"), lambda word: " | ".join(map(visible, word.pieces))),
                Column(tr("What to do"), _advice),
            ],
            self,
        )
        self.table = records_view(self.model, tr("Words that are cut"), self, stretch=2)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.buttons: Mapping[Fix, QPushButton] = {fix: self._button(fix) for fix in Fix}
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        close.rejected.connect(self.reject)
        row = QHBoxLayout()
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        column.addLayout(row)
        self.table.selectionModel().selectionChanged.connect(self._enable)
        self.show_proof(dictionary, broken)
        self.resize(112 * GRID, 44 * GRID if broken else 12 * GRID)

    def _button(self, fix: Fix) -> QPushButton:
        button = QPushButton(translate(fix.label), self, autoDefault=False)
        button.clicked.connect(lambda _checked=False: self._mend(fix))
        return button

    @property
    def name(self) -> str:
        """The dictionary's name."""
        return self._dictionary.name

    def show_proof(self, dictionary: Lexicon, broken: Sequence[BrokenWord]) -> None:
        """Show what came out."""
        self._dictionary = dictionary
        self.words.setText(_summary(dictionary, broken))
        self.model.put(broken)
        for widget in (self.table, self.note, *self.buttons.values()):
            widget.setVisible(bool(broken))
        self._enable()

    def _enable(self) -> None:
        """A fix that helps none of the words is not offered."""
        offered = {fix for word in self.model.rows for fix in word.fixes}
        chosen = {fix for word in self._chosen() for fix in word.fixes}
        for fix, button in self.buttons.items():
            button.setVisible(fix in offered)
            button.setEnabled(fix in chosen)

    def _chosen(self) -> Sequence[BrokenWord]:
        """The selected words, or all."""
        rows = self.table.selectionModel().selectedRows()
        return [self.model.row(index) for index in rows] or self.model.rows

    def _mend(self, fix: Fix) -> None:
        if fix is Fix.FORCE:
            self.force_wanted.emit()
        elif fix is Fix.USE:
            self.use_wanted.emit()
        else:
            self.fix_wanted.emit({word.text: fix for word in self._chosen() if fix in word.fixes})

    @property
    def broken(self) -> Sequence[BrokenWord]:
        """The words on show."""
        return self.model.rows


def _summary(dictionary: Lexicon, broken: Sequence[BrokenWord]) -> str:
    number = grouped(len(dictionary))
    cut = sum(word.pieces != (word.text,) for word in broken)
    lowered = sum(word.own_frequency > 0 for word in broken)
    told = []
    if cut:
        told.append(
            tr(
                "{count} of {number} {number:word|words} {count:is|are} not cut as one.",
                count=grouped(cut),
                number=number,
            )
        )
    else:
        told.append(tr("{number:The|All} {number} {number:word comes|words come} out whole.", number=number))
    if lowered:
        told.append(
            tr("Of a lower frequency than the segmenter's own, so that texts may cut them: {count}.",
               count=grouped(lowered))
        )  # fmt: skip
    return sentences(*told)


def _advice(word: BrokenWord) -> str:
    if not word.own_frequency:
        return translate(word.hint)
    return tr(
        "Its frequency of {given} is lower than the segmenter's own of {own}: leave the frequency out.",
        given=grouped(word.frequency),
        own=grouped(word.own_frequency),
    )
