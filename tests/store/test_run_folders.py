"""Run folders that cannot be read, or that no row knows: recovery and the check of a project name each and why."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.spec.run import CURRENT_VERSION, RunSpec
from workbench.store.check import check_project
from workbench.store.records import Status
from workbench.store.recovery import FROM_FOLDER, recover
from workbench.store.store import Store


def break_spec(folder: Path) -> Path:
    (folder / "spec.toml").write_text("preset = ", encoding="utf-8")
    return folder


def make_newer(folder: Path) -> Path:
    (folder / "spec.toml").write_text(f"version = {CURRENT_VERSION + 1}\n", encoding="utf-8")
    return folder


def remove_spec(folder: Path) -> Path:
    (folder / "spec.toml").unlink()
    return folder


def break_places(folder: Path) -> Path:
    (folder / "run.json").write_text('{"run": 2, ', encoding="utf-8")
    return folder


def turn_places_into_nonsense(folder: Path) -> Path:
    (folder / "run.json").write_text('{"run": Infinity, "project": 5}', encoding="utf-8")
    return folder


def empty(folder: Path) -> Path:
    shutil.rmtree(folder)
    folder.mkdir()
    return folder


#: Ways to make the folder of run 2 unreadable under its own name, and what is said of it.
BROKEN: dict[str, tuple[Callable[[Path], Path], str]] = {
    "spec broken": (break_spec, "spec.toml: Line 1 is not valid TOML"),
    "spec of a newer program": (make_newer, "Update the program"),
    "spec gone": (remove_spec, "spec.toml: The file can't be read"),
    "places broken": (break_places, "has no run.json that can be read"),
    "places nonsense": (turn_places_into_nonsense, "has no run.json that can be read"),
    "empty": (empty, "is empty"),
}

#: Folders under a name that is not their run's.
MISNAMED: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a name of words": (lambda folder: folder.rename(folder.with_name("mine")), "not named as the run in it"),
    "another number": (lambda folder: folder.rename(folder.with_name("000009")), "which is 000002"),
    "fewer digits": (lambda folder: folder.rename(folder.with_name("2")), "which is 000002"),
}


@pytest.fixture
def filled(project: Project, spec: RunSpec) -> Project:
    """Three runs; corpus and vocabulary are not looked for."""
    spec = spec.model_copy(update={"corpus": "", "vocabulary": ""})
    with Store.open(project) as store:
        for number in (1, 2, 3):
            store.create_run(spec, name=f"run {number}")
    return project


def lose_rows(project: Project) -> None:
    project.database.write_bytes(b"overwritten by somebody's notes " * 300)


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def problems(project: Project) -> list[str]:
    with Store.open(project) as store:
        return [str(problem) for problem in check_project(store)]


def save(folder: Path, step: int, *, whole: bool = True, name: int | None = None) -> Path:
    """A checkpoint as its files show it."""
    checkpoint = folder / "checkpoints" / f"step-{step if name is None else name:08d}"
    checkpoint.mkdir(parents=True)
    (checkpoint / "model.safetensors").write_bytes(bytes(8 if whole else 7))
    state = {"step": step, "files": {"model.safetensors": [8, zlib.crc32(bytes(8))]}}
    (checkpoint / "state.json").write_text(json.dumps(state), encoding="utf-8")
    return checkpoint


@pytest.mark.parametrize(("damage", "said"), [*BROKEN.values(), *MISNAMED.values()], ids=[*BROKEN, *MISNAMED])
def test_recovery_names_each_folder_that_stays_behind(
    filled: Project, damage: Callable[[Path], Path], said: str
) -> None:
    folder = damage(filled.runs / "000002")
    before = files_in(folder)
    lose_rows(filled)
    done = recover(filled)
    assert done.from_folders == ["run 1", "run 3"]
    assert [one.folder for one in done.left] == [folder]
    problem = done.left[0].problem
    assert said in str(problem)
    assert f"runs/{folder.name} " in str(problem)
    assert problem.hint.template
    assert files_in(folder) == before
    assert problems(filled) == [str(problem)], "the check goes on naming it"


@pytest.mark.parametrize(("damage", "said"), BROKEN.values(), ids=BROKEN)
def test_a_check_names_the_run_whose_folder_cannot_be_read(
    filled: Project, damage: Callable[[Path], Path], said: str
) -> None:
    damage(filled.runs / "000002")
    (problem,) = problems(filled)
    assert problem.startswith("Run run 2: runs/000002 ")
    assert said in problem


@pytest.mark.parametrize(("damage", "said"), MISNAMED.values(), ids=MISNAMED)
def test_a_check_names_both_a_row_without_folder_and_the_folder_elsewhere(
    filled: Project, damage: Callable[[Path], Path], said: str
) -> None:
    damage(filled.runs / "000002")
    gone, misnamed = problems(filled)
    assert "The folder of the run run 2 is gone" in gone
    assert "or delete the run" in gone
    assert said in misnamed


def test_a_copy_beside_its_run_is_left_and_the_run_comes_back_once(filled: Project) -> None:
    copy = filled.runs / "000002 - copy"
    shutil.copytree(filled.runs / "000002", copy)
    lose_rows(filled)
    done = recover(filled)
    assert done.from_folders == ["run 1", "run 2", "run 3"]
    assert [one.folder for one in done.left] == [copy]


def test_what_is_nothing_of_a_run_is_not_spoken_of(filled: Project) -> None:
    (filled.runs / "notes").mkdir()
    (filled.runs / "notes" / "ideas.txt").write_text("x", encoding="utf-8")
    (filled.runs / "000009").write_text("a file", encoding="utf-8")
    assert problems(filled) == []
    lose_rows(filled)
    assert recover(filled).left == []


def test_a_run_whose_row_is_whole_comes_back_though_its_folder_cannot_be_read(filled: Project) -> None:
    break_spec(filled.runs / "000002")
    with closing(sqlite3.connect(filled.database)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'runs_by_parent'").fetchone()
        (size,) = database.execute("PRAGMA page_size").fetchone()
    with filled.database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    done = recover(filled)
    assert done.rows["runs"] == 3
    assert done.left == []


def test_a_folder_that_was_mended_comes_back_into_the_whole_database(filled: Project) -> None:
    folder = filled.runs / "000002"
    good = (folder / "spec.toml").read_bytes()
    break_spec(folder)
    lose_rows(filled)
    recover(filled)
    with pytest.raises(WorkbenchError, match=r"is whole.*project check"):
        recover(filled)
    with Store.open(filled) as store:
        store.note("run 1", "written since")
    (folder / "spec.toml").write_bytes(good)
    (unknown,) = problems(filled)
    assert unknown.startswith("runs/000002 holds a run that the database does not know.")
    assert "project recover" in unknown
    done = recover(filled)
    assert (done.from_folders, done.left, done.damaged, done.rows["runs"]) == (["run 2"], [], None, 3)
    with Store.open(filled) as store:
        assert store.run("run 2").id == 2
        assert store.run("run 1").note == "written since"
    assert problems(filled) == []
    with pytest.raises(WorkbenchError, match="is whole"):
        recover(filled)


@pytest.mark.parametrize("trash", [False, True])
def test_a_row_whose_folder_is_gone_is_named(filled: Project, trash: bool) -> None:
    with Store.open(filled) as store:
        if trash:
            store.delete("run 3")
    shutil.rmtree(filled.runs / "000003")
    (gone,) = problems(filled)
    assert "The folder of the run run 3 is gone" in gone


def test_checkpoints_that_are_not_whole_are_named(filled: Project) -> None:
    folder = filled.runs / "000001"
    save(folder, 10)
    save(folder, 10, name=11)  # says the step of another one, and is whole
    short = save(folder, 20, whole=False)
    (save(folder, 30) / "model.safetensors").unlink()
    (save(folder, 40) / "state.json").unlink()
    (save(folder, 50) / "state.json").write_text("[]", encoding="utf-8")
    (save(folder, 60) / "state.json").write_text('{"files": {}}', encoding="utf-8")
    (save(folder, 70) / "state.json").write_text('{"step": 70, "files": [1]}', encoding="utf-8")
    flipped = save(folder, 80) / "model.safetensors"
    flipped.write_bytes(bytes(7) + b"\1")
    found = problems(filled)
    assert [int(problem.split("step-")[1].split()[0]) for problem in found] == [20, 30, 40, 50, 60, 70, 80]
    assert short.relative_to(filled.root).as_posix() in found[0]
    assert all("can be deleted" in problem for problem in found)


def test_a_run_that_was_saved_at_its_last_step_comes_back_as_done(filled: Project, spec: RunSpec) -> None:
    last = spec.training.steps
    save(filled.runs / "000001", last - 1)
    finished = save(filled.runs / "000001", last)
    save(filled.runs / "000002", last - 1)
    save(filled.runs / "000003", last - 1)
    save(filled.runs / "000003", last, whole=False)
    lose_rows(filled)
    recover(filled)
    with Store.open(filled) as store:
        one, two, three = (store.run(f"run {number}") for number in (1, 2, 3))
    assert (one.status, one.outcome, one.step, one.ended) == (Status.DONE, "done", last, finished.stat().st_mtime)
    assert not one.resumable
    assert [run.status for run in (two, three)] == [Status.LOST, Status.LOST]
    assert [run.outcome for run in (two, three)] == ["", ""]
    assert {run.message for run in (one, two, three)} == {FROM_FOLDER}


def full_disk(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Have the disk be full once so many files are written whole."""
    really, left = os.replace, iter(range(after))

    def replace(source: Path, target: Path) -> None:
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        really(source, target)

    monkeypatch.setattr(os, "replace", replace)


