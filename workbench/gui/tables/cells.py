"""How cells and headings of tables are drawn: room at both sides, and all texts of a row on one line."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyledItemDelegate,
    QStyleOption,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from workbench.gui.theme import GRID

_ROOM = GRID // 2  #: at either side of a cell, so that a number does not touch a text in the next column
_HEADING_MARGIN = _ROOM + 3  #: as far from the edge as the texts of cells, which Qt draws 3 pixels from it


class Cells(QStyledItemDelegate):
    """Cells of one line. Qt centres a text by all fonts that it takes, and Chinese letters are of a higher font than
    Latin ones, so that they would stand lower; here the window's own font says where the line is."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """All but the text as usual, then the text."""
        self.initStyleOption(option, index)
        text, widget = option.text, option.widget
        style = widget.style()
        area = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, widget)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        if not text:
            return
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, widget) + 1 + _ROOM
        area = area.adjusted(margin, 0, -margin, 0)
        metrics = option.fontMetrics
        shown = metrics.elidedText(text, option.textElideMode, area.width())
        left = area.left()
        if option.displayAlignment & Qt.AlignmentFlag.AlignRight:
            left = area.right() + 1 - metrics.horizontalAdvance(shown)
        elif option.displayAlignment & Qt.AlignmentFlag.AlignHCenter:
            left += (area.width() - metrics.horizontalAdvance(shown)) // 2
        baseline = area.top() + (area.height() + metrics.ascent() - metrics.descent() + 1) // 2
        painter.save()
        painter.setFont(option.font)
        painter.setPen(_colour(option))
        painter.drawText(left, baseline, shown)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """With the room at both sides."""
        return super().sizeHint(option, index) + QSize(2 * _ROOM, 0)


def _colour(option: QStyleOptionViewItem) -> QColor:
    groups, state = QPalette.ColorGroup, option.state
    if not state & QStyle.StateFlag.State_Enabled:
        group = groups.Disabled
    else:
        group = groups.Normal if state & QStyle.StateFlag.State_Active else groups.Inactive
    selected = bool(state & QStyle.StateFlag.State_Selected)
    return option.palette.color(group, QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)


class _Headings(QProxyStyle):
    """Fusion with headings as far from the edges of their columns as the cells below."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        """Fusion's, with another margin of headings."""
        if metric == QStyle.PixelMetric.PM_HeaderMargin:
            return _HEADING_MARGIN
        return super().pixelMetric(metric, option, widget)


@cache
def _headings() -> _Headings:
    style = _Headings()
    style.setParent(QApplication.instance())
    return style


def give_room(view: QTableView) -> None:
    """Draw the cells and headings of a table so."""
    view.setItemDelegate(Cells(view))
    view.horizontalHeader().setStyle(_headings())
