"""All heads of all layers as thumbnails; one is chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, colours_of
from workbench.gui.views.colour_scale import to_image
from workbench.inspection.colours import AMOUNTS, Bytes, colour_table
from workbench.inspection.thumbnails import PIXELS

SMALLEST, LARGEST = 14, 64  #: side on the screen
MARGIN = 4 * GRID


class HeadGrid(QWidget):
    """Rows are layers, columns heads. ``chosen`` carries (layer, head)."""

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._images: list[list[QImage]] = []
        self._current = (0, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(tr("All heads"))

    @property
    def current(self) -> tuple[int, int]:
        """The framed layer and head."""
        return self._current

    def show_levels(self, levels: Bytes) -> None:
        """Show :func:`thumbnails` of all layers [layers, heads, s, s]."""
        table = colour_table(AMOUNTS)
        self._images = [[to_image(head, table) for head in layer] for layer in levels]
        layer, head = self._current
        self._current = (min(layer, len(levels) - 1), min(head, levels.shape[1] - 1))
        self._describe()
        self.updateGeometry()
        self.update()

    def choose(self, layer: int, head: int) -> None:
        """Frame a head without telling anyone."""
        self._current = (layer, head)
        self._describe()
        self.update()

    def _describe(self) -> None:
        layer, head = self._current
        self.setAccessibleDescription(tr("Layer {layer}, head {head}", layer=layer + 1, head=head + 1))

    def _counts(self) -> tuple[int, int]:
        return len(self._images), len(self._images[0]) if self._images else 0

    def _side(self) -> int:
        layers, heads = self._counts()
        wide = (self.width() - MARGIN) // max(heads, 1) - 2
        high = (self.height() - 2 * GRID) // max(layers, 1) - 2
        return max(SMALLEST, min(LARGEST, wide, high))

    def head_rect(self, layer: int, head: int) -> QRect:
        """The square of a thumbnail."""
        side = self._side()
        return QRect(MARGIN + head * (side + 2), 2 * GRID + layer * (side + 2), side, side)

    def head_at(self, point: QPoint) -> tuple[int, int] | None:
        """Layer and head under a point."""
        layers, heads = self._counts()
        step = self._side() + 2
        head, layer = (point.x() - MARGIN) // step, (point.y() - 2 * GRID) // step
        return (layer, head) if 0 <= layer < layers and 0 <= head < heads else None

    def sizeHint(self) -> QSize:
        """Thumbnails of a comfortable size."""
        layers, heads = self._counts()
        return QSize(MARGIN + max(heads, 2) * (PIXELS + 2), 2 * GRID + max(layers, 2) * (PIXELS // 2 + 12))

    def minimumSizeHint(self) -> QSize:
        """Thumbnails of the smallest size."""
        layers, heads = self._counts()
        return QSize(MARGIN + heads * (SMALLEST + 2), 2 * GRID + layers * (SMALLEST + 2))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Thumbnails, numbers at the sides, a frame."""
        painter = QPainter(self)
        colours = colours_of(self.palette())
        painter.setFont(scaled(self.font(), 0.8))
        painter.setPen(QColor(colours.muted))
        layers, heads = self._counts()
        for layer in range(layers):
            rect = self.head_rect(layer, 0)
            area = QRect(0, rect.top(), MARGIN - 4, rect.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"L{layer + 1}")
        for head in range(heads):
            rect = self.head_rect(0, head)
            painter.drawText(QRect(rect.left(), 0, rect.width(), 2 * GRID), Qt.AlignmentFlag.AlignCenter, str(head + 1))
        for layer, row in enumerate(self._images):
            for head, image in enumerate(row):
                painter.drawImage(self.head_rect(layer, head), image)
        if self._images:
            frame = self.head_rect(*self._current).adjusted(-1, -1, 0, 0)
            painter.setPen(QPen(QColor(colours.accent), 3))
            painter.drawRect(frame)
            painter.setPen(QPen(QColor("#ffffff"), 1))
            painter.drawRect(frame.adjusted(2, 2, -2, -2))

    def _take(self, layer: int, head: int) -> None:
        if (layer, head) != self._current:
            self.choose(layer, head)
            self.chosen.emit(layer, head)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses."""
        if found := self.head_at(event.position().toPoint()):
            self._take(*found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows choose."""
        moves = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        layers, heads = self._counts()
        if Qt.Key(event.key()) not in moves or not layers:
            super().keyPressEvent(event)
            return
        down, right = moves[Qt.Key(event.key())]
        layer, head = self._current
        self._take(min(max(layer + down, 0), layers - 1), min(max(head + right, 0), heads - 1))

    def event(self, event: QEvent) -> bool:
        """Tooltips name the head."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.head_at(event.pos())
            text = tr("Layer {layer}, head {head}", layer=found[0] + 1, head=found[1] + 1) if found else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)
