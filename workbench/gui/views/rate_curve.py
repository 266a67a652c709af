"""The learning rate over the steps of a run as a small curve, with its peak and the end of the warm-up marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, categorical, colours_of
from workbench.gui.tips import plain_tip
from workbench.spec.wording import number_text

_DOT = 3.5  # pixels from the middle of the peak's dot to its edge


@dataclass(frozen=True)
class RatePicture:
    """``rate_at`` gives the rate of a step from 0 to ``steps``; ``peak`` is the step of the highest one, ``warmup`` the
    first after the warm-up, and ``borders`` are steps that another stage begins at. Where the warm-up begins anew with
    these, ``warm`` are the steps after all of them."""

    steps: int
    rate_at: Callable[[int], float]
    peak: int
    warmup: int
    borders: Sequence[int] = ()
    warm: Sequence[int] = ()

    @property
    def turns(self) -> list[int]:
        """The first steps after warm-ups, as far as there are any before the end."""
        return [step for step in sorted({self.warmup, *self.warm}) if 0 < step < self.steps]


class RateCurve(QWidget):
    """Draws a :class:`RatePicture`; the rate under the mouse stands in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = RatePicture(1, lambda step: 0.0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Learning rate by step"))

    @property
    def shown(self) -> RatePicture:
        """What is drawn."""
        return self._shown

    @property
    def peak_words(self) -> str:
        """The highest rate and its step."""
        rate = number_text(float(f"{self._shown.rate_at(self._shown.peak):.4g}"))
        return tr("peak {rate} at step {step}", rate=rate, step=grouped(self._shown.peak))

    @property
    def warmup_words(self) -> str:
        """Where the warm-up ends; nothing where there is none."""
        if not self._shown.warmup:
            return ""
        return tr("warm-up until step {step}", step=grouped(self._shown.warmup))

    def show_rates(self, picture: RatePicture) -> None:
        """Show other rates."""
        self._shown = picture
        self.setAccessibleDescription(". ".join(filter(None, (self.peak_words, self.warmup_words))))
        self.update()

    # Geometry

    def _area(self) -> QRectF:
        line = QFontMetrics(scaled(self.font(), 0.85)).height()
        top = self.fontMetrics().height() + line + GRID
        return QRectF(GRID, top, max(1, self.width() - 2 * GRID), max(1, self.height() - top - line - GRID / 2))

    def _x_of(self, area: QRectF, step: int) -> float:
        return area.left() + area.width() * step / self._shown.steps

    def _point(self, area: QRectF, step: int) -> QPointF:
        share = self._shown.rate_at(step) / (self._shown.rate_at(self._shown.peak) or 1.0)
        return QPointF(self._x_of(area, step), area.bottom() - share * area.height())

    def _sampled(self, area: QRectF) -> list[int]:
        """A step for every pixel, and all where the curve may jump or turn."""
        steps, columns = self._shown.steps, int(area.width())
        even = {round(steps * column / columns) for column in range(columns + 1)}
        turns = {self._shown.peak, *self._shown.turns, *self._shown.borders}
        return sorted(even | {step for turn in turns for step in (turn - 1, turn) if 0 <= step <= steps})

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Title and words, axis, borders of stages, the curve and its marks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, area = colours_of(self.palette()), self._area()
        self._paint_words(painter, area)
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.setPen(QPen(QColor(colours.muted), 1, Qt.PenStyle.DotLine))
        for border in self._shown.borders:
            self._paint_upright(painter, area, border)
        painter.setPen(QPen(QColor(colours.text), 1, Qt.PenStyle.DashLine))
        for turn in self._shown.turns:
            self._paint_upright(painter, area, turn)
        curve = QColor(categorical(colours, 0))
        painter.setPen(QPen(curve, 1.5))
        painter.drawPolyline(QPolygonF([self._point(area, step) for step in self._sampled(area)]))
        painter.setBrush(curve)
        painter.drawEllipse(self._point(area, self._shown.peak), _DOT, _DOT)

    def _paint_upright(self, painter: QPainter, area: QRectF, step: int) -> None:
        x = self._x_of(area, step)
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _paint_words(self, painter: QPainter, area: QRectF) -> None:
        colours, width = colours_of(self.palette()), self.width() - 2 * GRID
        painter.setFont(scaled(self.font(), 1.0, bold=True))
        painter.setPen(QColor(colours.text))
        line = painter.fontMetrics().height()
        painter.drawText(QRectF(GRID, 0, width, line), Qt.AlignmentFlag.AlignLeft, tr("Learning rate by step"))
        painter.setFont(scaled(self.font(), 0.85))
        painter.setPen(QColor(colours.muted))
        metrics = painter.fontMetrics()
        words = " · ".join(filter(None, (self.peak_words, self.warmup_words)))
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRectF(GRID, line, width, metrics.height()), Qt.AlignmentFlag.AlignLeft, shown)
        below = QRectF(area.left(), area.bottom() + 2, area.width(), metrics.height())
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, "0")
        last = tr("{steps} {steps:step|steps}", steps=grouped(self._shown.steps))
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, last)

    def text_at(self, point: QPoint) -> str:
        """The rate of the step under a point."""
        area = self._area()
        share = min(max((point.x() - area.left()) / area.width(), 0.0), 1.0)
        step = round(share * self._shown.steps)
        rate = number_text(float(f"{self._shown.rate_at(step):.4g}"))
        return tr("step {step}: {rate}", step=grouped(step), rate=rate)

    def event(self, event: QEvent) -> bool:
        """Tooltips say the rate."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.text_at(event.pos())), self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        """Low and wide."""
        return QSize(40 * GRID, 19 * GRID)

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(24 * GRID, 15 * GRID)
