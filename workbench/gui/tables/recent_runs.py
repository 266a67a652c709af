"""The newest runs as a list model; a run's row changes in place while it trains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from workbench.gui.run_words import full_progress, moment_words
from workbench.gui.tables.records import Index
from workbench.store.records import Run

RUN_ROLE = int(Qt.ItemDataRole.UserRole)
_NOWHERE = QModelIndex()


def shown_first(runs: Sequence[Run]) -> Run | None:
    """Which of some runs is on show before anybody chooses: the first one at work, else the first."""
    return next((run for run in runs if run.active), runs[0] if runs else None)


class RecentRunsModel(QAbstractListModel):
    """Runs, the newest first. :data:`RUN_ROLE` gives the :class:`Run` itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs: list[Run] = []

    @property
    def runs(self) -> Sequence[Run]:
        """The runs in the order of the list."""
        return self._runs

    def put(self, runs: Sequence[Run]) -> None:
        """Show these runs; where they are the same ones as before, only their rows change."""
        same = [run.id for run in runs] == [run.id for run in self._runs]
        if not same:
            self.beginResetModel()
        self._runs = list(runs)
        if same:
            if runs:
                self.dataChanged.emit(self.index(0), self.index(len(runs) - 1))
        else:
            self.endResetModel()

    def row_of(self, run: int) -> int:
        """The row of a run by its number; -1 for none."""
        return next((row for row, there in enumerate(self._runs) if there.id == run), -1)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Number of runs."""
        return 0 if parent.isValid() else len(self._runs)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Name, words for screen readers and tooltips, and the run."""
        if not index.isValid():
            return None
        run = self._runs[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return run.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{run.name}, {full_progress(run)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{run.name}\n{full_progress(run)}\n{moment_words(run.created)}"
        return run if role == RUN_ROLE else None
