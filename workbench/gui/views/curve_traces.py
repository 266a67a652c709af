"""Lines of any length in the time that their pixels take: a column of pixels from its least to its greatest value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget
from shiboken6 import wrapInstance

Values = NDArray[np.float64]
Places = NDArray[np.int64]
BRANCH = 4  #: blocks of a level in one of the next
#: Line styles in pixels that are drawn and left out by turns: with seven colours enough for 20 runs of two lines each.
LINES: tuple[tuple[int, ...], ...] = ((), (8, 4), (2, 3), (8, 3, 2, 3), (14, 4), (8, 3, 2, 3, 2, 3))
_STRIPES = tuple(np.repeat(np.arange(len(runs)) % 2 == 0, runs) for runs in ((1,), *LINES[1:]))
LONE_ROOM = 0.1  #: of its x at either side of a point that is the only one, and 1 at least
_THICK_UP_TO = 300  #: points; a wide pen makes an outline of each piece, which longer lines have too many of


@dataclass(frozen=True)
class Columns:
    """Least and greatest values ``low`` and ``high`` [c] of the points ``first`` to ``last`` [c] (last excluded).

    ``place`` [c] numbers the columns that hold points; NaN where none of its points has a value.
    """

    place: Places
    first: Places
    last: Places
    low: Values
    high: Values


class Ladder:
    """A line y [n] over ascending x [n] with the extremes of its blocks of 4, 16, 64 … points; NaN is a gap."""

    def __init__(self, x: Values, y: Values) -> None:
        self.x, self.y = x, y
        self.whole = bool(np.isfinite(y).all())
        self._levels = [(x, y, y)]
        while len(self._levels[-1][0]) > BRANCH:
            places, low, high = self._levels[-1]
            self._levels.append((np.ascontiguousarray(places[::BRANCH]), _fold(np.fmin, low), _fold(np.fmax, high)))

    def bounds(self, axis: int) -> tuple[float, float] | None:
        """Least and greatest x (axis 0) or y (axis 1); None where there is none."""
        if len(self.x) == 0:
            return None
        places, low, high = self._levels[-1]
        least = float(places[0] if axis == 0 else np.fmin.reduce(low))
        most = float(self.x[-1] if axis == 0 else np.fmax.reduce(high))
        return (least, most) if np.isfinite(least) and np.isfinite(most) else None

    def stretch(self, left: float, right: float) -> tuple[int, int]:
        """The first and one past the last point of what is seen between two x values, one more at either side."""
        first = int(np.searchsorted(self.x, left)) - 1
        last = int(np.searchsorted(self.x, right, side="right")) + 1
        return max(first, 0), min(last, len(self.x))

    def columns(self, edges: Values) -> Columns:
        """The extremes between neighbouring ones of ascending x values [c + 1], whole blocks of points to a column.

        A column has two blocks at least, so that none reaches far into the next: where points lie thinner, as at the
        left of a logarithmic axis, blocks are smaller. Blocks next to the first and the last column count as columns
        of their own.
        """
        count = len(self.x)
        points = np.searchsorted(self.x, edges)
        level = self._levels_of(np.diff(points))
        level = np.concatenate([level[:1], level, level[-1:]])
        size = BRANCH ** level[1:]
        starts = -(-points // size) * size
        before, after = max(starts[0] - size[0], 0), starts[-1] + size[-1]
        starts = np.concatenate([[before], starts, [after]])
        ends = np.minimum(starts[1:], count)
        full = ends > starts[:-1]
        low, high = np.empty(len(level)), np.empty(len(level))
        for one in np.unique(level[full]):
            chosen = np.flatnonzero(full & (level == one))
            blocks, last = starts[chosen] // BRANCH**one, -(-ends[chosen[-1]] // BRANCH**one)
            _, lows, highs = self._levels[one]
            low[chosen] = np.fmin.reduceat(lows[:last], blocks)
            high[chosen] = np.fmax.reduceat(highs[:last], blocks)
        return Columns(np.flatnonzero(full) - 1, starts[:-1][full], ends[full], low[full], high[full])

    def _levels_of(self, counts: Places) -> Places:
        """The level [c] of the blocks of columns with so many points [c], never finer than that of columns before, as
        whole blocks of one level begin and end at the border of the next."""
        full = np.flatnonzero(counts)
        if len(full) > 1:
            counts[full[-1]] = max(counts[full[-2:]])  # the line may end within it
        least = np.minimum.accumulate(np.where(counts > 0, counts, len(self.x))[::-1])[::-1]
        return np.searchsorted(2 * BRANCH ** np.arange(1, len(self._levels)), least, side="right")


def _fold(extreme: np.ufunc, values: Values) -> Values:
    """The extremes of blocks of four [n / 4, rounded up]."""
    whole = len(values) // BRANCH * BRANCH
    a, b, c, d = (values[offset:whole:BRANCH] for offset in range(BRANCH))
    folded: Values = extreme(extreme(a, b), extreme(c, d))
    return np.append(folded, extreme.reduce(values[whole:])) if whole < len(values) else folded


class InPixels(pg.GraphicsObject):  # type: ignore[misc]
    """An item of a plot that fills the view, is painted in its pixels, and which the mouse does not meet."""

    def to_pixels(self) -> QTransform:
        """From the coordinates of the data to pixels from the view's upper left."""
        transform: QTransform = self.itemTransform(self.getViewBox())[0]
        return transform

    def dataBounds(
        self, axis: int, frac: float = 1.0, orthoRange: Sequence[float] | None = None
    ) -> tuple[float, float] | None:
        """What the ranges of the axes are to cover; None for nothing."""
        return None

    def boundingRect(self) -> QRectF:
        """All that is in view."""
        return QRectF(self.viewRect())

    def shape(self) -> QPainterPath:
        """Nothing that the mouse could meet."""
        return QPainterPath()

    def viewTransformChanged(self) -> None:
        """Another range: all is painted anew."""
        super().viewTransformChanged()
        self.prepareGeometryChange()


