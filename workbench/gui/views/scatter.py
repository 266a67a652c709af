"""Named points of a plane."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from workbench.gui.fonts import cell_font, scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, Colours, categorical, colours_of
from workbench.gui.views.painted import PaintedView

DOT, REACH, NAME = 3.5, 16.0, 12
NEAREST_ZOOM = 64.0


class ScatterView(PaintedView):
    """Points with as many names as have room; the nearest to the cursor is lit."""

    FILE_NAME = "projection"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._points = np.zeros((0, 2))
        self._names: Sequence[str] = ()
        self._mode = ""
        self._lit = -1
        self._zoom, self._centre = 1.0, QPointF(0, 0)
        self._grab: QPointF | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Points of a plane"))

    def show_points(self, points: NDArray[np.floating], names: Sequence[str], mode: str) -> None:
        """Show points [n, 2] with their names, and how they came about."""
        self._points, self._names, self._mode = np.asarray(points, np.float64), names, mode
        self._lit = -1
        self.fit()

    @property
    def names(self) -> Sequence[str]:
        """What the points are."""
        return self._names

    def fit(self) -> None:
        """Show all points."""
        self._zoom, self._centre = 1.0, QPointF(0, 0)
        self.update()

    # Geometry

    def place(self, number: int) -> QPointF:
        """Where a point is drawn; both axes have one scale."""
        area = QRectF(self.rect()).adjusted(4 * GRID, 2 * GRID, -8 * GRID, -5 * GRID)
        low, high = self._points.min(axis=0), self._points.max(axis=0)
        size = float((high - low).max()) or 1.0
        scale = self._zoom * min(area.width(), area.height()) / size
        across, up = (self._points[number] - (low + high) / 2) * scale
        return area.center() + QPointF(across, -up) - self._centre

    def _nearest(self, cursor: QPointF) -> int:
        if not len(self._points):
            return -1
        places = [self.place(number) - cursor for number in range(len(self._points))]
        far = [place.x() ** 2 + place.y() ** 2 for place in places]
        nearest = int(np.argmin(far))
        return nearest if far[nearest] <= REACH**2 else -1

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Points, names, a caption."""
        painter = QPainter(self)
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        if not len(self._points):
            return
        colours = colours_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(categorical(colours, 0)))
        places = [self.place(number) for number in range(len(self._points))]
        for place in places:
            painter.drawEllipse(place, DOT, DOT)
        self._paint_names(painter, places, colours)
        painter.setFont(scaled(self.font(), 0.9))
        painter.setPen(QColor(colours.muted))
        box = QRectF(GRID, self.height() - 3 * GRID, self.width() - 2 * GRID, 3 * GRID)
        words = QFontMetricsF(painter.font()).elidedText(self.caption(), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_names(self, painter: QPainter, places: Sequence[QPointF], colours: Colours) -> None:
        """The lit one first, then each that covers none before it."""
        font = cell_font(NAME)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        taken: list[QRectF] = []
        order = ([self._lit] if self._lit >= 0 else []) + [at for at in range(len(places)) if at != self._lit]
        for number in order:
            name = metrics.elidedText(self._names[number], Qt.TextElideMode.ElideRight, 20.0 * GRID)
            corner = places[number] + QPointF(DOT + 2, -metrics.height() / 2)
            box = QRectF(corner.x(), corner.y(), metrics.horizontalAdvance(name) + 2, metrics.height())
            if any(box.intersects(other) for other in taken):
                continue
            taken.append(box)
            painter.setPen(QColor(colours.accent if number == self._lit else colours.text))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
        if self._lit >= 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent))
            painter.drawEllipse(places[self._lit], DOT + 2, DOT + 2)

    def caption(self) -> str:
        """The point under the cursor in words, else how the points came about."""
        if self._lit < 0:
            return self._mode
        first, second = self._points[self._lit]
        return f"{self._names[self._lit]}: {first:.3g}, {second:.3g}"

    # Mouse and keys

    def _light(self, number: int) -> None:
        if number != self._lit:
            self._lit = number
            self.setAccessibleDescription(self.caption())
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light a point; with the button held, move all."""
        if self._grab is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._centre -= event.position() - self._grab
            self._grab = event.position()
            self.update()
        else:
            self._light(self._nearest(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a move."""
        self._grab = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The move ends."""
        self._grab = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """All points again."""
        self.fit()

    def leaveEvent(self, event: QEvent) -> None:
        """No point is lit."""
        self._light(-1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the cursor."""
        self._zoom_by(1.25 ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def _zoom_by(self, by: float, around: QPointF) -> None:
        before = self._zoom
        self._zoom = min(max(before * by, 1.0), NEAREST_ZOOM)
        middle = QRectF(self.rect()).adjusted(4 * GRID, 2 * GRID, -8 * GRID, -5 * GRID).center()
        aside = around - middle
        self._centre = (self._centre + aside) * (self._zoom / before) - aside
        if self._zoom == 1.0:
            self._centre = QPointF(0, 0)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from point to point, + and - zoom, 0 shows all."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        if key in steps and len(self._points):
            self._light(min(max(self._lit + steps[key], 0), len(self._points) - 1))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            around = QPointF(self.rect().center()) if self._lit < 0 else self.place(self._lit)
            self._zoom_by(0.8 if key is Qt.Key.Key_Minus else 1.25, around)
        elif key is Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Square."""
        return QSize(480, 400)

    # Export

    def _add_actions(self, menu: QMenu) -> None:
        menu.addAction(tr("Show everything"), self.fit)

    def as_csv(self) -> str:
        """A line a point; how they came about stands in the first cell."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([self._mode, "x", "y"])
        for name, (first, second) in zip(self._names, self._points.tolist(), strict=True):
            writer.writerow([name, f"{first:.6g}", f"{second:.6g}"])
        return out.getvalue()

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """``points`` [n, 2], their ``names``, and the mode of the ``view``."""
        return {"points": self._points, "names": np.array(self._names, str), "view": np.array(self._mode)}
