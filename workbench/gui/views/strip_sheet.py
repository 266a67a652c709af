"""Several strips under each other with headings and their legend, as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPixmap

from workbench.gui.fonts import scaled
from workbench.gui.theme import GRID, colours_of
from workbench.gui.views.drawing import as_pixmap, as_svg
from workbench.gui.views.strip_legend import StripLegend
from workbench.gui.views.token_strip import TokenStrip


@dataclass(frozen=True)
class SheetPart:
    """A strip as it stands, with its translated heading; ``colour`` is that of the bar beside it."""

    heading: str
    strip: TokenStrip
    colour: str


class StripSheet:
    """Draws strips in the colours and fonts of their widgets, each as wide as it is on the screen."""

    def __init__(self, parts: Sequence[SheetPart], legend: StripLegend) -> None:
        self._parts, self._legend = parts, legend
        self._palette = legend.palette()
        self._font = scaled(legend.font(), 1.0, bold=True)
        self._line = QFontMetrics(self._font).height() + GRID // 2
        width = max(part.strip.width() for part in parts)
        heights = [self._line + part.strip.height() + GRID for part in parts]
        self._width = width
        self._legend_height = legend.heightForWidth(width)
        self.size = QSize(width + 4 * GRID, sum(heights) + self._legend_height + 3 * GRID)

    def paint(self, painter: QPainter) -> None:
        """Headings and strips, the legend last."""
        colours = colours_of(self._palette)
        top = GRID
        for part in self._parts:
            height = self._line + part.strip.height()
            painter.fillRect(QRect(GRID, top, GRID // 2, height), QColor(part.colour))
            painter.setFont(self._font)
            painter.setPen(QColor(colours.text))
            heading = QRect(2 * GRID, top, self._width, self._line)
            painter.drawText(heading, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, part.heading)
            painter.save()
            painter.translate(2 * GRID, top + self._line)
            part.strip.paint(painter, part.strip.rect())
            painter.restore()
            top += height + GRID
        self._legend.paint(painter, QRect(2 * GRID, top + GRID // 2, self._width, self._legend_height))

    def pixmap(self) -> QPixmap:
        """As a picture."""
        return as_pixmap(self.size, QColor(colours_of(self._palette).base), self.paint)

    def svg(self) -> bytes:
        """As SVG."""
        dpi = self._legend.logicalDpiX()
        return as_svg(self.size, QColor(colours_of(self._palette).base), self.paint, dpi)
