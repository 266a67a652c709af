"""The stages of a run as a bar over its steps: names, colours and shares, with borders that can be dragged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.gui.figures import grouped
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, colours_of
from workbench.gui.tips import plain_tip

BAR = 5 * GRID  #: height of the stages
_GRIP = 5  # pixels on each side of a border where it can be taken
_TINT = 70  # of 255: the colour of a stage under its words
_STRIPE = 5  # pixels of full colour at its foot
_KEY_SHARE = 0.01  # of all steps that a key moves a border


@dataclass(frozen=True)
class Segment:
    """A stage: its ``name``, what it does in ``words``, its place on the bar from step ``first`` to ``last`` (from 1,
    both included), and its colours as (share, ``#rrggbb``), several for a mixture. Stages that take turns have places
    side by side, and all of these as their ``span``; any other has its own. One that is ``joined`` takes turns with the
    stage before."""

    name: str
    words: str
    first: int
    last: int
    colours: Sequence[tuple[float, str]]
    span: tuple[int, int] | None = None
    joined: bool = False

    @property
    def steps(self) -> tuple[int, int]:
        """The first and the last of the steps that it is at work in."""
        return self.span or (self.first, self.last)


class StageBar(QWidget):
    """``chosen`` carries the place of a stage that is clicked, ``renaming`` that of one clicked twice; ``border_moved``
    and, when the mouse lets go, ``border_set`` carry (place of the stage before a border, its last step)."""

    chosen = Signal(int)
    renaming = Signal(int)
    border_moved = Signal(int, int)
    border_set = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._segments: Sequence[Segment] = ()
        self._current = 0
        self._dragged = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Stages of the run"))

    def offer(self, *deeds: tuple[str, Callable[[], None]]) -> None:
        """Have a menu of what can be done with the stage under the mouse, each with its title."""
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for title, run in deeds:
            action = QAction(title, self)
            action.triggered.connect(lambda _checked=False, run=run: run())
            self.addAction(action)

    def show_segments(self, segments: Sequence[Segment], current: int) -> None:
        """Show stages; ``current`` is the place of the one that is framed."""
        self._segments, self._current = segments, current
        self.setAccessibleDescription(". ".join(self._sentence(segment) for segment in segments))
        self.update()

    @property
    def segments(self) -> Sequence[Segment]:
        """What is shown."""
        return self._segments

    @staticmethod
    def _sentence(segment: Segment) -> str:
        first, last = map(grouped, segment.steps)
        words = f"{tr('with the stage before')} · {segment.words}" if segment.joined else segment.words
        return tr("{name}: {words}, steps {first} to {last}", name=segment.name, words=words, first=first, last=last)

    # Geometry

    def _steps(self) -> int:
        return max(1, self._segments[-1].last if self._segments else 1)

    def _left_of(self, step: int) -> int:
        """Where a step ends, in pixels."""
        return round((self.width() - 1) * step / self._steps())

    def rect_of(self, place: int) -> QRect:
        """The box of a stage."""
        segment = self._segments[place]
        left, right = self._left_of(segment.first - 1), self._left_of(segment.last)
        return QRect(left, 0, max(1, right - left), BAR)

    def border_at(self, point: QPoint) -> int:
        """The stage whose right border is under a point, -1 for none; the end of the run is none."""
        near = [
            (abs(self._left_of(segment.last) - point.x()), place) for place, segment in enumerate(self._segments[:-1])
        ]
        distance, place = min(near, default=(_GRIP + 1, -1))
        return place if distance <= _GRIP else -1

    def place_at(self, point: QPoint) -> int:
        """The stage under a point, -1 for none."""
        return next((place for place in range(len(self._segments)) if self.rect_of(place).contains(point)), -1)

    def sizeHint(self) -> QSize:
        """Low and wide."""
        return QSize(60 * GRID, BAR + self._line())

    def minimumSizeHint(self) -> QSize:
        """Still a bar."""
        return QSize(20 * GRID, BAR + self._line())

    def _line(self) -> int:
        return QFontMetrics(scaled(self.font(), 0.85)).height() + 2

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Boxes, words, and the steps at the borders."""
        painter = QPainter(self)
        colours = colours_of(self.palette())
        for place, segment in enumerate(self._segments):
            box = self.rect_of(place)
            self._fill(painter, box, segment)
            framed = place == self._current
            edge = QColor(colours.accent if framed else colours.border)
            painter.setPen(QPen(edge, 2 if framed else 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(1, 1, -1, -1))
            self._write(painter, box.adjusted(GRID, 2, -GRID // 2, -_STRIPE - 1), segment)
        self._write_steps(painter)
        if self.hasFocus() and self._segments:
            painter.setPen(QPen(QColor(colours.text), 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect_of(self._current).adjusted(3, 3, -4, -4))

    def _fill(self, painter: QPainter, box: QRect, segment: Segment) -> None:
        left = float(box.left())
        painter.fillRect(box, QColor(colours_of(self.palette()).base))
        for share, name in segment.colours:
            width = share * box.width()
            tint = QColor(name)
            painter.fillRect(QRectF(left, box.bottom() - _STRIPE, width, _STRIPE), tint)
            tint.setAlpha(_TINT)
            painter.fillRect(QRectF(left, box.top(), width, box.height() - _STRIPE), tint)
            left += width

    def _write(self, painter: QPainter, area: QRect, segment: Segment) -> None:
        colours = colours_of(self.palette())
        half = area.height() // 2
        for text, top, bold, colour in (
            (f"+ {segment.name}" if segment.joined else segment.name, area.top(), True, colours.text),
            (segment.words, area.top() + half, False, colours.text),
        ):
            font = scaled(self.font(), 0.85, bold=bold)
            painter.setFont(font)
            painter.setPen(QColor(colour))
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
            row = QRect(area.left(), top, area.width(), half)
            painter.drawText(row, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)

    def _write_steps(self, painter: QPainter) -> None:
        """The last step of each stage below its end, where there is room; none between stages that take turns."""
        metrics = QFontMetrics(scaled(self.font(), 0.85))
        painter.setFont(scaled(self.font(), 0.85))
        painter.setPen(QColor(colours_of(self.palette()).muted))
        taken = 0
        for place, segment in enumerate(self._segments):
            if segment.last != segment.steps[1]:
                continue
            words = grouped(segment.last)
            if place == len(self._segments) - 1:
                words = tr("{steps} {steps:step|steps}", steps=words)
            width = metrics.horizontalAdvance(words)
            left = min(self._left_of(segment.last) - width // 2, self.width() - width)
            if left >= taken:
                painter.drawText(QRect(left, BAR + 1, width + 1, metrics.height()), Qt.AlignmentFlag.AlignLeft, words)
                taken = left + width + GRID

    # Mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a border, or choose a stage, also for the menu of the right button."""
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return
        point = event.position().toPoint()
        self._dragged = self.border_at(point) if event.button() is Qt.MouseButton.LeftButton else -1
        if self._dragged < 0 and (place := self.place_at(point)) >= 0:
            self.chosen.emit(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move a border, or show that one can be moved."""
        point = event.position().toPoint()
        if self._dragged >= 0:
            self.border_moved.emit(self._dragged, self._step_at(point))
        else:
            over = self.border_at(point) >= 0
            self.setCursor(Qt.CursorShape.SplitHCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let a border go."""
        if self._dragged >= 0:
            place, self._dragged = self._dragged, -1
            self.border_set.emit(place, self._step_at(event.position().toPoint()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Rename a stage."""
        if (place := self.place_at(event.position().toPoint())) >= 0:
            self.renaming.emit(place)

    def _step_at(self, point: QPoint) -> int:
        return round(point.x() / max(1, self.width() - 1) * self._steps())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose a stage; with Alt they move the border behind it; F2 renames."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            if self._current < len(self._segments) - 1:
                change = step * max(1, round(_KEY_SHARE * self._steps()))
                self.border_set.emit(self._current, self._segments[self._current].last + change)
        elif step:
            place = self._current + step
            if 0 <= place < len(self._segments):
                self.chosen.emit(place)
        elif event.key() == Qt.Key.Key_F2:
            self.renaming.emit(self._current)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tooltips say it all."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self.place_at(event.pos())
            hint = tr("Drag a border to give a stage more steps; click twice to rename it.")
            text = f"{self._sentence(self._segments[place])}\n{hint}" if place >= 0 else ""
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)
