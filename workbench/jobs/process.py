"""Engine processes: started, watched, asked to stop, and found when they died without a word."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterable

import psutil

from workbench.core.errors import WorkbenchError
from workbench.core.events import Outcome, RunEnded
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.jobs.command import engine_command, no_window
from workbench.jobs.settings import load_settings
from workbench.store.claims import Claim, alive, claim, hand_over, held, process_of
from workbench.store.records import Command, Run
from workbench.store.store import RunKey, Store

GRACE_SECONDS = 5.0  #: how long a run may take to stop at once before its process is ended

LOG_NAME = "engine.log"
WITHOUT_A_WORD = mark("The engine's process ended without a word.")


def start_run(project: Project, run: RunKey) -> subprocess.Popen[bytes]:
    """Start the engine on a run, new or to be resumed; its output goes to ``engine.log`` of the run's folder.

    The child outlives the caller. Raises :class:`WorkbenchError` if the run is at work already or is complete.
    """
    with Store.open(project) as store:
        return start_claimed(store, claim(store, run, for_child=True))


def start_claimed(store: Store, claimed: Claim) -> subprocess.Popen[bytes]:
    """As :func:`start_run`, on a run that was claimed for a child; it is free again where that does not start."""
    with held(claimed):
        try:
            child = _spawn(store.project, claimed)
        except OSError as error:
            raise WorkbenchError(mark("The engine does not start: {reason}."), reason=str(error)) from error
    hand_over(store, claimed, child.pid)
    return child


def _spawn(project: Project, claimed: Claim) -> subprocess.Popen[bytes]:
    run, settings = claimed.run, load_settings(project)
    command = engine_command(settings)
    with open(run.folder / LOG_NAME, "ab") as log:
        return subprocess.Popen(
            command.with_arguments(*_work_on(run, settings.processes)),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=run.folder,
            env={**command.environment, **claimed.environment()},
            start_new_session=True,
            creationflags=no_window(),
        )


def _work_on(run: Run, processes: int) -> list[str]:
    """The sub-command that trains a run in one process, or in several that ``launch`` looks after."""
    if processes == 1:
        return ["engine", str(run.folder)]
    return ["launch", "--processes", str(processes), "--run-folder", str(run.folder)]


def mark_lost(store: Store, runs: Iterable[Run] | None = None) -> list[Run]:
    """Mark those of ``runs`` (all that ought to be at work) whose process is gone without a last word.

    Returns them, as they are now, to offer resuming.
    """
    lost = []
    for run in store.active_runs() if runs is None else runs:
        if not alive(run) and _end_if_dead(store, run, Outcome.LOST, Text(WITHOUT_A_WORD)):
            lost.append(store.run(run))
    return lost


def fail_lost(store: Store, run: RunKey, words: Text) -> None:
    """Say the last word on a run whose process could not say why it ended."""
    with store.transaction():
        found = store.run(run)
        if found.active and process_of(found) is None:  # who started it knows; one without a process is dead too
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
        _end_if_dead(store, run, Outcome.LOST, Text(WITHOUT_A_WORD))
        return
    if not _gone(process, grace, lambda: not store.run(run).active):
        process.terminate()
        if not _gone(process, grace, lambda: False):
            process.kill()
            _gone(process, grace, lambda: False)  # not psutil's wait: it would take the exit code from the starter
    _end_if_dead(store, run, Outcome.STOPPED, Text(mark("Stopped at once.")))


def _gone(process: psutil.Process, seconds: float, settled: Callable[[], bool]) -> bool:
    """Wait for the end of a process, or until the store says that its run has ended."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if settled() or not process.is_running() or process.status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.05)
    return False


def _end_if_dead(store: Store, key: RunKey, outcome: Outcome, words: Text) -> bool:
    """Say the last word on a run whose process has gone without one; False where it has one, or another took it up."""
    with store.transaction():
        run = store.run(key)
        if not run.active or alive(run):
            return False
        _end(store, run, outcome, words)
    return True


def _end(store: Store, run: Run, outcome: Outcome, words: Text) -> None:
    event = RunEnded(run=run.name, step=run.step, tokens=run.tokens, time=time.time(), outcome=outcome, words=words)
    store.record(run, [event])
    store.acknowledge(store.pending_commands(run))
