"""A passage as a strip of cells, one a token: units as brackets, outcomes as fills that also read without colour.

Cells are whole pitches wide, so that strips under each other line up; they wrap at the width of the widget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QMenu, QScrollArea, QSizePolicy, QToolTip, QWidget

from workbench.core.files import write_whole
from workbench.gui.fonts import cell_font
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, colours_of
from workbench.gui.tips import plain_tip
from workbench.gui.views.drawing import as_pixmap, as_svg
from workbench.gui.views.strip_cells import FOOT, HEAD, ROW, TOKEN, Cell, CellBrush, as_text
from workbench.gui.views.strip_layout import CELL, GAP, PITCH, StripLayout, pitches_of


class TokenStrip(QWidget):
    """``unit_chosen`` carries a unit's number (-1 for none), ``span_marked`` (start, end) in characters after a drag,
    ``unit_removed`` a unit's number when Delete is pressed on it; ``resized`` comes when the strip has more or fewer
    rows."""

    unit_chosen = Signal(int)
    span_marked = Signal(int, int)
    unit_removed = Signal(int)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: Sequence[Cell] = ()
        self._pitches: Sequence[int] = ()
        self._laid: tuple[int, StripLayout] | None = None
        self._hover: Callable[[int], str] | None = None
        self._current = -1
        self._anchor = -1
        self._dragged = -1
        self._lit = range(0)
        self.show_brackets = True
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Tokens of the passage"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # Contents

    @property
    def cells(self) -> Sequence[Cell]:
        """What is shown."""
        return self._cells

    def show_cells(self, cells: Sequence[Cell]) -> None:
        """Show another passage, or other outcomes of the same."""
        metrics = QFontMetrics(cell_font(TOKEN))
        self._cells = cells
        self._pitches = [pitches_of(cell.text, metrics.horizontalAdvance) for cell in cells]
        self._laid = None
        self._current = min(self._current, len(cells) - 1)
        self._anchor = self._dragged = -1
        self._lit = range(0)
        self._claim_height()
        self.update()

    def light(self, places: range) -> None:
        """Frame some tokens, as those that were looked for, and bring the first into view; none for an empty range."""
        self._lit = places
        if places:
            self._current = places[0]
            self._scroll_to_current()
        self.update()

    @property
    def lit(self) -> range:
        """The tokens that are framed."""
        return self._lit

    def set_hover(self, describe: Callable[[int], str] | None) -> None:
        """Give the tooltip's text for a token's place."""
        self._hover = describe

    # Geometry

    def _layout(self, width: int) -> StripLayout:
        """Where cells stand at a width of the widget; the newest is kept."""
        columns = max(1, (width - GRID) // PITCH)
        if self._laid is None or self._laid[0] != columns:
            self._laid = columns, StripLayout.of(self._pitches, columns)
        return self._laid[1]

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._layout(width).rows * ROW + GRID

    def sizeHint(self) -> QSize:
        return QSize(20 * CELL, self.heightForWidth(max(self.width(), 20 * CELL)))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * CELL, ROW + GRID)

    @property
    def num_rows(self) -> int:
        """Rows at the width as it is."""
        return self._layout(self.width()).rows

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The number of rows follows the width."""
        super().resizeEvent(event)
        self._claim_height()

    def _claim_height(self) -> None:
        """Ask for the height of all rows, more or less than before, also where no layout asks for one by width."""
        height = self.heightForWidth(self.width())
        if height != self.minimumHeight():
            self.setMinimumHeight(height)
            self.updateGeometry()
            self.resized.emit()

    def cell_rect(self, place: int) -> QRect:
        """The box of a token."""
        layout = self._layout(self.width())
        left, top = GRID // 2 + layout.columns[place] * PITCH, GRID // 2 + layout.row_of(place) * ROW + HEAD
        return QRect(left, top, layout.pitches[place] * PITCH - GAP, CELL)

    def place_at(self, point: QPoint) -> int:
        """The token under a point, -1 for none; the bracket and the letter belong to it."""
        row, rest = divmod(point.y() - GRID // 2, ROW)
        column = (point.x() - GRID // 2) // PITCH
        return self._layout(self.width()).place_at(row, column) if rest < HEAD + CELL + FOOT else -1

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Only the rows that need it."""
        painter = QPainter(self)
        self.paint(painter, event.rect())
        painter.end()

    def paint(self, painter: QPainter, area: QRect) -> None:
        """Draw the rows that meet an area, in places of the widget."""
        colours = colours_of(self.palette())
        layout = self._layout(self.width())
        brush = CellBrush(painter, colours)
        marked = self._marked()
        for row in range((area.top() - GRID // 2) // ROW, (area.bottom() - GRID // 2) // ROW + 1):
            places = layout.places(row)
            for place in places:
                cell, rect = self._cells[place], self.cell_rect(place)
                brush.paint_cell(cell, rect)
                if self.show_brackets and cell.unit >= 0:
                    brush.paint_bracket(self._cells, place, places, self.cell_rect)
                lit = place in marked or place in self._lit
                if lit or (place == self._current and self.hasFocus()):
                    brush.paint_frame(rect, lit)

    def _marked(self) -> range:
        if self._anchor < 0 or self._dragged < 0:
            return range(0)
        return range(min(self._anchor, self._dragged), max(self._anchor, self._dragged) + 1)

    # Mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a choice or a drag."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._anchor = self._current = self.place_at(event.position().toPoint())
            self._dragged = -1
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Widen the drag."""
        if event.buttons() & Qt.MouseButton.LeftButton and self._anchor >= 0:
            place = self.place_at(event.position().toPoint())
            if place >= 0 and (place != self._anchor or self._dragged >= 0):
                self._dragged = place
                self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A drag marks a span, a click chooses a unit."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._dragged >= 0:
            self._mark_span()
        elif self._anchor >= 0:
            self.unit_chosen.emit(self._cells[self._anchor].unit)

    def _mark_span(self) -> None:
        cells = [self._cells[place] for place in self._marked() if self._cells[place].start >= 0]
        if cells:
            self.span_marked.emit(min(cell.start for cell in cells), max(cell.end for cell in cells))

    def clear_mark(self) -> None:
        """Take the frame of a drag away."""
        self._anchor = self._dragged = -1
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move, with Shift they mark; Enter chooses or marks; Delete removes the unit; Esc gives the mark up."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        rows = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        before = max(self._current, 0)
        marking = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in steps and self._cells:
            self._move(before, before + steps[key], marking)
        elif key in rows and self._cells:
            self._move(before, self._layout(self.width()).beside(before, rows[key]), marking)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current >= 0:
            if self._dragged >= 0:
                self._mark_span()
            else:
                self.unit_chosen.emit(self._cells[self._current].unit)
        elif key is Qt.Key.Key_Delete and self._current >= 0 and self._cells[self._current].unit >= 0:
            self.unit_removed.emit(self._cells[self._current].unit)
        elif key is Qt.Key.Key_Escape and self._dragged >= 0:
            self.clear_mark()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_text()
        else:
            super().keyPressEvent(event)

    def _move(self, before: int, after: int, marking: bool) -> None:
        self._current = max(0, min(len(self._cells) - 1, after if self._current >= 0 else 0))
        if marking:
            self._anchor = before if self._dragged < 0 else self._anchor
            self._dragged = self._current
        else:
            self._anchor = self._dragged = -1
        if self._hover is not None:
            self.setAccessibleDescription(self._hover(self._current))
        self._scroll_to_current()
        self.update()

    def _scroll_to_current(self) -> None:
        """Bring the keyboard's cell into view where the strip lies in something that scrolls."""
        outer = self.parentWidget()
        while outer is not None and not isinstance(outer, QScrollArea):
            outer = outer.parentWidget()
        if outer is not None and (inner := outer.widget()) is not None:
            centre = self.mapTo(inner, self.cell_rect(self._current).center())
            outer.ensureVisible(centre.x(), centre.y(), CELL, ROW // 2)

    def event(self, event: QEvent) -> bool:
        """Tooltips come from the owner's function."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.place_at(event.pos())
            text = self._hover(place) if place >= 0 and self._hover is not None else ""
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)

    # Copies

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy as text or picture, save as SVG."""
        menu = QMenu(self)
        menu.addAction(tr("Copy as text"), self.copy_text)
        menu.addAction(tr("Copy as picture"), self.copy_picture)
        menu.addAction(tr("Save as SVG…"), self._ask_svg)
        menu.exec(event.globalPos())

    def copy_text(self) -> None:
        """The strip as plain text on the clipboard."""
        QGuiApplication.clipboard().setText(as_text(self._cells))

    def picture(self) -> QPixmap:
        """The strip as it stands, finer than the screen."""
        return as_pixmap(self.size(), self._ground(), lambda painter: self.paint(painter, self.rect()))

    def copy_picture(self) -> None:
        """The strip as a picture on the clipboard."""
        QGuiApplication.clipboard().setPixmap(self.picture())

    def svg(self) -> bytes:
        """The strip as SVG."""
        return as_svg(self.size(), self._ground(), lambda painter: self.paint(painter, self.rect()), self.logicalDpiX())

    def _ground(self) -> QColor:
        return self.palette().window().color()

    def _ask_svg(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, tr("Save as SVG"), "tokens.svg", "SVG (*.svg)")
        if name:
            write_whole(Path(name), self.svg())
