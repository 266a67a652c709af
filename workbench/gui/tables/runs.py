"""All runs as a table: search as one types, sort by column, star and rename in place."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from workbench.gui.figures import duration, grouped, short
from workbench.gui.i18n import tr
from workbench.gui.run_words import full_progress, metric_title, moment_words, short_progress
from workbench.gui.tables.records import Column, Index, RecordsModel
from workbench.gui.tables.run_search import RunRow, parse_search
from workbench.gui.theme import colours_of
from workbench.store.records import Run, Status

ROW_ROLE = int(Qt.ItemDataRole.UserRole)
STAR, NAME, STATE, LOSS, PRESET, CORPUS, STEPS, TIME, CREATED, NOTE, TAGS, FROM = range(12)
#: What saved views call the columns.
COLUMN_NAMES = (
    "star", "name", "state", "loss", "preset", "corpus", "steps", "time", "created", "note", "tags", "from"
)  # fmt: skip
_EDITED = (NAME, NOTE, TAGS)
_LARGE_LOSS = 1000.0  #: from here on four decimals would take more room than the column has
_BETWEEN_TAGS = re.compile(r"[\s,，、;；]+")


def _loss_text(row: RunRow) -> str:
    """The evaluation loss; before the first one the training loss in brackets."""
    if row.loss is None and row.training_loss is not None:
        return f"({_figure(row.training_loss)})"
    return "–" if row.loss is None else _figure(row.loss)


def _figure(loss: float) -> str:
    if not math.isfinite(loss):
        return str(loss)
    return f"{loss:.4f}" if abs(loss) < _LARGE_LOSS else short(loss)


def _loss_tip(row: RunRow) -> str:
    losses = ((metric_title("eval/loss"), row.loss), (metric_title("loss"), row.training_loss))
    return "\n".join(f"{title} {_figure(loss)}" for title, loss in losses if loss is not None)


def _loss_key(row: RunRow) -> tuple[float, float]:
    return _comparable(row.loss), _comparable(row.training_loss)


def _comparable(loss: float | None) -> float:
    return math.inf if loss is None or math.isnan(loss) else loss


def seconds_of(row: RunRow) -> float:
    """Seconds at work in all sessions, which no pause, sleep or change of the clock counts to; NaN where none are
    known."""
    return row.final.get("elapsed", math.nan)


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
        Column(
            tr("Loss"),
            _loss_text,
            _loss_key,
            number=True,
            tip=_loss_tip,
            meaning=tr("Evaluation loss; in brackets the training loss, before the first evaluation"),
            last=lambda row: row.loss is None or math.isnan(row.loss),
        ),
        Column(tr("Preset"), lambda row: row.run.preset, lambda row: row.run.preset),
        Column(tr("Corpus"), lambda row: row.run.corpus, lambda row: row.run.corpus.casefold()),
        Column(tr("Steps"), lambda row: grouped(row.run.step), lambda row: row.run.step, True),
        Column(
            tr("Time"),
            lambda row: duration(seconds_of(row)),
            lambda row: _finite(seconds_of(row)),
            number=True,
            last=lambda row: math.isnan(seconds_of(row)),
        ),
        Column(tr("Created"), lambda row: moment_words(row.run.created), lambda row: row.run.created),
        Column(tr("Note"), lambda row: row.run.note, lambda row: row.run.note.casefold()),
        Column(tr("Tags"), lambda row: " ".join(row.run.tags), lambda row: " ".join(row.run.tags).casefold()),
        Column(
            tr("Cloned from"),
            lambda row: row.run.origin.name if row.run.origin is not None else "",
            lambda row: row.run.origin.name.casefold() if row.run.origin is not None else "",
            tip=_origin_tip,
        ),
    )


def _origin_tip(row: RunRow) -> str:
    """Why it was cloned, below the name of the other."""
    origin = row.run.origin
    return "" if origin is None else "\n".join(part for part in (origin.name, row.run.origin_note) if part)


def tags_of(text: str) -> list[str]:
    """Tags as they are typed: parted by blanks or commas, Chinese ones too."""
    return [tag for tag in _BETWEEN_TAGS.split(text) if tag]


def _row_colour(run: Run, column: int) -> QColor | None:
    """Hidden runs are pale, and states have their own colour."""
    colours = colours_of(QApplication.palette())
    if run.hidden:
        return QColor(colours.muted)
    if column != STATE:
        return None
    if run.status in (Status.FAILED, Status.LOST):
        return QColor(colours.error)
    return QColor(colours.accent) if run.active else None


def _finite(number: float) -> float:
    return number if math.isfinite(number) else -1.0


class RunsModel(RecordsModel[RunRow]):
    """Rows of the store. ``renamed``, ``noted``, ``tagged`` and ``starred`` carry the run's number and what the user
    wants; the model changes when the store has."""

    renamed = Signal(int, str)
    noted = Signal(int, str)
    tagged = Signal(int, object)
    starred = Signal(int, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_columns(), parent)

    def put(self, rows: Sequence[RunRow]) -> None:
        """Show these rows; where they are of the same runs as before, they only change."""
        if [row.run.id for row in rows] != [row.run.id for row in self.rows]:
            super().put(rows)
        elif rows:
            self._rows = list(rows)
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, self.columnCount() - 1))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Besides texts: the row itself, and the colour of states."""
        if not index.isValid():
            return None
        row, column = self.row(index), self._columns[index.column()]
        if role == Qt.ItemDataRole.EditRole:
            return column.text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == STAR:
            return tr("starred") if row.run.starred else tr("not starred")
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.ForegroundRole:
            return _row_colour(row.run, index.column())
        return super().data(index, role)

    def column_title(self, column: int) -> str:
        """The title of a column, or what the sign in its place means."""
        return self._columns[column].meaning or self._columns[column].title

    def sort_key(self, column: int) -> Callable[[RunRow], Any]:
        """What sorting by a column compares."""
        chosen = self._columns[column]
        return chosen.key or chosen.text

    def is_last(self, column: int) -> Callable[[RunRow], bool]:
        """Which rows come last, whichever way a column is sorted."""
        return self._columns[column].last or (lambda row: False)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Names, notes and tags can be edited in place."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() in _EDITED else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Pass on what was typed, if it is something else."""
        if role != Qt.ItemDataRole.EditRole or value == self.data(index):
            return False
        run = self.row(index).run
        if index.column() == TAGS:
            self.tagged.emit(run.id, tags_of(str(value)))
        else:
            (self.renamed if index.column() == NAME else self.noted).emit(run.id, str(value))
        return True


