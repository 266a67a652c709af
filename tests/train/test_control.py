"""Wishes from the store and from signals."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.records import Command, Run
from workbench.store.store import Store
from workbench.train.control import Control, signals_stop


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An open store."""
    with Store.open(Project(tmp_path / "p").create()) as opened:
        yield opened


@pytest.fixture
def run(store: Store) -> Run:
    """A run in it."""
    return store.create_run(RunSpec(corpus="c", vocabulary="v"), name="r")


def test_the_store_is_read_at_most_twice_a_second(store: Store, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    control = Control(store, run)
    assert not control.stopping
    store.request(run, Command.STOP_AND_SAVE)
    clock[0] += 0.4
    assert not control.stopping
    clock[0] += 0.2
    assert control.stopping
    assert not control.stopping_now
    assert store.pending_commands(run) == []


def test_wishes_from_another_process(store: Store, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.train.control.POLL_SECONDS", 0.0)
    control = Control(store, run)
    store.request(run, Command.PAUSE)
    assert control.paused
    store.request(run, Command.RESUME)
    assert not control.paused
    store.request(run, Command.CHECKPOINT)
    assert not control.stopping
    assert control.take_checkpoint_wish()
    assert not control.take_checkpoint_wish()
    store.request(run, Command.PAUSE)
    store.request(run, Command.STOP_NOW)
    assert control.stopping_now
    assert not control.paused, "a stop ends a pause"
    store.request(run, Command.STOP_AND_SAVE)
    assert control.stopping_now, "a stop at once is not taken back"
    assert control.cancelled()


def test_a_locked_database_is_read_the_next_time(store: Store, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.train.control.POLL_SECONDS", 0.0)
    control = Control(store, run)
    store.request(run, Command.STOP_NOW)
    with Store.open(store.project) as other:
        other.database.execute("BEGIN IMMEDIATE")
        assert not control.stopping
        other.database.conn.rollback()
    assert control.stopping


def test_a_second_signal_stops_at_once(store: Store, run: Run) -> None:
    control = Control(store, run)
    before = signal.getsignal(signal.SIGTERM)
    with signals_stop(control):
        os.kill(os.getpid(), signal.SIGINT)
        assert control.stopping
        assert not control.stopping_now
        assert signal.getsignal(signal.SIGINT) is not signal.SIG_DFL
        os.kill(os.getpid(), signal.SIGTERM)
        assert control.stopping_now
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL, "a third one ends the process in any case"
    assert signal.getsignal(signal.SIGTERM) is before
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no such signal on Windows")
def test_a_closed_terminal_asks_for_a_stop_that_saves_however_often_it_is_told(store: Store, run: Run) -> None:
    control = Control(store, run)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals_stop(control):  # as under nohup
            os.kill(os.getpid(), signal.SIGHUP)
            assert not control.stopping
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        with signals_stop(control):
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGHUP)
                assert control.stopping
                assert not control.stopping_now
            os.kill(os.getpid(), signal.SIGINT)
            assert control.stopping_now
    finally:
        signal.signal(signal.SIGHUP, before)


def test_other_threads_leave_signals_alone(store: Store, run: Run) -> None:
    handlers: list[object] = []

    def look() -> None:
        with signals_stop(Control(store, run)):
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGINT)]
