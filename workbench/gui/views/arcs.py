"""Weights as arcs from the token that looks to the one that is looked at, the stronger the less transparent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, Colours, categorical, colours_of
from workbench.gui.views.heat_labels import label_font, labelled
from workbench.gui.views.heat_levels import matrix_csv
from workbench.gui.views.painted import PaintedView
from workbench.inspection.hiding import Shown

MOST_ARCS = 600  #: of all, the strongest are drawn; more take so long that the window stalls
MOST_LIT = 200  #: of those of a token
MOST_NAMED = 5
PITCHES = (4.0, 44.0)
LABEL = 12  #: pixels of the font of tokens
LABEL_ROOM = 60.0


@dataclass(frozen=True)
class Arc:
    """From the item ``query`` to ``key``; ``share`` of the greatest weight."""

    query: int
    key: int
    share: float


def strongest(values: NDArray[np.floating], most: int = MOST_ARCS) -> list[Arc]:
    """The ``most`` greatest weights above 0 of a matrix, the weakest first, so that the strong ones are drawn last."""
    flat = values.ravel()
    if not len(flat) or flat.max() <= 0:
        return []
    places = np.argpartition(flat, -most)[-most:] if len(flat) > most else np.arange(len(flat))
    places = places[np.argsort(flat[places], kind="stable")]
    greatest, columns = float(flat.max()), values.shape[1]
    return [
        Arc(int(place) // columns, int(place) % columns, float(flat[place]) / greatest)
        for place in places
        if flat[place] > 0
    ]


class ArcsView(PaintedView):
    """Tokens in two rows, those that look above; or in one, with arcs over it. ``chosen`` carries a row's number in
    the matrix after a click or Enter."""

    FILE_NAME = "arcs"

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = Shown(np.zeros((0, 0), np.float32), np.zeros(0, np.int64), np.zeros(0, np.int64))
        self._names: Sequence[str] = ()
        self._mode = ""
        self._arcs: list[Arc] = []
        self._one_row = False
        self._pitch, self._left = 0.0, 0.0  # 0: fit
        self._cursor = (-1, -1)  # row 0 (looking) or 1 (looked at), place in it
        self._grab: QPointF | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Arcs between tokens"))

    # Contents

    def show_weights(self, shown: Shown, names: Sequence[str], mode: str) -> None:
        """Show a square matrix after hiding, with the ``names`` of the whole one and the ``mode`` in words."""
        if shown.values.shape != self._shown.values.shape:
            self._pitch, self._left = 0.0, 0.0
            self._cursor = (-1, -1)
        self._shown, self._names, self._mode = shown, names, mode
        self._arcs = strongest(shown.values)
        self.update()

    def use_one_row(self, one_row: bool) -> None:
        """One row of tokens with arcs over it, or two with lines between them."""
        self._one_row = one_row
        self._cursor = (-1, -1)
        self.update()

    @property
    def arcs(self) -> Sequence[Arc]:
        """What is drawn while no token is pointed at."""
        return self._arcs

    def _lit_arcs(self) -> list[Arc]:
        """The strongest of the token under the cursor, also such as are weak among all."""
        row, place = self._cursor
        if place < 0:
            return self._arcs
        values = self._shown.values
        greatest = float(values.max()) or 1.0
        looks = [Arc(place, key, float(weight) / greatest) for key, weight in enumerate(values[place])]
        seen = [Arc(query, place, float(weight) / greatest) for query, weight in enumerate(values[:, place])]
        found = looks + seen if self._one_row else seen if row else looks
        return sorted((arc for arc in found if arc.share > 0), key=lambda arc: arc.share)[-MOST_LIT:]

    # Geometry

    def _count(self) -> int:
        return len(self._shown.rows)

    def pitch(self) -> float:
        """Pixels from one token to the next."""
        fitting = (self.width() - 2 * GRID) / max(1, self._count())
        return min(max(self._pitch or fitting, PITCHES[0]), PITCHES[1])

    def _x(self, place: int) -> float:
        return GRID + (place + 0.5) * self.pitch() - self._left

    def _lines(self) -> tuple[float, float]:
        """Heights of the lower border of the upper tokens and of the upper border of the lower ones."""
        low = self.height() - 3.0 * GRID - LABEL_ROOM
        return (low if self._one_row else LABEL_ROOM + GRID), low

    def token_point(self, row: int, place: int) -> QPointF:
        """The middle of a token: of the looking ones (0) or those that are looked at (1)."""
        upper, lower = self._lines()
        beside = LABEL_ROOM / 4
        return QPointF(self._x(place), upper - beside if row == 0 and not self._one_row else lower + beside)

    def _at(self, point: QPointF) -> tuple[int, int]:
        place = int((point.x() - GRID + self._left) // self.pitch())
        upper, lower = self._lines()
        if not 0 <= place < self._count():
            return -1, -1
        if not self._one_row and point.y() <= upper:
            return 0, place
        return (1, place) if lower <= point.y() <= lower + LABEL_ROOM else (-1, -1)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Arcs, tokens, what is under the cursor in words."""
        painter = QPainter(self)
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        if not self._count():
            return
        colours = colours_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for arc in self._lit_arcs():
            self._paint_arc(painter, arc, colours)
        for row in (1,) if self._one_row else (0, 1):
            self._paint_names(painter, row, colours)
        painter.setFont(scaled(self.font(), 0.9))
        painter.setPen(QColor(colours.muted))
        box = QRectF(GRID, self.height() - 3 * GRID, self.width() - 2 * GRID, 3 * GRID)
        words = QFontMetricsF(painter.font()).elidedText(self.caption(), Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_arc(self, painter: QPainter, arc: Arc, colours: Colours) -> None:
        start, end = self._x(arc.query), self._x(arc.key)
        if max(start, end) < 0 or min(start, end) > self.width():
            return
        colour = QColor(categorical(colours, int(arc.key > arc.query)))  # back, or on in the text
        colour.setAlphaF(max(0.02, arc.share))
        wide = min(0.5 + 2 * arc.share, self.pitch() / 4)  # thin ones where tokens are dense, and these are fast
        painter.setPen(QPen(colour, max(1.0, wide)))
        upper, lower = self._lines()
        path = QPainterPath(QPointF(start, upper))
        if self._one_row:
            high = upper - min(upper - GRID, GRID + abs(end - start) / 2 * 1.3)
            path.cubicTo(QPointF(start, high), QPointF(end, high), QPointF(end, upper))
        else:
            middle = (upper + lower) / 2
            path.cubicTo(QPointF(start, middle), QPointF(end, middle), QPointF(end, lower))
        painter.drawPath(path)

    def _paint_names(self, painter: QPainter, row: int, colours: Colours) -> None:
        lit_row, lit = self._cursor
        lit = lit if lit_row == row else -1
        upper, lower = self._lines()
        for place in labelled(self._count(), lit, self.pitch()):
            if not 0 <= (x := self._x(place)) <= self.width():
                continue
            font = label_font(LABEL, bold=place == lit)
            painter.setFont(font)
            painter.setPen(QColor(colours.accent if place == lit else colours.text))
            name = self._names[self._shown.rows[place]]
            name = QFontMetricsF(font).elidedText(name, Qt.TextElideMode.ElideRight, LABEL_ROOM - 6)
            _write(painter, name, x, upper - 3 if row == 0 else lower + 3, above=row == 0)

    def caption(self) -> str:
        """The strongest of the token under the cursor in words, else how many arcs there are."""
        row, place = self._cursor
        if place < 0:
            note = tr(
                "the {count} strongest of {all} weights; blue looks back, orange on",
                count=f"{len(self._arcs):,}",
                all=f"{self._shown.values.size:,}",
            )
            return f"{self._mode}; {note}"
        weights = self._shown.values[:, place] if row == 1 else self._shown.values[place]
        best = np.argsort(-weights, kind="stable")[:MOST_NAMED]
        named = "  ".join(f"{self._names[self._shown.rows[at]]} {weights[at]:.3f}" for at in best)
        name = self._names[self._shown.rows[place]]
        if row == 1:
            return tr("{token} is looked at by: {tokens}", token=name, tokens=named)
        return tr("{token} looks at: {tokens}", token=name, tokens=named)

    # Mouse and keys

    def _point(self, cursor: tuple[int, int]) -> None:
        if cursor != self._cursor:
            self._cursor = cursor
            self.setAccessibleDescription(self.caption())
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light the arcs of a token; with the button held, move all."""
        if self._grab is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._move_left(self._left - (event.position().x() - self._grab.x()))
            self._grab = event.position()
        else:
            self._point(self._at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a token, or begin a move."""
        self._grab = event.position()
        place = self._at(event.position())[1]
        if place >= 0:
            self.chosen.emit(int(self._shown.rows[place]))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The move ends."""
        self._grab = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """All tokens again."""
        self._pitch, self._left = 0.0, 0.0
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """No token is lit."""
        self._point((-1, -1))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the cursor."""
        self._zoom(1.25 ** (event.angleDelta().y() / 120), event.position().x())
        event.accept()

    def _zoom(self, by: float, around: float) -> None:
        before = self.pitch()
        self._pitch = min(max(before * by, PITCHES[0]), PITCHES[1])
        self._move_left((self._left + around - GRID) * self.pitch() / before - around + GRID)

    def _move_left(self, left: float) -> None:
        beyond = self._count() * self.pitch() + 2 * GRID - self.width()
        self._left = min(max(left, 0.0), max(beyond, 0.0))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows light a token, Enter chooses it, + and - zoom, 0 shows all."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        key = Qt.Key(event.key())
        row, place = self._cursor
        if key in steps and self._count():
            place = min(max(place + steps[key], 0), self._count() - 1)
            self._point((1 if self._one_row else max(row, 0), place))
            self._show_place(place)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and place >= 0 and not self._one_row:
            self._point((int(key is Qt.Key.Key_Down), place))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and place >= 0:
            self.chosen.emit(int(self._shown.rows[place]))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            around = self.width() / 2 if place < 0 else self._x(place)
            self._zoom(0.8 if key is Qt.Key.Key_Minus else 1.25, around)
        elif key is Qt.Key.Key_0:
            self._pitch, self._left = 0.0, 0.0
            self.update()
        else:
            super().keyPressEvent(event)

    def show_place(self, row: int) -> None:
        """Light the arcs of a token, by its number in the whole matrix; nothing for one that is hidden."""
        found = np.flatnonzero(self._shown.rows == row)
        if len(found):
            place = int(found[0])
            self._point((1 if self._one_row else 0, place))
            self._show_place(place)

    def _show_place(self, place: int) -> None:
        """Bring the keyboard's token into view."""
        x = self._x(place)
        if not GRID <= x <= self.width() - GRID:
            self._move_left(self._left + x - self.width() / 2)

    def sizeHint(self) -> QSize:
        """Broad."""
        return QSize(600, 360)

    # Export

    def as_csv(self) -> str:
        """All weights, drawn or not."""
        return matrix_csv(self._mode, self._names, self._names, self._shown)

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """All weights ``values`` [r, c] with their ``tokens`` and the mode of the ``view``."""
        names = np.array([self._names[place] for place in self._shown.rows])
        return {"values": self._shown.values, "tokens": names, "view": np.array(self._mode)}


def _write(painter: QPainter, name: str, x: float, y: float, *, above: bool) -> None:
    """A single character upright, longer names turned; their end (``above``) or beginning at ``y``."""
    if len(name) == 1:
        top = y - 18 if above else y
        painter.drawText(QRectF(x - 12, top, 24, 18), Qt.AlignmentFlag.AlignCenter, name)
        return
    painter.save()
    painter.translate(x, y)
    painter.rotate(-90)
    box = QRectF(0, -10, LABEL_ROOM, 20) if above else QRectF(-LABEL_ROOM, -10, LABEL_ROOM, 20)
    side = Qt.AlignmentFlag.AlignLeft if above else Qt.AlignmentFlag.AlignRight
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, name)
    painter.restore()
