"""Databases of every earlier version open with all their rows; a copy is kept first, and newer ones are refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.records import RunKind
from workbench.store.schema import MIGRATIONS, fill_last_values
from workbench.store.store import Store


def make_old(path: Path, version: int, spec: RunSpec) -> None:
    """A database as the program left it when it had ``version`` steps: two runs, one of which was resumed."""
    database = Database(path)
    for step in MIGRATIONS[:version]:
        step(database)
    database.execute(f"PRAGMA user_version = {version}")
    for number, name in ((1, "first"), (2, "第二")):
        database.execute(
            """INSERT INTO runs (id, name, status, spec, created, folder, versions, baselines)
                VALUES (?, ?, 'done', ?, 1.0, ?, '{}', '{}')""",
            [number, name, spec.model_dump_json(), f"runs/{number:06d}"],
        )
        database.execute("INSERT INTO sessions (run, number, start_step, started) VALUES (?, 1, 0, 1.0)", [number])
        for step, value, lost in ((1, 5.0, 0), (2, None, 0), (3, 1.0, 1)):
            database.execute(
                """INSERT INTO metrics (run, session, name, step, tokens, time, value, lost)
                    VALUES (?, 1, 'loss', ?, 0, 0, ?, ?)""",
                [number, step, value, lost],
            )
    database.execute("INSERT INTO metrics (run, session, name, step, tokens, time, value) VALUES (1,1,'lr',1,0,0,0.5)")
    if "last_values" in database.table_names():  # kept up to date since they are there
        fill_last_values(database)
    database.conn.commit()
    database.close()


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_an_older_database_opens_with_all_its_rows(project: Project, spec: RunSpec, version: int) -> None:
    make_old(project.database, version, spec)
    with Store.open(project) as store:
        assert [run.name for run in store.runs()] == ["第二", "first"]
        assert store.run(1).spec == spec
        assert store.run(1).tags == ()
        assert store.run(1).kind is RunKind.PRETRAINING
        assert store.series(1, "loss").steps.tolist() == [1, 2]
        finals = store.all_final_values()
        assert finals == {1: store.final_values(1), 2: store.final_values(2)}
        assert finals[1]["lr"] == 0.5
        assert str(finals[1]["loss"]) == "nan", "the point that was lost does not count"
        assert store.check_integrity() == []
    kept = project.root / f"workbench-version-{version}.db"
    with sqlite3.connect(kept) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (version,)
        assert copy.execute("SELECT count(*) FROM metrics").fetchone() == (7,)
    copy.close()


def test_a_new_database_needs_no_copy(project: Project) -> None:
    Store.open(project).close()
    Store.open(project).close()
    assert [path.name for path in project.root.glob("*.db")] == ["workbench.db"]


def test_a_newer_database_is_refused_and_stays_as_it_is(project: Project, spec: RunSpec) -> None:
    with Store.open(project) as store:
        store.create_run(spec)
        store.database.execute("PRAGMA user_version = 999")
    before = project.database.read_bytes()
    with pytest.raises(WorkbenchError, match="newer version"):
        Store.open(project)
    assert project.database.read_bytes() == before
    assert [path.name for path in project.root.glob("*.db")] == ["workbench.db"]


def test_without_a_copy_nothing_is_changed(project: Project, spec: RunSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    make_old(project.database, 1, spec)

    def refuse(path: Path, version: int) -> None:
        raise WorkbenchError("no room")

    monkeypatch.setattr("workbench.store.connection.copy_before_migration", refuse)
    with pytest.raises(WorkbenchError, match="no room"):
        Store.open(project)
    with sqlite3.connect(project.database) as same:
        assert same.execute("PRAGMA user_version").fetchone() == (1,)
    same.close()


def test_sweeps_of_before_are_known_by_the_notes_of_their_runs(project: Project, spec: RunSpec) -> None:
    make_old(project.database, 4, spec)
    with sqlite3.connect(project.database) as database:
        database.execute("UPDATE runs SET name = 's-basic', note = 's' WHERE id = 1")
        database.execute("UPDATE runs SET note = 'second' WHERE id = 2")
    database.close()
    with Store.open(project) as store:
        assert (store.run(1).sweep, store.run(1).note) == ("s", "s")
        assert (store.run(2).sweep, store.run(2).note) == ("", "second")
