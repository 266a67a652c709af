"""Engine processes: started, watched, asked to stop, and found when they died without a word."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import psutil

from workbench.core.errors import WorkbenchError
from workbench.core.events import Outcome, RunEnded
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.jobs.command import engine_command, no_window
from workbench.jobs.settings import load_settings
from workbench.store.process_start import started_at
from workbench.store.records import Command, Run, Status
from workbench.store.store import RunKey, Store

GRACE_SECONDS = 5.0  #: how long a run may take to stop at once before its process is ended
_START_SECONDS = 60.0  #: a run that is starting may be without a process this long
_CLOCK_SECONDS = 1.0  #: how far two readings of a process's start may differ

LOG_NAME = "engine.log"
WITHOUT_A_WORD = mark("The engine's process ended without a word.")


def start_run(project: Project, run: RunKey) -> subprocess.Popen[bytes]:
    """Start the engine on a run, new or to be resumed; its output goes to ``engine.log`` of the run's folder.

    The child outlives the caller. Raises :class:`WorkbenchError` if the run is at work already or is complete.
    """
    with Store.open(project) as store:
        found = _claim(store, run)
        try:
            child = _spawn(project, found)
        except (OSError, WorkbenchError) as error:
            store.update(found, status=found.status.value)
            if isinstance(error, WorkbenchError):
                raise
            raise WorkbenchError(mark("The engine does not start: {reason}."), reason=str(error)) from error
        store.update(found, pid=child.pid)  # enough to find out that it has already died
        with suppress(psutil.NoSuchProcess):  # it may be gone already; whoever looks next finds it lost
            store.register_process(found, child.pid)
    return child


def _claim(store: Store, run: RunKey) -> Run:
    """The run as it was, now marked as starting, so that no other window starts it too; old requests are dropped."""
    found = store.run(run)
    if found.active:
        raise WorkbenchError(mark("The run {name} is already at work."), name=found.name)
    if found.status is Status.DONE:
        raise WorkbenchError(
            mark("The run {name} is complete."), mark("Clone it to train further or otherwise."), name=found.name
        )
    store.acknowledge(store.pending_commands(found))
    store.update(found, status=Status.STARTING.value, pid=None, process_started=time.time(), host=socket.gethostname())
    return found


def _spawn(project: Project, run: Run) -> subprocess.Popen[bytes]:
    settings = load_settings(project)
    command = engine_command(settings)
    with open(run.folder / LOG_NAME, "ab") as log:
        return subprocess.Popen(
            command.with_arguments(*_work_on(run, settings.processes)),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=run.folder,
            env=command.environment,
            start_new_session=True,
            creationflags=no_window(),
        )


def _work_on(run: Run, processes: int) -> list[str]:
    """The sub-command that trains a run in one process, or in several that ``launch`` looks after."""
    if processes == 1:
        return ["engine", str(run.folder)]
    return ["launch", "--processes", str(processes), "--run-folder", str(run.folder)]


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


def mark_lost(store: Store, runs: Iterable[Run] | None = None) -> list[Run]:
    """Mark those of ``runs`` (all that ought to be at work) whose process is gone without a last word.

    Returns them, as they are now, to offer resuming.
    """
    gone = [run for run in (store.active_runs() if runs is None else runs) if not alive(run)]
    # Read again: a process that is gone may have said its last word after its row was read.
    lost = [run for run in map(store.run, gone) if run.active and not alive(run)]
    for run in lost:
        _end(store, run, Outcome.LOST, Text(WITHOUT_A_WORD))
    return [store.run(run) for run in lost]


def fail_lost(store: Store, run: RunKey, words: Text) -> None:
    """Say the last word on a run whose process could not say why it ended."""
    found = store.run(run)
    if found.active:
        _end(store, found, Outcome.FAILED, words)


def stop(store: Store, run: RunKey, how: Command, grace: float = GRACE_SECONDS) -> None:
    """Ask a run to pause, go on, save, or stop; ``stop-now`` waits ``grace`` seconds and ends its process.

    Asking twice, or a run that has ended, is harmless.
    """
    found = store.run(run)
    if not found.active:
        return
    store.request(found, how)
    if how is Command.STOP_NOW:
        _end_process(store, found, grace)


def _end_process(store: Store, run: Run, grace: float) -> None:
    process = process_of(run)
    if process is None:
        if store.run(run).active and not alive(run):
            _end(store, run, Outcome.LOST, Text(WITHOUT_A_WORD))
        return
    if not _gone(process, grace, lambda: not store.run(run).active):
        process.terminate()
        if not _gone(process, grace, lambda: False):
            process.kill()
            _gone(process, grace, lambda: False)  # not psutil's wait: it would take the exit code from the starter
    if store.run(run).active:
        _end(store, store.run(run), Outcome.STOPPED, Text(mark("Stopped at once.")))


def _gone(process: psutil.Process, seconds: float, settled: Callable[[], bool]) -> bool:
    """Wait for the end of a process, or until the store says that its run has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if settled() or not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def _end(store: Store, run: Run, outcome: Outcome, words: Text) -> None:
    event = RunEnded(run=run.name, step=run.step, tokens=run.tokens, time=time.time(), outcome=outcome, words=words)
    store.record(run, [event])
    store.acknowledge(store.pending_commands(run))
