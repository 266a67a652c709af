"""All runs as a table: search as one types, sort by column, star and rename in place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from workbench.gui.figures import duration, grouped
from workbench.gui.i18n import tr
from workbench.gui.run_words import full_progress, moment_words, short_progress
from workbench.gui.tables.records import Column, Index, RecordsModel
from workbench.gui.tables.run_search import RunRow, parse_search
from workbench.gui.theme import colours_of
from workbench.store.records import Run, Status

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
SORT_ROLE = ROW_ROLE + 1
STAR, NAME, STATE, LOSS, PRESET, CORPUS, STEPS, TIME, CREATED, NOTE = range(10)


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


def _columns() -> tuple[Column[RunRow], ...]:
    return (
        Column("★", lambda row: "★" if row.run.starred else "☆", lambda row: not row.run.starred, meaning=tr("Star")),
        Column(tr("Name"), lambda row: row.run.name, lambda row: row.run.name.casefold()),
        Column(
            tr("State"),
            lambda row: short_progress(row.run),
            lambda row: row.run.status.value,
            tip=lambda row: full_progress(row.run),
        ),
        Column(tr("Loss"), _loss_text, _loss_key, True),
        Column(tr("Preset"), lambda row: row.run.preset, lambda row: row.run.preset),
        Column(tr("Corpus"), lambda row: row.run.corpus, lambda row: row.run.corpus.casefold()),
        Column(tr("Steps"), lambda row: grouped(row.run.step), lambda row: row.run.step, True),
        Column(tr("Time"), lambda row: duration(seconds_of(row.run)), lambda row: _finite(seconds_of(row.run)), True),
        Column(tr("Created"), lambda row: moment_words(row.run.created), lambda row: row.run.created),
        Column(tr("Note"), lambda row: row.run.note, lambda row: row.run.note.casefold()),
    )


def _state_colour(run: Run) -> QColor | None:
    colours = colours_of(QApplication.palette())
    if run.status in (Status.FAILED, Status.LOST):
        return QColor(colours.error)
    return QColor(colours.accent) if run.active else None


def _finite(number: float) -> float:
    return number if math.isfinite(number) else -1.0


class RunsModel(RecordsModel[RunRow]):
    """Rows of the store. ``renamed``, ``noted`` and ``starred`` carry the run's number and what the user wants;
    the model changes when the store has."""

    renamed = Signal(int, str)
    noted = Signal(int, str)
    starred = Signal(int, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_columns(), parent)

    def put(self, rows: Sequence[RunRow]) -> None:
        """Show these rows; where they are of the same runs as before, they only change."""
        if [row.run.id for row in rows] != [row.run.id for row in self.rows]:
            super().put(rows)
        elif rows:
            self._rows = list(rows)
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, NOTE))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Besides texts: what sorting compares, the row itself, and the colour of states."""
        if not index.isValid():
            return None
        row, column = self.row(index), self._columns[index.column()]
        if role == Qt.ItemDataRole.EditRole:
            return column.text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == STAR:
            return tr("starred") if row.run.starred else tr("not starred")
        if role == SORT_ROLE:
            return column.key(row) if column.key is not None else column.text(row)
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == STATE:
            return _state_colour(row.run)
        return super().data(index, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Names and notes can be edited in place."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in (NAME, NOTE) else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Pass on what was typed, if it is something else."""
        if role != Qt.ItemDataRole.EditRole or value == self.data(index):
            return False
        run = self.row(index).run
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
