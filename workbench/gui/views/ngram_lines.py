"""N-grams from checkpoint to checkpoint as lines, at one layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from workbench.gui.figures import grouped
from workbench.gui.fonts import cell_font, scaled
from workbench.gui.i18n import render, tr, translate
from workbench.gui.theme import GRID, NUM_COLOURS, Colours, categorical, colours_of
from workbench.gui.views.painted import PaintedView
from workbench.inspection.ngram_picture import ColourScale, NgramPicture
from workbench.inspection.ngram_svg import SIGNS

MOST_LINES = 2 * NUM_COLOURS
_LEFT, _TOP, _BOTTOM = 7.0 * GRID, 2.0 * GRID, 6.0 * GRID
_TICKS, _NAME = 4, 13
_STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)


class NgramLines(PaintedView):
    """``column_chosen`` carries the number of a checkpoint, ``described`` what is under the cursor in words."""

    FILE_NAME = "ngrams-lines"

    column_chosen = Signal(int)
    described = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture_shown: NgramPicture | None = None
        self._column = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("N-grams by checkpoint"))

    def show_picture(self, picture: NgramPicture) -> None:
        """Show the kept n-grams of a picture whose columns are checkpoints, :data:`MOST_LINES` at most."""
        self.picture_shown = picture
        self._column = min(self._column, len(picture.names) - 1)
        self._tell()
        self.update()

    def places(self) -> list[int]:
        """Places of the candidates that have a line."""
        picture = self.picture_shown
        return [] if picture is None else [at for at in picture.rows if picture.candidates[at].kept][:MOST_LINES]

    # Geometry

    def area(self) -> QRectF:
        """Where the values are drawn."""
        metrics, picture = QFontMetricsF(cell_font(_NAME)), self.picture_shown
        names = [] if picture is None else [self._name(picture, place) for place in self.places()]
        right = max((metrics.horizontalAdvance(name) for name in names), default=0.0) + 4 * GRID
        return QRectF(_LEFT, _TOP, max(1.0, self.width() - _LEFT - right), max(1.0, self.height() - _TOP - _BOTTOM))

    def point(self, place: int, column: int) -> QPointF:
        """Where a value is drawn."""
        picture, area = self.picture_shown, self.area()
        assert picture is not None
        low, high = self.bounds()
        up = (float(picture.values[place, column]) - low) / (high - low)
        return QPointF(self._x(column, area), area.bottom() - up * area.height())

    def _x(self, column: int, area: QRectF) -> float:
        assert self.picture_shown is not None
        steps = self.picture_shown.read.steps
        wide = steps[-1] - steps[0]
        return area.left() + (0.04 + 0.92 * (0.5 if wide == 0 else (steps[column] - steps[0]) / wide)) * area.width()

    def bounds(self) -> tuple[float, float]:
        """The values at the ends of the axis: from 0, or from the least where the colours begin there."""
        picture = self.picture_shown
        shown = np.zeros(0) if picture is None else picture.values[self.places()]
        finite = shown[np.isfinite(shown)]
        if picture is None or not finite.size:
            return 0.0, 1.0
        high = float(finite.max())
        low = float(finite.min()) if picture.wanted.scale is ColourScale.RANGE else 0.0
        room = 0.08 * (high - low)
        low = low - room if low else 0.0
        return low, high + room if high > low else low + 1.0

    def _column_at(self, x: float) -> int:
        picture, area = self.picture_shown, self.area()
        if picture is None or not area.left() <= x <= area.right():
            return -1
        return min(range(len(picture.names)), key=lambda column: abs(self._x(column, area) - x))

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Axes, lines, their names."""
        painter = QPainter(self)
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        picture, colours, area = self.picture_shown, colours_of(self.palette()), self.area()
        painter.fillRect(QRectF(self.rect()), QColor(colours.base))
        places = self.places()
        if picture is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axes(painter, picture, area, colours)
        ends = self._name_places(places, area)
        for number, place in enumerate(places):
            colour = QColor(categorical(colours, number))
            points = [self.point(place, column) for column in range(len(picture.names))]
            finite = [point for point in points if np.isfinite(point.y())]
            painter.setPen(QPen(colour, 2, _STYLES[number // NUM_COLOURS % len(_STYLES)]))
            painter.drawPolyline(finite)
            painter.setPen(QPen(colour, 1.5))
            contest = picture.read.groups[place] in picture.read.contested
            for column, point in enumerate(points):
                if np.isfinite(point.y()):
                    wins = contest and bool(picture.won[place, column]) and picture.is_clear(place, column)
                    painter.setBrush(colour if wins else QColor(colours.base))
                    painter.drawEllipse(point, 4.5, 4.5)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            self._paint_name(painter, picture, place, QPointF(area.right() + GRID, ends[place]), colour, colours)

    def _paint_axes(self, painter: QPainter, picture: NgramPicture, area: QRectF, colours: Colours) -> None:
        painter.setFont(scaled(self.font(), 0.85))
        metrics = QFontMetricsF(painter.font())
        low, high = self.bounds()
        for tick in range(_TICKS + 1):
            y = area.bottom() - tick / _TICKS * area.height()
            painter.setPen(QPen(QColor(colours.border), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(colours.muted))
            box = QRectF(0, y - GRID, _LEFT - GRID / 2, 2 * GRID)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, flags, f"{low + tick / _TICKS * (high - low):.3g}")
        chosen = self._x(picture.current, area)
        painter.setPen(QPen(QColor(colours.accent), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(chosen, area.top()), QPointF(chosen, area.bottom()))
        last = -1e9
        for column, step in enumerate(picture.read.steps):
            x, name = self._x(column, area), grouped(step)
            wide = metrics.horizontalAdvance(name) + GRID
            if x - last < wide:
                continue
            last = x
            painter.setPen(QColor(colours.accent if column == picture.current else colours.muted))
            box = QRectF(x - wide, area.bottom() + 2, 2 * wide, 2 * GRID)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
        painter.setPen(QColor(colours.muted))
        below = QRectF(area.left(), area.bottom() + 2 * GRID, area.width(), 3 * GRID)
        painter.drawText(
            below, Qt.AlignmentFlag.AlignCenter, tr("step; a filled dot wins its checkpoint by 1 % or more")
        )

    def _name_places(self, places: list[int], area: QRectF) -> dict[int, float]:
        """The heights of names: at the ends of their lines, moved apart where they would cover each other."""
        picture = self.picture_shown
        assert picture is not None
        line = QFontMetricsF(cell_font(_NAME)).height()
        wanted = {place: self.point(place, len(picture.names) - 1).y() for place in places}
        ranked = sorted(places, key=lambda place: wanted[place] if np.isfinite(wanted[place]) else area.bottom())
        found: dict[int, float] = {}
        y = area.top()
        for number, place in enumerate(ranked):
            latest = area.bottom() - (len(ranked) - 1 - number) * line
            at = wanted[place] if np.isfinite(wanted[place]) else area.bottom()
            found[place] = y = max(min(at, latest), y)
            y += line
        return found

    def _paint_name(
        self, painter: QPainter, picture: NgramPicture, place: int, at: QPointF, colour: QColor, colours: Colours
    ) -> None:
        painter.fillRect(QRectF(at.x(), at.y() - 2, 2 * GRID, 4), colour)
        painter.setFont(cell_font(_NAME))
        painter.setPen(QColor(colours.text))
        box = QRectF(at.x() + 2.5 * GRID, at.y() - 10, 400, 20)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, flags, self._name(picture, place))

    # Words, mouse and keys

    def _name(self, picture: NgramPicture, place: int) -> str:
        """An n-gram with its sign, and with its first token where others have the same text."""
        one, expected = picture.candidates[place], picture.read.expected[place]
        same = sum(picture.candidates[at].text == one.text for at in self.places()) > 1
        sign = "" if expected is None else f" {SIGNS[expected]}"
        return f"{one.text}{f' ({one.start})' if same else ''}{sign}"

    def caption(self) -> str:
        """The values of the checkpoint under the cursor, else what is shown."""
        picture = self.picture_shown
        if picture is None:
            return ""
        if self._column < 0:
            return render(picture.caption())
        told = (f"{picture.candidates[at].text} {float(picture.values[at, self._column]):.4f}" for at in self.places())
        return tr("{column}: {value}", column=render(picture.column_words(self._column)), value="  ".join(told))

    def _tell(self) -> None:
        words = self.caption()
        self.setAccessibleDescription(words)
        self.described.emit(words)

    def _point(self, column: int) -> None:
        if column != self._column:
            self._column = column
            self._tell()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell the values of the nearest checkpoint."""
        self._point(self._column_at(event.position().x()))

    def leaveEvent(self, event: QEvent) -> None:
        """No checkpoint is pointed at."""
        self._point(-1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the nearest checkpoint."""
        column = self._column_at(event.position().x())
        if event.button() is Qt.MouseButton.LeftButton and column >= 0:
            self.column_chosen.emit(column)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go from checkpoint to checkpoint."""
        moves = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        picture, key = self.picture_shown, Qt.Key(event.key())
        if picture is not None and key in moves:
            self.column_chosen.emit(min(max(picture.current + moves[key], 0), len(picture.names) - 1))
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Broad."""
        return QSize(90 * GRID, 36 * GRID)

    # Export

    def as_csv(self) -> str:
        """A line an n-gram."""
        return "" if self.picture_shown is None else self.picture_shown.as_csv(translate)

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Values, n-grams, checkpoints and winners."""
        return {} if self.picture_shown is None else self.picture_shown.arrays(translate)
