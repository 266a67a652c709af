"""A passage as a strip of cells, one a token: units as brackets, outcomes as fills that also read without colour.

Cells have one pitch, so that strips under each other line up; they wrap at the width of the widget. A mask is a solid
cell with M, a random token hatched with R and the new token under the old one, a kept token an outline with K; every
target has a dot. Arrays and strings in, pixels out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
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
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QSizePolicy, QToolTip, QWidget

from workbench.gui.fonts import cell_font
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, UNIT_COLOURS, Colours, colours_of
from workbench.masking.strategy import Action
from workbench.text.document import UnitKind

CELL = 32  #: pixels of a cell's side
GAP = 2  #: between cells of one unit
UNIT_GAP = 3  #: drawn inside the pitch on each side of a unit
HEAD = 14  #: height of the bracket and the kind's name
FOOT = 14  #: height of the outcome's letter and the new token
ROW = HEAD + CELL + FOOT + 6
LETTERS = {Action.MASK: "M", Action.RANDOM: "R", Action.KEEP: "K"}


@dataclass(frozen=True)
class Cell:
    """One token.

    ``unit`` numbers the unit that the token belongs to (-1 for none, as at special tokens); ``action`` is None where
    nothing is predicted; ``replaced`` is the new token of a random replacement; ``start`` and ``end`` are characters of
    the text (-1 at special tokens); ``special`` cells are drawn faint.
    """

    text: str
    unit: int = -1
    kind: UnitKind = UnitKind.CHAR
    label: str = ""
    action: Action | None = None
    replaced: str = ""
    start: int = -1
    end: int = -1
    special: bool = False


def as_text(cells: Sequence[Cell]) -> str:
    """The strip in plain text: units in brackets, outcomes as ``token→[MASK]``, ``token→new`` and ``token→token``."""
    pieces: list[str] = []
    for place, cell in enumerate(cells):
        piece = cell.text
        if cell.action is Action.MASK:
            piece += "→[MASK]"
        elif cell.action is not None:
            piece += f"→{cell.replaced or cell.text}"
        opens = cell.unit >= 0 and (place == 0 or cells[place - 1].unit != cell.unit)
        closes = cell.unit >= 0 and (place == len(cells) - 1 or cells[place + 1].unit != cell.unit)
        pieces.append(f"{'[' if opens else ''}{piece}{']' if closes else ''}")
    return " ".join(pieces)


class TokenStrip(QWidget):
    """``unit_chosen`` carries a unit's number (-1 for none), ``span_marked`` (start, end) in characters after a drag,
    ``unit_removed`` a unit's number when Delete is pressed on it."""

    unit_chosen = Signal(int)
    span_marked = Signal(int, int)
    unit_removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: Sequence[Cell] = ()
        self._hover: Callable[[int], str] | None = None
        self._current = -1
        self._anchor = -1
        self._dragged = -1
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
        rows = self._rows(self.width())
        self._cells = cells
        self._current = min(self._current, len(cells) - 1)
        self._anchor = self._dragged = -1
        if self._rows(self.width()) != rows:
            self.updateGeometry()
        self.update()

    def set_hover(self, describe: Callable[[int], str] | None) -> None:
        """Give the tooltip's text for a token's place."""
        self._hover = describe

    # Geometry

    def _columns(self, width: int) -> int:
        return max(1, (width - GRID) // (CELL + GAP))

    def _rows(self, width: int) -> int:
        return max(1, -(-len(self._cells) // self._columns(width)))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._rows(width) * ROW + GRID

    def sizeHint(self) -> QSize:
        return QSize(20 * CELL, self.heightForWidth(max(self.width(), 20 * CELL)))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * CELL, ROW + GRID)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The number of rows follows the width."""
        self.setMinimumHeight(self.heightForWidth(event.size().width()))

    def cell_rect(self, place: int) -> QRect:
        """The square of a token."""
        row, column = divmod(place, self._columns(self.width()))
        return QRect(GRID // 2 + column * (CELL + GAP), GRID // 2 + row * ROW + HEAD, CELL, CELL)

    def place_at(self, point: QPoint) -> int:
        """The token under a point, -1 for none; the bracket and the letter belong to it."""
        row, rest = divmod(point.y() - GRID // 2, ROW)
        column = (point.x() - GRID // 2) // (CELL + GAP)
        place = row * self._columns(self.width()) + column
        inside = 0 <= column < self._columns(self.width()) and 0 <= rest < HEAD + CELL + FOOT and row >= 0
        return place if inside and place < len(self._cells) else -1

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Only the rows that need it."""
        painter = QPainter(self)
        self._paint(painter, event.rect())
        painter.end()

    def _paint(self, painter: QPainter, area: QRect) -> None:
        colours = colours_of(self.palette())
        columns = self._columns(self.width())
        first = max(0, (area.top() - GRID // 2) // ROW) * columns
        last = min(len(self._cells), ((area.bottom() - GRID // 2) // ROW + 1) * columns)
        brush = _CellBrush(painter, colours, first_of_row=lambda place: place % columns == 0)
        marked = self._marked()
        for place in range(first, last):
            cell = self._cells[place]
            rect = self.cell_rect(place)
            brush.paint_cell(cell, rect)
            if self.show_brackets and cell.unit >= 0:
                brush.paint_bracket(self._cells, place, rect, columns)
            if place in marked or (place == self._current and self.hasFocus()):
                brush.paint_frame(rect, place in marked)

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
        columns = self._columns(self.width())
        moves = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -columns, Qt.Key.Key_Down: columns}
        key = Qt.Key(event.key())
        if key in moves and self._cells:
            self._move(moves[key], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
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

    def _move(self, by: int, marking: bool) -> None:
        before = max(self._current, 0)
        self._current = max(0, min(len(self._cells) - 1, before + by if self._current >= 0 else 0))
        if marking:
            self._anchor = before if self._dragged < 0 else self._anchor
            self._dragged = self._current
        else:
            self._anchor = self._dragged = -1
        if self._hover is not None:
            self.setAccessibleDescription(self._hover(self._current))
        self.update()

    def event(self, event: QEvent) -> bool:
        """Tooltips come from the owner's function."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.place_at(event.pos())
            text = self._hover(place) if place >= 0 and self._hover is not None else ""
            QToolTip.showText(event.globalPos(), text, self)
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
        """The strip as it stands, twice as fine as the screen."""
        pixmap = QPixmap(self.size() * 2)
        pixmap.setDevicePixelRatio(2)
        pixmap.fill(self.palette().window().color())
        painter = QPainter(pixmap)
        self._paint(painter, self.rect())
        painter.end()
        return pixmap

    def copy_picture(self) -> None:
        """The strip as a picture on the clipboard."""
        QGuiApplication.clipboard().setPixmap(self.picture())

    def svg(self) -> bytes:
        """The strip as SVG."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(self.size())
        generator.setViewBox(self.rect())
        painter = QPainter(generator)
        painter.fillRect(self.rect(), self.palette().window())
        self._paint(painter, self.rect())
        painter.end()
        return bytes(buffer.data().data())

    def _ask_svg(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, tr("Save as SVG"), "tokens.svg", "SVG (*.svg)")
        if name:
            Path(name).write_bytes(self.svg())


class _CellBrush:
    """Draws cells with pens, fonts and metrics made once a repaint."""

    def __init__(self, painter: QPainter, colours: Colours, first_of_row: Callable[[int], bool]) -> None:
        self._painter, self._colours = painter, colours
        self._first_of_row = first_of_row
        self._fonts = {pixels: cell_font(pixels) for pixels in (18, 13, 10, 8)}
        self._metrics = {pixels: QFontMetrics(font) for pixels, font in self._fonts.items()}
        self._kinds = {kind: QColor(colour) for kind, colour in UNIT_COLOURS.items()}
        self._text, self._muted = QColor(colours.text), QColor(colours.muted)
        self._accent, self._on_accent = QColor(colours.accent), QColor(colours.on_accent)
        self._plain = QPen(QColor(colours.border), 1)
        self._strong = QPen(self._accent, 2)
        self._base = QColor(colours.base)
        hatch = QColor(colours.accent)
        hatch.setAlpha(110)
        self._hatch = QBrush(hatch, Qt.BrushStyle.BDiagPattern)

    def paint_cell(self, cell: Cell, rect: QRect) -> None:
        painter, action = self._painter, cell.action
        inner = rect.adjusted(1, 1, -1, -1)
        painter.setPen(self._strong if action is not None else self._plain)
        painter.setBrush(self._accent if action is Action.MASK else self._base)
        painter.drawRect(inner)
        if action is Action.RANDOM:
            painter.fillRect(inner.adjusted(1, 1, -1, -1), self._hatch)
        painter.setPen(self._on_accent if action is Action.MASK else self._muted if cell.special else self._text)
        self._write(cell.text, rect)
        if action is not None:
            painter.setPen(self._text)
            painter.setBrush(self._text)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawEllipse(QRectF(rect.left() + 1.5, rect.bottom() + 5.5, 4, 4))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setFont(self._fonts[10])
            below = QRect(rect.left() + 7, rect.bottom() + 1, CELL - 6, FOOT)
            words = f"R {cell.replaced}" if action is Action.RANDOM else LETTERS[action]
            painter.drawText(below, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _write(self, text: str, rect: QRect) -> None:
        """The token as large as fits; the longest are cut with dots."""
        for pixels, metrics in self._metrics.items():
            if metrics.horizontalAdvance(text) <= rect.width() - 4 or pixels == 8:
                self._painter.setFont(self._fonts[pixels])
                shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() - 2) if pixels == 8 else text
                self._painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, shown)
                return

    def paint_bracket(self, cells: Sequence[Cell], place: int, rect: QRect, columns: int) -> None:
        """The unit's line above its tokens, with its kind where it begins."""
        cell = cells[place]
        begins = place == 0 or cells[place - 1].unit != cell.unit
        ends = place == len(cells) - 1 or cells[place + 1].unit != cell.unit
        y = rect.top() - 3
        left = rect.left() + (UNIT_GAP if begins else -GAP)
        right = rect.right() - (UNIT_GAP if ends else -GAP)
        painter = self._painter
        painter.setPen(QPen(self._kinds[cell.kind], 2))
        painter.drawLine(left, y, right, y)
        if begins:
            painter.drawLine(left, y, left, y + 3)
        if ends:
            painter.drawLine(right, y, right, y + 3)
        if (begins or self._first_of_row(place)) and cell.kind not in (UnitKind.CHAR, UnitKind.WORD):
            self._name_unit(cells, place, rect, columns)

    def _name_unit(self, cells: Sequence[Cell], place: int, rect: QRect, columns: int) -> None:
        cell = cells[place]
        run = 1
        while place + run < len(cells) and cells[place + run].unit == cell.unit and (place + run) % columns:
            run += 1
        area = QRect(rect.left() + 2, rect.top() - HEAD, run * (CELL + GAP) - 4, HEAD - 4)
        words = f"{cell.kind.value} {cell.label}".strip()
        metrics = self._metrics[8]
        if metrics.horizontalAdvance(words) > area.width():
            words = cell.label or cell.kind.value
        self._painter.setFont(self._fonts[8])
        self._painter.setPen(self._muted)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        self._painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def paint_frame(self, rect: QRect, marked: bool) -> None:
        """Where the keyboard is (dotted), or what a drag has marked."""
        pen = QPen(self._text, 2, Qt.PenStyle.SolidLine if marked else Qt.PenStyle.DotLine)
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(QRectF(rect).adjusted(-0.5, -0.5, 0.5, 0.5))


class StripLegend(QWidget):
    """What fills and brackets mean, drawn with the same brush."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEAD + CELL + FOOT)
        self.setAccessibleName(tr("Legend"))

    def _entries(self) -> list[tuple[Cell, str]]:
        return [
            (Cell("字", action=Action.MASK), tr("masked")),
            (Cell("字", action=Action.RANDOM, replaced="他"), tr("random token")),
            (Cell("字", action=Action.KEEP), tr("kept, still predicted")),
            (Cell("字", unit=0, kind=UnitKind.WORD), tr("word")),
            (Cell("字", unit=0, kind=UnitKind.PHRASE), tr("phrase")),
            (Cell("字", unit=0, kind=UnitKind.ENTITY), tr("entity")),
            (Cell("字", unit=0, kind=UnitKind.NGRAM), tr("n-gram")),
        ]

    def minimumSizeHint(self) -> QSize:
        """All entries at their full width."""
        words = sum(self.fontMetrics().horizontalAdvance(text) for _, text in self._entries())
        return QSize(words + len(self._entries()) * (CELL + 3 * GRID), HEAD + CELL + FOOT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Cells with words beside them."""
        painter = QPainter(self)
        colours = colours_of(self.palette())
        brush = _CellBrush(painter, colours, first_of_row=lambda place: False)
        left = 0
        for cell, words in self._entries():
            rect = QRect(left, HEAD, CELL, CELL)
            brush.paint_cell(cell, rect)
            if cell.unit >= 0:
                brush.paint_bracket([cell], 0, rect, 1)
            painter.setFont(self.font())
            painter.setPen(QColor(colours.text))
            width = self.fontMetrics().horizontalAdvance(words)
            painter.drawText(
                QRect(left + CELL + GRID // 2, HEAD, width + 2, CELL), Qt.AlignmentFlag.AlignVCenter, words
            )
            left += CELL + width + 3 * GRID
