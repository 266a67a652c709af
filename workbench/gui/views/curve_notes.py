"""The grid, levels and events of a plot; labels of events find places where nothing else is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from workbench.gui.views.curve_traces import InPixels, pen_of

GAP = 4.0
FLAG_ROWS = 3  #: along the top


@dataclass(frozen=True)
class Note:
    """A label and where its line stands on the x axis."""

    at: float
    text: str


def level_style(number: int) -> int:
    """The line style of level ``number``: never the solid one, which is a curve's."""
    return 1 + number


def first_free(places: Iterable[QRectF], taken: Sequence[QRectF], area: QRectF) -> QRectF | None:
    """The first place within the area that meets nothing taken; None where there is none."""
    for place in places:
        roomy = place.adjusted(-GAP, 0, GAP, 0)
        if area.contains(place) and not any(roomy.intersects(other) for other in taken):
            return place
    return None


def place_flags(flags: Sequence[tuple[float, QSizeF]], area: QRectF) -> list[QRectF | None]:
    """Places of labels of flags (place, size): right of the line or left of it, in the first row that has room."""
    placed: list[QRectF | None] = []
    for place, size in flags:
        tops = [area.top() + row * size.height() for row in range(FLAG_ROWS)]
        lefts = (place + GAP, place - GAP - size.width())
        places = (QRectF(QPointF(left, top), size) for top in tops for left in lefts)
        placed.append(first_free(places, [box for box in placed if box], area))
    return placed


class Grid(InPixels):
    """Lines at the ticks of two axes, behind all else.

    The axes' own are translucent and lie over the curves, and take as long to draw as twenty of these.
    """

    def __init__(self, bottom: pg.AxisItem, left: pg.AxisItem) -> None:
        super().__init__()
        self._axes = (bottom, left)
        self._pens: Sequence[QPen] = ()
        self.setZValue(-1)

    def dress(self, colours: Sequence[QColor]) -> None:
        """Choose the opaque colours of lines at the widest ticks, at finer ones, and so on; no more are drawn."""
        self._pens = [QPen(colour, 1) for colour in colours]
        self.update()

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw in pixels of the view, the finest lines first."""
        to_pixels = self.to_pixels()
        painter.setTransform(to_pixels.inverted()[0], combine=True)
        width, height = self.getViewBox().width(), self.getViewBox().height()
        bottom, left = (
            axis.tickValues(*axis.range, size) for axis, size in zip(self._axes, (width, height), strict=True)
        )
        for level in reversed(range(len(self._pens))):
            painter.setPen(self._pens[level])
            for value in bottom[level][1] if level < len(bottom) else ():
                x = round(value * to_pixels.m11() + to_pixels.dx())
                painter.drawLine(QPointF(x, 0), QPointF(x, height))
            for value in left[level][1] if level < len(left) else ():
                y = round(value * to_pixels.m22() + to_pixels.dy())
                painter.drawLine(QPointF(0, y), QPointF(width, y))


class Notes(InPixels):
    """Draws levels across, each in a line style of its own that the legend names, and flags as dotted lines upright.

    A flag's label without room is left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self.levels: Sequence[float] = ()
        self.flags: Sequence[Note] = ()
        self._font = QFont()
        self._text, self._line, self._ground = QColor(), QColor(), QColor()

    def show_notes(self, levels: Sequence[float], flags: Sequence[Note]) -> None:
        """Show these in place of the ones before; levels belong to what the y axis covers, flags don't."""
        self.levels, self.flags = levels, flags
        self.prepareGeometryChange()
        self.informViewBoundsChanged()
        self.update()

    def dress(self, font: QFont, text: QColor, line: QColor, ground: QColor) -> None:
        """Choose font and colours; labels stand on the ground, so that lines don't run through words."""
        self._font, self._text, self._line, self._ground = font, text, line, ground
        self.update()

    def dataBounds(
        self, axis: int, frac: float = 1.0, orthoRange: Sequence[float] | None = None
    ) -> tuple[float, float] | None:
        """The heights of levels."""
        return (min(self.levels), max(self.levels)) if axis == 1 and self.levels else None

    def arranged(self) -> list[tuple[float, str, QRectF | None]]:
        """What of the flags is in view: pixel of the line, text, place of the label."""
        to_pixels, area = self.to_pixels(), QRectF(QPointF(0, 0), self.getViewBox().size())
        flags = [(note.at * to_pixels.m11() + to_pixels.dx(), f"⚑ {note.text}") for note in self.flags]
        flags = [flag for flag in flags if area.left() <= flag[0] <= area.right()]
        above = place_flags([(at, self._size(text)) for at, text in flags], area)
        return [(*flag, box) for flag, box in zip(flags, above, strict=True)]

    def _size(self, text: str) -> QSizeF:
        metrics = QFontMetricsF(self._font)
        return QSizeF(metrics.horizontalAdvance(text) + 2, metrics.height())

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw in pixels of the view: lines, then labels."""
        to_pixels = self.to_pixels()
        painter.setTransform(to_pixels.inverted()[0], combine=True)
        size, flags = self.getViewBox().size(), self.arranged()
        for number, level in enumerate(self.levels):
            painter.setPen(pen_of(self._text, level_style(number)))
            y = round(level * to_pixels.m22() + to_pixels.dy())
            painter.drawLine(QPointF(0, y), QPointF(size.width(), y))
        painter.setPen(QPen(self._line, 1, Qt.PenStyle.DotLine))
        for x, _, _ in flags:
            painter.drawLine(QPointF(x, 0), QPointF(x, size.height()))
        painter.setFont(self._font)
        painter.setPen(self._text)
        for _, text, box in flags:
            if box:
                painter.fillRect(box, self._ground)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
