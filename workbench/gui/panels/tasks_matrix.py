"""Models by tasks in a window of its own: means and spreads, the best of each task, and what can't be told from it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from workbench.core.statistics import Verdict
from workbench.gui.context import Context
from workbench.gui.i18n import render, tr, translate
from workbench.gui.labels import PlainLabel, muted_label
from workbench.gui.panels.plain_table import plain_table
from workbench.gui.panels.runs_comparison import table_text
from workbench.gui.panels.tasks_reading import read_matrix
from workbench.gui.run_words import VERDICT_SIGNS
from workbench.gui.theme import GRID, colours_of
from workbench.spec.task import TaskMode
from workbench.store.records import Run
from workbench.store.task_matrix import NOT_BETTER, RULE, Cell, Column, TaskMatrix
from workbench.store.task_words import SCORE_TITLES, spread_text

_NOT_BETTER = "°"  #: than random weights


class MatrixDialog(QDialog):
    """The matrix of the given runs, of all that were tried on a task where none is given."""

    def __init__(self, context: Context, runs: Sequence[Run], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.matrix: TaskMatrix | None = None
        self.setWindowTitle(tr("Models by tasks"))
        self.table: QTableWidget = plain_table([tr("Model")], self)
        self.words = PlainLabel(tr("Reading the runs…"), self, wordWrap=True)
        self.rule = muted_label(
            " ".join(
                [
                    tr("★ best, ≈ not distinguishable from it, ? one measurement, ° not better than random weights."),
                    translate(RULE),
                ]
            ),
            self,
            wordWrap=True,
        )
        kinds = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(kinds.Close, self)
        self.buttons.button(kinds.Close).setText(tr("Close"))
        self.copy_button = self.buttons.addButton(tr("Copy the table"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.clicked.connect(lambda _checked=False: self.copy())
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(self.words)
        column.addWidget(self.table, 1)
        column.addWidget(self.rule)
        column.addWidget(self.buttons)
        self.resize(110 * GRID, 56 * GRID)
        project, numbers = context.project, [run.id for run in runs]
        context.tasks.run(lambda report, cancelled: read_matrix(project, numbers), self._take)

    @Slot(object)
    def _take(self, matrix: TaskMatrix) -> None:
        self.matrix = matrix
        rows = [
            (number, model)
            for number, model in enumerate(matrix.models)
            if any((number, place) in matrix.cells for place in range(len(matrix.columns)))
        ]
        self.words.setText(self._sentence(matrix))
        self.table.setColumnCount(1 + len(matrix.columns))
        self.table.setHorizontalHeaderLabels([tr("Model"), *map(_title, matrix.columns)])
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setRowCount(len(rows))
        for row, (number, model) in enumerate(rows):
            self.table.setItem(row, 0, QTableWidgetItem(render(model.title)))
            for place in range(len(matrix.columns)):
                self.table.setItem(row, place + 1, self._item(matrix.cells.get((number, place))))

    @staticmethod
    def _sentence(matrix: TaskMatrix) -> str:
        if not matrix.columns:
            return tr("Nothing was measured yet. “Probe…” tries the selected runs on a labelled file.")
        if matrix.waiting:
            return tr("{count} {count:task is|tasks are} not done yet.", count=matrix.waiting)
        return tr("Mean ± standard deviation over the runs of a model, or over the seeds of a single run.")

    def _item(self, cell: Cell | None) -> QTableWidgetItem:
        item = QTableWidgetItem("–" if cell is None else _words(cell))
        if cell is not None and cell.runs:
            font = item.font()
            font.setBold(cell.verdict is Verdict.BEST)
            item.setFont(font)
            told = [cell.verdict.label, *([NOT_BETTER] if cell.beats_random is False else [])]
            item.setToolTip("\n".join(map(translate, told)))
            if cell.verdict is Verdict.SAME:
                item.setForeground(QColor(colours_of(self.palette()).accent))
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return item

    def copy(self) -> None:
        """The table as lines with tabs, with its heading."""
        QGuiApplication.clipboard().setText(table_text(self.table))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C copies the table."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)


def _title(column: Column) -> str:
    mode = tr("probe") if column.mode is TaskMode.PROBE else tr("fine-tuned")
    return f"{column.name}\n{mode} · {translate(SCORE_TITLES[column.score])}"


def _words(cell: Cell) -> str:
    sign = VERDICT_SIGNS[cell.verdict] + (_NOT_BETTER if cell.beats_random is False else "") if cell.runs else ""
    return f"{sign} {spread_text(cell.spread)} (n={cell.spread.count})".strip()
