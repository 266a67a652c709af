"""A view that asks the child in the background for what it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.forms import ErrorLabel
from workbench.gui.i18n import render
from workbench.gui.tasks import Tasks, Work


class Asking(QObject):
    """Asks for a view when it is on show and what it shows is out of date; of questions asked meanwhile only the newest
    counts.

    ``begin`` gives the work of a question as it stands, or None where there is nothing to ask. ``take`` gets what came
    of it, while ``problem`` tells what went wrong.
    """

    def __init__(
        self,
        view: QWidget,
        tasks: Tasks,
        problem: ErrorLabel,
        begin: Callable[[], Work | None],
        take: Callable[[Any], None],
        title: str = "",
    ) -> None:
        super().__init__(view)
        self._view, self._tasks, self._problem, self._title = view, tasks, problem, title
        self._begin, self._hand_over = begin, take
        self._stale, self._busy = False, False
        self.current = False  #: whether what is shown answers the newest question
        view.installEventFilter(self)

    def ask(self) -> None:
        """What is shown is out of date; ask at once, or as soon as the view is on show and no question is under way."""
        self._stale, self.current = True, False
        if self._busy or not self._view.isVisible():
            return
        self._stale = False
        work = self._begin()
        if work is not None:
            self._busy = True
            self._tasks.run(work, self._take, self._refuse, self._title)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask what was put off."""
        if watched is self._view and event.type() == QEvent.Type.Show and self._stale:
            self.ask()
        return super().eventFilter(watched, event)

    @Slot(object)
    def _take(self, found: Any) -> None:
        self._busy = False
        if self._stale:
            self.ask()
            return
        self._problem.show_sentences([])
        self.current = True
        self._hand_over(found)

    @Slot(object)
    def _refuse(self, error: WorkbenchError) -> None:
        self._busy = False
        self._problem.show_sentences([render(error)])
        if self._stale:
            self.ask()
