"""What waits in a run at work is written without another event, also after the database was held."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing

from workbench.core.events import RunStarted, StepDone
from workbench.spec.run import RunSpec
from workbench.store.recorder import Recorder
from workbench.store.store import Store
from workbench.store.upkeep import BEAT_SECONDS, kept_up
from workbench.train.meter import GATHER_SECONDS

QUICK = 0.01  #: seconds between two beats


def wait_until(settled: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not settled():
        assert time.monotonic() < until
        time.sleep(QUICK)


def test_a_point_that_came_too_soon_is_written_in_a_step_that_lasts(
    store: Store, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone]
) -> None:
    run = store.create_run(spec)
    recorder = Recorder(store, run)
    with kept_up(recorder, store.project, QUICK):
        recorder.record(started())
        recorder.record(step(1))
        wait_until(lambda: recorder.num_waiting == 0)
        assert store.series(run, "loss").steps.tolist() == [1]


def test_what_a_held_database_kept_waiting_is_written_once_it_is_let_go(
    store: Store, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone]
) -> None:
    run = store.create_run(spec)
    recorder = Recorder(store, run)
    with closing(sqlite3.connect(store.project.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with kept_up(recorder, store.project, QUICK):
            recorder.record(started())
            for number in range(1, 4):
                recorder.record(step(number))
            assert recorder.num_waiting == 4
            other.execute("ROLLBACK")
            wait_until(lambda: recorder.num_waiting == 0)
    assert store.series(run, "loss").steps.tolist() == [1, 2, 3]
    assert store.run(run).sessions == 1


def test_what_is_written_is_brought_to_the_disk(
    store: Store, spec: RunSpec, started: Callable[..., RunStarted]
) -> None:
    recorder = Recorder(store, store.create_run(spec))
    recorder.record(started())
    assert not is_in_file(store)
    with kept_up(recorder, store.project, QUICK):
        wait_until(lambda: is_in_file(store))


def is_in_file(store: Store) -> bool:
    """Whether the first session is in the database's file, where the log beside it is not looked at."""
    with closing(sqlite3.connect(f"{store.project.database.as_uri()}?immutable=1", uri=True)) as alone:
        tables = [name for (name,) in alone.execute("SELECT name FROM sqlite_master")]
        return "sessions" in tables and alone.execute("SELECT count(*) FROM sessions").fetchone() == (1,)


def test_beats_leave_room_for_the_gathering_of_steps() -> None:
    assert GATHER_SECONDS + 2 * BEAT_SECONDS < 5.0
