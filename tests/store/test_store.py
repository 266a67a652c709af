"""Runs, their curves and what is asked of them, in SQLite."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.events import (
    CheckpointSaved,
    EvalDone,
    Outcome,
    RunEnded,
    RunStarted,
    StateChanged,
    StepDone,
    Warned,
)
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.comparison import compare
from workbench.store.deleting import purge
from workbench.store.folder import read_run_folder
from workbench.store.lost import lost_stretches
from workbench.store.records import Command, Status
from workbench.store.store import Store


def test_a_new_run_has_a_name_a_number_and_a_folder_that_an_engine_can_read(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec, corpus_fingerprint="c1", vocabulary_fingerprint="v1", versions={"torch": "2.13.0"})
    assert (run.id, run.name, run.status) == (1, "bert-tiny-1", Status.CREATED)
    assert run.spec == spec.model_copy(update={"name": "bert-tiny-1"})
    assert store.run("bert-tiny-1") == store.run(1) == store.run("1") == run
    folder = read_run_folder(run.folder)
    assert (folder.run, folder.spec, folder.project.root) == (1, run.spec, store.project.root)
    assert folder.corpus == store.project.corpora / "letters"
    assert (run.versions, run.corpus_fingerprint) == ({"torch": "2.13.0"}, "c1")


def test_names_are_unique_and_can_be_told_from_numbers(store: Store, spec: RunSpec) -> None:
    first = store.create_run(spec, name="北京 run")
    assert [store.create_run(spec).name for _ in range(2)] == ["bert-tiny-1", "bert-tiny-2"]
    with pytest.raises(ArgumentError, match="already a run named “北京 run”"):
        store.create_run(spec, name="北京 run")
    for bad in ("", "  ", "12", "a\nb", "CON", "new ", "a/b", "x" * 300):
        with pytest.raises(ArgumentError, match=r"be the name|be a name"):
            store.rename(first, bad)
        if bad:
            with pytest.raises(ArgumentError, match=r"be the name|be a name"):
                store.create_run(spec, name=bad)
    assert store.rename(first, "new").name == "new"
    assert store.rename("new", "new").id == first.id
    with pytest.raises(ArgumentError, match="Did you mean “bert-tiny-"):
        store.run("bert-tiny-l")
    with pytest.raises(ArgumentError):
        store.run(99)


def test_a_moved_project_is_found_from_its_run_folder(store: Store, spec: RunSpec, tmp_path: Path) -> None:
    folder = store.create_run(spec).folder
    store.close()
    moved = tmp_path / "moved"
    store.project.root.rename(moved)
    content = read_run_folder(moved / folder.relative_to(store.project.root))
    assert content.project.root == moved
    assert content.corpus == moved / "corpora" / "letters"


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="not the folder of a run"):
        read_run_folder(tmp_path)


def test_events_become_curves_and_state(
    store: Store, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone],
    evaluation: Callable[..., EvalDone],
) -> None:  # fmt: skip
    run = store.create_run(spec)
    store.record(run, [started(), step(1, 5.0), step(2, 4.0), evaluation(2, 4.5)])
    assert store.metric_names(run) == [
        "loss", "loss/mlm", "lr", "gradient_norm", "tokens_per_s", "memory", "eval/loss", "eval/loss/mlm",
        "eval/perplexity",
    ]  # fmt: skip
    series = store.series(run, "loss")
    assert (series.steps.tolist(), series.tokens.tolist(), series.values.tolist()) == ([1, 2], [100, 200], [5.0, 4.0])
    now = store.run(run)
    assert (now.status, now.step, now.tokens, now.device, now.total_steps) == (Status.RUNNING, 2, 200, "cpu", 100)
    assert now.baselines == {"uniform": 10.3}
    store.record(run, [StateChanged(run="r", step=2, time=1.0, state="paused")])
    assert store.run(run).status is Status.PAUSED
    warning = Warned(run="r", step=2, time=1.0, kind="data", message="few documents")
    store.record(run, [warning, RunEnded(run="r", step=2, time=3000.0, outcome=Outcome.DONE)])
    assert store.run(run).status is Status.DONE
    assert [line.count("few documents") for line in store.events(run)].count(1) == 1
    assert [(s.number, s.start_step, s.outcome) for s in store.sessions(run)] == [(1, 0, "done")]


def test_non_finite_values_come_back_as_they_were(store: Store, spec: RunSpec, step: Callable[..., StepDone]) -> None:
    """R098: read back from the store."""
    run = store.create_run(spec)
    values = [1.0, math.nan, 2.0, math.inf, -math.inf, 3.0]
    store.record(run, [step(number, value) for number, value in enumerate(values)])
    np.testing.assert_array_equal(store.series(run, "loss").values, values)
    np.testing.assert_array_equal([point.value for point in store.metrics(run) if point.name == "loss"], values)
    other = store.create_run(spec)
    store.record(other, [step(1, math.nan)])
    assert math.isnan(compare(store, [run, other]).final["loss"][1] or 0.0)
    assert len(store.runs()) == 2


def test_a_resumed_session_hides_what_came_after_its_checkpoint(
    store: Store, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone]
) -> None:
    run = store.create_run(spec)
    store.record(run, [started(), *(step(n, 5.0) for n in range(1, 61))])
    store.record(run, [started(step=50, session=2), step(51, 4.0), step(52, 4.0)])
    series = store.series(run, "loss")
    assert series.steps.tolist() == list(range(1, 53))
    assert series.values[50:].tolist() == [4.0, 4.0]
    assert store.final_values(run)["loss"] == 4.0
    assert [s.start_step for s in store.sessions(run)] == [0, 50]
    assert len(store.runs()) == 1
    assert {point.step for point in store.metrics(run)} == set(range(1, 53))
    (stretch,) = lost_stretches(store, run)
    assert stretch.session == 1
    assert stretch.metrics["loss"].steps.tolist() == list(range(51, 61))
    assert set(stretch.metrics["loss"].values.tolist()) == {5.0}
    store.record(run, [started(step=40, session=3), step(41, 3.0)])
    assert [(one.session, one.metrics["loss"].steps.tolist()) for one in lost_stretches(store, run)] == [
        (1, list(range(41, 61))),
        (2, [51, 52]),
    ]


def test_checkpoints_are_those_still_on_disk(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec)
    folders = [run.folder / "checkpoints" / f"step-{n:08d}" for n in (10, 20)]
    for number, folder in zip((10, 20), folders, strict=True):
        folder.mkdir(parents=True)
        store.record(run, [CheckpointSaved(run="r", step=number, time=1.0, path=str(folder))] * 2)
    assert [saved.path for saved in store.checkpoints(run)] == folders
    folders[0].rmdir()
    assert [saved.step for saved in store.checkpoints(run)] == [20]


def test_delete_undo_and_purge(store: Store, spec: RunSpec, step: Callable[..., StepDone]) -> None:
    """R120: three runs; sizes shrink, rows are gone, the other run is equal."""
    runs = [store.create_run(spec) for _ in range(4)]
    for run in runs:
        store.record(run, [step(n) for n in range(2000)])
        (run.folder / "weights").write_bytes(b"0" * 10_000)
    store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    kept, before = list(store.metrics(runs[3])), store.project.database.stat().st_size
    for run in runs[:3]:
        store.delete(run)
    assert [run.id for run in store.runs()] == [4]
    assert [run.id for run in store.runs(deleted=True)] == [3, 2, 1]
    store.restore(2)
    assert [run.id for run in store.runs()] == [4, 2]
    purge(store, runs[:3])
    assert store.project.database.stat().st_size < before / 2
    assert [run.folder.exists() for run in runs] == [False, False, False, True]
    tables = [table.name for table in store.database.tables if "run" in table.columns_dict]
    assert {"metrics", "last_values", "events", "sessions", "checkpoints", "commands", "queue"} <= set(tables)
    for table in tables:
        assert store.query(f"SELECT count(*) FROM {table} WHERE run < 4")[0][0] == 0
    assert list(store.metrics(runs[3])) == kept
    assert store.check_integrity() == []


def test_a_run_at_work_is_not_deleted(store: Store, spec: RunSpec, started: Callable[..., RunStarted]) -> None:
    run = store.create_run(spec)
    store.record(run, [started()])
    with pytest.raises(WorkbenchError, match="still at work"):
        store.delete(run)
    with pytest.raises(WorkbenchError, match="still at work"):
        purge(store, [run])


def test_a_purged_parent_leaves_its_children(store: Store, spec: RunSpec) -> None:
    parent = store.create_run(spec)
    child = store.create_run(store.clone(parent), parent=parent)
    assert (child.parent, child.name) == (parent.id, "bert-tiny-2")
    purge(store, [parent])
    assert store.run(child).parent is None


def test_compare_shows_exactly_what_differs(store: Store, spec: RunSpec, evaluation: Callable[..., EvalDone]) -> None:
    """R121: two settings, and nothing else."""
    runs = [
        store.create_run(spec),
        store.create_run(apply_overrides(spec, ["stages.0.masking.rate=0.3", "seed=7"])),
    ]
    store.record(runs[0], [evaluation(5, 3.0), evaluation(9, 2.5)])
    compared = compare(store, runs)
    assert compared.differing == {"seed": [1, 7], "stages.0.masking.rate": [0.15, 0.3]}
    assert compared.final["eval/loss"] == [2.5, None]
    assert compare(store, runs[:1]).differing == {}


def test_notes_and_stars(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec)
    store.note(run, "第一次\nsecond line")
    store.star(run)
    assert (store.run(run).note, store.run(run).starred) == ("第一次\nsecond line", True)


def test_commands_wait_once_until_acknowledged(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec)
    for command in (Command.PAUSE, Command.PAUSE, Command.STOP_NOW):
        store.request(run, command)
    pending = store.pending_commands(run)
    assert [request.command for request in pending] == [Command.PAUSE, Command.STOP_NOW]
    store.acknowledge(pending[:1])
    store.request(run, Command.PAUSE)
    assert [request.command for request in store.pending_commands(run)] == [Command.STOP_NOW, Command.PAUSE]


def test_one_transaction_a_batch(store: Store, spec: RunSpec, step: Callable[..., StepDone]) -> None:
    run = store.create_run(spec)
    broken = step(2).model_copy(update={"losses": {"mlm": object()}})
    with pytest.raises((sqlite3.Error, TypeError)):
        store.record(run, [step(1), broken])
    assert list(store.metrics(run)) == []


def test_the_file_is_never_reset(project: Project, spec: RunSpec) -> None:
    """R115: whatever is wrong with it."""
    with Store.open(project) as store:
        store.create_run(spec)
        store.database.execute("PRAGMA user_version = 999")
    with pytest.raises(WorkbenchError, match="newer version"):
        Store.open(project)
    assert project.database.stat().st_size > 0
    other = Project(project.root / "damaged")
    other.root.mkdir()
    other.database.write_bytes(b"not a database, but somebody's notes. " * 100)
    content = other.database.read_bytes()
    with pytest.raises(WorkbenchError, match="is damaged"):
        Store.open(other)
    assert other.database.read_bytes() == content


def test_the_journal_fits_the_file_system(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(project) as store:
        assert (store.database.journal_mode, store.poll_seconds) == ("wal", 0.2)
    monkeypatch.setattr("workbench.store.connection.is_network_path", lambda path: True)
    with Store.open(project) as store:
        assert (store.database.journal_mode, store.poll_seconds) == ("delete", 1.0)


def test_a_folder_that_another_database_left_is_never_taken(store: Store, spec: RunSpec) -> None:
    left = store.project.runs / "000007"
    left.mkdir(parents=True)
    (left / "weights").write_text("of another run", encoding="utf-8")
    run = store.create_run(spec)
    assert run.id == 8
    assert [path.name for path in left.iterdir()] == ["weights"]


def test_some_of_a_curve_are_its_ends_and_every_so_many_steps(
    store: Store, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone]
) -> None:
    run = store.create_run(spec)
    store.record(run, [started(), *(step(number) for number in range(1, 40))])
    assert store.series(run, "loss", 10).steps.tolist() == [1, 10, 20, 30, 39]
    store.record(run, [started(35, session=2)])
    assert store.series(run, "loss", 10).steps.tolist() == [1, 10, 20, 30, 35], "what was lost is no end"
    assert store.series(run, "none", 10).steps.tolist() == []


def test_what_is_new_of_a_run_is_told_alone(store: Store, spec: RunSpec, step: Callable[..., StepDone]) -> None:
    run, other = store.create_run(spec), store.create_run(spec)
    store.record(run, [step(1)])
    newest = store.newest_point()
    assert store.points_after(run, newest) == {}
    store.record(other, [step(2)])
    store.record(run, [step(2, math.nan), step(3)])
    found = store.points_after(run, newest)
    assert found["loss"].steps.tolist() == [2, 3]
    np.testing.assert_array_equal(found["loss"].values, [math.nan, 5.0])
    assert set(found) == set(store.metric_names(run))
