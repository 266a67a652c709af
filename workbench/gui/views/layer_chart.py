"""One or more numbers a layer as small charts beside each other."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, Colours, categorical, colours_of
from workbench.gui.views.painted import PaintedView

MARGIN_LEFT, MARGIN_TOP, MARGIN_BOTTOM = 7.0 * GRID, 4.0 * GRID, 5.0 * GRID
TICKS = 4


@dataclass(frozen=True)
class LayerSeries:
    """Values [layers] under a translated ``title``; ``name`` stands in files; axes begin at ``low``, and end at
    ``high`` where it is given."""

    name: str
    title: str
    values: NDArray[np.floating]
    low: float = 0.0
    high: float | None = None

    @property
    def top(self) -> float:
        """The upper end of the axis."""
        return self.high if self.high is not None else (float(self.values.max(initial=0.0)) * 1.05 or 1.0)


class LayerCharts(PaintedView):
    """``pointed`` carries the layer under the cursor, counted from 0, -1 for none."""

    FILE_NAME = "layers"

    pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._series: Sequence[LayerSeries] = ()
        self._caption = ""
        self._layer = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Numbers by layer"))

    def show_series(self, series: Sequence[LayerSeries], caption: str) -> None:
        """Show some series of the same length, and what they are."""
        self._series, self._caption = series, caption
        self._layer = -1
        self.update()

    def _count(self) -> int:
        return len(self._series[0].values) if self._series else 0

    # Geometry

    def area(self, chart: int) -> QRectF:
        """Where the values of a chart are drawn."""
        wide = self.width() / max(1, len(self._series))
        return QRectF(
            chart * wide + MARGIN_LEFT, MARGIN_TOP, wide - MARGIN_LEFT - 2 * GRID,
            max(1.0, self.height() - MARGIN_TOP - MARGIN_BOTTOM),
        )  # fmt: skip

    def point(self, chart: int, layer: int) -> QPointF:
        """Where a value is drawn."""
        series, area = self._series[chart], self.area(chart)
        across = (layer + 0.5) / max(1, self._count())
        up = (float(series.values[layer]) - series.low) / (series.top - series.low)
        return QPointF(area.left() + across * area.width(), area.bottom() - up * area.height())

    def _layer_at(self, place: QPointF) -> int:
        for chart in range(len(self._series)):
            area = self.area(chart)
            if area.left() <= place.x() <= area.right():
                return min(int((place.x() - area.left()) / area.width() * self._count()), self._count() - 1)
        return -1

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """All charts, and the values under the cursor in words."""
        painter = QPainter(self)
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        colours = colours_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(len(self._series)):
            self._paint_chart(painter, number, colours)
        painter.setFont(scaled(self.font(), 0.9))
        painter.setPen(QColor(colours.muted))
        box = QRectF(GRID, self.height() - 3 * GRID, self.width() - 2 * GRID, 3 * GRID)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.caption())

    def _paint_chart(self, painter: QPainter, number: int, colours: Colours) -> None:
        series, area = self._series[number], self.area(number)
        painter.setFont(self.font())
        painter.setPen(QColor(colours.text))
        head = QRectF(area.left(), 0, area.width(), MARGIN_TOP)
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, series.title)
        self._paint_axes(painter, series, area, colours)
        points = [self.point(number, layer) for layer in range(self._count())]
        colour = QColor(categorical(colours, number))
        painter.setPen(QPen(colour, 2))
        painter.drawPolyline(points)
        painter.setBrush(colour)
        for layer, point in enumerate(points):
            size = 5.0 if layer == self._layer else 3.0
            painter.drawEllipse(point, size, size)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_axes(self, painter: QPainter, series: LayerSeries, area: QRectF, colours: Colours) -> None:
        painter.setFont(scaled(self.font(), 0.85))
        for tick in range(TICKS + 1):
            y = area.bottom() - tick / TICKS * area.height()
            painter.setPen(QPen(QColor(colours.border), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(colours.muted))
            value = series.low + tick / TICKS * (series.top - series.low)
            box = QRectF(area.left() - MARGIN_LEFT, y - GRID, MARGIN_LEFT - GRID / 2, 2 * GRID)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{value:.3g}")
        every = max(1, round(self._count() * 3 * GRID / max(1.0, area.width())))
        for layer in range(0, self._count(), every):
            x = area.left() + (layer + 0.5) / self._count() * area.width()
            box = QRectF(x - 2 * GRID, area.bottom(), 4 * GRID, 2 * GRID)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(layer + 1))

    def caption(self) -> str:
        """The values of the layer under the cursor, else what is shown."""
        if self._layer < 0:
            return self._caption
        values = ", ".join(f"{series.title} {float(series.values[self._layer]):.4g}" for series in self._series)
        return tr("Layer {layer}: {values}", layer=self._layer + 1, values=values)

    # Mouse and keys

    def _point_at(self, layer: int) -> None:
        if layer != self._layer:
            self._layer = layer
            self.setAccessibleDescription(self.caption())
            self.pointed.emit(layer)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell the values of a layer."""
        self._point_at(self._layer_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """No layer is pointed at."""
        self._point_at(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from layer to layer."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if Qt.Key(event.key()) in steps and self._count():
            self._point_at(min(max(self._layer + steps[Qt.Key(event.key())], 0), self._count() - 1))
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Broad."""
        return QSize(700, 300)

    # Export

    def as_csv(self) -> str:
        """A line a layer."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["layer", *(series.name for series in self._series)])
        for layer in range(self._count()):
            writer.writerow([layer + 1, *(f"{float(series.values[layer]):.6g}" for series in self._series)])
        return out.getvalue()

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The series [layers] by their names."""
        return {series.name: series.values for series in self._series}
