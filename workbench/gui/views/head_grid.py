"""All heads of all layers as thumbnails; one is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, Colours, categorical, colours_of
from workbench.gui.views.colour_scale import to_image
from workbench.inspection.colours import AMOUNTS, Bytes, colour_table
from workbench.inspection.thumbnails import PIXELS

SMALLEST, LARGEST = 14, 64  #: side on the screen
MARGIN, GAP, BAR = 4 * GRID, 2, 3


class HeadGrid(QWidget):
    """Rows are layers, columns heads, until they are arranged in another order. ``chosen`` carries (layer, head)."""

    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._images: list[list[QImage]] = []
        self._current = (0, 0)
        self._order: list[int] = []
        self._groups: list[int] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(tr("All heads"))

    @property
    def current(self) -> tuple[int, int]:
        """The framed layer and head."""
        return self._current

    def show_levels(self, levels: Bytes) -> None:
        """Show :func:`thumbnails` of all layers [layers, heads, s, s], in order."""
        table = colour_table(AMOUNTS)
        self._images = [[to_image(head, table) for head in layer] for layer in levels]
        layer, head = self._current
        self._current = (min(layer, len(levels) - 1), min(head, levels.shape[1] - 1))
        self.arrange()
        self._describe()
        self.updateGeometry()

    def arrange(self, order: Sequence[int] = (), groups: Sequence[int] = ()) -> None:
        """Put the heads (numbered layer by layer) into this order, row after row, with a coloured bar below each for
        its group; without an order as they are."""
        layers, heads = self._counts()
        self._order = list(order) or list(range(layers * heads))
        self._groups = list(groups)
        self.update()

    def choose(self, layer: int, head: int) -> None:
        """Frame a head without telling anyone; -1 for all heads of the layer."""
        self._current = (layer, head)
        self._describe()
        self.update()

    def _describe(self) -> None:
        self.setAccessibleDescription(self._words(*self._current))

    def _words(self, layer: int, head: int) -> str:
        if head < 0:
            return tr("Layer {layer}, mean of all heads", layer=layer + 1)
        words = tr("Layer {layer}, head {head}", layer=layer + 1, head=head + 1)
        if not self._groups:
            return words
        group = self._groups[layer * self._counts()[1] + head] + 1
        return tr("{head}, group {group}", head=words, group=group)

    # Geometry

    def _counts(self) -> tuple[int, int]:
        return len(self._images), len(self._images[0]) if self._images else 0

    def _side(self) -> int:
        layers, heads = self._counts()
        wide = (self.width() - MARGIN) // max(heads, 1) - GAP
        high = (self.height() - 2 * GRID) // max(layers, 1) - GAP
        return max(SMALLEST, min(LARGEST, wide, high))

    def _place_rect(self, place: int) -> QRect:
        """The square of a place of the order."""
        row, column = divmod(place, max(1, self._counts()[1]))
        side = self._side()
        return QRect(MARGIN + column * (side + GAP), 2 * GRID + row * (side + GAP), side, side)

    def head_rect(self, layer: int, head: int) -> QRect:
        """The square of a thumbnail."""
        return self._place_rect(self._order.index(layer * self._counts()[1] + head))

    def head_at(self, point: QPoint) -> tuple[int, int] | None:
        """Layer and head under a point."""
        layers, heads = self._counts()
        step = self._side() + GAP
        column, row = (point.x() - MARGIN) // step, (point.y() - 2 * GRID) // step
        if not (0 <= row < layers and 0 <= column < heads):
            return None
        return divmod(self._order[row * heads + column], heads)

    def sizeHint(self) -> QSize:
        """Thumbnails of a comfortable size."""
        layers, heads = self._counts()
        return QSize(MARGIN + max(heads, 2) * (PIXELS + GAP), 2 * GRID + max(layers, 2) * (PIXELS // 2 + 12))

    def minimumSizeHint(self) -> QSize:
        """Thumbnails of the smallest size."""
        layers, heads = self._counts()
        return QSize(MARGIN + heads * (SMALLEST + GAP), 2 * GRID + layers * (SMALLEST + GAP))

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Thumbnails, numbers at the sides, a frame."""
        painter = QPainter(self)
        self.paint(painter)
        painter.end()

    def paint(self, painter: QPainter) -> None:
        """Draw everything."""
        if not self._images:
            return
        colours = colours_of(self.palette())
        if not self._groups:
            self._paint_numbers(painter, colours)
        heads = self._counts()[1]
        for place, number in enumerate(self._order):
            rect = self._place_rect(place)
            painter.drawImage(rect, self._images[number // heads][number % heads])
            if self._groups:
                bar = QRect(rect.left(), rect.bottom() - 1, rect.width(), BAR)
                painter.fillRect(bar, QColor(categorical(colours, self._groups[number])))
        self._paint_frame(painter, colours)

    def _paint_numbers(self, painter: QPainter, colours: Colours) -> None:
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

    def _paint_frame(self, painter: QPainter, colours: Colours) -> None:
        """Around the chosen head, or around each of the layer."""
        layer, chosen = self._current
        for head in range(self._counts()[1]) if chosen < 0 else (chosen,):
            frame = self.head_rect(layer, head).adjusted(-1, -1, 0, 0)
            painter.setPen(QPen(QColor(colours.accent), 3))
            painter.drawRect(frame)
            painter.setPen(QPen(QColor("#ffffff"), 1))
            painter.drawRect(frame.adjusted(2, 2, -2, -2))

    # Mouse and keys

    def _take(self, layer: int, head: int) -> None:
        if (layer, head) != self._current:
            self.choose(layer, head)
            self.chosen.emit(layer, head)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses."""
        if found := self.head_at(event.position().toPoint()):
            self._take(*found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows choose, in the order of the places."""
        layers, heads = self._counts()
        moves = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        if Qt.Key(event.key()) not in moves or not layers:
            super().keyPressEvent(event)
            return
        down, right = moves[Qt.Key(event.key())]
        layer, head = self._current
        row, column = divmod(self._order.index(layer * heads + max(head, 0)), heads)
        place = min(max(row + down, 0), layers - 1) * heads + min(max(column + right, 0), heads - 1)
        self._take(*divmod(self._order[place], heads))

    def event(self, event: QEvent) -> bool:
        """Tooltips name the head."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.head_at(event.pos())
            QToolTip.showText(event.globalPos(), self._words(*found) if found else "", self)
            return True
        return super().event(event)
