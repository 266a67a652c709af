"""The heatmap of n-grams: which of them an encoder believes in, in each layer or checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget

from workbench.gui.fonts import cell_font, scaled
from workbench.gui.i18n import render, tr, translate
from workbench.gui.theme import GRID, colours_of
from workbench.gui.views.colour_bar import ColourBar, bar_room, paint_bar
from workbench.gui.views.drawing import FINENESS
from workbench.gui.views.drawn import Drawn
from workbench.gui.views.exporting import add_exports
from workbench.gui.views.ngram_brush import TEXT, Lit, NgramBrush
from workbench.gui.views.ngram_layout import HEAD, PAD, ROW, Hit, NgramLayout, Widths
from workbench.gui.views.ngram_words import covering, ngram_words, token_words, winner_words
from workbench.inspection.colours import AMOUNTS
from workbench.inspection.ngram_contest import Order
from workbench.inspection.ngram_picture import ColourScale, Columns, NgramPicture
from workbench.inspection.ngram_svg import ngram_svg

_BAR_HEIGHT = 20.0 * GRID
_LONGEST_NAME = 170.0  #: pixels
_MOST_FINE = 8000  #: pixels of the height of a picture


class NgramGrid(QAbstractScrollArea):
    """``column_chosen`` carries a layer or the number of a checkpoint, ``chosen_changed`` comes when other n-grams are
    chosen, ``described`` carries what is under the cursor in words, or what is shown."""

    column_chosen = Signal(int)
    chosen_changed = Signal()
    described = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture_shown: NgramPicture | None = None
        self.chosen: set[int] = set()  #: places of candidates
        self.token = -1  #: that was clicked
        self._current = -1
        self._hit = Hit()
        self._layout_of: tuple[NgramPicture, float, NgramLayout] | None = None
        self._widths: tuple[tuple[str, ...], Widths] | None = None
        self.viewport().setMouseTracking(True)
        self.viewport().setBackgroundRole(self.backgroundRole())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setAccessibleName(tr("Heatmap of n-grams"))
        self.verticalScrollBar().valueChanged.connect(self._follow)

    # Contents

    def show_picture(self, picture: NgramPicture) -> None:
        """Show another picture; what is chosen and lit stays while the n-grams are the same."""
        self.keep_for(picture)
        self._tell()
        self.viewport().update()

    def keep_for(self, picture: NgramPicture) -> None:
        """Take a picture without telling anybody, while another view shows its sentence."""
        before = self.picture_shown
        if before is None or before.candidates != picture.candidates or before.found.tokens != picture.found.tokens:
            self.chosen.clear()
            self.token = self._current = -1
            self._hit = Hit()
            self.verticalScrollBar().setValue(0)
            self.horizontalScrollBar().setValue(0)
        self._hit = self._hit if self._hit.column < len(picture.names) else Hit()
        self.picture_shown = picture
        self._set_ranges()

    def choose(self, places: set[int]) -> None:
        """Choose n-grams by their places."""
        self.chosen = set(places)
        self.chosen_changed.emit()
        self._tell()
        self.viewport().update()

    def lit(self) -> Lit:
        """What stands out now: what is chosen or pointed at, and what covers the token there or the clicked one."""
        picture = self.picture_shown
        if picture is None:
            return Lit()
        places, tokens = set(self.chosen), set[int]()
        pointed = self._hit.place
        token = self._hit.token if pointed < 0 and not self._hit.members else -1
        token = self.token if token < 0 else token
        for place in {*places, pointed} - {-1}:
            tokens.update(range(picture.candidates[place].start, picture.candidates[place].end))
        if token >= 0:
            tokens.add(token)
            places.update(covering(picture, token))
        return Lit(places, tokens, self._current if self.hasFocus() else -1)

    # Geometry

    def grid(self) -> NgramLayout | None:
        """Where everything stands at the width as it is."""
        picture, width = self.picture_shown, float(self.viewport().width())
        if picture is None:
            return None
        if self._layout_of is None or self._layout_of[0] is not picture or self._layout_of[1] != width:
            self._layout_of = picture, width, NgramLayout.of(picture, self._measured(picture), width)
        return self._layout_of[2]

    def _measured(self, picture: NgramPicture) -> Widths:
        texts = (*picture.found.tokens, *(one.text for one in picture.candidates))
        if self._widths is None or self._widths[0] != texts:
            metrics = QFontMetricsF(cell_font(TEXT))
            longest = max((metrics.horizontalAdvance(one.text) for one in picture.candidates), default=0.0)
            self._widths = (
                texts,
                Widths(
                    tuple(metrics.horizontalAdvance(token) for token in picture.found.tokens),
                    min(longest, _LONGEST_NAME) + 16 + 3 * PAD,
                    bar_room(scaled(self.font(), 0.85)) + GRID,
                ),
            )
        return self._widths[1]

    def _set_ranges(self) -> None:
        layout = self.grid()
        if layout is None:
            return
        room = self.viewport().height() - HEAD
        vertical, horizontal = self.verticalScrollBar(), self.horizontalScrollBar()
        vertical.setRange(0, max(0, round(layout.height - room)))
        vertical.setPageStep(max(1, round(room)))
        vertical.setSingleStep(round(ROW))
        horizontal.setRange(0, round(layout.hidden))
        horizontal.setPageStep(max(1, round(layout.sentence)))
        horizontal.setSingleStep(round(2 * ROW))

    @Slot(int)
    def _follow(self, down: int) -> None:
        """Have the sentence where the rows in sight are, as long as they stand in its order."""
        layout, picture = self.grid(), self.picture_shown
        if layout is None or picture is None or picture.wanted.order is not Order.PLACE or not layout.hidden:
            return
        lines = layout.visible(down, down + self.viewport().height() - HEAD - ROW)
        ones = [picture.candidates[line.place] for line in lines if line.place >= 0]
        if not ones:
            return
        left, right = layout.tokens[ones[0].start], layout.tokens[max(one.end for one in ones)]
        across = self.horizontalScrollBar()
        if left < across.value() or right > across.value() + layout.sentence:
            across.setValue(round(left - ROW))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width has another layout."""
        super().resizeEvent(event)
        self._set_ranges()

    def sizeHint(self) -> QSize:
        """Broad."""
        return QSize(100 * GRID, 40 * GRID)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The head, the lines in sight, and the bar of colours."""
        painter = QPainter(self.viewport())
        down, scrolled = float(self.verticalScrollBar().value()), float(self.horizontalScrollBar().value())
        self._paint(painter, QSize(self.viewport().size()), down, scrolled)
        painter.end()

    def _paint(self, painter: QPainter, size: QSize, down: float, scrolled: float) -> None:
        picture, layout = self.picture_shown, self.grid()
        colours = colours_of(self.palette())
        painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor(colours.base))
        if picture is None or layout is None:
            return
        brush, lit = NgramBrush(painter, picture, layout, colours, self.font(), scrolled), self.lit()
        brush.head(lit)
        painter.save()
        painter.setClipRect(QRectF(0, HEAD, size.width(), size.height() - HEAD))
        for line in layout.visible(down, down + size.height() - HEAD):
            painter.save()
            painter.translate(0, HEAD + line.top - down)
            brush.line(line, lit)
            painter.restore()
        painter.restore()
        height = min(_BAR_HEIGHT, size.height() - HEAD - GRID)
        corner = QPointF(layout.right, HEAD + GRID / 2)
        paint_bar(painter, self.colour_bar(picture), corner, height, scaled(self.font(), 0.85), colours)

    def colour_bar(self, picture: NgramPicture) -> ColourBar:
        """What the colours stand for, with the value under the cursor."""
        place, column = self._hit.place, self._hit.column
        value = float(picture.values[place, column]) if place >= 0 and column >= 0 else None
        value = None if value is None or value != value else value
        if picture.wanted.scale is ColourScale.COLUMN:
            share = None if value is None else value / (float(picture.highs[column]) or 1.0)
            return ColourBar(AMOUNTS, 1.0, tr("of the column's greatest"), share)
        low, high = picture.bounds
        return ColourBar(AMOUNTS, high, tr(picture.wanted.quantity.label), value, low)

    # Words

    def caption(self) -> str:
        """What is under the cursor, or lit by a click, in words; else what is shown."""
        picture, hit = self.picture_shown, self._hit
        if picture is None:
            return ""
        if hit.place >= 0:
            return ngram_words(picture, hit.place, hit.column if hit.column >= 0 else picture.current)
        if hit.members and hit.column >= 0:
            return winner_words(picture, hit.members, hit.column)
        token = hit.token if hit.token >= 0 else self.token
        if token >= 0:
            return token_words(picture, token)
        if self._current >= 0:
            return ngram_words(picture, self._current, picture.current)
        return render(picture.caption())

    def _tell(self) -> None:
        words = self.caption()
        self.setAccessibleDescription(words)
        self.described.emit(words)

    # Mouse and keys

    def _hit_at(self, point: QPointF) -> Hit:
        layout = self.grid()
        if layout is None:
            return Hit()
        down, scrolled = self.verticalScrollBar().value(), self.horizontalScrollBar().value()
        return layout.hit(point, float(down), float(scrolled))

    def _point(self, hit: Hit) -> None:
        if hit != self._hit:
            self._hit = hit
            self._tell()
            self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light what is under the cursor."""
        self._point(self._hit_at(event.position()))

    def viewportEvent(self, event: QEvent) -> bool:
        """Nothing is under a cursor that has left."""
        if event.type() == QEvent.Type.Leave:
            self._point(Hit())
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose an n-gram (with Ctrl one more), a column, or the n-grams over a token; the same again gives it up."""
        if event.button() is not Qt.MouseButton.LeftButton or self.picture_shown is None:
            return
        hit = self._hit_at(event.position())
        if hit.column >= 0:
            self.column_chosen.emit(hit.column)
        if hit.place >= 0:
            self._current, self.token = hit.place, -1
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.choose(self.chosen ^ {hit.place})
            elif hit.column < 0 and self.chosen == {hit.place}:
                self.choose(set())
            else:
                self.choose({hit.place})
        elif hit.token >= 0 and not hit.members:
            self.light_token(-1 if self.token == hit.token else hit.token)

    def light_token(self, token: int) -> None:
        """Light the n-grams over a token, -1 for none, and bring the first of them into sight with as many as fit."""
        self.token = token
        self.chosen.clear()
        if token >= 0 and self.picture_shown is not None and (layout := self.grid()) is not None:
            over = set(covering(self.picture_shown, token))
            lines = [line.place for line in layout.lines if line.place in over]
            for place in (lines[-1], lines[0]) if lines else ():
                self._show_line(place)
        self.chosen_changed.emit()
        self._tell()
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down go from n-gram to n-gram, left and right from column to column; Space chooses one more, Esc
        none."""
        picture, key = self.picture_shown, Qt.Key(event.key())
        rows = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}
        columns = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if picture is None or not picture.rows:
            super().keyPressEvent(event)
        elif key in rows:
            at = picture.rows.index(self._current) + rows[key] if self._current in picture.rows else 0
            self._current, self.token = picture.rows[min(max(at, 0), len(picture.rows) - 1)], -1
            self._show_line(self._current)
            self.choose({self._current})
        elif key in columns:
            self.column_chosen.emit(min(max(picture.current + columns[key], 0), len(picture.names) - 1))
        elif key is Qt.Key.Key_Space and self._current >= 0:
            self.choose(self.chosen ^ {self._current})
        elif key is Qt.Key.Key_Escape and (self.chosen or self.token >= 0):
            self.token = -1
            self.choose(set())
        else:
            super().keyPressEvent(event)

    def _show_line(self, place: int) -> None:
        """Scroll to a row and its n-gram's characters."""
        layout, picture = self.grid(), self.picture_shown
        line = None if layout is None else layout.line_of(place)
        if layout is None or picture is None or line is None:
            return
        bar, room = self.verticalScrollBar(), self.viewport().height() - HEAD
        bar.setValue(round(min(max(bar.value(), line.bottom - room), line.top)))
        one, across = picture.candidates[place], self.horizontalScrollBar()
        left, right = layout.tokens[one.start], layout.tokens[one.end]
        across.setValue(round(min(max(across.value(), right - layout.sentence + PAD), left)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Up and down; with Shift along the sentence."""
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - (event.angleDelta().y() or event.angleDelta().x()) // 2)
            event.accept()
        else:
            super().wheelEvent(event)
        self._point(self._hit_at(event.position()))

    # Export

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Copy and save."""
        if self.picture_shown is not None:
            menu = QMenu(self)
            add_exports(menu, self, self, self.file_name())
            menu.exec(event.globalPos())

    def file_name(self) -> str:
        """What is offered as a name of its file."""
        shown = self.picture_shown
        by_step = shown is not None and shown.wanted.columns is Columns.CHECKPOINTS
        return "ngrams-checkpoints" if by_step else "ngrams-layers"

    def picture(self) -> Drawn:
        """All rows, also those out of sight, with the caption below; finer than the screen unless it is very high."""
        layout, picture = self.grid(), self.picture_shown
        wide = 0.0 if layout is None or picture is None else layout.right + self._measured(picture).bar
        high = max(HEAD + (0.0 if layout is None else layout.height), HEAD + _BAR_HEIGHT + 2 * GRID)
        size = QSize(round(max(wide, 60 * GRID)), round(high) + 3 * GRID)

        def paint(painter: QPainter) -> None:
            self._paint(painter, size, 0.0, float(self.horizontalScrollBar().value()))
            if self.picture_shown is not None:
                painter.setFont(scaled(self.font(), 0.9))
                painter.setPen(QColor(colours_of(self.palette()).muted))
                box = QRectF(GRID, size.height() - 3 * GRID, size.width() - 2 * GRID, 3 * GRID)
                flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(box, flags, render(self.picture_shown.caption()))

        fineness = FINENESS if size.height() <= _MOST_FINE else 1  # else it takes hundreds of megabytes
        return Drawn.of(size, QColor(colours_of(self.palette()).base), paint, self.logicalDpiX(), fineness)

    def svg(self) -> Callable[[], bytes]:
        """Makes all rows as SVG, with the whole sentence if it is short."""
        shown = self.picture_shown
        return lambda: b"" if shown is None else ngram_svg(shown, translate).encode()

    def as_csv(self) -> str:
        """A line an n-gram."""
        return "" if self.picture_shown is None else self.picture_shown.as_csv(translate)

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Values, n-grams, columns and winners, and those of all checkpoints that were read."""
        return {} if self.picture_shown is None else self.picture_shown.arrays(translate)
