"""Where the cells of a heatmap stand, and the tokens beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from workbench.gui.fonts import cell_font
from workbench.gui.theme import Colours
from workbench.inspection.hiding import Shown

SMALLEST_LABEL, LARGEST_LABEL = 9, 14  #: pixels of the labels' font
LABEL_FROM = 9.0  #: pixels of a cell from which every token has its label


@dataclass(frozen=True)
class Placement:
    """Side of a cell in pixels, the area for cells, the point of the matrix at its top left, and the labels' size."""

    side: float
    area: QRectF
    corner: QPointF
    pixels: int

    def x(self, column: int) -> float:
        """The middle of a column."""
        return self.area.left() - self.corner.x() + (column + 0.5) * self.side

    def y(self, row: int) -> float:
        """The middle of a row."""
        return self.area.top() - self.corner.y() + (row + 0.5) * self.side

    def cell_at(self, point: QPointF) -> tuple[int, int]:
        """Row and column under a point of the area, whether or not the matrix has them; (-1, -1) beside it."""
        if not self.area.contains(point):
            return -1, -1
        row = int((point.y() - self.area.top() + self.corner.y()) // self.side)
        return row, int((point.x() - self.area.left() + self.corner.x()) // self.side)


@cache
def label_font(pixels: int, *, bold: bool) -> QFont:
    """The font of labels; that under the cursor is bold."""
    font = cell_font(pixels)
    font.setBold(bold)
    return font


def labelled(count: int, lit: int, cell: float) -> list[int]:
    """Which of ``count`` tokens have labels at a side of cells: the lit one (-1 for none), and as many as have room."""
    every = max(1, math.ceil(LABEL_FROM / cell))
    places = [place for place in range(0, count, every) if lit < 0 or abs(place - lit) * cell >= LABEL_FROM]
    return places if lit < 0 else [*places, lit]


class Labels:
    """The tokens of a matrix's rows and columns."""

    def __init__(self) -> None:
        self.rows: Sequence[str] = ()
        self.columns: Sequence[str] = ()
        self._rooms: dict[int, float] = {}  # by the size of labels

    def take(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        """Have these from now on."""
        if rows is not self.rows or columns is not self.columns:
            self._rooms.clear()
        self.rows, self.columns = rows, columns

    def room(self, pixels: int) -> float:
        """Room for labels in a font of so many pixels: the longest token in bold, at most 14 characters."""
        if pixels not in self._rooms:
            metrics = QFontMetricsF(label_font(pixels, bold=True))
            longest = max((metrics.horizontalAdvance(token) for token in {*self.rows, *self.columns}), default=0.0)
            self._rooms[pixels] = math.ceil(min(longest, metrics.averageCharWidth() * 14)) + 1.0
        return self._rooms[pixels]

    def paint(
        self, painter: QPainter, placed: Placement, shown: Shown, cursor: tuple[int, int], colours: Colours
    ) -> None:
        """Every token from nine pixels a cell on, else every n-th; the ones under the cursor always, in bold."""
        area, (row, column) = placed.area, cursor
        num_rows, num_columns = shown.values.shape
        for place in labelled(num_rows, row, placed.side):
            if area.top() <= (y := placed.y(place)) <= area.bottom():
                cut = self._begin(painter, placed.pixels, self.rows[shown.rows[place]], place == row, colours)
                self._write_beside(painter, cut, QPointF(area.left() - 4, y), self.room(placed.pixels))
        for place in labelled(num_columns, column, placed.side):
            if area.left() <= (x := placed.x(place)) <= area.right():
                cut = self._begin(painter, placed.pixels, self.columns[shown.columns[place]], place == column, colours)
                self._write_above(painter, cut, QPointF(x, area.top() - 4), self.room(placed.pixels))

    def _begin(self, painter: QPainter, pixels: int, token: str, lit: bool, colours: Colours) -> str:
        """Take up font and colour of a token; returns what of it has room."""
        font = label_font(pixels, bold=lit)
        painter.setFont(font)
        painter.setPen(QColor(colours.accent if lit else colours.text))
        return QFontMetricsF(font).elidedText(token, Qt.TextElideMode.ElideRight, self.room(pixels))

    @staticmethod
    def _write_beside(painter: QPainter, token: str, end: QPointF, room: float) -> None:
        box = QRectF(end.x() - room, end.y() - 10, room, 20)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, token)

    @staticmethod
    def _write_above(painter: QPainter, token: str, end: QPointF, room: float) -> None:
        """A single character stands upright, longer ones are turned."""
        if len(token) == 1:
            box = QRectF(end.x() - 10, end.y() - 20, 20, 20)
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, token)
            return
        painter.save()
        painter.translate(end)
        painter.rotate(-90)
        box = QRectF(0, -10, room, 20)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, token)
        painter.restore()
