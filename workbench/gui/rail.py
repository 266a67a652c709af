"""The rail: one button a page, with its icon and the dot of its state."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from workbench.gui.i18n import tr, translate
from workbench.gui.icons import draw_icon
from workbench.gui.panel import Page, PanelState
from workbench.gui.theme import GRID, Colours, colours_of


def state_colour(state: PanelState, colours: Colours) -> str:
    """The colour of a state; the dot's shape says the same."""
    return {
        PanelState.EMPTY: colours.muted,
        PanelState.READY: colours.success,
        PanelState.PROBLEM: colours.error,
        PanelState.RUNNING: colours.accent,
    }[state]


def state_words(state: PanelState) -> str:
    """The state for tooltips and screen readers."""
    return {
        PanelState.EMPTY: tr("nothing yet"),
        PanelState.READY: tr("ready"),
        PanelState.PROBLEM: tr("a problem"),
        PanelState.RUNNING: tr("running"),
    }[state]


class RailButton(QAbstractButton):
    """Icon, title, state dot. A ring is empty, a disc ready, a triangle a problem, a play sign running."""

    def __init__(self, page: Page, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = page.icon
        self._key = key
        self._state = PanelState.EMPTY
        self._words = ""
        self.setText(translate(page.title))
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._describe()

    def sizeHint(self) -> QSize:
        """Wide enough for the title."""
        return QSize(8 * GRID + self.fontMetrics().horizontalAdvance(self.text()), 5 * GRID)

    def show_state(self, state: PanelState, words: str) -> None:
        """Another dot and another tooltip."""
        self._state, self._words = state, words
        self._describe()
        self.update()

    def _describe(self) -> None:
        state = state_words(self._state)
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(f"{state}. {self._words}")
        key = QKeySequence(self._key).toString(QKeySequence.SequenceFormat.NativeText)
        self.setToolTip(f"{self.text()} · {self._words or state} ({key})")

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The chosen page has the accent's bar and a raised ground."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked() or self.underMouse():
            painter.fillRect(self.rect(), QColor(colours.raised))
        if self.isChecked():
            painter.fillRect(0, 0, GRID // 2, self.height(), QColor(colours.accent))
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 1, Qt.PenStyle.DotLine))
            painter.drawRect(self.rect().adjusted(5, 2, -3, -3))
        colour = colours.accent if self.isChecked() else colours.text
        painter.drawPixmap(2 * GRID, (self.height() - 20) // 2, draw_icon(self._icon, colour, 20))
        painter.setPen(QColor(colours.text))
        area = self.rect().adjusted(6 * GRID - 2, 0, -2 * GRID, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        self._paint_dot(painter, QColor(state_colour(self._state, colours)))

    def _paint_dot(self, painter: QPainter, colour: QColor) -> None:
        dot = QRect(3 * GRID + 8, self.height() // 2 + 3, 8, 8)
        painter.setPen(QPen(self.palette().window().color(), 1))
        painter.setBrush(colour)
        if self._state is PanelState.EMPTY:
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(self.palette().window())
            painter.drawEllipse(dot.adjusted(1, 1, -1, -1))
        elif self._state is PanelState.READY:
            painter.drawEllipse(dot)
        elif self._state is PanelState.PROBLEM:
            top = QPoint(dot.center().x(), dot.top() - 1)
            painter.drawPolygon([dot.bottomLeft(), dot.bottomRight(), top])
        else:
            tip = QPoint(dot.right() + 1, dot.center().y())
            painter.drawPolygon([dot.topLeft(), dot.bottomLeft(), tip])

    def enterEvent(self, event: QEvent) -> None:
        """Show the ground under the mouse."""
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Hide it again."""
        self.update()


class Rail(QWidget):
    """The column of buttons; ``chosen`` carries the panel's name."""

    chosen = Signal(str)

    def __init__(self, pages: Sequence[Page], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, RailButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID, 0, GRID)
        column.setSpacing(2)
        for place, page in enumerate(pages, 1):
            button = RailButton(page, f"Ctrl+{place}", self)
            button.clicked.connect(lambda _checked=False, name=page.name: self.chosen.emit(name))
            self._group.addButton(button)
            self._buttons[page.name] = button
            column.addWidget(button)
        column.addStretch()

    def choose(self, name: str) -> None:
        """Mark a page as the one on show."""
        self._buttons[name].setChecked(True)

    def show_state(self, name: str, state: PanelState, words: str) -> None:
        """Pass a panel's state on to its button."""
        self._buttons[name].show_state(state, words)
