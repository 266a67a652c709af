"""The tokens of a vocabulary as a table with a search; only the rows on show are ever turned into text."""

from __future__ import annotations

import unicodedata
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from workbench.gui.i18n import tr
from workbench.gui.tables.records import Index
from workbench.text.vocabulary import Vocabulary

_NOWHERE = QModelIndex()
_ID, _TOKEN, _KIND, _CODES = range(4)


class TokensModel(QAbstractTableModel):
    """Id, token, what it is, and its code points; :meth:`search` narrows the rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vocabulary: Vocabulary | None = None
        self._ids = np.zeros(0, np.int64)
        self._titles = (tr("Id"), tr("Token"), tr("What it is"), tr("Code points"))

    def show_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Show all tokens of a vocabulary, or none."""
        self._vocabulary = vocabulary
        self.search("")

    def search(self, words: str) -> None:
        """Keep tokens that contain the words (any case), or whose id they are."""
        self.beginResetModel()
        vocabulary, wanted = self._vocabulary, words.strip().casefold()
        if vocabulary is None:
            self._ids = np.zeros(0, np.int64)
        elif not wanted:
            self._ids = np.arange(vocabulary.size)
        else:
            found = [i for i, token in enumerate(vocabulary.tokens) if wanted in token.casefold() or wanted == str(i)]
            self._ids = np.asarray(found, np.int64)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of tokens found."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Four."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell; ids stand on the right."""
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == _ID:
            return int((Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter).value)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) or self._vocabulary is None:
            return None
        number = int(self._ids[index.row()])
        token = self._vocabulary.token(number)
        if index.column() == _ID:
            return str(number)
        if index.column() == _TOKEN:
            return visible(token)
        if index.column() == _KIND:
            return tr("special") if self._vocabulary.is_special[number] else kind_of_token(token)
        return " ".join(f"U+{ord(character):04X}" for character in token)


def kind_of_token(token: str) -> str:
    """What a token is, in the window's language."""
    inner = token.removeprefix("##")
    if inner != token and inner:
        return tr("inside a word")
    if len(token) == 1:
        return tr("character")
    if token.startswith("[") and token.endswith("]"):
        return tr("placeholder")
    return tr("piece")


def visible(text: str) -> str:
    """The text with characters that cannot be seen written as their code points."""
    return "".join(
        f"⟨U+{ord(c):04X}⟩" if c == "\u3000" or (unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs")) else c
        for c in text
    )
