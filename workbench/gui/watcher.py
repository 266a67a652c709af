"""The thread that starts engine processes, supervises them and follows what they write into the store.

It is the window's only trainer: the training itself happens in a child process, so that neither a crash nor a busy
engine can reach the window. The thread has its own connection to the store and touches no widget.
"""

from __future__ import annotations

import queue
import shutil
import subprocess
import time
from collections.abc import Callable
from functools import partial

import psutil
from PySide6.QtCore import QObject, QThread, Signal

from workbench.core.errors import WorkbenchError
from workbench.core.figures import size
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.jobs.process import GRACE_SECONDS, mark_lost, start_claimed, start_run, stop
from workbench.store.queue import RunQueue
from workbench.store.records import Changes, Command, Run
from workbench.store.store import Store
from workbench.store.tail import Tail

SUPERVISE_SECONDS = 1.0  #: how often to look whether the engines still live
CLOSE_MILLISECONDS = 15_000
_LAST_GRACE_SECONDS = 0.5  #: for a process that has had its time to stop by itself

_LEAST_FREE = 1 << 20  #: bytes; on a disk with less, a run can perhaps not even say that it waits

_Request = Callable[[Store], None]


class Watcher(QThread):
    """Follows the store five times a second and carries out requests in order.

    ``changed`` carries :class:`workbench.store.records.Changes`, ``lost`` the runs that were found dead (a list of
    :class:`Run`), ``failed`` a :class:`WorkbenchError`, ``faulted`` any other exception (each kind once, since a
    fault of the program comes again at every look), ``started_run`` the id of a run whose process now lives,
    ``engine_ended`` the id of a run whose process was started here and has ended, with its exit code; ``queue_ended``
    that no run waits any more. A queue that is going is worked off here, also one that an earlier window left.
    """

    changed = Signal(object)
    lost = Signal(object)
    failed = Signal(object)
    faulted = Signal(object)
    started_run = Signal(int)
    engine_ended = Signal(int, int)
    queue_ended = Signal()

    def __init__(self, project: Project, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._requests: queue.SimpleQueue[_Request | None] = queue.SimpleQueue()
        self._children: dict[int, subprocess.Popen[bytes]] = {}
        self._earlier: list[subprocess.Popen[bytes]] = []  # of runs that went on before their last process was gone
        self._patience: dict[int, float] = {}  # when to end the process of a run that was told to stop at once
        self._faults: set[str] = set()
        self._disk_is_full = False

    def start_engine(self, run: int) -> None:
        """Start the engine on a new run, or on one to be resumed."""

        def start(_store: Store) -> None:
            self._look_after(run, start_run(self._project, run))

        self._requests.put(start)

    def command(self, run: int, command: Command) -> None:
        """Ask something of a run; :data:`Command.STOP_NOW` ends its process if it doesn't obey in time."""

        def ask(store: Store) -> None:
            if store.run(run).active:
                store.request(run, command)
                if command is Command.STOP_NOW:
                    self._patience.setdefault(run, time.monotonic() + GRACE_SECONDS)

        self._requests.put(ask)

    def close(self) -> bool:
        """End the thread after the requests made so far; the engines live on. True where it ended in time."""
        self._requests.put(None)
        return self.wait(CLOSE_MILLISECONDS)

    def run(self) -> None:
        """The thread: not to be called."""
        self._guarded(self._follow_project)

    def _follow_project(self) -> None:
        with Store.open(self._project) as store:
            self._watch(store, Tail(store))

    def _watch(self, store: Store, tail: Tail) -> None:
        supervised = 0.0
        while self._serve(store, store.poll_seconds):
            if not self._project.read_only and time.monotonic() - supervised >= SUPERVISE_SECONDS:
                supervised = time.monotonic()
                self._supervise(store)
            self._guarded(lambda: self._follow(tail))
        self._end_the_unruly(store, all_of_them=True)

    def _serve(self, store: Store, seconds: float) -> bool:
        """Carry out what was asked within the next moments; False when the thread is to end."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                request = self._requests.get(timeout=left)
            except queue.Empty:
                break
            if request is None:
                return False
            self._guarded(partial(request, store))
        return True

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do a piece of work; whatever goes wrong in it is told, and the thread goes on: no other looks after runs."""
        try:
            work()
        except WorkbenchError as error:
            self.failed.emit(error)
        except psutil.Error as error:  # a process that went, or may not be looked at, in between
            self.failed.emit(WorkbenchError(mark("The engine does not start: {reason}."), reason=str(error)))
        except Exception as error:  # noqa: BLE001 - the border of the thread
            if (kind := f"{type(error).__name__}: {error}") not in self._faults:
                self._faults.add(kind)
                self.faulted.emit(error)

    def _look_after(self, run: int, child: subprocess.Popen[bytes]) -> None:
        if run in self._children:
            self._earlier.append(self._children[run])
        self._children[run] = child
        self.started_run.emit(run)

    def _supervise(self, store: Store) -> None:
        """Look after every run by itself, so that trouble with one leaves none of the others alone."""
        self._end_the_unruly(store)
        self._earlier = [child for child in self._earlier if child.poll() is None]
        ended = {run: code for run, child in self._children.items() if (code := child.poll()) is not None}
        self._guarded(lambda: self._find_lost(store))
        for run, code in ended.items():
            del self._children[run]
            self.engine_ended.emit(run, code)
        self._guarded(lambda: self._look_at_disk(store))
        self._guarded(lambda: self._work_queue(store))

    def _look_at_disk(self, store: Store) -> None:
        """Tell once of a full disk while runs are at work."""
        free = shutil.disk_usage(self._project.root).free
        if free >= _LEAST_FREE:
            self._disk_is_full = False
        elif not self._disk_is_full and store.active_runs():
            self._disk_is_full = True
            raise WorkbenchError(
                mark("The disk of {folder} is full: {free} are free."),
                mark("Make room. Runs wait with their checkpoints, lose nothing, and go on by themselves."),
                folder=self._project.root,
                free=size(free),
            )

    def _work_queue(self, store: Store) -> None:
        """Start the next waiting run, where the queue is going and nothing is at work."""
        waiting = RunQueue(store)
        was_going = waiting.going
        taken = waiting.take(for_child=True)
        if taken is not None:
            self._look_after(taken.run.id, start_claimed(store, taken))
        elif was_going and not waiting.going:
            self.queue_ended.emit()

    def _find_lost(self, store: Store) -> None:
        lost: list[Run] = []
        for run in store.active_runs():
            self._guarded(partial(self._find_if_lost, store, run, lost))
        if lost:
            self._guarded(lambda: self._take_back(store))
            self.lost.emit(lost)

    @staticmethod
    def _take_back(store: Store) -> None:
        """Have the run that was cut off wait again, but where the queue is going: it might be so again and again."""
        waiting = RunQueue(store)
        if not waiting.going:
            waiting.take_back()

    @staticmethod
    def _find_if_lost(store: Store, run: Run, lost: list[Run]) -> None:
        lost.extend(mark_lost(store, [run]))

    def _end_the_unruly(self, store: Store, all_of_them: bool = False) -> None:
        """End the processes that were told to stop at once and have not."""
        for run in list(self._patience):
            self._guarded(partial(self._end_if_unruly, store, run, all_of_them))

    def _end_if_unruly(self, store: Store, run: int, out_of_patience: bool) -> None:
        until = self._patience.pop(run)  # first, so that a run that is gone by now is asked for once only
        if not store.run(run).active:
            return
        if not out_of_patience and time.monotonic() < until:
            self._patience[run] = until
        else:
            stop(store, run, Command.STOP_NOW, _LAST_GRACE_SECONDS)

    def _follow(self, tail: Tail) -> None:
        changes: Changes = tail.poll()
        if changes:
            self.changed.emit(changes)
