"""Named levels and events in a plot, with labels that find places where nothing else is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from workbench.gui.views.curve_traces import InPixels

GAP = 4.0
FLAG_ROWS = 2  #: along the top, and again under what covers the top


@dataclass(frozen=True)
class Note:
    """A label and where its line stands: a height on the y axis, or a place on the x axis."""

    at: float
    text: str


def first_free(places: Iterable[QRectF], taken: Sequence[QRectF], area: QRectF) -> QRectF | None:
    """The first place within the area that meets nothing taken; None where there is none."""
    for place in places:
        roomy = place.adjusted(-GAP, 0, GAP, 0)
        if area.contains(place) and not any(roomy.intersects(other) for other in taken):
            return place
    return None


def place_levels(levels: Sequence[tuple[float, QSizeF]], area: QRectF) -> list[QRectF | None]:
    """Places of labels of levels (height, size): at the left just above the line, else below, else further right."""
    placed: list[QRectF | None] = []
    lines = [across(height, area) for height, _ in levels]
    for height, size in levels:
        boxes = [box for box in placed if box]
        lefts = [area.left() + GAP, *(box.right() + 2 * GAP for box in boxes)]
        tops = (height - size.height() - 1, height + 1)
        places = [QRectF(QPointF(left, top), size) for left in lefts for top in tops]
        placed.append(first_free(places, [*boxes, *lines], area) or first_free(places, boxes, area))
    return placed


def across(height: float, area: QRectF) -> QRectF:
    """What the line of a level covers."""
    return QRectF(area.left(), height - 0.5, area.width(), 1)


def place_flags(
    flags: Sequence[tuple[float, QSizeF]], taken: Sequence[QRectF], under: float, area: QRectF
) -> list[QRectF | None]:
    """Places of labels of flags (place, size): right of the line or left of it, in the first row that has room.

    The rows are along the top, and again from the height ``under`` down.
    """
    placed: list[QRectF | None] = []
    for place, size in flags:
        tops = [start + row * size.height() for start in (area.top(), under) for row in range(FLAG_ROWS)]
        lefts = (place + GAP, place - GAP - size.width())
        places = (QRectF(QPointF(left, top), size) for top in tops for left in lefts)
        placed.append(first_free(places, [*taken, *(box for box in placed if box)], area))
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
    """Draws levels as dashed lines across and flags as dotted lines upright. A label without room is left out."""

    def __init__(self) -> None:
        super().__init__()
        self.levels: Sequence[Note] = ()
        self.flags: Sequence[Note] = ()
        self._covered = QRectF()
        self._font = QFont()
        self._text, self._line, self._ground = QColor(), QColor(), QColor()

    def show_notes(self, levels: Sequence[Note], flags: Sequence[Note]) -> None:
        """Show these in place of the ones before; levels belong to what the y axis covers, flags don't."""
        self.levels, self.flags = levels, flags
        self.prepareGeometryChange()
        self.informViewBoundsChanged()
        self.update()

    def dress(self, font: QFont, text: QColor, line: QColor, ground: QColor) -> None:
        """Choose font and colours; labels stand on the ground, so that lines don't run through words."""
        self._font, self._text, self._line, self._ground = font, text, line, ground
        self.update()

    def cover(self, area: QRectF) -> None:
        """Write nothing where something else stands (in pixels of the view)."""
        if area != self._covered:
            self._covered = area
            self.update()

    def dataBounds(
        self, axis: int, frac: float = 1.0, orthoRange: Sequence[float] | None = None
    ) -> tuple[float, float] | None:
        """The heights of levels."""
        heights = [level.at for level in self.levels] if axis == 1 else []
        return (min(heights), max(heights)) if heights else None

    def arranged(self) -> tuple[list[tuple[float, str, QRectF | None]], list[tuple[float, str, QRectF | None]]]:
        """What of levels and flags is in view: pixel of the line, text, place of the label."""
        to_pixels, area = self.to_pixels(), QRectF(QPointF(0, 0), self.getViewBox().size())
        levels = [(note.at * to_pixels.m22() + to_pixels.dy(), note.text) for note in self.levels]
        levels = [level for level in levels if area.top() <= level[0] <= area.bottom()]
        flags = [(note.at * to_pixels.m11() + to_pixels.dx(), f"⚑ {note.text}") for note in self.flags]
        flags = [flag for flag in flags if area.left() <= flag[0] <= area.right()]
        beside = place_levels([(at, self._size(text)) for at, text in levels], area)
        taken = [self._covered, *(box for box in beside if box), *(across(at, area) for at, _ in levels)]
        above = place_flags([(at, self._size(text)) for at, text in flags], taken, self._covered.bottom() + GAP, area)
        return (
            [(*level, box) for level, box in zip(levels, beside, strict=True)],
            [(*flag, box) for flag, box in zip(flags, above, strict=True)],
        )

    def _size(self, text: str) -> QSizeF:
        metrics = QFontMetricsF(self._font)
        return QSizeF(metrics.horizontalAdvance(text) + 2, metrics.height())

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw in pixels of the view: lines, then labels."""
        painter.setTransform(self.to_pixels().inverted()[0], combine=True)
        size = self.getViewBox().size()
        levels, flags = self.arranged()
        painter.setPen(QPen(self._text, 1, Qt.PenStyle.DashLine))
        for y, _, _ in levels:
            painter.drawLine(QPointF(0, y), QPointF(size.width(), y))
        painter.setPen(QPen(self._line, 1, Qt.PenStyle.DotLine))
        for x, _, _ in flags:
            painter.drawLine(QPointF(x, 0), QPointF(x, size.height()))
        painter.setFont(self._font)
        painter.setPen(self._text)
        for _, text, box in (*levels, *flags):
            if box:
                painter.fillRect(box, self._ground)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
