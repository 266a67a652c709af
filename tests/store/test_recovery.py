"""What a damaged database still holds goes into a new one; the damaged one stays beside it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.events import CheckpointSaved, RunStarted, StepDone
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.connection import DamagedStoreError
from workbench.store.queue import RunQueue
from workbench.store.records import Command, RunKind, View
from workbench.store.recovery import FROM_FOLDER, recover
from workbench.store.store import Store
from workbench.store.views import save_view, saved_views

STEPS = 1000


@pytest.fixture
def filled(
    project: Project, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone]
) -> Project:
    """Three runs with many points, and a view."""
    with Store.open(project) as store:
        for number in range(3):
            run = store.create_run(spec, name=f"run {number}")
            for step_saved, text in ((500, '{"step": 500}'), (900, '{"st')):  # the second is not whole
                folder = run.folder / "checkpoints" / f"step-{step_saved:08d}"
                folder.mkdir(parents=True)
                (folder / "state.json").write_text(text, encoding="utf-8")
            store.record(run, [started(), *(step(place) for place in range(1, STEPS + 1))])
        save_view(store, View("mine", search="loss<4"))
    return project


def test_a_database_that_was_cut_keeps_what_is_left(filled: Project) -> None:
    size = filled.database.stat().st_size
    with filled.database.open("r+b") as file:
        file.truncate(size * 6 // 10)
    cut = filled.database.read_bytes()
    with pytest.raises(DamagedStoreError, match="is damaged"):
        Store.open(filled)
    assert filled.database.read_bytes() == cut, "nothing is changed before someone asks for it"
    done = recover(filled)
    assert done.damaged.read_bytes() == cut
    with Store.open(filled) as store:
        assert [run.name for run in store.runs()] == ["run 2", "run 1", "run 0"]
        left = {run.name: len(store.series(run, "loss")) for run in store.runs()}
        assert left["run 0"] > 0.95 * STEPS, "all but what lay on pages that are gone"
        assert 1.4 * STEPS < sum(left.values()) < 3 * STEPS
        assert store.check_integrity() == []
        assert [view.name for view in saved_views(store)] == ["mine"]
        assert done.rows["metrics"] == store.query("SELECT count(*) FROM metrics")[0][0]
        assert store.final_values("run 0")["loss"] == 5.0


def test_pages_in_the_middle_are_passed_over(filled: Project) -> None:
    content = bytearray(filled.database.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4 * 4096] = b"\xff" * 4 * 4096
    filled.database.write_bytes(content)
    done = recover(filled)
    assert 0.9 * 3 * STEPS * 6 < done.rows["metrics"] < 3 * STEPS * 6
    with Store.open(filled) as store:
        assert store.check_integrity() == []
        assert len(store.runs()) == 3


def test_runs_come_back_from_their_folders_where_nothing_can_be_read(filled: Project) -> None:
    filled.database.write_bytes(b"overwritten by somebody's notes " * 3000)
    done = recover(filled)
    assert done.from_folders == ["run 0", "run 1", "run 2"]
    with Store.open(filled) as store:
        run = store.run("run 1")
        assert (run.id, run.step, run.message, run.resumable) == (2, 500, FROM_FOLDER, True)
        assert run.spec.encoder.hidden == 128
        assert [saved.step for saved in store.checkpoints(run)] == [500]


def test_a_whole_database_is_left_alone(filled: Project) -> None:
    with pytest.raises(WorkbenchError, match="is whole"):
        recover(filled)
    assert [path.name for path in filled.root.glob("*.db")] == ["workbench.db"]


def test_where_there_is_no_database_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match="There is no database"):
        recover(Project(tmp_path / "nothing"))
    assert not (tmp_path / "nothing").exists()


def test_no_table_is_left_behind(
    project: Project,
    spec: RunSpec,
    started: Callable[..., RunStarted],
    step: Callable[..., StepDone],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with Store.open(project) as store:
        run = store.create_run(spec, name="first")
        saved = CheckpointSaved(run="first", step=1, time=1.0, path=str(run.folder / "checkpoints" / "step-00000001"))
        store.record(run, [started(), step(1), saved])
        store.request(run, Command.PAUSE)
        RunQueue(store).add([store.create_run(spec, name="second").id])
        RunQueue(store).going = True
        save_view(store, View("mine", search="loss<4"))
    before = contents(project)
    assert all(before.values()), "a table without a row would prove nothing"
    monkeypatch.setattr("workbench.store.recovery._is_damaged", lambda project: True)
    done = recover(project)
    assert contents(project) == before
    assert done.rows["queue"] == 1


def contents(project: Project) -> dict[str, list[tuple[Any, ...]]]:
    """All tables of a project's database."""
    with Store.open(project) as store:
        tables = store.query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return {name: sorted(map(tuple, store.query(f"SELECT * FROM {name}")), key=repr) for (name,) in tables}


def test_a_folder_keeps_what_never_changes_of_a_row(project: Project, spec: RunSpec) -> None:
    with Store.open(project) as store:
        first = store.create_run(spec, name="first", corpus_fingerprint="c1", versions={"torch": "2"})
        second = store.create_run(
            apply_overrides(spec, ["seed=9"]), name="second", parent=first, sweep="rates", vocabulary_fingerprint="v1"
        )
        task = store.create_run(spec, name="task", parent=first, kind=RunKind.TASK)
        kept = {run.id: store.run(run) for run in (first, second, task)}
    project.database.write_bytes(b"overwritten by somebody's notes " * 3000)
    assert recover(project).without_row == []
    same = ("name", "kind", "created", "parent", "origin", "sweep", "corpus_fingerprint", "vocabulary_fingerprint",
            "versions")  # fmt: skip
    with Store.open(project) as store:
        for number, run in kept.items():
            assert {name: getattr(store.run(number), name) for name in same} == {
                name: getattr(run, name) for name in same
            }
        assert store.run("second").origin is not None


def test_folders_of_earlier_versions_are_named_as_they_lack_more(project: Project, spec: RunSpec) -> None:
    with Store.open(project) as store:
        run = store.create_run(spec, name="old")
        store.create_run(spec, name="new")
    places = json.loads((run.folder / "run.json").read_text(encoding="utf-8"))
    del places["row"]
    (run.folder / "run.json").write_text(json.dumps(places), encoding="utf-8")
    project.database.write_bytes(b"overwritten by somebody's notes " * 3000)
    done = recover(project)
    assert (done.from_folders, done.without_row) == (["old", "new"], ["old"])
