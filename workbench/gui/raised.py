"""A ground of its own for what stands above the page."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame

from workbench.gui.theme import GRID, colours_of


class RaisedFrame(QFrame):
    """A raised sheet with a bar in the accent's colour at its left."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground and bar."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.raised))
        painter.fillRect(0, 0, GRID // 2, self.height(), QColor(colours.accent))
