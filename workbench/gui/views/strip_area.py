"""A strip of any length in few rows: the rest is scrolled to."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget

from workbench.gui.theme import GRID
from workbench.gui.views.strip_cells import ROW
from workbench.gui.views.token_strip import TokenStrip

MOST_ROWS = 2


class StripArea(QScrollArea):
    """As high as the strip, up to :data:`MOST_ROWS` rows."""

    def __init__(self, strip: TokenStrip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strip = strip
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(strip)
        strip.resized.connect(self.updateGeometry)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may need other rows."""
        super().resizeEvent(event)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Room for the rows there are, or for the most."""
        rows = min(self._strip.num_rows, MOST_ROWS)
        return QSize(60 * GRID, rows * ROW + GRID)

    def minimumSizeHint(self) -> QSize:
        """Room for a row."""
        return QSize(30 * GRID, ROW + GRID)