def make_two(store: Store, spec: RunSpec) -> None:
    with store.transaction():
        store.create_run(spec, name="first")
        store.create_run(spec, name="second")


def make_unwritable(store: Store, spec: RunSpec) -> None:
    with store.transaction():
        store.create_run(spec)
        store.database.execute("PRAGMA defer_foreign_keys = ON")
        store.database.execute("INSERT INTO queue (run, place) VALUES (999, 0)")  # refused at the COMMIT


@pytest.mark.parametrize("written", [0, 1, 2, 3])
def test_runs_that_cannot_be_written_leave_nothing(
    project: Project, spec: RunSpec, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """Neither one, whose first or second file fails, nor those before it that were to be made with it."""
    with Store.open(project) as store:
        kept = store.create_run(spec, name="kept")
        full_disk(monkeypatch, written)
        with pytest.raises(WorkbenchError, match="No space left on device"):
            make_two(store, spec)
        assert [run.name for run in store.runs()] == ["kept"]
        assert list(project.runs.iterdir()) == [kept.folder]
        monkeypatch.undo()
        assert store.create_run(spec, name="second").id == kept.id + 1


def test_a_row_that_cannot_be_written_in_the_end_leaves_no_folder(project: Project, spec: RunSpec) -> None:
    with Store.open(project) as store:
        with pytest.raises(sqlite3.IntegrityError):
            make_unwritable(store, spec)
        assert store.runs() == []
        assert list(project.runs.iterdir()) == []
        assert not store.database.conn.in_transaction
        assert store.create_run(spec).folder.is_dir()
