"""What the fills of a shaded strip mean: a ramp from 0 to 100 % with its title."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.gui.figures import percent
from workbench.gui.theme import GRID, colours_of
from workbench.gui.views.strip_cells import shade_colour

_RAMP = 12 * GRID  #: pixels of the ramp's width


class ShadeLegend(QWidget):
    """One line: the title, 0 %, the ramp, 100 %."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def _pieces(self) -> tuple[str, str, str]:
        return self._title, percent(0, 0), percent(1, 0)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        words = sum(metrics.horizontalAdvance(piece) for piece in self._pieces())
        return QSize(words + _RAMP + 4 * GRID, metrics.height() + GRID // 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Words and ramp from left to right."""
        painter, colours = QPainter(self), colours_of(self.palette())
        metrics, left = QFontMetrics(self.font()), 0
        for number, piece in enumerate(self._pieces()):
            width = metrics.horizontalAdvance(piece)
            painter.setPen(QColor(colours.text))
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRect(left, 0, width + 1, self.height()), flags, piece)
            left += width + GRID
            if number == 1:
                area = QRect(left, 2, _RAMP, self.height() - 5)
                ramp = QLinearGradient(area.topLeft(), area.topRight())
                ramp.setColorAt(0, shade_colour(colours, 0))
                ramp.setColorAt(1, shade_colour(colours, 1))
                painter.fillRect(area, ramp)
                painter.setPen(QPen(QColor(colours.border), 1))
                painter.drawRect(area)
                left += _RAMP + GRID
        painter.end()
