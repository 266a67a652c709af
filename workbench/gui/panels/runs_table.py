"""The table of runs as a widget: stars by click, names and notes edited in place, selection kept while rows change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.runs_comparison import table_text
from workbench.gui.tables.recent_runs import shown_first
from workbench.gui.tables.records import dress_table
from workbench.gui.tables.run_search import RunRow
from workbench.gui.tables.runs import (
    COLUMN_NAMES,
    CREATED,
    FROM,
    NAME,
    NOTE,
    ROW_ROLE,
    STAR,
    TAGS,
    FoundRuns,
    RunsModel,
)
from workbench.gui.theme import GRID
from workbench.store.records import Run

_WIDTHS = (28, 190, 120, 84, 110, 110, 70, 70, 142, 160, 110, 130)


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
        self.reset_columns()

    # Columns by the names that saved views have for them

    def reset_columns(self) -> None:
        """As at the first start: tags beside the names, and no column for where runs came from."""
        order = [column for column in range(len(COLUMN_NAMES)) if column != TAGS]
        order.insert(NAME + 1, TAGS)
        self.show_columns([COLUMN_NAMES[column] for column in order if column != FROM])

    @property
    def shown_columns(self) -> tuple[str, ...]:
        """Names of the columns on show, from left to right."""
        header = self.horizontalHeader()
        order = (header.logicalIndex(place) for place in range(header.count()))
        return tuple(COLUMN_NAMES[column] for column in order if not header.isSectionHidden(column))

    def show_columns(self, names: Sequence[str]) -> None:
        """Show these columns in this order, and no others; names that no column has are passed over. The name of a run
        is always shown."""
        header = self.horizontalHeader()
        wanted = [COLUMN_NAMES.index(name) for name in dict.fromkeys(names) if name in COLUMN_NAMES]
        for place, column in enumerate(wanted):
            header.moveSection(header.visualIndex(column), place)
        for column in range(header.count()):
            header.setSectionHidden(column, column not in wanted and column != NAME)

    @property
    def sorted_by(self) -> tuple[str, bool]:
        """The column that the rows are sorted by, and whether from the highest down."""
        header = self.horizontalHeader()
        descending = header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder
        return COLUMN_NAMES[header.sortIndicatorSection()], descending

    def sort_by(self, name: str, descending: bool) -> None:
        """Sort by a column, if there is one of that name."""
        if name in COLUMN_NAMES:
            order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
            self.sortByColumn(COLUMN_NAMES.index(name), order)

    # Rows

    def show_rows(self, rows: Sequence[RunRow]) -> None:
        """Show these rows; what was selected stays so as far as it is there."""
        before = {run.id for run in self.selected}
        self.runs.put(rows)
        if {run.id for run in self.selected} != before:
            self.select(before)
            if not self.selected:  # a model that was reset has lost its selection without a word
                self.chosen.emit()

    def select_first(self) -> None:
        """Select the first run at work, else the first one, if there is any."""
        runs = [self.found.index(row, NAME).data(ROW_ROLE).run for row in range(self.found.rowCount())]
        run = shown_first(runs)
        self.select(set() if run is None else {run.id})

    @property
    def listed(self) -> set[int]:
        """Numbers of the runs that the search finds."""
        return {self.found.index(row, NAME).data(ROW_ROLE).run.id for row in range(self.found.rowCount())}

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
        """Edit the name, the note or the tags of the current run in place; a column that is not on show comes back."""
        rows = self._selected_rows()
        self.horizontalHeader().setSectionHidden(column, False)
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
        elif event.key() == Qt.Key.Key_F2 and self.currentIndex().column() not in (NOTE, TAGS):
            self.edit_cell(NAME)
        else:
            super().keyPressEvent(event)
