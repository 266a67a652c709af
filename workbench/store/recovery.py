"""A damaged database is put aside, and what can still be read of it goes into a new one; nothing is thrown away.

Rows are copied table by table. A run whose row cannot be read is made again from its folder (``spec.toml``,
``run.json``, checkpoints), which needs no database; so is one that a whole database does not know, as its folder
could not be read when the database was recovered.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from workbench.core.errors import WorkbenchError
from workbench.core.events import Outcome
from workbench.core.names import free_name
from workbench.core.paths import Project
from workbench.core.texts import Setting, mark
from workbench.store.checkpoints import checkpoint_folders, is_whole, newest_whole
from workbench.store.connection import DamagedStoreError, connect, is_lost, store_errors, writing
from workbench.store.folder import RunFolder, place_of
from workbench.store.records import RunKind, Status
from workbench.store.rows import run_of
from workbench.store.run_folders import UnusableFolder, read_folder, run_folders
from workbench.store.salvage import columns_of, readable_rows
from workbench.store.schema import fill_last_values

_OF_RUNS = ("sessions", "metrics", "events", "checkpoints", "commands", "queue")  #: tables with a column ``run``
_TABLES = ("runs", *_OF_RUNS)  #: of last values, which follow from metrics, and of the rest see :func:`_fill`
_CHECK = Setting(mark("Check the project…"), "“workbench project check”")
#: What runs that were made again have lost.
FOLDERS_LACK = mark(
    "They have the names that they began with; their notes, stars, tags and proofs are lost, and hidden or deleted "
    "ones are in the list again."
)
EARLIER_LACK = mark(
    "Lost too for runs that an earlier version made: sweep, origin and fingerprints. These are {names}."
)
FROM_FOLDER = mark("Its row in the database was damaged; it was made again from its folder.")


@dataclass(frozen=True)
class Recovered:
    """What came of it: ``rows`` of each table in the new database, the runs that were made again ``from_folders`` (by
    name), rows of runs that are not there any more (``orphans``), where the ``damaged`` database lies now (None where
    it was gone, or whole), the folders of runs that could not be brought back and are ``left`` as they are, and the
    runs ``without_row``, of whose folders an earlier version had kept less."""

    rows: dict[str, int]
    from_folders: list[str]
    orphans: int
    damaged: Path | None
    left: list[UnusableFolder]
    without_row: list[str]


def recover(project: Project) -> Recovered:
    """Put the database aside under another name, and what can be read of it into its place; into a whole one, put the
    runs that have only a folder.

    Windows must be closed and runs stopped. Raises :class:`WorkbenchError` where there is no database, where it is
    whole and lacks no run that could be brought back, where others use it, and where the new one cannot be written;
    then all is as it was.
    """
    path = project.database
    if not path.is_file() and not is_lost(project):
        raise WorkbenchError(mark("There is no database in {folder}."), folder=str(project.root))
    if not _is_damaged(project):
        return _complete(project)
    new = path.with_name(f".workbench-recovering-{os.getpid()}.db")
    try:
        filled = _fill(project, path, new)
        aside = path.with_name(f"{path.stem}-damaged-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}")
        kept = aside if path.is_file() else None
        with _moving(path):
            for ending in ("-wal", "-shm", ""):
                with suppress(FileNotFoundError):
                    os.replace(f"{path}{ending}", f"{aside}{ending}")
            os.replace(new, path)
    finally:
        for ending in ("-wal", "-shm", ""):
            Path(f"{new}{ending}").unlink(missing_ok=True)
    return replace(filled, damaged=kept)


def _is_damaged(project: Project) -> bool:
    """Whether there is anything to recover; a file that was made by a newer program is refused."""
    path = project.database
    if is_lost(project):
        return True
    try:
        with closing(connect(path)) as database, store_errors(path):
            return [row[0] for row in database.execute("PRAGMA integrity_check")] != ["ok"]
    except DamagedStoreError:
        return True


def _complete(project: Project) -> Recovered:
    """Put the runs that have only a folder into a whole database."""
    path = project.database
    with closing(connect(path)) as target, store_errors(path), writing(target):
        restored, bare, left = _restore_all(target, project)
        if not restored:
            raise WorkbenchError(
                mark("The database {file} is whole; there is nothing to recover."),
                mark("{check} names the folders that can't be brought back.") if left else "",
                file=str(path),
                check=_CHECK,
            )
        return Recovered(_rows_in(target), restored, 0, None, left, bare)


@contextmanager
def _moving(path: Path) -> Iterator[None]:
    """What the system refuses while files are renamed (Windows keeps open ones)."""
    try:
        yield
    except OSError as error:
        raise WorkbenchError(
            mark("The database {file} can't be put aside: {reason}."),
            mark("Close all windows of this project and stop its runs, then try again."),
            file=str(path),
            reason=error.strerror or str(error),
        ) from error


def _fill(project: Project, damaged: Path, new: Path) -> Recovered:
    # Of an empty file SQLite would delete the write-ahead log, which is put aside too.
    readable = ":memory:" if is_lost(project) else damaged
    with closing(sqlite3.connect(readable, timeout=0.0)) as source, closing(connect(new)) as target, store_errors(new):
        _require_unused(source, damaged)
        with suppress(sqlite3.DatabaseError):
            source.execute("PRAGMA writable_schema = ON")  # else a file that was cut is refused as a whole
        target.execute("PRAGMA foreign_keys = OFF")
        for table in _TABLES:
            _copy(source, target, table)
        _copy_named(source, target, "views", ("name", "content"))
        _copy_named(source, target, "queue_state", ("only_one", "going"))
        _drop_unreadable_runs(target, project)
        restored, bare, left = _restore_all(target, project)
        orphans = sum(
            target.conn.execute(f"DELETE FROM {table} WHERE run NOT IN (SELECT id FROM runs)").rowcount
            for table in _OF_RUNS
        )
        fill_last_values(target)
        target.conn.commit()
        target.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, which can be renamed
        return Recovered(_rows_in(target), restored, orphans, None, left, bare)


def _rows_in(database: Database) -> dict[str, int]:
    return {table: int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in _TABLES}


def _require_unused(source: sqlite3.Connection, path: Path) -> None:
    """Raise where another program writes; whether one only reads cannot be seen."""
    with suppress(DamagedStoreError), store_errors(path):
        source.execute("BEGIN IMMEDIATE")


def _copy(source: sqlite3.Connection, target: Database, table: str) -> None:
    kept = columns_of(target.conn, table)
    columns = [name for name in columns_of(source, table) if name in kept]
    if not columns:
        return
    places = ", ".join("?" * len(columns))
    for rows in readable_rows(source, table, columns):
        target.conn.executemany(f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)


def _copy_named(source: sqlite3.Connection, target: Database, table: str, columns: tuple[str, str]) -> None:
    """A small table whose first column is its key: it is read from the first row on, until one cannot be."""
    names = ", ".join(columns)
    with suppress(sqlite3.DatabaseError):
        for row in source.execute(f"SELECT {names} FROM {table}"):
            target.conn.execute(f"INSERT OR REPLACE INTO {table} ({names}) VALUES (?, ?)", row)


def _drop_unreadable_runs(target: Database, project: Project) -> None:
    """Rows that were read but hold nonsense."""
    for row in list(target.query("SELECT * FROM runs")):
        try:
            json.loads(run_of(row, project).spec_text)
        except (ValueError, LookupError, TypeError, AttributeError):
            target.conn.execute("DELETE FROM runs WHERE id = ?", [row["id"]])


def _restore_all(target: Database, project: Project) -> tuple[list[str], list[str], list[UnusableFolder]]:
    """Make runs that have no row again from their folders; returns their names, those whose folders keep nothing of
    their rows, and the folders where it can't be done."""
    known = {place_of(project, row[0]) for row in target.execute("SELECT id FROM runs")}
    found = [read_folder(project, folder) for folder in run_folders(project) if folder not in known]
    whole = [content for content in found if isinstance(content, RunFolder)]
    restored = [_restore(target, project, content) for content in whole]
    bare = [name for name, content in zip(restored, whole, strict=True) if not content.row]
    return restored, bare, [content for content in found if isinstance(content, UnusableFolder)]


