"""The tokens of a vocabulary as a table with a search; only the rows on show are ever turned into text."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from workbench.gui.figures import grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.tables.records import Index
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_coverage import CoverageReport
from workbench.text.vocabulary_entries import Unreachable

_NOWHERE = QModelIndex()
_ID, _TOKEN, _TIMES, _KIND, _CODES = range(5)
_NUMBERS = (_ID, _TIMES)


class TokenFilter(Enum):
    """Which tokens are shown."""

    ALL = "all"
    NEVER_MET = "never-met"
    UNREACHABLE = "unreachable"
    ADDED = "added"


class TokensModel(QAbstractTableModel):
    """Id, token, how often it was met, what it is, and its code points; :meth:`search` narrows the rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vocabulary: Vocabulary | None = None
        self._ids = np.zeros(0, np.int64)
        self._times: NDArray[np.int64] | None = None
        self._unreachable: Mapping[int, Unreachable] = {}
        self._titles = (tr("Id"), tr("Token"), tr("Times"), tr("What it is"), tr("Code points"))

    def show_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Show all tokens of a vocabulary, or none."""
        self._vocabulary = vocabulary
        self._times, self._unreachable = None, {}
        self.search("")

    def show_report(self, report: CoverageReport) -> None:
        """Take up what was measured; the rows stay as they are until the next :meth:`search`."""
        self._times = report.coverage.occurrences if report.coverage.sentences else None
        self._unreachable = {entry.id: entry.reason for entry in report.entries.unreachable}
        if len(self._ids):
            self.dataChanged.emit(self.index(0, _TIMES), self.index(len(self._ids) - 1, _KIND))

    def search(self, words: str, shown: TokenFilter = TokenFilter.ALL) -> None:
        """Keep tokens that contain the words (any case), or whose id they are, of those that are to be shown."""
        self.beginResetModel()
        vocabulary, wanted = self._vocabulary, words.strip().casefold()
        if vocabulary is None:
            self._ids = np.zeros(0, np.int64)
        else:
            chosen = np.asarray(self._shown(vocabulary, shown), np.int64)
            if wanted:
                tokens = ((place, vocabulary.token(place).casefold()) for place in chosen.tolist())
                found = [place for place, token in tokens if wanted in token or wanted == str(place)]
                chosen = np.asarray(found, np.int64)
            self._ids = chosen
        self.endResetModel()

    def _shown(self, vocabulary: Vocabulary, shown: TokenFilter) -> Sequence[int]:
        """Ids of the tokens of a filter; of those that were never met, only what text could become."""
        if shown is TokenFilter.UNREACHABLE:
            return sorted(self._unreachable)
        if shown is TokenFilter.ADDED:
            additions = vocabulary.lineage.additions if vocabulary.lineage is not None else {}
            return [place for place, token in enumerate(vocabulary.tokens) if token in additions]
        if shown is TokenFilter.NEVER_MET:
            times = self._times if self._times is not None else np.ones(vocabulary.size, np.int64)
            ordinary = vocabulary.ordinary_ids.tolist()
            return [place for place in ordinary if not times[place] and place not in self._unreachable]
        return range(vocabulary.size)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of tokens found."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Five."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a cell; numbers stand on the right."""
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() in _NUMBERS:
            return int((Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter).value)
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) or self._vocabulary is None:
            return None
        number = int(self._ids[index.row()])
        token = self._vocabulary.token(number)
        if index.column() == _ID:
            return str(number)
        if index.column() == _TOKEN:
            return visible(token)
        if index.column() == _TIMES:
            return "" if self._times is None else grouped(int(self._times[number]))
        if index.column() == _KIND:
            return self._kind(self._vocabulary, number)
        return " ".join(f"U+{ord(character):04X}" for character in token)

    def _kind(self, vocabulary: Vocabulary, number: int) -> str:
        """What a token is, or why no text becomes it."""
        if (reason := self._unreachable.get(number)) is not None:
            return translate(reason.label)
        if vocabulary.is_special[number]:
            return tr("special")
        if vocabulary.lineage is not None and vocabulary.token(number) in vocabulary.lineage.additions:
            return tr("added")
        return kind_of_token(vocabulary.token(number))


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
