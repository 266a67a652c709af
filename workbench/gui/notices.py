"""Notices: a line under the page that says what happened; nothing of the page moves under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from workbench.gui.i18n import tr
from workbench.gui.icons import draw_icon, icon
from workbench.gui.labels import MOST_CHARACTERS, PlainLabel, bounded
from workbench.gui.theme import GRID, Colours, colours_of

MOST_NOTICES = 3


class NoticeLevel(StrEnum):
    """How bad it is."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


_ICONS = {NoticeLevel.INFO: "info-circle", NoticeLevel.WARNING: "alert-triangle", NoticeLevel.ERROR: "alert-triangle"}


@dataclass(frozen=True)
class Notice:
    """A translated sentence; ``details`` can be copied; ``actions`` are (translated name, function) buttons, any of
    which also closes it."""

    text: str
    level: NoticeLevel = NoticeLevel.INFO
    details: str = ""
    actions: Sequence[tuple[str, Callable[[], None]]] = ()


class _Line(QFrame):
    """One notice; ``gone`` when it is closed, ``all_asked`` to see those behind it."""

    gone = Signal()
    all_asked = Signal()

    def __init__(self, notice: Notice, parent: QWidget) -> None:
        super().__init__(parent)
        self.notice = notice
        self.closed = False
        self._picture = QLabel(self)
        self._text = PlainLabel(bounded(notice.text), self, wordWrap=True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._close = QToolButton(self, autoRaise=True)
        self._close.setAccessibleName(tr("Close this notice"))
        self._close.setToolTip(tr("Close this notice"))
        self._close.clicked.connect(self.go)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * GRID, GRID // 2, GRID, GRID // 2)
        row.setSpacing(GRID)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        self._details = notice.details or (notice.text if len(notice.text) > MOST_CHARACTERS else "")
        if self._details:
            self._add_button(row, tr("Copy details"), self._copy)
        for name, action in notice.actions:
            self._add_button(row, name, partial(self._act, action))
        self.more = QToolButton(self, autoRaise=True)
        self.more.clicked.connect(self.all_asked)
        self.more.hide()
        row.addWidget(self.more)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self._draw()

    def _add_button(self, row: QHBoxLayout, name: str, action: Callable[[], None]) -> None:
        button = QPushButton(name, self)
        button.clicked.connect(lambda _checked=False: action())
        row.addWidget(button)

    def _act(self, action: Callable[[], None]) -> None:
        """Close first: the action may tell the same again."""
        self.go()
        action()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._details)

    def go(self) -> None:
        """Close the line."""
        self.closed = True
        self.hide()
        self.deleteLater()
        self.gone.emit()

    def tell_hidden(self, count: int) -> None:
        """Say how many notices are hidden behind this one."""
        self.more.setText(tr("{count} more", count=count))
        self.more.setVisible(count > 0)

    def _colour(self, colours: Colours) -> str:
        if self.notice.level is NoticeLevel.ERROR:
            return colours.error
        return colours.warning if self.notice.level is NoticeLevel.WARNING else colours.accent

    def _draw(self) -> None:
        colours = colours_of(self.palette())
        self._picture.setPixmap(draw_icon(_ICONS[self.notice.level], self._colour(colours)))
        self._close.setIcon(icon("x", self.palette()))

    def paintEvent(self, _event: QEvent) -> None:
        """A raised line with a bar in the colour of its level."""
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.raised))
        painter.fillRect(0, 0, GRID // 2, self.height(), QColor(self._colour(colours)))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icons for another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()


class NoticeArea(QWidget):
    """The newest notice, and behind it up to two that are shown when asked for, so that several take no more of the
    page than one; equal ones are shown once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)
        self._lines: list[_Line] = []
        self._spread = False  # whether the user wants to see all

    def lines(self) -> list[_Line]:
        """The lines on show, oldest first."""
        self._lines = [line for line in self._lines if not line.closed]
        return list(self._lines)

    def add(self, notice: Notice) -> None:
        """Show a notice; the oldest goes where there are too many."""
        lines = self.lines()
        if any(line.notice.text == notice.text for line in lines):
            return
        for line in lines[: max(0, len(lines) + 1 - MOST_NOTICES)]:
            line.go()
        line = _Line(notice, self)
        line.gone.connect(self._arrange)
        line.all_asked.connect(self._spread_out)
        self._lines = [*self.lines(), line]
        self._column.addWidget(line)
        self._arrange()

    @Slot()
    def _spread_out(self) -> None:
        self._spread = True
        self._arrange()

    @Slot()
    def _arrange(self) -> None:
        """Show the newest line, and the others where the user wants to see all."""
        lines = self.lines()
        self._spread = self._spread and len(lines) > 1
        for line in lines:
            newest = line is lines[-1]
            line.setVisible(newest or self._spread)
            line.tell_hidden(len(lines) - 1 if newest and not self._spread else 0)

    def withdraw(self, notice: Notice) -> None:
        """Close a notice that is no longer true, where it is still on show."""
        for line in self.lines():
            if line.notice.text == notice.text:
                line.go()

    def clear(self) -> None:
        """Close all."""
        for line in self.lines():
            line.go()
