"""Databases damaged in many ways: each is told in one sentence, left as it is, and recovered on request."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench.cli import main
from workbench.core.errors import WorkbenchError
from workbench.core.events import RunStarted, StepDone
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.connection import DamagedStoreError
from workbench.store.recovery import recover
from workbench.store.store import Store

STEPS = 300
PAGE = 4096
NAMES = ["run 2", "run 1", "run 0"]


def cut(size: float) -> Callable[[Path], None]:
    """Leave so many bytes, or below 1 that share of the file."""

    def damage(path: Path) -> None:
        whole = path.read_bytes()
        path.write_bytes(whole[: int(size if size >= 1 or not size else size * len(whole))])

    return damage


def zeros(first: int, last: int | None) -> Callable[[Path], None]:
    """Empty the pages from ``first`` (from 0) up to before ``last``."""

    def damage(path: Path) -> None:
        content = bytearray(path.read_bytes())
        end = len(content) if last is None else last * PAGE
        content[first * PAGE : end] = bytes(end - first * PAGE)
        path.write_bytes(content)

    return damage


def all_pages_of_points(path: Path) -> None:
    """Empty the second half, which holds points alone."""
    pages = path.stat().st_size // PAGE
    zeros(pages // 2, None)(path)


DAMAGES: dict[str, Callable[[Path], None]] = {
    "empty": cut(0),
    "a few bytes": cut(10),
    "a piece of the head": cut(60),
    "the head alone": cut(100),
    "less than a page": cut(1000),
    "one page": cut(PAGE),
    "a page and a piece": cut(PAGE + 700),
    "half": cut(0.5),
    "nearly all": cut(0.99),
    "first page empty": zeros(0, 1),
    "all but the first page empty": zeros(1, None),
    "pages in front empty": zeros(2, 8),
    "points empty": all_pages_of_points,
    "a text file": lambda path: path.write_text("notes of somebody\n" * 2000) and None,
    "gone": Path.unlink,
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Three runs with points and a checkpoint."""
    project = Project(tmp_path_factory.mktemp("place") / "whole").create()
    with Store.open(project) as store:
        for number in range(3):
            run = store.create_run(RunSpec(corpus="c", vocabulary="v"), name=f"run {number}")
            (run.folder / "checkpoints" / "step-00000100").mkdir(parents=True)
            begin = RunStarted(
                run="r", step=0, time=1.0, device="cpu", precision="fp32", total_steps=9, session=1, baselines={}
            )
            points = [
                StepDone(run="r", step=step, time=1.0, loss=5.0, losses={"mlm": 5.0}, lr=1e-4, gradient_norm=1.0,
                         tokens_per_s=9.0, memory_bytes=1, seconds_left=1.0)
                for step in range(1, STEPS + 1)
            ]  # fmt: skip
            store.record(run, [begin, *points])
    return project


@pytest.fixture(params=DAMAGES)
def damaged(request: pytest.FixtureRequest, whole: Project, tmp_path: Path) -> Project:
    """A copy of the project whose database is damaged."""
    project = Project(tmp_path / "project")
    shutil.copytree(whole.root, project.root)
    DAMAGES[request.param](project.database)
    return project


def content(project: Project) -> dict[str, bytes]:
    """The files of the database."""
    return {path.name: path.read_bytes() for path in project.root.glob("workbench*") if path.suffix != ".db-shm"}


def test_it_is_told_and_nothing_is_written_over(damaged: Project, capsys: pytest.CaptureFixture[str]) -> None:
    before = content(damaged)
    with pytest.raises(DamagedStoreError, match=r"is damaged|is gone or empty") as caught, Store.open(damaged) as store:
        store.look_over()
    assert "project recover" in str(caught.value)
    assert main(["project", "check", "--project", str(damaged.root)]) == 1
    capsys.readouterr()
    for command in (["runs", "list"], ["runs", "metrics", "run 1"]):
        code = main([*command, "--project", str(damaged.root)])
        said = capsys.readouterr().err
        assert said.count("\n") == code, "nothing, or one sentence"
        assert code == 0 or "is damaged" in said or "is gone or empty" in said
    assert content(damaged) == before


def test_it_is_recovered_on_request_and_kept_beside(damaged: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.store.salvage._MOST_UNKNOWN", 4000)  # rows looked for where their number is lost
    before = content(damaged)
    done = recover(damaged)
    with Store.open(damaged) as store:
        store.look_over()
        assert store.check_integrity() == []
        assert sorted(run.name for run in store.runs()) == sorted(NAMES)
        assert all(run.folder.is_dir() for run in store.runs())
        assert {run.name for run in store.runs() if run.message} == set(done.from_folders)
        assert done.rows["metrics"] == store.query("SELECT count(*) FROM metrics")[0][0]
    if done.damaged is None:
        assert not before
    else:
        assert done.damaged.read_bytes() == before["workbench.db"]
    with pytest.raises(WorkbenchError, match="is whole"):
        recover(damaged)


def test_a_copy_of_a_damaged_database_takes_the_place_of_no_older_one(
    whole: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project, copy = Project(tmp_path / "project"), tmp_path / "copy.db"
    shutil.copytree(whole.root, project.root)
    backup = ["project", "backup", str(copy), "--overwrite", "--project", str(project.root)]
    assert main(backup) == 0
    good = copy.read_bytes()
    all_pages_of_points(project.database)
    capsys.readouterr()
    assert main(backup) == 1
    assert "is damaged" in capsys.readouterr().err
    assert copy.read_bytes() == good


def test_the_log_beside_an_empty_database_is_kept(whole: Project, tmp_path: Path) -> None:
    """SQLite itself would delete it."""
    project = Project(tmp_path / "project")
    shutil.copytree(whole.root, project.root)
    project.database.write_bytes(b"")
    log = project.root / "workbench.db-wal"
    log.write_bytes(b"what was written last")
    with pytest.raises(DamagedStoreError, match="gone or empty"):
        Store.open(project)
    done = recover(project)
    assert done.damaged is not None
    assert Path(f"{done.damaged}-wal").read_bytes() == b"what was written last"


def test_a_new_project_is_not_taken_for_a_damaged_one(tmp_path: Path) -> None:
    project = Project(tmp_path / "new").create()
    project.database.touch()
    with Store.open(project) as store:
        assert store.runs() == []
