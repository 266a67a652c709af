"""Several processes at one database: locks, two writers, followers."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.events import Outcome, RunEnded, RunStarted, StepDone
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.connection import StoreBusyError
from workbench.store.recorder import Recorder
from workbench.store.store import Store
from workbench.store.tail import Tail

ROOT = Path(__file__).resolve().parents[2]

WRITER = """
import sys, time
from pathlib import Path
from workbench.core.events import StepDone
from workbench.core.paths import Project
from workbench.store.recorder import Recorder
from workbench.store.store import Store
with Store.open(Project(Path(sys.argv[1]))) as store:
    recorder = Recorder(store, store.run(int(sys.argv[2])))
    for number in range(1, 301):
        recorder.record(StepDone(run="r", step=number, time=time.time(), loss=1.0, losses={}, lr=1.0,
            gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1, seconds_left=1.0))
        time.sleep(0.002)
    recorder.close()
"""


def write_in_a_process(project: Project, run: int) -> subprocess.Popen[bytes]:
    """A process that records 300 steps."""
    return subprocess.Popen([sys.executable, "-c", WRITER, str(project.root), str(run)], cwd=ROOT)


def test_two_processes_write_while_a_third_follows(store: Store, spec: RunSpec) -> None:
    """R115, R116: no row is lost."""
    runs = [store.create_run(spec).id for _ in range(2)]
    tail = Tail(store)
    children = [write_in_a_process(store.project, run) for run in runs]
    seen: dict[int, list[int]] = {run: [] for run in runs}
    while any(child.poll() is None for child in children) or tail.poll():
        for run, metrics in tail.poll().points.items():
            seen[run].extend(metrics["loss"].steps.tolist())
        time.sleep(0.02)
    assert [child.returncode for child in children] == [0, 0]
    for run in runs:
        assert store.series(run, "loss").steps.tolist() == list(range(1, 301))
    assert store.check_integrity() == []


def test_two_processes_may_make_the_project_at_once(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from workbench.core.paths import Project; " \
           "from workbench.store.store import Store; Store.open(Project(Path(sys.argv[1]))).close()"  # fmt: skip
    folder = tmp_path / "new"
    children = [subprocess.Popen([sys.executable, "-c", code, str(folder)], cwd=ROOT) for _ in range(3)]
    assert [child.wait() for child in children] == [0, 0, 0]
    with Store.open(Project(folder)) as store:
        assert store.runs() == []


def test_no_point_is_lost_while_another_program_holds_the_database(
    store: Store, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone]
) -> None:
    """R116: an exclusive lock of more than eight seconds."""
    run = store.create_run(spec)
    recorder = Recorder(store, run)
    recorder.record(started())
    locker = sqlite3.connect(store.project.database, isolation_level=None)
    locker.execute("BEGIN EXCLUSIVE")
    begin, number = time.monotonic(), 0
    while time.monotonic() - begin < 8.5:
        number += 1
        recorder.record(step(number))
        time.sleep(0.01)
    assert recorder.num_waiting == number
    assert number > 20, "each step would have waited for the lock"
    locker.execute("COMMIT")
    locker.close()
    recorder.record(RunEnded(run="r", step=number, time=1.0, outcome=Outcome.DONE))
    recorder.close()
    assert store.series(run, "loss").steps.tolist() == list(range(1, number + 1))
    assert store.run(run).outcome == "done"


def test_closing_waits_for_the_lock(store: Store, spec: RunSpec, step: Callable[..., StepDone]) -> None:
    recorder = Recorder(store, store.create_run(spec))
    locker = sqlite3.connect(store.project.database, isolation_level=None, check_same_thread=False)
    locker.execute("BEGIN IMMEDIATE")
    recorder.record(step(1))
    assert recorder.num_waiting == 1
    with pytest.raises(WorkbenchError, match="could not be stored"):
        recorder.close(patience=0.1)
    release = threading.Timer(0.5, lambda: (locker.execute("COMMIT"), locker.close()))
    release.start()
    recorder.close()
    release.join()
    assert recorder.num_waiting == 0


def test_a_lock_that_stays_is_said_in_one_sentence(store: Store, spec: RunSpec) -> None:
    locker = sqlite3.connect(store.project.database, isolation_level=None)
    locker.execute("BEGIN IMMEDIATE")
    with store.waiting_at_most(0.05), pytest.raises(StoreBusyError, match="Another program holds"):
        store.create_run(spec)
    locker.close()
    assert store.create_run(spec).id == 1
