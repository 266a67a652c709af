"""Copies of the database, made while others write."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError
from workbench.core.events import StepDone
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.store import Store


def test_a_copy_while_a_run_writes_is_whole(
    store: Store, spec: RunSpec, step: Callable[..., StepDone], tmp_path: Path
) -> None:
    run = store.create_run(spec)
    written, stop = [0], threading.Event()

    def write() -> None:
        with Store.open(store.project) as own:
            while not stop.is_set():
                written[0] += 1
                own.record(run, [step(written[0])])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            while written[0] < 20 * (number + 1):
                time.sleep(0.005)
            before = written[0]
            target = tmp_path / f"copy {number}.db"
            store.copy_to(target)
            assert sorted(path.name for path in tmp_path.glob("copy*")) == [f"copy {n}.db" for n in range(number + 1)]
            with sqlite3.connect(target) as copy:
                steps = [row[0] for row in copy.execute("SELECT step FROM metrics WHERE name = 'loss' ORDER BY id")]
                assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            copy.close()
            assert steps == list(range(1, len(steps) + 1))
            assert before - 1 <= len(steps) <= written[0]
    finally:
        stop.set()
        writer.join()


def test_a_copy_opens_as_a_project(store: Store, spec: RunSpec, tmp_path: Path) -> None:
    store.create_run(spec, name="第一")
    other = Project(tmp_path / "other").create()
    store.copy_to(other.database)
    with Store.open(other) as copied:
        assert [run.name for run in copied.runs()] == ["第一"]


def test_a_file_that_is_there_stays(store: Store, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("somebody's", encoding="utf-8")
    with pytest.raises(ArgumentError, match="is there already"):
        store.copy_to(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text(encoding="utf-8") == "somebody's"
