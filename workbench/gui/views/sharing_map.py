"""Layers as columns of boxes, those with the same weights in one colour: what is stored, and what is used again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, Colours, categorical, colours_of, contrast
from workbench.gui.tips import plain_tip

_ROW = 4 * GRID  # height of a row of boxes
_GAP = 4
_AGAIN = 60  # of 255: how much of its colour a box has that uses what another stores
HEAD = -1  #: place of the words before a row


@dataclass(frozen=True)
class Row:
    """Boxes from left to right, ``owners`` [n]: the first place with the same weights, its own where it stores some.

    ``sentences`` say it of each owner; ``labels`` [n] stand in the boxes. Of a ``switchable`` row the title can be
    clicked.
    """

    title: str
    owners: Sequence[int]
    sentences: dict[int, str]
    labels: Sequence[str]
    switchable: bool = True


@dataclass(frozen=True)
class Picture:
    """All that is drawn: rows, and of the first row's columns the group that each is in, from 0, ``groups`` [n]."""

    rows: Sequence[Row] = ()
    groups: Sequence[int] = ()


class SharingMap(QWidget):
    """``chosen`` carries (row, owner) of a box that is clicked, ``switched`` the row whose words are."""

    chosen = Signal(int, int)
    switched = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = Picture()
        self._row, self._place = 0, HEAD
        self._framed: tuple[int, int] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("What is shared"))

    def show_picture(self, picture: Picture, framed: tuple[int, int] | None) -> None:
        """Show other layers, with the boxes framed that use the weights of ``framed`` (row, owner)."""
        self._picture, self._framed = picture, framed
        self._move(0, 0)
        self.setAccessibleDescription(" ".join(sentence for row in picture.rows for sentence in row.sentences.values()))
        self.updateGeometry()
        self.update()

    @property
    def picture(self) -> Picture:
        """What is drawn."""
        return self._picture

    # Geometry

    def _columns(self, row: int) -> int:
        return len(self._picture.rows[row].owners)

    def _width(self, row: int) -> float:
        """Of a box with the gap after it."""
        return (self.width() - 1 - self._words_width()) / max(1, self._columns(row))

    def _words_width(self) -> int:
        metrics = QFontMetrics(self.font())
        titles = [metrics.horizontalAdvance(row.title) for row in self._picture.rows]
        return max(titles, default=0) + 2 * GRID

    def _line(self) -> int:
        return QFontMetrics(scaled(self.font(), 0.85)).height() + 2

    def box(self, row: int, place: int) -> QRectF:
        """The box of a column in a row, or of the words before it."""
        top = self._line() + row * (_ROW + _GAP)
        words = self._words_width()
        if place == HEAD:
            return QRectF(0, top, words - _GAP, _ROW)
        width = self._width(row)
        return QRectF(words + place * width, top, max(1.0, width - min(_GAP, width / 4)), _ROW)

    def place_at(self, point: QPoint) -> tuple[int, int] | None:
        """Row and column under a point, the column :data:`HEAD` at the words."""
        for row in range(len(self._picture.rows)):
            first = self.box(row, HEAD)
            if not first.top() <= point.y() <= first.bottom():
                continue
            if point.x() <= first.right():
                return row, HEAD
            place = int((point.x() - self._words_width()) / max(0.01, self._width(row)))
            return row, min(max(place, 0), self._columns(row) - 1)
        return None

    def sizeHint(self) -> QSize:
        """As high as its rows."""
        return QSize(60 * GRID, self._line() + len(self._picture.rows) * (_ROW + _GAP))

    def minimumSizeHint(self) -> QSize:
        """Narrow boxes have no numbers."""
        return QSize(self._words_width() + 12 * GRID, self.sizeHint().height())

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Numbers of groups, words of rows, boxes."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        if self._picture.rows:
            self._write_groups(painter, colours)
        number = 0
        for row, content in enumerate(self._picture.rows):
            self._write_title(painter, colours, row)
            shared = [owner for owner, count in Counter(content.owners).items() if count > 1]
            shades = {owner: categorical(colours, number + at) for at, owner in enumerate(shared)}
            number += len(shared)
            for place, owner in enumerate(content.owners):
                self._draw_box(painter, colours, (row, place), shades.get(owner))
        if self.hasFocus() and self._picture.rows:
            painter.setPen(QPen(QColor(colours.text), 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.box(self._row, self._place).adjusted(2, 2, -2, -2))

    def _write_groups(self, painter: QPainter, colours: Colours) -> None:
        """A line over each group with its number; where there is one, how many layers there are."""
        groups = [(number, len(list(same))) for number, same in groupby(self._picture.groups)]
        painter.setFont(scaled(self.font(), 0.85))
        painter.setPen(QColor(colours.muted))
        first, height = 0, self._line() - 3
        for number, count in groups:
            left, right = self.box(0, first).left(), self.box(0, first + count - 1).right()
            words = tr("Group {number}", number=number + 1) if len(groups) > 1 else tr("Layers 1 to {last}", last=count)
            area = QRect(int(left), 0, int(right - left), height)
            if painter.fontMetrics().horizontalAdvance(words) > area.width():
                words = str(number + 1) if len(groups) > 1 else ""
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, words)
            painter.drawLine(area.left(), height, area.right(), height)
            first += count

    def _write_title(self, painter: QPainter, colours: Colours, row: int) -> None:
        """The words of a row, underlined where they can be clicked."""
        content, font = self._picture.rows[row], scaled(self.font(), 1.0)
        font.setUnderline(content.switchable)
        painter.setFont(font)
        painter.setPen(QColor(colours.accent if content.switchable else colours.text))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.box(row, HEAD), flags, content.title)

    def _draw_box(self, painter: QPainter, colours: Colours, at: tuple[int, int], shade: str | None) -> None:
        """Full of its ``shade`` where shared weights are stored, tinted with it where they are used again, and plain
        where weights are used once."""
        (row, place), content = at, self._picture.rows[at[0]]
        box, owner = self.box(row, place), content.owners[place]
        again, framed = place != owner, self._framed == (row, owner)
        fill = QColor(shade or colours.raised)
        if again:
            fill.setAlpha(_AGAIN)
        painter.setBrush(fill)
        painter.setPen(QPen(QColor(colours.text if framed else shade or colours.border), 2 if framed else 1))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
        painter.setFont(scaled(self.font(), 0.85, bold=not again))
        if painter.fontMetrics().horizontalAdvance(content.labels[place]) > box.width() - 2:
            return
        full = shade is not None and not again
        ink = max(("#000000", "#ffffff"), key=lambda one: contrast(one, shade or one)) if full else colours.text
        painter.setPen(QColor(ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, content.labels[place])

    # Mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a box, or switch a row."""
        found = self.place_at(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and found is not None:
            self._row, self._place = found
            self._take()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over what can be clicked."""
        found = self.place_at(event.position().toPoint())
        over = found is not None and (found[1] != HEAD or self._picture.rows[found[0]].switchable)
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from box to box and to the words before them; Space and Return take what is there."""
        moves = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        if move := moves.get(Qt.Key(event.key())):
            self._move(*move)
            self.update()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._picture.rows:
            self._take()
        else:
            super().keyPressEvent(event)

    def _move(self, down: int, right: int) -> None:
        """Go to another place, or to the nearest that there is."""
        self._row = min(max(self._row + down, 0), max(0, len(self._picture.rows) - 1))
        last = self._columns(self._row) - 1 if self._picture.rows else HEAD
        self._place = min(max(self._place + right, HEAD), last)

    def _take(self) -> None:
        content = self._picture.rows[self._row]
        if self._place != HEAD:
            self.chosen.emit(self._row, content.owners[self._place])
        elif content.switchable:
            self.switched.emit(self._row)

    def event(self, event: QEvent) -> bool:
        """Tooltips say whose weights a box has."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.place_at(event.pos())
            QToolTip.showText(event.globalPos(), plain_tip(self._tip(found) if found else ""), self)
            return True
        return super().event(event)

    def _tip(self, found: tuple[int, int]) -> str:
        row, place = found
        content = self._picture.rows[row]
        if place != HEAD:
            return content.sentences[content.owners[place]]
        return tr("A click shares it among the layers, or no longer does.") if content.switchable else ""
