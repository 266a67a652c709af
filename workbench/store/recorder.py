"""The writer's side of a running engine: events are written in batches; a locked database loses none."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from workbench.core.errors import WorkbenchError
from workbench.core.events import EventBase, StepDone
from workbench.core.texts import mark
from workbench.store.connection import StoreBusyError
from workbench.store.records import Run
from workbench.store.store import Store

WRITE_SECONDS = 0.25  #: least time between two writes of step events
FULL_DISK_SECONDS = 3.0  #: how long the last events are tried where something else than a lock is in the way
PATIENCE_SECONDS = 0.05  #: how long one try may wait for a lock; training must not stand still


class Recorder:
    """Writes one run's events. Step events are gathered up to four times a second, all others written at once.

    While the database can't be written (another program holds it, the disk is full), events wait in memory and are
    tried again at the next call, or by :func:`workbench.store.upkeep.kept_up`: training never stops because of the
    store. Several threads may call.
    ``also`` is told every event as it comes (the terminal prints them).
    """

    def __init__(self, store: Store, run: Run, also: Callable[[EventBase], None] | None = None) -> None:
        self._store = store
        self._run = run
        self._also = also
        self._waiting: list[EventBase] = []
        self._tried = 0.0
        self._trouble: WorkbenchError | None = None
        self._lock = threading.RLock()

    @property
    def num_waiting(self) -> int:
        """Events that are not yet in the store."""
        return len(self._waiting)

    def record(self, event: EventBase) -> None:
        """Take an event; writes what is due."""
        with self._lock:
            self._waiting.append(event)
        if self._also is not None:
            self._also(event)
        if isinstance(event, StepDone):
            self.beat()
        else:
            self.flush()

    def beat(self) -> None:
        """Write what waits if the last try is long enough ago; call it also where no events come, as in a pause."""
        if self._waiting and time.monotonic() - self._tried >= WRITE_SECONDS:
            self.flush()

    def flush(self, through: Store | None = None) -> bool:
        """Try to write all that is waiting; returns whether nothing waits any more.

        Another thread than the one that made the recorder writes ``through`` a store of its own.
        """
        store = self._store if through is None else through
        with self._lock:
            if not self._waiting:
                return True
            try:
                with store.waiting_at_most(PATIENCE_SECONDS):
                    store.record(self._run.id, self._waiting)
            except WorkbenchError as error:
                self._trouble = error
                return False
            finally:
                self._tried = time.monotonic()
            self._waiting.clear()
            return True

    def close(self, patience: float = 60.0) -> None:
        """Write the rest, trying for up to ``patience`` seconds; raises :class:`WorkbenchError` after that.

        Another program lets go of the database sooner or later; a full disk does not empty itself, and who stops a
        run then should not wait long.
        """
        begin = time.monotonic()
        while not self.flush():
            held = isinstance(self._trouble, StoreBusyError)
            if time.monotonic() - begin > (patience if held else min(patience, FULL_DISK_SECONDS)):
                raise WorkbenchError(
                    mark("The last {count} {count:event|events} of the run could not be stored. {reason}"),
                    mark("Its checkpoints are complete; it can be resumed from the last one."),
                    count=len(self._waiting),
                    reason=self._trouble.message if self._trouble else "",
                )
            time.sleep(WRITE_SECONDS)