@dataclass
class Trace:
    """A line and how it is drawn; ``step`` is the width of its columns in pixels, ``line`` numbers its style.

    A ``thick`` one is two pixels wide where it has few points.
    """

    ladder: Ladder
    colour: QColor
    line: int = 0
    step: int = 1
    thick: bool = False


class Traces(InPixels):
    """Draws traces, the first at the very back: few points as a line through them, many as columns of pixels.

    Colours are opaque: Qt fills boxes of those at once, and blends translucent ones pixel by pixel.
    """

    def __init__(self) -> None:
        super().__init__()
        self._traces: Sequence[Trace] = ()
        self.reach: tuple[float, float] | None = None  #: places along x to cover too, where there are traces
        self.least_height = 0.0  #: of what is covered along y

    def show_traces(self, traces: Sequence[Trace]) -> None:
        """Draw these in place of the ones before."""
        self._traces = traces
        self.prepareGeometryChange()
        self.informViewBoundsChanged()
        self.update()

    @property
    def traces(self) -> Sequence[Trace]:
        """What is drawn."""
        return self._traces

    def dataBounds(
        self, axis: int, frac: float = 1.0, orthoRange: Sequence[float] | None = None
    ) -> tuple[float, float] | None:
        """Least and greatest value of all along an axis; None where there is none. Points at one x have some room, as
        have values that hardly differ where that means nothing."""
        found = [bounds for trace in self._traces if (bounds := trace.ladder.bounds(axis))]
        if not found:
            return None
        if axis == 0 and self.reach is not None:
            found.append(self.reach)
        low, high = min(low for low, _ in found), max(high for _, high in found)
        if axis == 0 and low == high:
            room = max(1.0, LONE_ROOM * abs(low))
            return low - room, high + room
        room = max(0.0, self.least_height - (high - low)) / 2 if axis == 1 else 0.0
        return low - room, high + room

    def edges(self, step: int) -> Values:
        """The x values [c + 1] at the borders of columns ``step`` pixels wide over the whole width."""
        to_pixels = self.to_pixels()
        borders = np.arange(0, self.getViewBox().width() + step, step)
        return np.asarray((borders - to_pixels.dx()) / to_pixels.m11(), dtype=np.float64)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw in pixels of the view, where columns stand upright and one pixel is one pixel."""
        to_pixels = self.to_pixels()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setTransform(to_pixels.inverted()[0], combine=True)
        width, height = self.getViewBox().width(), self.getViewBox().height()
        borders = {step: self.edges(step) for step in {trace.step for trace in self._traces}}
        for number, trace in enumerate(self._traces):
            edges = borders[trace.step]
            first, last = trace.ladder.stretch(edges[0], edges[-1])
            if last - first <= max(len(edges), width / 2):
                _draw_points(painter, trace, slice(first, last), to_pixels)
            else:
                columns = trace.ladder.columns(edges)
                _draw_columns(painter, trace, columns, to_pixels, height, phase=5 * number)


def pen_of(colour: QColor, line: int, width: int = 1) -> QPen:
    """The pen of a line style, ``width`` pixels wide."""
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashes := LINES[line % len(LINES)]:
        pen.setDashPattern([dash / width for dash in dashes])  # Qt counts in widths of the pen
    return pen


def _draw_points(painter: QPainter, trace: Trace, part: slice, to_pixels: QTransform) -> None:
    x = trace.ladder.x[part] * to_pixels.m11() + to_pixels.dx()
    y = trace.ladder.y[part] * to_pixels.m22() + to_pixels.dy()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen_of(trace.colour, trace.line, 2 if len(x) <= _THICK_UP_TO and trace.thick else 1))
    if trace.ladder.whole:
        painter.drawPath(pg.arrayToQPath(x, y, connect="all", finiteCheck=False))
    else:
        painter.drawPath(pg.arrayToQPath(x, y, connect="finite"))


def _draw_columns(
    painter: QPainter, trace: Trace, columns: Columns, to_pixels: QTransform, height: float, phase: int
) -> None:
    """Draw the extremes; ``phase`` shifts the style's gaps, so that those of many lines don't stand in a row."""
    top, bottom = (
        np.clip(np.floor(values * to_pixels.m22() + to_pixels.dy()), -2, height + 2)
        for values in (columns.high, columns.low)
    )
    left = np.asarray(columns.place * trace.step, dtype=np.float64)
    _draw_links(painter, trace, columns.place, left, (top + bottom) / 2)
    beside = np.flatnonzero(np.diff(columns.place) == 1)  # others are joined by links
    top[beside + 1], bottom[beside + 1] = (
        np.fmin(top[beside + 1], bottom[beside]),
        np.fmax(bottom[beside + 1], top[beside]),
    )
    stripes = _STRIPES[trace.line % len(_STRIPES)]
    shift = phase - round(to_pixels.dx())
    drawn = np.isfinite(columns.low) & stripes[(left + shift).astype(np.int64) % len(stripes)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(trace.colour)
    _draw_boxes(painter, left[drawn], top[drawn], trace.step, bottom[drawn])


def _draw_boxes(painter: QPainter, left: Values, top: Values, width: int, bottom: Values) -> None:
    """Fill boxes of whole pixels, the ``bottom`` row included. Qt fills those of integers without a look at their
    edges; they are handed over as one array, as a list would make an object of each."""
    boxes = np.empty((len(left), 4), dtype=np.int32)  # as a QRect is laid out: left, top, and both ends included
    if not len(boxes):
        return
    boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3] = left, top, left + (width - 1), bottom
    painter.drawRects(cast(QRect, wrapInstance(boxes.ctypes.data, QRect)), len(boxes))


def _draw_links(painter: QPainter, trace: Trace, place: Places, left: Values, middle: Values) -> None:
    """Lines over columns without any points, as after a pause; a value that is missing stays a gap."""
    painter.setPen(pen_of(trace.colour, trace.line))
    for before in np.flatnonzero((np.diff(place) > 1) & np.isfinite(middle[1:]) & np.isfinite(middle[:-1])):
        ends = (left[before], middle[before], left[before + 1], middle[before + 1])
        painter.drawLine(*(round(end) for end in ends))
