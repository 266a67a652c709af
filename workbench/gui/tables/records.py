"""A table of plain records: columns are functions of a row, and a click on a heading sorts by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from workbench.gui.tables.cells import give_room
from workbench.gui.theme import GRID

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


@dataclass(frozen=True)
class Column(Generic[Row]):
    """One column: translated ``title``, the ``text`` of a row, and what sorting compares (the text where not given).

    A ``number`` stands on the right; ``meaning`` says in the title's tooltip what a sign or a short title stands for;
    rows that a column has nothing for are its ``last`` ones, whichever way it is sorted.
    """

    title: str
    text: Callable[[Row], str]
    key: Callable[[Row], Any] | None = None
    number: bool = False
    tip: Callable[[Row], str] | None = None
    meaning: str = ""
    last: Callable[[Row], bool] | None = None


class RecordsModel(QAbstractTableModel, Generic[Row]):
    """Rows that are put in at once; :meth:`row` gives the record behind an index."""

    def __init__(self, columns: Sequence[Column[Row]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._rows: list[Row] = []
        self._order: tuple[int, bool] | None = None

    def put(self, rows: Sequence[Row]) -> None:
        """Show other rows, in the order that was chosen before."""
        self.beginResetModel()
        self._rows = list(rows)
        self._sort()
        self.endResetModel()

    @property
    def columns(self) -> Sequence[Column[Row]]:
        """The columns in their order."""
        return self._columns

    @property
    def rows(self) -> Sequence[Row]:
        """The rows in the order of the table."""
        return self._rows

    def row(self, index: Index) -> Row:
        """The record behind a valid index."""
        return self._rows[index.row()]

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of records."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above the columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.meaning or column.title
        return _alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, alignment and tooltip of a cell."""
        if not index.isValid():
            return None
        column, row = self._columns[index.column()], self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return (column.tip or column.text)(row)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column; equal rows keep their places."""
        if not 0 <= column < len(self._columns):
            return
        self.layoutAboutToBeChanged.emit()
        self._order = column, order is Qt.SortOrder.DescendingOrder
        self._sort()
        self.layoutChanged.emit()

    def _sort(self) -> None:
        if self._order is not None:
            column, descending = self._order
            chosen = self._columns[column]
            self._rows.sort(key=chosen.key or chosen.text, reverse=descending)
            if chosen.last is not None:
                self._rows.sort(key=chosen.last)


def _alignment(column: Column[Any]) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.number else Qt.AlignmentFlag.AlignLeft
    return int((side | Qt.AlignmentFlag.AlignVCenter).value)


def records_view(
    model: QAbstractTableModel, name: str, parent: QWidget | None = None, *, sort: bool = True, stretch: int = -1
) -> QTableView:
    """A read-only table over a model, whole rows selected one at a time; ``name`` is for screen readers.

    The column ``stretch`` takes the room that the others, as wide as their texts, leave; -1 leaves all to the user.
    """
    view = QTableView(parent)
    view.setModel(model)
    dress_table(view, name)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    header = view.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    header.setStretchLastSection(stretch < 0)
    for column in range(model.columnCount()) if stretch >= 0 else ():
        mode = QHeaderView.ResizeMode.Stretch if column == stretch else QHeaderView.ResizeMode.ResizeToContents
        header.setSectionResizeMode(column, mode)
    if sort:
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        view.setSortingEnabled(True)
    return view


def dress_table(view: QTableView, name: str) -> None:
    """The look of all tables: whole rows, every other one on another ground; ``name`` is for screen readers."""
    view.setAccessibleName(name)
    give_room(view)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setTabKeyNavigation(False)
    view.setShowGrid(False)
    view.setAlternatingRowColors(True)
    view.setWordWrap(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(view.fontMetrics().height() + GRID)
    view.horizontalHeader().setHighlightSections(False)
