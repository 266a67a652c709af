"""The frame of the panes that make a corpus or a vocabulary: heading; error, progress and two buttons at the foot."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.fonts import scaled
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.progress_row import ProgressRow
from workbench.gui.tasks import Work
from workbench.gui.theme import GRID
from workbench.text.found import Named


class MakingPane(QWidget):
    """``made`` carries the name of what was made; ``closed`` that the user wants to see what there is again.

    Subclasses set TABLE, put their parts into ``column`` between :meth:`__init__` and :meth:`end`, and say in
    :meth:`enable` and :meth:`start` when the main button can be pressed and what it does.
    """

    TABLE: ClassVar[str]

    made = Signal(str)
    closed = Signal()

    def __init__(self, context: Context, title: str, action: str, parent: QWidget | None) -> None:
        """``title`` and the main button's name ``action`` are translated already."""
        super().__init__(parent)
        self._context = context
        heading = PlainLabel(title, self)
        heading.setFont(scaled(self.font(), 1.25, bold=True))
        self.error = ErrorLabel(self)
        self.progress = ProgressRow(context.tasks, self.enable, self)
        self.go_button = QPushButton(action, self)
        self.go_button.setDefault(True)
        self.close_button = QPushButton(tr("Close"), self)
        self.close_button.setToolTip(tr("What stands here is kept (Esc)"))
        self.close_button.clicked.connect(self.closed)
        self.go_button.clicked.connect(self.start)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.progress, 1)
        self._foot.addStretch(0)
        self._foot.addWidget(self.close_button)
        self._foot.addWidget(self.go_button)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, GRID)
        self.column.setSpacing(GRID)
        self.column.addWidget(heading)

    def end(self) -> None:
        """Put the foot below all parts."""
        self.column.addWidget(self.error)
        self.column.addLayout(self._foot)

    def enable(self) -> None:
        """Let the main button be pressed or not, as things stand."""
        raise NotImplementedError

    @Slot()
    def start(self) -> None:
        """What the main button does."""
        raise NotImplementedError

    def make(self, work: Work, title: str) -> None:
        """Make it in the background: ``work`` gives what was made, ``title`` says what goes on."""
        self.error.show_sentences([])
        self.progress.follow(self._context.tasks.run(work, self._finish, self.show_error, title))
        self.enable()

    @Slot(object)
    def show_error(self, error: WorkbenchError) -> None:
        """Say what is wrong above the buttons."""
        self.error.show_sentences([render(error)])

    @Slot(object)
    def _finish(self, thing: Named) -> None:
        self._context.announce(Changes.of(self.TABLE))
        self.clear()
        self.made.emit(thing.name)

    def clear(self) -> None:
        """Begin anew."""
        self.error.show_sentences([])
