"""The table of a list's entries: sorted by its headings, edited in its cells, quick with half a million rows."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from workbench.gui.i18n import tr
from workbench.gui.tables.entries import LABEL, EntriesModel
from workbench.gui.tables.records import dress_table
from workbench.gui.theme import GRID


def entries_table(model: EntriesModel, name: str, parent: QWidget) -> QTableView:
    """A view of the entries of the list ``name``, in which many rows can be selected."""
    table = QTableView(parent)
    table.setModel(model)
    dress_table(table, tr("Entries of the list {name}", name=name))
    table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    triggers = QAbstractItemView.EditTrigger
    table.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
    header = table.horizontalHeader()
    # A heading asks each time it is painted whether all of its column is selected, row by row: of a selection of
    # its own, which stays empty.
    header.setSelectionModel(QItemSelectionModel(model, header))
    for column in range(model.columnCount()):
        wide = column == LABEL
        header.setSectionResizeMode(
            column, QHeaderView.ResizeMode.Stretch if wide else QHeaderView.ResizeMode.Interactive
        )
    table.setColumnWidth(0, 32 * GRID)
    header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    table.setSortingEnabled(True)
    return table
