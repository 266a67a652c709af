"""Long work shown where it was started: what it does, how far it is, time left, and a cancel."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from workbench.gui.figures import duration, grouped
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.tasks import Task, Tasks
from workbench.gui.theme import GRID

PATIENCE = 400  #: milliseconds in which work that is mostly short may end without having been shown


class ProgressRow(QWidget):
    """Hidden until :meth:`follow` gives it a task; hides itself when that has ended, and then calls ``ended``."""

    def __init__(self, tasks: Tasks, ended: Callable[[], None] | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks, self._ended = tasks, ended
        self.task: Task | None = None
        self._words = PlainLabel(parent=self)
        self._bar = QProgressBar(self, textVisible=False)
        self._bar.setAccessibleName(tr("Progress"))
        self._bar.setMinimumWidth(16 * GRID)
        self.cancel_button = QPushButton(tr("Cancel"), self)
        self.cancel_button.clicked.connect(self.cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self._words, 1)
        row.addWidget(self._bar, 1)
        row.addWidget(self.cancel_button)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._appear)
        tasks.changed.connect(self._show)
        self.hide()

    def follow(self, task: Task, patience: int = 0) -> None:
        """Show this task until it ends, if it goes on for longer than ``patience`` in milliseconds."""
        self.task = task
        self.cancel_button.setEnabled(True)
        if patience and self.isHidden():
            self._timer.start(patience)
        else:
            self._appear()

    @Slot()
    def _appear(self) -> None:
        if self.task is not None:
            self.show()
            self._show()

    @property
    def is_busy(self) -> bool:
        """Whether a task is being shown."""
        return self.task is not None

    @Slot()
    def cancel(self) -> None:
        """Ask the task to end."""
        if self.task is not None:
            self.task.cancel()
            self._show()

    @Slot()
    def _show(self) -> None:
        task = self.task
        if task is None:
            return
        if task not in self._tasks.active:
            self.task = None
            self.hide()
            if self._ended is not None:
                self._ended()
            return
        self.cancel_button.setEnabled(not task.cancelled)
        self._words.setText(tr("Ending…") if task.cancelled else self._describe(task))

    def _describe(self, task: Task) -> str:
        progress = task.progress
        known = progress is not None and progress.total > 0
        self._bar.setRange(0, 1000 if known else 0)
        if progress is None:
            return task.title
        if known:
            self._bar.setValue(round(1000 * progress.done / progress.total))
        words = translate(progress.phase) if progress.phase else task.title
        if not known and progress.done:
            words = f"{words} · {grouped(progress.done)} {translate(progress.unit)}"
        left = task.seconds_left()
        return words if left is None else tr("{work} · {time} left", work=words, time=duration(left))
