"""A second window is told and only reads; a damaged database is recovered only when someone asks for it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui import opening
from workbench.gui.app import open_context
from workbench.gui.opening import Opening, ProjectLock
from workbench.gui.settings import Settings
from workbench.spec.presets import load_preset
from workbench.store.connection import StoreBusyError
from workbench.store.store import Store

ROOT = Path(__file__).resolve().parents[2]

#: Another window: it takes the project, says so, writes a run and waits for its input to end.
OTHER_WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from workbench.core.paths import Project
from workbench.gui.opening import Opening
from workbench.spec.presets import load_preset
from workbench.store.store import Store
application = QCoreApplication([])
other = Opening(Project(Path(sys.argv[1])))
assert other.go()
with Store.open(other.project) as store:
    store.create_run(load_preset("bert-tiny"), name="of the other")
    print("open", flush=True)
    sys.stdin.read()
other.close()
"""


class Answers:
    """Gives answers to questions in turn, by the place of the button; keeps what was asked and told."""

    def __init__(self, *places: int | None) -> None:
        self._places = list(places)
        self.asked: list[str] = []

    def ask(self, title: str, text: str, details: str, answers: tuple[tuple[str, Callable[[], bool]], ...]) -> bool:
        self.asked.append(f"{title}: {text} {details}")
        place = self._places.pop(0)
        return False if place is None else answers[place][1]()

    def tell(self, title: str, text: str) -> None:
        self.asked.append(f"{title}: {text}")


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answers]:
    def use(*places: int | None) -> Answers:
        made = Answers(*places)
        monkeypatch.setattr(opening, "ask", made.ask)
        monkeypatch.setattr(opening, "tell", made.tell)
        return made

    return use


