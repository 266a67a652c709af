"""The entries of a list as a table; half a million rows are searched and sorted away from the window's thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from workbench.core.progress import Cancelled
from workbench.gui.figures import grouped
from workbench.gui.i18n import tr
from workbench.gui.tables.records import Index
from workbench.gui.tables.tokens import visible
from workbench.text.lexicon import LexiconEntry, LexiconKind
from workbench.text.lexicon_edits import EntryFilter

TEXT, LABEL, COUNT, PMI = range(4)
_NOWHERE = QModelIndex()
_BLOCK = 20_000  #: entries between two looks whether the order is still wanted
_MOST_COMPARED = 32  #: characters that sorting by text compares

Rows = NDArray[np.int64]


@dataclass(frozen=True)
class Arranged:
    """What is shown of ``entries``: their places in order, and how many entries of all each class has."""

    entries: Sequence[LexiconEntry]
    rows: Rows
    classes: Mapping[str, int]


@dataclass(frozen=True)
class Arrangement:
    """Which entries are shown and in which order: ``column`` -1 keeps the list's own."""

    filter: EntryFilter = field(default_factory=EntryFilter)
    column: int = -1
    descending: bool = False


def arrange(entries: Sequence[LexiconEntry], wanted: Arrangement, cancelled: Cancelled) -> Arranged:
    """Search, sort and count entries; what comes is of no use when no longer wanted.

    Keys are fixed-width arrays, so that sorting lets go of the interpreter.
    """
    classes: Counter[str] = Counter()
    places: list[Rows] = []
    keys: list[NDArray[Any]] = []
    for first in range(0, len(entries), _BLOCK):
        if cancelled():
            break
        block = entries[first : first + _BLOCK]
        classes.update([entry.label for entry in block])
        rows = [row for row, entry in enumerate(block) if wanted.filter.matches(entry)]
        places.append(np.array(rows, dtype=np.int64) + first)
        keys.append(_keys([block[row] for row in rows], wanted.column))
    found = np.concatenate(places) if places else np.zeros(0, np.int64)
    if wanted.column >= 0 and len(found) and not cancelled():
        order = np.argsort(np.concatenate(keys), kind="stable")
        found = found[order[::-1] if wanted.descending else order]
    return Arranged(entries, found, dict(classes.most_common()))


def _keys(entries: Sequence[LexiconEntry], column: int) -> NDArray[Any]:
    """What sorting by a column compares."""
    if column == COUNT:
        return np.array([entry.count for entry in entries], dtype=np.int64)
    if column == PMI:
        return np.array([-np.inf if entry.pmi is None else entry.pmi for entry in entries], dtype=np.float64)
    texts = [(entry.label if column == LABEL else entry.text)[:_MOST_COMPARED] for entry in entries]
    return np.array(texts, dtype=f"U{_MOST_COMPARED}")


class EntriesModel(QAbstractTableModel):
    """Text, class, count and PMI of entries in a given order.

    ``sort_wanted`` carries (column, descending) of a click on a heading; ``typed`` carries (entry, column, new text) of
    a cell that was edited.
    """

    sort_wanted = Signal(int, bool)
    typed = Signal(object, int, str)

    def __init__(self, kind: LexiconKind, editable: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kind, self._editable = kind, editable
        self._entries: Sequence[LexiconEntry] = ()
        self._rows: Rows = np.zeros(0, np.int64)
        labels = {LexiconKind.WORD: tr("Part of speech"), LexiconKind.SYNONYM: tr("Similar words")}
        counts = {LexiconKind.WORD: tr("Frequency")}
        titles = [tr("Text"), labels.get(kind, tr("Class"))]
        if kind is not LexiconKind.SYNONYM:
            titles.append(counts.get(kind, tr("Count")))
        if kind in (LexiconKind.PHRASE, LexiconKind.NGRAM):
            titles.append(tr("PMI"))
        self._titles = tuple(titles)

    def put(self, arranged: Arranged) -> None:
        """Show entries in their order."""
        self.beginResetModel()
        self._entries, self._rows = arranged.entries, arranged.rows
        self.endResetModel()

    def allow_editing(self, editable: bool) -> None:
        """Whether cells can be typed into."""
        self._editable = editable

    def entry(self, row: int) -> LexiconEntry:
        """The entry of a row."""
        return self._entries[int(self._rows[row])]

    def rows_of(self, texts: Collection[str]) -> list[int]:
        """The rows of those entries that are shown."""
        if not texts:
            return []
        return [row for row, place in enumerate(self._rows.tolist()) if self._entries[place].text in texts]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of entries shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """As the kind of the list has them."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above the columns."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(self._titles):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text of a cell as it is read, or as it is edited."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self._shown(self.entry(index.row()), index.column())
        if role == Qt.ItemDataRole.EditRole:
            entry = self.entry(index.row())
            return (entry.text, entry.label, "" if entry.count < 0 else str(entry.count), "")[index.column()]
        return None

    @staticmethod
    def _shown(entry: LexiconEntry, column: int) -> str:
        if column == COUNT:
            return grouped(entry.count) if entry.count >= 0 else ""
        if column == PMI:
            return "" if entry.pmi is None else f"{entry.pmi:.2f}"
        return visible(entry.label if column == LABEL else entry.text)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Text and class can be edited, and the frequency of a user dictionary."""
        flags = super().flags(index)
        typed = (TEXT, LABEL, COUNT) if self._kind is LexiconKind.WORD else (TEXT, LABEL)
        return flags | Qt.ItemFlag.ItemIsEditable if self._editable and index.column() in typed else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tell what was typed; the list itself is changed by who listens."""
        if role != Qt.ItemDataRole.EditRole or str(value).strip() == self.data(index, role):
            return False
        self.typed.emit(self.entry(index.row()), index.column(), str(value).strip())
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Ask for another order."""
        self.sort_wanted.emit(column, order is Qt.SortOrder.DescendingOrder)


def _alignment(column: int) -> int:
    side = Qt.AlignmentFlag.AlignRight if column in (COUNT, PMI) else Qt.AlignmentFlag.AlignLeft
    return int((side | Qt.AlignmentFlag.AlignVCenter).value)
