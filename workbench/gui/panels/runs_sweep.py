"""The runs of a sweep side by side: a line each, with the settings in which they differ and what came of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QHBoxLayout, QTableView, QVBoxLayout, QWidget

from workbench.core.paths import Project
from workbench.core.texts import sentences
from workbench.gui.context import Context
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.runs_comparison import figure_words, table_text
from workbench.gui.panels.setting_column import setting_column
from workbench.gui.run_words import metric_title, short_progress
from workbench.gui.tables.records import Column, RecordsModel, records_view
from workbench.gui.theme import GRID
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.sweeps import SweepTable, all_sweeps, compare_sweep


@dataclass(frozen=True)
class SweepRow:
    """A run with its own settings and results, by path and by metric."""

    run: Run
    settings: Mapping[str, Any]
    results: Mapping[str, float | None]


def read_sweep(project: Project, name: str) -> tuple[list[str], SweepTable | None]:
    """The names of all sweeps, the newest first, and the table of one, of the newest where none is named."""
    with Store.open(project) as store:
        names = [sweep.name for sweep in all_sweeps(store)]
        wanted = name or next(iter(names), "")
        return names, compare_sweep(store, wanted) if wanted in names else None


class SweepTableDialog(QDialog):
    """``shown`` carries the numbers of the runs whose curves the user wants to see."""

    shown = Signal(object)

    def __init__(self, context: Context, name: str, parent: QWidget | None = None) -> None:
        """``name`` of a sweep, empty for the newest."""
        super().__init__(parent)
        self._context = context
        self._table: SweepTable | None = None
        self.view: QTableView | None = None
        self.setWindowTitle(tr("Sweeps"))
        self.sweeps = QComboBox(self)
        self.sweeps.setAccessibleName(tr("Sweep"))
        self.sweeps.setMinimumContentsLength(16)
        self.sweeps.activated.connect(lambda _place: self._read(self.sweeps.currentText()))
        self.words = PlainLabel(tr("Reading the runs…"), self, wordWrap=True)
        self.problems = ErrorLabel(self)
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Close, self)
        self.buttons.button(kinds.Close).setText(tr("Close"))
        self.curves_button = self.buttons.addButton(tr("Show their curves"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button = self.buttons.addButton(tr("Copy the table"), QDialogButtonBox.ButtonRole.ActionRole)
        self.curves_button.clicked.connect(self._show_curves)
        self.copy_button.clicked.connect(self.copy)
        self.buttons.rejected.connect(self.reject)
        self._arrange()
        self._possible()
        self._read(name)

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.addWidget(label_of(tr("Sweep"), self.sweeps))
        top.addWidget(self.sweeps)
        top.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(GRID)
        self._column.addLayout(top)
        self._column.addWidget(self.words)
        self._column.addWidget(self.problems)
        self._column.addStretch(1)
        self._column.addWidget(self.buttons)
        self.resize(110 * GRID, 56 * GRID)

    def _read(self, name: str) -> None:
        project = self._context.project
        self._context.tasks.run(lambda report, cancelled: read_sweep(project, name), self._take)

    @Slot(object)
    def _take(self, found: tuple[list[str], SweepTable | None]) -> None:
        names, table = found
        self.sweeps.clear()
        self.sweeps.addItems(names)
        self._table = table
        if table is None:
            self.words.setText(
                tr("There is no sweep yet. “Sweep…” below the curves of the training page makes one: several "
                   "strategies, encoders, recipes, values of settings and seeds.")
            )  # fmt: skip
        else:
            self.sweeps.setCurrentText(table.sweep.name)
            self._show(table)
        self._possible()

    def _show(self, table: SweepTable) -> None:
        same = tr("All on the same text, and measured on the same targets.") if not table.problems else ""
        count = len(table.sweep.runs)
        self.words.setText(sentences(tr("{count} {count:run|runs}.", count=count), same))
        self.problems.show_sentences([render(problem) for problem in table.problems])
        model = RecordsModel[SweepRow](_columns(table))
        model.put(_rows(table))
        view = records_view(model, tr("Runs of the sweep"), self)
        model.setParent(view)
        view.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        view.resizeColumnsToContents()
        if self.view is not None:
            self.view.deleteLater()
        self.view = view
        self._column.insertWidget(self._column.count() - 2, view, 1)
        self._column.setStretch(self._column.count() - 2, 0)  # the table takes the room that was left free

    def _possible(self) -> None:
        for widget in (self.curves_button, self.copy_button, self.sweeps):
            widget.setEnabled(self._table is not None)

    @Slot()
    def _show_curves(self) -> None:
        """Those of the selected runs, of all where none is selected."""
        if self.view is not None and self._table is not None:
            model = self.view.model()
            assert isinstance(model, RecordsModel)
            chosen = [model.row(index).run.id for index in self.view.selectionModel().selectedRows()]
            self.shown.emit(chosen or [run.id for run in self._table.sweep.runs])
            self.accept()

    @Slot()
    def copy(self) -> None:
        """The table as lines with tabs, with its heading."""
        if self.view is not None:
            QGuiApplication.clipboard().setText(table_text(self.view))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies the table."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)


def _rows(table: SweepTable) -> list[SweepRow]:
    return [
        SweepRow(
            run,
            {path: values[place] for path, values in table.settings.items()},
            {metric: values[place] for metric, values in table.results.items()},
        )
        for place, run in enumerate(table.sweep.runs)
    ]


def _columns(table: SweepTable) -> list[Column[SweepRow]]:
    """Name and state, a column for each differing setting (its whole path in the tooltip), one for each result."""
    return [
        Column(tr("Name"), lambda row: row.run.name, lambda row: row.run.name.casefold()),
        Column(tr("State"), lambda row: short_progress(row.run), lambda row: row.run.status.value),
        *(setting_column(path, _setting_at(path)) for path in table.settings),
        *map(_result_column, table.results),
    ]


def _setting_at(path: str) -> Callable[[SweepRow], Any]:
    return lambda row: row.settings[path]


def _result_column(metric: str) -> Column[SweepRow]:
    """Runs without the value come last, as do those whose value is none."""

    def missing(row: SweepRow) -> bool:
        value = row.results[metric]
        return value is None or math.isnan(value)

    def key(row: SweepRow) -> float:
        value = row.results[metric]
        return math.inf if value is None or math.isnan(value) else value

    return Column(metric_title(metric), lambda row: figure_words(row.results[metric]), key, number=True, last=missing)