def _restore(target: Database, project: Project, content: RunFolder) -> str:
    """A row for a run that has only a folder; returns its name."""
    spec, folder = content.spec, place_of(project, content.run)
    taken = {row[0] for row in target.execute("SELECT name FROM runs")}
    name = free_name(spec.name or f"run-{content.run}", taken.__contains__)
    saved = checkpoint_folders(folder)
    steps = spec.training.steps if content.kind is RunKind.PRETRAINING else 0
    target.table("runs").insert(
        {
            "id": content.run,
            "name": name,
            "kind": content.kind.value,
            "spec": spec.model_dump_json(),
            "preset": spec.preset,
            "seed": spec.seed,
            "corpus": spec.corpus,
            "vocabulary": spec.vocabulary,
            "created": (folder / "spec.toml").stat().st_mtime,
            "message": FROM_FOLDER,
            "step": max(saved, default=0),
            "total_steps": steps,
            "folder": folder.relative_to(project.root).as_posix(),
            **content.row,
            **_end_of(folder, steps),
        }
    )
    for step, path in saved.items():
        row = {"run": content.run, "session": 1, "step": step, "time": path.stat().st_mtime}
        target.table("checkpoints").insert({**row, "path": path.relative_to(folder).as_posix()}, ignore=True)
    return name


def _end_of(folder: Path, steps: int) -> dict[str, Any]:
    """How a run of so many steps stands: done where all of it was saved whole, which an engine does at the end."""
    newest = newest_whole(folder, is_whole)
    if newest.path is None or newest.step < steps:
        return {"status": Status.LOST.value}
    return {"status": Status.DONE.value, "outcome": Outcome.DONE.value, "ended": newest.path.stat().st_mtime}