def test_a_second_window_is_told_and_only_reads(
    dressed: QApplication, project: Project, answer: Callable[..., Answers]
) -> None:
    """R115: two processes, one project."""
    child = subprocess.Popen(
        [sys.executable, "-c", OTHER_WINDOW, str(project.root)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == b"open"
        asked = answer(0)
        second = Opening(project)
        assert second.go()
        assert f"process {child.pid}" in asked.asked[0]
        assert second.project.read_only
        assert second.lock is None
        context = open_context(second.project, Settings(second.project, project.root / "user.ini"))
        assert [run.name for run in context.store.runs()] == ["of the other"]
        with pytest.raises(WorkbenchError, match="is for reading only"):
            context.store.star("of the other")
        context.draft.replace(load_preset("bert-small"), "change")
        context.draft.close()
        context.tasks.close()
        context.store.close()
        context.deleteLater()
    finally:
        child.communicate(b"")
    assert child.returncode == 0
    assert not project.draft.exists()
    with Store.open(project) as store:
        assert store.check_integrity() == []
        assert [(run.name, run.starred) for run in store.runs()] == [("of the other", False)]
    third = Opening(project)
    assert third.go()
    assert not third.project.read_only
    third.close()


def test_a_locked_database_is_said_at_once_and_can_still_be_read(dressed: QApplication, project: Project) -> None:
    """R116: the window meanwhile."""
    context = open_context(project, Settings(project, project.root / "user.ini"))
    run = context.store.create_run(load_preset("bert-tiny"), name="here")
    with closing(sqlite3.connect(project.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreBusyError, match="Another program holds the project's database"):
            context.store.star(run)
        (patience,) = context.store.query("PRAGMA busy_timeout")[0]
        assert patience <= 500, "milliseconds that the window may stand still"
        assert [one.name for one in context.store.runs()] == ["here"]
    context.store.star(run)
    for part in (context.draft, context.tasks, context.store):
        part.close()
    context.deleteLater()


def test_another_project_or_none(
    dressed: QApplication,
    project: Project,
    tmp_path: Path,
    answer: Callable[..., Answers],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R115: the other answers."""
    first = Opening(project)
    assert first.go()
    asked = answer(None)
    assert not Opening(project).go()
    assert "Another window has the project" in asked.asked[0]
    chosen = iter(["", str(tmp_path / "other")])
    monkeypatch.setattr(opening.QFileDialog, "getExistingDirectory", lambda *_: next(chosen))
    asked = answer(1, 1)
    second = Opening(project)
    assert second.go()
    assert second.project.root == tmp_path / "other"
    assert second.lock is not None
    assert len(asked.asked) == 2, "without a choice the question comes again"
    second.close()
    first.close()


def test_a_lock_of_a_window_that_is_gone_is_taken(dressed: QApplication, project: Project) -> None:
    code = OTHER_WINDOW.replace("sys.stdin.read()", "import os; os._exit(9)")
    assert subprocess.run([sys.executable, "-c", code, str(project.root)], cwd=ROOT, check=False).returncode == 9
    assert (project.root / opening.LOCK).exists()
    lock = ProjectLock(project)
    assert lock.take()
    lock.release()


def cut(project: Project) -> bytes:
    """Damage the database; returns what is left of it."""
    with Store.open(project) as store:
        store.create_run(load_preset("bert-tiny"), name="kept")
    with project.database.open("r+b") as file:
        file.truncate(project.database.stat().st_size - 4096)
    return project.database.read_bytes()


def empty_a_page(path: Path) -> None:
    """Leave nothing on the last page."""
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 4096)
        file.write(bytes(4096))


def test_a_damaged_database_is_recovered_on_request(
    dressed: QApplication, project: Project, answer: Callable[..., Answers]
) -> None:
    damaged = cut(project)
    asked = answer(0)
    opened = Opening(project)
    assert opened.go()
    assert "is damaged" in asked.asked[0]
    assert "runs 1, points 0" in asked.asked[1]
    with Store.open(project) as store:
        assert [run.name for run in store.runs()] == ["kept"]
    assert damaged in [path.read_bytes() for path in project.root.glob("workbench-damaged-*.db")]
    opened.close()


@pytest.mark.parametrize(
    ("damage", "told"),
    [(empty_a_page, "is damaged"), (lambda path: path.write_bytes(b""), "is gone or empty"),
     (Path.unlink, "is gone or empty")],
    ids=["a page in the middle", "empty", "gone"],
)  # fmt: skip
def test_no_new_database_is_begun_in_place_of_a_lost_one(
    dressed: QApplication,
    project: Project,
    answer: Callable[..., Answers],
    damage: Callable[[Path], object],
    told: str,
) -> None:
    with Store.open(project) as store:
        store.create_run(load_preset("bert-tiny"), name="kept")
    damage(project.database)
    asked = answer(0)
    opened = Opening(project)
    assert opened.go()
    assert told in asked.asked[0]
    assert "runs 1, points 0" in asked.asked[1]
    with Store.open(project) as store:
        assert [run.step for run in store.runs()] == [0]
    opened.close()


@pytest.mark.parametrize(("broken", "more"), [(1, ""), (7, "And 2 more: “Check the project”")])
def test_what_recovery_could_not_bring_back_is_named(
    dressed: QApplication, project: Project, answer: Callable[..., Answers], broken: int, more: str
) -> None:
    with Store.open(project) as store:
        kept, *others = (
            store.create_run(load_preset("bert-tiny"), name=f"run {number}") for number in range(broken + 1)
        )
    for run in others:
        (run.folder / "spec.toml").write_text("preset = ", encoding="utf-8")
    project.database.write_bytes(b"")
    asked = answer(0)
    opened = Opening(project)
    assert opened.go()
    told = asked.asked[1]
    assert f"Made again from their folders: {kept.name}. They have the names that they began with" in told
    assert told.count("Not brought back, and left as it is: runs/0") == min(broken, opening.MOST_NAMED)
    assert "runs/000002 has no settings that can be read" in told
    assert more in told
    opened.close()


def test_a_damaged_database_stays_as_it_is_without_a_request(
    dressed: QApplication, project: Project, answer: Callable[..., Answers]
) -> None:
    damaged = cut(project)
    answer(None)
    opened = Opening(project)
    assert not opened.go()
    assert opened.lock is None
    assert project.database.read_bytes() == damaged