class FoundRuns(QSortFilterProxyModel):
    """The rows that a search finds, in the order of a column."""

    def __init__(self, model: RunsModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs = model
        self._test = parse_search("")
        self._with_hidden = False
        self.setSourceModel(model)

    def search(self, text: str) -> None:
        """Keep the rows that fit the text."""
        self.beginFilterChange()
        self._test = parse_search(text)
        self.endFilterChange()

    def show_hidden(self, shown: bool) -> None:
        """Whether runs that the user has hidden are listed too."""
        if shown != self._with_hidden:
            self.beginFilterChange()
            self._with_hidden = shown
            self.endFilterChange()

    @property
    def with_hidden(self) -> bool:
        """Whether hidden runs are listed."""
        return self._with_hidden

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:
        """Whether a row fits."""
        row = self._runs.rows[source_row]
        return (self._with_hidden or not row.run.hidden) and self._test(row)

    def lessThan(self, left: Index, right: Index) -> bool:
        """By the columns' own keys; what a column has nothing for is last in either order."""
        key, last = self._runs.sort_key(left.column()), self._runs.is_last(left.column())
        first, second = self._runs.rows[left.row()], self._runs.rows[right.row()]
        if last(first) != last(second):
            return last(second if self.sortOrder() is Qt.SortOrder.AscendingOrder else first)
        return bool(key(first) < key(second))
