"""What a page of the window is: the contract between the shell and the panels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.icons import draw_icon
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID, colours_of

if TYPE_CHECKING:
    from workbench.gui.context import Changes, Context


class PanelState(StrEnum):
    """The dot on the rail."""

    EMPTY = "empty"
    READY = "ready"
    PROBLEM = "problem"
    RUNNING = "running"


@dataclass(frozen=True)
class Command:
    """An entry of the command palette: translated ``title``, what it does, and its keys for display."""

    title: str
    run: Callable[[], None]
    keys: str = ""


class Panel(QWidget):
    """One page. Subclasses set NAME and build themselves from a context.

    A panel emits :attr:`state_changed` with a :class:`PanelState` and its part of the status bar in words; it keeps
    the last pair in :attr:`state` and :attr:`words`. Timers and threads that it starts end in :meth:`close_panel`.
    """

    NAME: ClassVar[str]

    state_changed = Signal(object, str)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.state = PanelState.EMPTY
        self.words = ""
        self.setObjectName(self.NAME)

    def set_state(self, state: PanelState, words: str) -> None:
        """Tell the rail and the status bar; ``words`` are translated already."""
        self.state, self.words = state, words
        self.state_changed.emit(state, words)

    def refresh(self, changes: Changes) -> None:
        """Show what changed in the project; called for every change, also when the page is hidden."""

    def commands(self) -> Sequence[Command]:
        """The page's own entries of the command palette."""
        return ()

    def page_keys(self) -> Sequence[tuple[str, str]]:
        """The page's own keys for the key card: (keys, translated meaning)."""
        return ()

    def close_panel(self) -> None:
        """End timers, threads and child windows; called once before the panel goes."""


@dataclass(frozen=True)
class Page:
    """What the shell knows of a panel before it is loaded: the panel's NAME, a marked ``title``, the name of its
    ``icon``; ``load`` gives its class."""

    name: str
    title: str
    icon: str
    load: Callable[[], type[Panel]]


class EmptyPage(QWidget):
    """What an empty page says: a picture, one sentence, what to do next, and up to two buttons."""

    def __init__(
        self,
        icon_name: str,
        title: str,
        text: str,
        buttons: Sequence[tuple[str, Callable[[], None]]] = (),
        parent: QWidget | None = None,
    ) -> None:
        """``title``, ``text`` and the buttons' names are translated already; the first button is the usual one."""
        super().__init__(parent)
        self._icon_name = icon_name
        self._picture = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        heading = QLabel(title, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        heading.setFont(scaled(self.font(), 1.25, bold=True))
        self.sentence = PlainLabel(text, alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.sentence.setMaximumWidth(60 * GRID)
        layout = QVBoxLayout(self)
        layout.setSpacing(2 * GRID)
        layout.addStretch(2)
        for widget in (self._picture, heading):
            layout.addWidget(widget)
        middle = QHBoxLayout()  # a row, since an aligned widget would not get the height that its width asks for
        middle.addStretch(1)
        middle.addWidget(self.sentence, 1000)
        middle.addStretch(1)
        layout.addLayout(middle)
        self.buttons = [self._add_button(name, action, position) for position, (name, action) in enumerate(buttons)]
        for button in self.buttons:
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self.sentence.setMinimumWidth(40 * GRID)
        self._draw()

    def _add_button(self, name: str, action: Callable[[], None], position: int) -> QPushButton:
        button = QPushButton(name, self)
        button.setDefault(position == 0)
        button.setMinimumSize(28 * GRID, 4 * GRID)
        button.clicked.connect(lambda _checked=False: action())
        return button

    def _draw(self) -> None:
        self._picture.setPixmap(draw_icon(self._icon_name, colours_of(self.palette()).muted, 6 * GRID))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the picture for another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()


class PageStack(QWidget):
    """Either the empty page or the full one, as the panel says."""

    def __init__(self, empty: QWidget, full: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(empty)
        self._stack.addWidget(full)

    def show_full(self, full: bool) -> None:
        """Choose the page."""
        self._stack.setCurrentIndex(int(full))

    @property
    def is_full(self) -> bool:
        """Whether the full page is shown."""
        return self._stack.currentIndex() == 1
