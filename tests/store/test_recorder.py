"""Events are gathered, passed on as they come, and written at once where they matter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.events import EventBase, RunStarted, StepDone
from workbench.spec.run import RunSpec
from workbench.store.recorder import WRITE_SECONDS, Recorder
from workbench.store.store import Store


def test_steps_are_written_together(
    store: Store,
    spec: RunSpec,
    started: Callable[..., RunStarted],
    step: Callable[..., StepDone],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [100.0]
    monkeypatch.setattr("workbench.store.recorder.time.monotonic", lambda: clock[0])
    told: list[EventBase] = []
    run = store.create_run(spec)
    recorder = Recorder(store, run, also=told.append)
    recorder.record(started())
    assert recorder.num_waiting == 0
    for number in range(1, 11):
        recorder.record(step(number))
    assert recorder.num_waiting == 10
    assert len(told) == 11
    clock[0] += WRITE_SECONDS
    recorder.record(step(11))
    assert recorder.num_waiting == 0
    recorder.record(step(12))
    recorder.close()
    assert len(store.series(run, "loss")) == 12


def test_a_store_that_cannot_be_written_stops_nothing(
    store: Store, spec: RunSpec, step: Callable[..., StepDone], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = store.create_run(spec)
    recorder = Recorder(store, run)
    store.database.execute(f"PRAGMA max_page_count = {store.database.execute('PRAGMA page_count').fetchone()[0]}")
    for number in range(2000):
        recorder.record(step(number))
    assert not recorder.flush()
    with pytest.raises(WorkbenchError, match=r"could not be stored.*disk is full"):
        recorder.close(patience=0.0)
    store.database.execute("PRAGMA max_page_count = 1000000")
    recorder.close()
    assert len(store.series(run, "loss")) == 2000
