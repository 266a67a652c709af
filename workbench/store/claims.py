"""Who works on a run: one process at a time, which claims the run in one transaction before it begins.

The claim is the row's process, by number, start and host; that of a process that died is free again. One for a child
that is yet to be started has no process but a ticket, which the child finds in its environment.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import psutil

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.store.process_start import started_at
from workbench.store.records import Run, Status
from workbench.store.store import RunKey, Store

TICKET = "WORKBENCH_CLAIM"  #: environment variable with the ticket of the claim that a child was started for
_START_SECONDS = 60.0  #: a run that is starting may be without a process this long
_CLOCK_SECONDS = 1.0  #: how far two readings of a process's start may differ


@dataclass(frozen=True)
class Claim:
    """A run of a project that nobody else can begin to work on: ``run`` is its row as it was before, ``started`` when
    the process began that claimed it, or when it was claimed for a child."""

    project: Project
    run: Run
    started: float

    def environment(self) -> dict[str, str]:
        """The variable that shows a child that the claim is for it."""
        return {TICKET: repr(self.started)}


def require_kept(run: Run) -> None:
    """Raise :class:`WorkbenchError` where a run lies in the trash, with which whatever comes of it would be purged."""
    if run.deleted is not None:
        raise WorkbenchError(
            mark("The run {name} lies in the trash."),
            mark("Bring it back first (“runs restore {name}”, or “Restore” on the Runs page)."),
            name=run.name,
        )


def require_trainable(run: Run) -> None:
    """Raise :class:`WorkbenchError` where a living process, be it this one, works on a run, where it is complete, and
    where it lies in the trash."""
    _require_free(run)
    require_kept(run)
    if run.status is Status.DONE:
        raise WorkbenchError(
            mark("The run {name} is complete."), mark("Clone it to train further or otherwise."), name=run.name
        )


def claim(store: Store, key: RunKey, *, for_child: bool = False) -> Claim:
    """Claim a run for this process, or for a child of it that is yet to be started; drops old requests to the run.

    Raises as :func:`require_trainable` does.
    """
    with store.transaction():
        found = store.run(key)
        require_trainable(found)
        store.acknowledge(store.pending_commands(found))
        row: dict[str, Any] = {"pid": None, "process_started": time.time(), "host": socket.gethostname()}
        store.update(found, status=Status.STARTING.value, **row)
        if not for_child:
            store.register_process(found)
    return Claim(store.project, found, store.run(found).process_started or 0.0)


def give_back(store: Store, claim: Claim) -> None:
    """Leave a claimed run as it was before, where nobody has begun to work on it."""
    with store.transaction():
        if _stands(store, claim):
            before = claim.run
            row = {"pid": before.pid, "process_started": before.process_started, "host": before.host}
            store.update(before, status=before.status.value, **row)


@contextmanager
def held(claim: Claim) -> Iterator[None]:
    """Inside, a claim is made use of; where that fails before the work has begun, it is given back."""
    try:
        yield
    except BaseException:
        with Store.open(claim.project) as store:
            give_back(store, claim)
        raise


def hand_over(store: Store, claim: Claim, pid: int) -> None:
    """Note the child that works on a run claimed for it, unless it has said so itself."""
    with store.transaction():
        if not _stands(store, claim):
            return
        store.update(claim.run, pid=pid)  # enough to find out that it has already died
        with suppress(psutil.NoSuchProcess):  # it may be gone already; whoever looks next finds it lost
            store.register_process(claim.run, pid)


def take_up(store: Store, key: RunKey) -> Run:
    """Have this process be the one that works on a run that was claimed for it, or that nobody works on.

    Raises :class:`WorkbenchError` where another one does.
    """
    with store.transaction():
        found = store.run(key)
        if not _is_ours(found):
            _require_free(found)
            store.acknowledge(store.pending_commands(found))
        store.update(found, status=Status.STARTING.value)
        store.register_process(found)
        return store.run(found)


def process_of(run: Run) -> psutil.Process | None:
    """The living process that works on a run on this machine; a new process with an old number is none."""
    if run.pid is None or run.process_started is None or run.host != socket.gethostname():
        return None
    try:
        process = psutil.Process(run.pid)
        same = abs(started_at(process) - run.process_started) <= _CLOCK_SECONDS
        return process if same and process.status() != psutil.STATUS_ZOMBIE else None
    except (psutil.NoSuchProcess, psutil.AccessDenied):  # a process that we may not look at is not ours
        return None


def alive(run: Run) -> bool:
    """Whether the run's process lives. One of another machine can't be seen and counts as alive while it is at work."""
    if not run.active:
        return False
    if run.host and run.host != socket.gethostname():
        return True
    if run.pid is None:
        return abs(time.time() - (run.process_started or run.created)) < _START_SECONDS  # clocks are set back too
    return process_of(run) is not None


def _require_free(run: Run) -> None:
    if alive(run):
        raise WorkbenchError(mark("The run {name} is already at work."), name=run.name)


def _stands(store: Store, claim: Claim) -> bool:
    """Whether a claim still is as it was made: nobody has taken the run up, or ended it."""
    now = store.run(claim.run)
    return now.status is Status.STARTING and now.process_started == claim.started


def _is_ours(run: Run) -> bool:
    """Whether a run was claimed by this process, or for it: by its ticket, or for a process that started this one, as
    ``launch`` does."""
    if run.status is not Status.STARTING:
        return False
    if run.pid is None:
        return os.environ.get(TICKET) == repr(run.process_started)
    holder = process_of(run)
    return holder is not None and (holder.pid == os.getpid() or holder in psutil.Process().parents())
