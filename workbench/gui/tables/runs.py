"""All runs as a table: search as one types, sort by column, star and rename in place."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from workbench.gui.figures import duration, grouped
from workbench.gui.i18n import tr
from workbench.gui.run_words import full_progress, moment_words, short_progress
from workbench.gui.tables.records import Index
from workbench.gui.tables.run_search import RunRow, parse_search
from workbench.gui.theme import colours_of
from workbench.store.records import Run, Status

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
SORT_ROLE = ROW_ROLE + 1
STAR, NAME, STATE, LOSS, PRESET, CORPUS, STEPS, TIME, CREATED, NOTE = range(10)
_NOWHERE = QModelIndex()


@dataclass(frozen=True)
class _Column:
    title: str
    text: Callable[[RunRow], str]
    key: Callable[[RunRow], Any]
    number: bool = False


def _loss_text(row: RunRow) -> str:
    loss = row.loss
    return "–" if loss is None else f"{loss:.4f}" if math.isfinite(loss) else str(loss)


def _loss_key(row: RunRow) -> float:
    return math.inf if row.loss is None or math.isnan(row.loss) else row.loss


def seconds_of(run: Run) -> float:
    """From the first start to the end, or to now for a run at work; NaN for one never started."""
    if run.started is None or run.ended is None:
        return math.nan
    return run.ended - run.started


def _columns() -> tuple[_Column, ...]:
    return (
        _Column("★", lambda row: "★" if row.run.starred else "☆", lambda row: not row.run.starred),
        _Column(tr("Name"), lambda row: row.run.name, lambda row: row.run.name.casefold()),
        _Column(tr("State"), lambda row: short_progress(row.run), lambda row: row.run.status.value),
        _Column(tr("Loss"), _loss_text, _loss_key, True),
        _Column(tr("Preset"), lambda row: row.run.preset, lambda row: row.run.preset),
        _Column(tr("Corpus"), lambda row: row.run.corpus, lambda row: row.run.corpus.casefold()),
        _Column(tr("Steps"), lambda row: grouped(row.run.step), lambda row: row.run.step, True),
        _Column(tr("Time"), lambda row: duration(seconds_of(row.run)), lambda row: _finite(seconds_of(row.run)), True),
        _Column(tr("Created"), lambda row: moment_words(row.run.created), lambda row: row.run.created),
        _Column(tr("Note"), lambda row: row.run.note, lambda row: row.run.note.casefold()),
    )


def _finite(number: float) -> float:
    return number if math.isfinite(number) else -1.0


class RunsModel(QAbstractTableModel):
    """Rows of the store. ``renamed``, ``noted`` and ``starred`` carry the run's number and what the user wants;
    the model changes when the store has."""

    renamed = Signal(int, str)
    noted = Signal(int, str)
    starred = Signal(int, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = _columns()
        self._rows: list[RunRow] = []

    @property
    def rows(self) -> Sequence[RunRow]:
        """All rows."""
        return self._rows

    def put(self, rows: Sequence[RunRow]) -> None:
        """Show these rows; where they are of the same runs as before, they only change."""
        if [row.run.id for row in rows] == [row.run.id for row in self._rows]:
            self._rows = list(rows)
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, NOTE))
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def replace(self, row: RunRow) -> bool:
        """Show one run as it is now; False where it is not in the table."""
        for place, there in enumerate(self._rows):
            if there.run.id == row.run.id:
                self._rows[place] = row
                self.dataChanged.emit(self.index(place, 0), self.index(place, NOTE))
                return True
        return False

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of runs."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Titles above the columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("Star") if section == STAR else self._columns[section].title
        return None

    def _alignment(self, column: int) -> int:
        side = Qt.AlignmentFlag.AlignRight if self._columns[column].number else Qt.AlignmentFlag.AlignLeft
        return int((side | Qt.AlignmentFlag.AlignVCenter).value)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, what sorting compares, and the row itself."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return column.text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            starred = tr("starred") if row.run.starred else tr("not starred")
            return starred if index.column() == STAR else column.text(row)
        if role == SORT_ROLE:
            return column.key(row)
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return full_progress(row.run) if index.column() == STATE else column.text(row)
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == STATE:
            colours = colours_of(QApplication.palette())
            bad = row.run.status in (Status.FAILED, Status.LOST)
            return QColor(colours.error) if bad else QColor(colours.accent) if row.run.active else None
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Names and notes can be edited in place."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in (NAME, NOTE) else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Pass on what was typed, if it is something else."""
        if role != Qt.ItemDataRole.EditRole or value == self.data(index):
            return False
        run = self._rows[index.row()].run
        (self.renamed if index.column() == NAME else self.noted).emit(run.id, str(value))
        return True


class FoundRuns(QSortFilterProxyModel):
    """The rows that a search finds, in the order of a column."""

    def __init__(self, model: RunsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._test = parse_search("")
        self.setSourceModel(model)
        self.setSortRole(SORT_ROLE)

    def search(self, text: str) -> None:
        """Keep the rows that fit the text."""
        self.beginFilterChange()
        self._test = parse_search(text)
        self.endFilterChange()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Whether a row fits."""
        return self._test(self.sourceModel().index(source_row, 0, source_parent).data(ROW_ROLE))

    def lessThan(self, left: Index, right: Index) -> bool:
        """By the columns' own keys."""
        return bool(left.data(SORT_ROLE) < right.data(SORT_ROLE))
