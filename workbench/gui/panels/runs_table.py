"""The table of runs as a widget: stars by click, names and notes edited in place, selection kept while rows change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.runs_comparison import table_text
from workbench.gui.tables.records import dress_table
from workbench.gui.tables.run_search import RunRow
from workbench.gui.tables.runs import CREATED, NAME, NOTE, ROW_ROLE, STAR, FoundRuns, RunsModel
from workbench.gui.theme import GRID
from workbench.store.records import Run

_WIDTHS = (28, 190, 130, 76, 110, 120, 70, 70, 130, 160)


class RunsTable(QTableView):
    """``chosen`` when other runs are selected, ``delete_asked`` for the Delete key."""

    chosen = Signal()
    delete_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.runs = RunsModel(self)
        self.found = FoundRuns(self.runs, self)
        self.setModel(self.found)
        dress_table(self, tr("Runs"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._arrange_columns()
        self.setSortingEnabled(True)
        self.sortByColumn(CREATED, Qt.SortOrder.DescendingOrder)
        self.clicked.connect(self._click)
        self.selectionModel().selectionChanged.connect(lambda *_changed: self.chosen.emit())

    def _arrange_columns(self) -> None:
        header = self.horizontalHeader()
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(3 * GRID)
        header.setStretchLastSection(True)
        for column, width in enumerate(_WIDTHS):
            self.setColumnWidth(column, width)
        header.setSectionResizeMode(STAR, QHeaderView.ResizeMode.Fixed)

    def show_rows(self, rows: Sequence[RunRow]) -> None:
        """Show these rows; what was selected stays so as far as it is there."""
        before = {run.id for run in self.selected}
        self.runs.put(rows)
        if {run.id for run in self.selected} != before:
            self.select(before)
            if not self.selected:  # a model that was reset has lost its selection without a word
                self.chosen.emit()

    def select_first(self) -> None:
        """Select the first row, if there is one."""
        self.select({self.found.index(0, NAME).data(ROW_ROLE).run.id} if self.found.rowCount() else set())

    @property
    def selected(self) -> list[Run]:
        """The selected runs in the order of the table."""
        return [index.data(ROW_ROLE).run for index in self._selected_rows()]

    def _selected_rows(self) -> list[QModelIndex]:
        return sorted(self.selectionModel().selectedRows(), key=QModelIndex.row)

    def select(self, numbers: set[int]) -> None:
        """Select runs by number."""
        flags = self.selectionModel().SelectionFlag
        self.selectionModel().clearSelection()
        for row in range(self.found.rowCount()):
            index = self.found.index(row, NAME)
            if index.data(ROW_ROLE).run.id in numbers:
                self.selectionModel().select(index, flags.Select | flags.Rows)
                self.selectionModel().setCurrentIndex(index, flags.NoUpdate)

    def edit_cell(self, column: int) -> None:
        """Edit the name or the note of the current run in place."""
        rows = self._selected_rows()
        if rows:
            index = self.found.index(rows[0].row(), column)
            self.setCurrentIndex(index)
            self.edit(index)

    @Slot(QModelIndex)
    def _click(self, index: QModelIndex) -> None:
        if index.column() == STAR:
            run = index.data(ROW_ROLE).run
            self.runs.starred.emit(run.id, not run.starred)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete deletes, Ctrl+C copies the rows, F2 edits the name wherever the cursor is."""
        if event.key() == Qt.Key.Key_Delete:
            self.delete_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(table_text(self))
        elif event.key() == Qt.Key.Key_F2 and self.currentIndex().column() != NOTE:
            self.edit_cell(NAME)
        else:
            super().keyPressEvent(event)
