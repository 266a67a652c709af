"""Short background calls with one error path, progress and a cancel; nothing outlives the window.

A thread leaves the window its own thread, but not the interpreter: what computes for longer than a moment is given to
:func:`workbench.jobs.calls.call_in_child` by the work.
"""

from __future__ import annotations

import logging
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal, Slot

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report
from workbench.gui.i18n import render, tr
from workbench.gui.notices import Notice, NoticeLevel

POLL_MILLISECONDS = 200
MOST_THREADS = 8  #: long work only waits there for its child, and must not keep short work waiting
CLOSE_SECONDS = 10

Work = Callable[[Report, Cancelled], Any]


@dataclass(eq=False)
class Task:
    """One call: its title in words, the newest progress, and a flag that asks it to end."""

    title: str
    on_done: Callable[[Any], None] | None
    on_error: Callable[[WorkbenchError], None] | None
    owner: QObject | None
    started: float = field(default_factory=time.monotonic)
    progress: Progress | None = None
    _phase_started: float = 0.0
    _stop: threading.Event = field(default_factory=threading.Event)

    def cancel(self) -> None:
        """Ask the work to end soon; its result is then ignored."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """Whether it was asked to end."""
        return self._stop.is_set()

    def report(self, progress: Progress) -> None:
        """Called by the work, as often as it likes: only the newest is ever looked at."""
        if self.progress is not None and progress.phase != self.progress.phase:
            self._phase_started = time.monotonic()
        self.progress = progress

    def seconds_left(self) -> float | None:
        """Of the phase that goes on, from the share of it that is done; None while nothing can be said."""
        progress = self.progress
        if progress is None or progress.total <= 0 or progress.done <= 0:
            return None
        elapsed = time.monotonic() - (self._phase_started or self.started)
        return elapsed * max(0, progress.total - progress.done) / progress.done


class _Road(QObject):
    """Carries a finished task from its thread to the window's."""

    finished = Signal(object)


class _Call(QRunnable):
    def __init__(self, task: Task, work: Work, road: _Road) -> None:
        super().__init__()
        self._given, self._road = [(task, work)], road

    def run(self) -> None:
        """Runs in a thread of the pool, which keeps nothing of the task: were it the last to know a widget, it would
        delete that outside of the window's thread."""
        outcome = [_outcome(*self._given.pop())]
        self._road.finished.emit(outcome)


def _outcome(task: Task, work: Work) -> tuple[Task, Any, Exception | None]:
    """What came of a task; the one place where every exception is caught."""
    try:
        return task, work(task.report, lambda: task.cancelled), None
    except Exception as error:  # noqa: BLE001 - the border of the thread
        return task, None, error


class Tasks(QObject):
    """Runs work away from the window's thread. ``noticed`` carries what went wrong, ``changed`` the list of tasks.

    A call's owner is the QObject that is named, or whose method ``on_done`` or ``on_error`` is; a result for an owner
    that is gone, or of a cancelled call, is dropped. Functions that use a widget need its name, as they do not tell.
    """

    noticed = Signal(object)
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.active: list[Task] = []
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(MOST_THREADS)
        self._road = _Road(self)
        self._road.finished.connect(self._finish)
        self._timer = QTimer(self, interval=POLL_MILLISECONDS)
        self._timer.timeout.connect(self.changed)

    def run(
        self,
        work: Work,
        on_done: Callable[[Any], None] | None = None,
        on_error: Callable[[WorkbenchError], None] | None = None,
        title: str = "",
        *,
        owner: QObject | None = None,
    ) -> Task:
        """Call ``work(report, cancelled)`` in a thread, then ``on_done(result)`` or ``on_error(error)`` here.

        ``title`` is a translated text for the status bar; work without one is not shown there. Errors without
        ``on_error`` become a notice.
        """
        task = Task(title, on_done, on_error, _owner_of(on_done, on_error) if owner is None else owner)
        self.active.append(task)
        self._timer.start()
        self._pool.start(_Call(task, work, self._road))
        self.changed.emit()
        return task

    @property
    def shown(self) -> Task | None:
        """The oldest running task that has a title."""
        return next((task for task in self.active if task.title), None)

    @Slot(object)
    def _finish(self, outcome: list[tuple[Task, Any, Exception | None]]) -> None:
        task, result, error = outcome.pop()
        if task not in self.active:  # it ended while everything was being closed
            return
        self.active.remove(task)
        if not self.active:
            self._timer.stop()
        self.changed.emit()
        gone = task.owner is not None and not shiboken6.isValid(task.owner)
        if gone or isinstance(error, StoppedError) or (task.cancelled and isinstance(error, WorkbenchError)):
            return
        if error is not None:
            self._tell(task, error)
        elif task.on_done is not None and not task.cancelled:
            task.on_done(result)

    def _tell(self, task: Task, error: Exception) -> None:
        if not isinstance(error, WorkbenchError):
            self.noticed.emit(unexpected_notice(error))
        elif task.on_error is not None:
            task.on_error(error)
        else:
            self.noticed.emit(error_notice(error))

    def close(self) -> bool:
        """Ask everything to end and wait for it; True where all threads ended in time."""
        for task in self.active:
            task.cancel()
        ended = self._pool.waitForDone(CLOSE_SECONDS * 1000)
        self._road.finished.disconnect(self._finish)
        self._timer.stop()
        self.active.clear()
        return ended


def _owner_of(*functions: Callable[..., Any] | None) -> QObject | None:
    """The QObject whose method one of the functions is."""
    owners = (getattr(function, "__self__", None) for function in functions)
    return next((owner for owner in owners if isinstance(owner, QObject)), None)


def error_notice(error: WorkbenchError) -> Notice:
    """An error for the user as a notice in words."""
    return Notice(render(error), NoticeLevel.ERROR)


def unexpected_notice(error: BaseException) -> Notice:
    """A fault of the program: logged in full, and shown with its details to copy."""
    details = "".join(traceback.format_exception(error))
    logging.getLogger("workbench.gui").error("unexpected error\n%s", details)
    return Notice(
        tr("Something went wrong in the program; your data is safe. The details help to mend it."),
        NoticeLevel.ERROR,
        details,
    )
