"""Shares of a whole as bars that lie under each other, each with its name, count and share; a click chooses one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.gui.figures import grouped, percent
from workbench.gui.i18n import in_list
from workbench.gui.theme import GRID, categorical, colours_of
from workbench.gui.tips import plain_tip
from workbench.gui.views.strip_cells import mixed

_ROW = 5 * GRID  #: a line of words with the bar below it
_BAR = GRID


@dataclass(frozen=True)
class ShareBar:
    """One bar: a translated name, a count, and the key it is chosen by (None for what can't be chosen, as the sum of
    the rest)."""

    name: str
    count: int
    key: int | None = None
    is_rare: bool = False


class ShareBars(QWidget):
    """``chosen`` carries the key of a bar that is clicked; one that is chosen already gives -1."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: Sequence[ShareBar] = ()
        self._total = 0
        self._current = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def bars(self) -> Sequence[ShareBar]:
        """What is shown."""
        return self._bars

    def show_bars(self, bars: Sequence[ShareBar], current: int = -1) -> None:
        """Show other bars; ``current`` is the key of the chosen one."""
        self._bars, self._current = bars, current
        self._total = sum(bar.count for bar in bars)
        self.setAccessibleDescription(in_list(self._words(bar) for bar in bars))
        self.setFixedHeight(max(1, len(bars)) * _ROW)
        self.update()

    def _share(self, bar: ShareBar) -> float:
        return bar.count / self._total if self._total else 0.0

    def _words(self, bar: ShareBar) -> str:
        return f"{bar.name}: {grouped(bar.count)} ({percent(self._share(bar))})"

    def row_rect(self, place: int) -> QRect:
        """Where a bar and its words stand."""
        return QRect(0, place * _ROW, self.width(), _ROW)

    def _place_at(self, point: QPoint) -> int:
        place = point.y() // _ROW
        return place if 0 <= place < len(self._bars) else -1

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A name above each bar, and figures at its right; the longest bar has the room between."""
        painter, colours = QPainter(self), colours_of(self.palette())
        most = max((bar.count for bar in self._bars), default=0)
        line = self.fontMetrics().height()
        widest = max(
            (self.fontMetrics().horizontalAdvance(_figures(bar, self._share(bar))) for bar in self._bars), default=0
        )
        for place, bar in enumerate(self._bars):
            rect = self.row_rect(place).adjusted(GRID // 2, 2, -GRID // 2, -2)
            accent = QColor(colours.accent)
            if bar.key is not None and bar.key == self._current:
                painter.fillRect(self.row_rect(place), mixed(QColor(colours.window), accent, 0.18))
            figures = _figures(bar, self._share(bar))
            width = self.fontMetrics().horizontalAdvance(figures)
            words = QRect(rect.left(), rect.top(), rect.width(), line)
            name = self.fontMetrics().elidedText(bar.name, Qt.TextElideMode.ElideRight, words.width())
            painter.setPen(QColor(colours.muted if bar.key is None else colours.text))
            painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
            painter.setPen(QColor(colours.warning if bar.is_rare else colours.text))
            side = QRect(rect.right() - width, rect.top() + line, width + 1, line)
            painter.drawText(side, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, figures)
            room = max(1, rect.width() - widest - GRID)
            filled = round(room * bar.count / most) if most else 0
            colour = QColor(colours.muted) if bar.key is None else QColor(categorical(colours, 0))
            painter.fillRect(rect.left(), rect.top() + line + (line - _BAR) // 2, max(filled, 1), _BAR, colour)
        if self.hasFocus() and (place := self._place_of(self._current)) >= 0:
            painter.setPen(QColor(colours.accent))
            painter.drawRect(self.row_rect(place).adjusted(0, 0, -1, -1))

    def _place_of(self, key: int) -> int:
        return next((place for place, bar in enumerate(self._bars) if bar.key is not None and bar.key == key), -1)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click chooses a bar, or takes the choice back."""
        place = self._place_at(event.position().toPoint())
        if place >= 0 and (key := self._bars[place].key) is not None:
            self.chosen.emit(-1 if key == self._current else key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose the bar above or below, Esc none."""
        keys = [bar.key for bar in self._bars if bar.key is not None]
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is not None and keys:
            place = keys.index(self._current) + step if self._current in keys else 0
            self.chosen.emit(keys[min(max(place, 0), len(keys) - 1)])
        elif event.key() == Qt.Key.Key_Escape and self._current >= 0:
            self.chosen.emit(-1)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tooltips say the whole."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._place_at(event.pos())
            QToolTip.showText(event.globalPos(), plain_tip(self._words(self._bars[place])) if place >= 0 else "", self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        """As high as its bars."""
        return QSize(30 * GRID, max(1, len(self._bars)) * _ROW)


def _figures(bar: ShareBar, share: float) -> str:
    return f"{grouped(bar.count)} · {percent(share)}"
