"""A matrix over tokens: square cells, tokens on both sides, the value under the cursor, zoom by wheel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QMenu, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, Colours, colours_of
from workbench.gui.views.colour_bar import ColourBar, bar_room, paint_bar
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import add_exports, save_view
from workbench.gui.views.heat_image import HeatImages
from workbench.gui.views.heat_labels import LARGEST_LABEL, SMALLEST_LABEL, Labels, Placement
from workbench.gui.views.heat_levels import Scale, Tones, brightest, matrix_csv, mode_words
from workbench.inspection.hiding import Matrix, Shown, hide

LARGEST_CELL = 48.0
READABLE_CELL = 16.0  #: pixels of a cell that is looked for: its row and column have labels
SHORTEST_BAR = 12.0 * GRID


class Heatmap(QWidget):
    """Shows one matrix. ``pointed`` carries (row, column) of the whole matrix under the cursor, (-1, -1) for none;
    ``chosen`` the same after a click or Enter."""

    pointed = Signal(int, int)
    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.labels = Labels()
        self._whole: Matrix = np.zeros((0, 0), np.float32)
        self._shown = Shown(self._whole, np.zeros(0, np.int64), np.zeros(0, np.int64))
        self._hidden: Sequence[int] = ()
        self._renormalise = False
        self._tones = Tones()
        self._images = HeatImages(self._whole, self._tones)
        self.rule = ""  #: what rows and columns stand for, told in captions and exports
        self._cell = 0.0  # 0: fit
        self._corner = QPointF(0, 0)
        self._cursor = (-1, -1)
        self._grab: QPointF | None = None
        self._moved = False
        self.describe: Callable[[int, int, float], str] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Heatmap of tokens by tokens"))

    # Contents

    def show_matrix(self, matrix: Matrix, tokens: Sequence[str], column_tokens: Sequence[str] | None = None) -> None:
        """Show a matrix [rows, columns] with its tokens; the zoom stays while the shape does."""
        if matrix.shape != self._whole.shape:
            self.fit()
            self._cursor = (-1, -1)
        self.labels.take(tokens, tokens if column_tokens is None else column_tokens)
        self._whole = matrix
        self._rebuild()

    def put(self, matrix: Matrix, names: Sequence[str], hidden: Sequence[int], renormalise: bool = False) -> None:
        """Show a square matrix with its names at once without the ``hidden`` ones; see :func:`hide`."""
        if tuple(hidden) != self._hidden:
            self.fit()
        self._hidden, self._renormalise = tuple(hidden), renormalise
        self.show_matrix(matrix, names)

    def set_hidden(self, hidden: Sequence[int], renormalise: bool = False) -> None:
        """Leave tokens out, as [CLS] and [SEP]; see :func:`hide`."""
        self._hidden, self._renormalise = tuple(hidden), renormalise
        self.fit()
        self._rebuild()

    def set_scale(self, scale: Scale, greatest: float = 1.0) -> None:
        """Choose what the brightest colour stands for."""
        if self._tones != Tones(scale, greatest):
            self._tones = Tones(scale, greatest)
            self._rebuild()

    def show_differences(self) -> None:
        """Colour values by how far they are from 0, to both sides alike."""
        self._tones = Tones(differences=True)
        self._rebuild()

    @property
    def shown(self) -> Shown:
        """What is on show after hiding."""
        return self._shown

    def mode_text(self) -> str:
        """The mode in words, for captions and exports."""
        return mode_words(self._tones, bool(self._hidden), self._renormalise)

    def _rebuild(self) -> None:
        self._shown = hide(self._whole, self._hidden, self._renormalise)
        self._images = HeatImages(self._shown.values, self._tones)
        self.update()

    # Geometry

    def fit(self) -> None:
        """Show the whole matrix."""
        self._cell, self._corner = 0.0, QPointF(0, 0)
        self.update()

    def placement(self) -> Placement:
        """Where the cells stand now; labels are as large as cells beside them allow."""
        rows, columns = self._shown.values.shape
        for pixels in range(LARGEST_LABEL, SMALLEST_LABEL - 1, -1):
            margin = self.labels.room(pixels) + GRID
            wide = self.width() - margin - GRID - bar_room(self._small_font())
            high = self.height() - margin - 4 * GRID
            area = QRectF(margin, margin, max(1.0, wide), max(1.0, high))
            fitting = min(area.width() / max(columns, 1), area.height() / max(rows, 1), LARGEST_CELL)
            cell = self._cell or fitting
            if round(cell * 0.8) >= pixels:
                break
        return Placement(cell, area, self._corner, pixels)

    def _small_font(self) -> QFont:
        return scaled(self.font(), 0.85)

    def cell_at(self, point: QPointF) -> tuple[int, int]:
        """Row and column of what is shown under a point; (-1, -1) for none."""
        row, column = self.placement().cell_at(point)
        rows, columns = self._shown.values.shape
        return (row, column) if 0 <= row < rows and 0 <= column < columns else (-1, -1)

    def cell_centre(self, row: int, column: int) -> QPointF:
        """The middle of a shown cell."""
        placed = self.placement()
        return QPointF(placed.x(column), placed.y(row))

    def show_place(self, row: int) -> None:
        """Light the diagonal cell of a row of the whole square matrix, with cells so large that its labels can be read;
        nothing for a row that is hidden."""
        found = np.flatnonzero(self._shown.rows == row)
        if not len(found):
            return
        place = int(found[0])
        if self.placement().side < READABLE_CELL:
            self._cell = READABLE_CELL
        placed = self.placement()
        centre = QPointF(placed.area.width(), placed.area.height()) / 2
        self._move_corner(QPointF(place + 0.5, place + 0.5) * placed.side - centre)
        self._point((place, place))

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Cells, labels, cross, colour bar, caption."""
        painter = QPainter(self)
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter, *, sharp: bool = False) -> None:
        """Draw everything, for a file with ``sharp`` cells."""
        colours = colours_of(self.palette())
        if self._images.empty:
            return
        placed = self.placement()
        cell, area = placed.side, placed.area
        rows, columns = self._shown.values.shape
        corner = area.topLeft() - self._corner
        target = QRectF(corner, corner + QPointF(columns * cell, rows * cell))
        painter.save()
        painter.setClipRect(area)
        (self._images.paint_sharp if sharp else self._images.paint)(painter, corner, cell)
        self._paint_cross(painter, cell, target, colours)
        painter.restore()
        self.labels.paint(painter, placed, self._shown, self._cursor, colours)
        corner = QPointF(min(target.right(), area.right()), area.top())
        height = max(min(rows * cell, area.height()), min(area.height(), SHORTEST_BAR))
        paint_bar(painter, self.colour_bar(), corner, height, self._small_font(), colours)
        self._paint_caption(painter, colours)

    def colour_bar(self) -> ColourBar:
        """What the colours stand for now, with the value under the cursor."""
        values, (row, column) = self._shown.values, self._cursor
        tones = self._tones
        by_row = tones.scale is Scale.ROW and not tones.differences
        high = brightest(values, tones)
        title = tr("share of the row's greatest weight") if by_row else tr("attention weight")
        value = None if row < 0 else float(values[row, column])
        if value is not None and by_row:
            value /= float(values[row].max()) or 1.0
        low = -high if tones.differences else 0.0
        return ColourBar(tones.table, high, tr("difference of weights") if tones.differences else title, value, low)

    def _paint_cross(self, painter: QPainter, cell: float, target: QRectF, colours: Colours) -> None:
        row, column = self._cursor
        if row < 0:
            return
        band = QColor("#ffffff")
        band.setAlpha(40)
        across = QRectF(target.left(), target.top() + row * cell, target.width(), cell)
        down = QRectF(target.left() + column * cell, target.top(), cell, target.height())
        painter.fillRect(across, band)
        painter.fillRect(down, band)
        painter.setPen(QPen(QColor("#ffffff"), 1))
        for line in (across, down):
            painter.drawRect(line)
        painter.setPen(QPen(QColor("#000000"), 2))
        painter.drawRect(across.intersected(down))

    def _paint_caption(self, painter: QPainter, colours: Colours) -> None:
        painter.setFont(scaled(self.font(), 0.9))
        painter.setPen(QColor(colours.muted))
        box = QRectF(GRID, self.height() - 3 * GRID, self.width() - 2 * GRID, 3 * GRID)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.caption())

    def caption(self) -> str:
        """The value under the cursor in words, else the mode."""
        row, column = self._cursor
        if row < 0:
            return self.mode_text()
        whole_row, whole_column = int(self._shown.rows[row]), int(self._shown.columns[column])
        value = float(self._shown.values[row, column])
        if self.describe is not None:
            return self.describe(whole_row, whole_column, value)
        return f"{self.labels.rows[whole_row]} → {self.labels.columns[whole_column]}: {value:.4f}"

    # Mouse and keys

    def _point(self, cursor: tuple[int, int]) -> None:
        if cursor != self._cursor:
            self._cursor = cursor
            self.pointed.emit(*self._whole_place())
            self.setAccessibleDescription(self.caption())
            self.update()

    def _whole_place(self) -> tuple[int, int]:
        row, column = self._cursor
        return (-1, -1) if row < 0 else (int(self._shown.rows[row]), int(self._shown.columns[column]))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light a row and a column; with the button held, move the matrix."""
        if self._grab is not None and event.buttons() & Qt.MouseButton.LeftButton:
            moved = event.position() - self._grab
            if self._moved or moved.manhattanLength() > 4:
                self._moved = True
                self._grab = event.position()
                self._move_corner(self._corner - moved)
        else:
            self._point(self.cell_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a move."""
        self._grab, self._moved = event.position(), False

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click without a move chooses the cell."""
        if self._grab is not None and not self._moved and self.cell_at(event.position())[0] >= 0:
            self._point(self.cell_at(event.position()))
            self.chosen.emit(*self._whole_place())
        self._grab = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The whole matrix again."""
        self.fit()

    def leaveEvent(self, event: QEvent) -> None:
        """No cell is lit."""
        self._point((-1, -1))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the cursor."""
        self.zoom(1.25 ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def zoom(self, by: float, around: QPointF) -> None:
        """Make cells larger or smaller; the cell at ``around`` stays there."""
        before = self.placement()
        self._cell = 0.0
        least = self.placement().side
        fresh = min(max(before.side * by, least), LARGEST_CELL)
        there = (self._corner + around - before.area.topLeft()) * (fresh / before.side)
        self._cell = 0.0 if fresh <= least else fresh
        after = self.placement()  # labels of another size need another room
        self._move_corner(there - (around - after.area.topLeft()))

    def _move_corner(self, corner: QPointF) -> None:
        placed = self.placement()
        cell, area = placed.side, placed.area
        rows, columns = self._shown.values.shape
        right, bottom = max(0.0, columns * cell - area.width()), max(0.0, rows * cell - area.height())
        self._corner = QPointF(min(max(corner.x(), 0.0), right), min(max(corner.y(), 0.0), bottom))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the lit cell, Enter chooses it, + and - zoom, 0 shows everything."""
        moves = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        key = Qt.Key(event.key())
        rows, columns = self._shown.values.shape
        if key in moves and rows and columns:
            row, column = (max(place, 0) + by for place, by in zip(self._cursor, moves[key], strict=True))
            self._point((min(max(row, 0), rows - 1), min(max(column, 0), columns - 1)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor[0] >= 0:
            self.chosen.emit(*self._whole_place())
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            centre = QPointF(self.rect().center()) if self._cursor[0] < 0 else self.cell_centre(*self._cursor)
            self.zoom(0.8 if key is Qt.Key.Key_Minus else 1.25, centre)
        elif key is Qt.Key.Key_0:
            self.fit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Square."""
        return QSize(480, 480)

    # Export

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """View and export."""
        menu = QMenu(self)
        menu.addAction(tr("Show everything"), self.fit)
        add_exports(menu, self, self, "attention")
        menu.exec(event.globalPos())

    def picture(self) -> Drawn:
        """What is shown, twice as fine as the screen, with the mode in its caption."""
        return Drawn.of(self.size(), self._ground(), self._paint, self.logicalDpiX())

    def svg(self) -> Callable[[], bytes]:
        """Makes the same as SVG, its cells as sharp in any size."""
        sharp = partial(self._paint, sharp=True)
        return Drawn.of(self.size(), self._ground(), sharp, self.logicalDpiX()).svg

    def _ground(self) -> QColor:
        return QColor(colours_of(self.palette()).base)

    def as_csv(self) -> str:
        """The shown values with their tokens; the mode stands in the first cell."""
        return matrix_csv(self.full_mode(), self.labels.rows, self.labels.columns, self._shown)

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """``values`` [r, c] as they are shown, their ``rows`` and ``columns``, and the mode of the ``view``."""
        return {
            "values": self._shown.values,
            "rows": np.array([self.labels.rows[place] for place in self._shown.rows]),
            "columns": np.array([self.labels.columns[place] for place in self._shown.columns]),
            "view": np.array(self.full_mode()),
        }

    def full_mode(self) -> str:
        """The mode with the rule of what rows and columns stand for."""
        return " · ".join(part for part in (self.mode_text(), self.rule) if part)

    def save(self, path: Path) -> None:
        """Write what is shown as SVG, CSV or NPZ, by the suffix of the path, else as PNG; raises
        :class:`WorkbenchError` where it can't be written."""
        save_view(self, path)
