"""The colours of a scale beside what they colour, with numbers, and a pointer at one value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from workbench.gui.theme import GRID, Colours
from workbench.gui.views.colour_scale import to_image
from workbench.inspection.colours import colour_table

BAR = 12.0  #: pixels of the bar's width
STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class ColourBar:
    """Colours of ``table`` from ``low`` to ``high``, named ``title`` (translated); ``value`` is pointed at, if any."""

    table: str
    high: float
    title: str
    value: float | None = None
    low: float = 0.0

    def at(self, share: float) -> float:
        """The value that stands at a share of the bar's height."""
        return self.low + share * (self.high - self.low)


def bar_room(font: QFont) -> float:
    """The width that a bar takes with its numbers and title."""
    metrics = QFontMetricsF(font)
    return BAR + 3 * GRID + metrics.horizontalAdvance("-0.00888") + metrics.height()


def paint_bar(painter: QPainter, bar: ColourBar, corner: QPointF, height: float, font: QFont, colours: Colours) -> None:
    """Draw a bar of a height with its upper left at ``corner``."""
    area = QRectF(corner.x() + GRID, corner.y(), BAR, height)
    ramp = np.arange(255, -1, -1, dtype=np.uint8)[:, None]
    painter.drawImage(area, to_image(ramp, colour_table(bar.table)))
    painter.setPen(QPen(QColor(colours.border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(area)
    painter.setFont(font)
    painter.setPen(QColor(colours.text))
    metrics = QFontMetricsF(font)
    line = metrics.height()
    steps = [step for step in STEPS if step in (0.0, 1.0) or height > len(STEPS) * line]
    for step in steps:
        middle = min(max(area.bottom() - step * height, area.top() + line / 2), area.bottom() - line / 2)
        words = QRectF(area.right() + GRID, middle - line / 2, metrics.horizontalAdvance("-0.00888"), line)
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, f"{bar.at(step):.3g}")
    _paint_title(
        painter, bar.title, QPointF(area.right() + GRID + metrics.horizontalAdvance("-0.00888"), area.top()), height
    )
    if bar.value is not None and bar.high > bar.low:
        at = area.bottom() - min(max((bar.value - bar.low) / (bar.high - bar.low), 0.0), 1.0) * height
        tip = QPointF(area.right(), at)
        painter.setBrush(QColor(colours.accent))
        painter.setPen(QColor(colours.base))
        painter.drawPolygon(QPolygonF([tip, tip + QPointF(GRID, -GRID / 2), tip + QPointF(GRID, GRID / 2)]))


def _paint_title(painter: QPainter, title: str, corner: QPointF, height: float) -> None:
    """The title upright, read from above, along the bar."""
    painter.save()
    metrics = QFontMetricsF(painter.font())
    painter.translate(corner + QPointF(metrics.height() + GRID / 2, 0))
    painter.rotate(90)
    shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, height)
    painter.drawText(QRectF(0, 0, height, metrics.height()), Qt.AlignmentFlag.AlignCenter, shown)
    painter.restore()
