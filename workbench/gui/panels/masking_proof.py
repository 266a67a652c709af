"""What came out of proving a user dictionary: the words that are cut or weakened, and what to do about each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.plain_table import fill_table, plain_table
from workbench.gui.tables.tokens import visible
from workbench.gui.theme import GRID
from workbench.text.lexicon import Lexicon
from workbench.text.proof import BrokenWord

_MOST_ROWS = 500


class ProofDialog(QDialog):
    """The words of a dictionary that do not come out whole, or not in every text."""

    def __init__(self, dictionary: Lexicon, broken: Sequence[BrokenWord], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("User dictionary {name}", name=dictionary.name))
        self.words = QLabel(_summary(dictionary, broken), self)
        self.words.setWordWrap(True)
        self.table = plain_table([tr("What to do"), tr("Word"), tr("Cut as")], self)
        shown = broken[:_MOST_ROWS]
        fill_table(
            self.table,
            [(_advice(word), visible(word.text), " | ".join(map(visible, word.pieces))) for word in shown],
        )
        self.table.setMinimumHeight(0)
        self.table.setMaximumHeight(50 * GRID)
        self.table.setVisible(bool(broken))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(self.table, 1)
        column.addWidget(buttons)
        self.resize(90 * GRID, 40 * GRID if broken else 12 * GRID)


def _summary(dictionary: Lexicon, broken: Sequence[BrokenWord]) -> str:
    number = grouped(len(dictionary))
    cut = sum(word.pieces != (word.text,) for word in broken)
    lowered = sum(word.own_frequency > 0 for word in broken)
    sentences = []
    if cut:
        sentences.append(tr("{count} of {number} words are not cut as one.", count=grouped(cut), number=number))
    else:
        sentences.append(tr("All {number} words come out whole.", number=number))
    if lowered:
        sentences.append(
            tr("Of a lower frequency than the segmenter's own, so that texts may cut them: {count}.",
               count=grouped(lowered))
        )  # fmt: skip
    return " ".join(sentences)


def _advice(word: BrokenWord) -> str:
    if not word.own_frequency:
        return translate(word.hint)
    return tr(
        "Its frequency of {given} is lower than the segmenter's own of {own}: leave the frequency out.",
        given=grouped(word.frequency),
        own=grouped(word.own_frequency),
    )
