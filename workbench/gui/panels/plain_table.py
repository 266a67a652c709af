"""Tables to read: a few rows of text, as high as their rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from workbench.gui.theme import GRID
from workbench.gui.tips import plain_tip

WIDEST = 28 * GRID  #: of a column that fits its texts


class _Roomy(QStyledItemDelegate):
    """Leaves room between columns that fit their texts, and lets no long text take the room of the first one."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        hint = super().sizeHint(option, index)
        return QSize(min(hint.width() + 2 * GRID, WIDEST), hint.height())


def plain_table(headers: Sequence[str], parent: QWidget) -> QTableWidget:
    """A table to read: no editing, no row numbers, the first column takes the room."""
    table = QTableWidget(0, len(headers), parent)
    table.setHorizontalHeaderLabels(list(headers))
    table.verticalHeader().hide()
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setItemDelegate(_Roomy(table))
    table.setAlternatingRowColors(True)
    table.setWordWrap(False)
    table.verticalHeader().setDefaultSectionSize(3 * GRID)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return table


def fill_table(table: QTableWidget, rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
    """Show rows of text, the columns in ``right`` flush right; as high as its rows."""
    table.setRowCount(len(rows))
    for column in right:
        if heading := table.horizontalHeaderItem(column):
            heading.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(plain_tip(text))
            if column in right:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            table.setItem(row, column, item)
    frame = 2 * table.frameWidth()
    heights = sum(table.rowHeight(row) for row in range(len(rows)))
    table.setFixedHeight(table.horizontalHeader().sizeHint().height() + heights + frame)
