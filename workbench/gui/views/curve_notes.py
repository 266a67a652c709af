"""The grid, levels and events of a plot: events are small signs along the bottom, labelled at the top where room is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from workbench.gui.views.curve_data import Flag, FlagKind
from workbench.gui.views.curve_flags import draw_flag
from workbench.gui.views.curve_lines import Scale
from workbench.gui.views.curve_traces import InPixels, pen_of

GAP = 4.0
FLAG_ROWS = 3  #: along the top
REACH = 7.0  #: pixels from the middle of a sign within which the mouse meets it


@dataclass(frozen=True)
class Note:
    """An event: where it stands on the x axis, its short ``text``, its sign's kind, and all that is to say of it.

    One without ``text`` has a sign only, without line and label.
    """

    at: float
    text: str
    kind: FlagKind = FlagKind.SAVED
    details: str = ""


def note_of(flag: Flag, scale: Scale) -> Note:
    """An event at its place across; that something was saved has no words at its line, only under the mouse."""
    words = "" if flag.kind is FlagKind.SAVED else flag.text
    return Note(scale.across(flag.along(scale.axis)), words, flag.kind, flag.details or flag.text)


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

    The axes' own are translucent, lie over the curves, and are blended pixel by pixel.
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
    """Draws levels across, each in a line style of its own that the legend names, and events as dotted lines upright
    with a sign at the bottom.

    A label without room is left out; of signs of one kind at one pixel one is drawn.
    """

    def __init__(self) -> None:
        super().__init__()
        self.levels: Sequence[float] = ()
        self.events: Sequence[Note] = ()
        self._font = QFont()
        self._text, self._line, self._ground = QColor(), QColor(), QColor()
        self._signs: Mapping[FlagKind, QColor] = {}

    def show_notes(self, levels: Sequence[float], flags: Sequence[Note]) -> None:
        """Show these in place of the ones before; levels belong to what the y axis covers, flags don't."""
        self.levels, self.events = levels, flags
        self.prepareGeometryChange()
        self.informViewBoundsChanged()
        self.update()

    def dress(
        self, font: QFont, text: QColor, line: QColor, ground: QColor, signs: Mapping[FlagKind, QColor] | None = None
    ) -> None:
        """Choose font and colours; labels stand on the ground, so that lines don't run through words."""
        self._font, self._text, self._line, self._ground = font, text, line, ground
        self._signs = signs or {}
        self.update()

    def dataBounds(
        self, axis: int, frac: float = 1.0, orthoRange: Sequence[float] | None = None
    ) -> tuple[float, float] | None:
        """The heights of levels."""
        return (min(self.levels), max(self.levels)) if axis == 1 and self.levels else None

    def _seen(self) -> list[tuple[float, Note]]:
        """The events in view with their pixels."""
        to_pixels, width = self.to_pixels(), self.getViewBox().width()
        placed = [(note.at * to_pixels.m11() + to_pixels.dx(), note) for note in self.events]
        return [(at, note) for at, note in placed if 0 <= at <= width]

    def arranged(self) -> list[tuple[float, str, QRectF | None]]:
        """What of the labelled events is in view: pixel of the line, text, place of the label."""
        area = QRectF(QPointF(0, 0), self.getViewBox().size())
        flags = [(at, f"⚑ {note.text}") for at, note in self._seen() if note.text]
        above = place_flags([(at, self._size(text)) for at, text in flags], area)
        return [(*flag, box) for flag, box in zip(flags, above, strict=True)]

    def near(self, x: float, y: float) -> list[Note]:
        """The events whose sign or label is at a pixel of the view."""
        seen = self._seen()
        if y >= self.getViewBox().height() - 2 * REACH:
            return [note for at, note in seen if abs(at - x) <= REACH]
        labelled = [note for _, note in seen if note.text]
        boxes = [box for _, _, box in self.arranged()]
        return [note for note, box in zip(labelled, boxes, strict=True) if box and box.contains(x, y)]

    def _size(self, text: str) -> QSizeF:
        metrics = QFontMetricsF(self._font)
        return QSizeF(metrics.horizontalAdvance(text) + 2, metrics.height())

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw in pixels of the view: lines, then signs and labels."""
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
        for kind, x in dict.fromkeys((note.kind, round(at)) for at, note in self._seen()):
            draw_flag(painter, kind, QPointF(x, size.height() - REACH), self._signs.get(kind, self._text))
        painter.setFont(self._font)
        painter.setPen(self._text)
        for _, text, box in flags:
            if box:
                painter.fillRect(box, self._ground)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
