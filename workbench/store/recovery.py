"""A damaged database is put aside, and what can still be read of it goes into a new one; nothing is thrown away.

Rows are copied table by table. A run whose row cannot be read is made again from its folder (``spec.toml``,
``run.json``, checkpoints), which needs no database.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from workbench.core.errors import WorkbenchError
from workbench.core.names import free_name
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.store.checkpoints import checkpoint_folders
from workbench.store.connection import DamagedStoreError, connect, is_lost, store_errors
from workbench.store.folder import RunFolder, read_run_folder
from workbench.store.records import Status
from workbench.store.rows import run_of
from workbench.store.salvage import columns_of, readable_rows
from workbench.store.schema import fill_last_values

_TABLES = ("runs", "sessions", "metrics", "events", "checkpoints", "commands")
FROM_FOLDER = mark("Its row in the database was damaged; it was made again from its folder.")


@dataclass(frozen=True)
class Recovered:
    """What came of it: ``rows`` of each table in the new database, the runs that were made again ``from_folders`` (by
    name), rows of runs that are not there any more (``orphans``), and where the ``damaged`` database lies now (None
    where it was gone)."""

    rows: dict[str, int]
    from_folders: list[str]
    orphans: int
    damaged: Path | None


def recover(project: Project) -> Recovered:
    """Put the database aside under another name, and what can be read of it into its place.

    Windows must be closed and runs stopped. Raises :class:`WorkbenchError` where there is no database, where it is
    whole, where others use it, and where the new one cannot be written; then all is as it was.
    """
    path = project.database
    if not path.is_file() and not is_lost(project):
        raise WorkbenchError(mark("There is no database in {folder}."), folder=str(project.root))
    _require_damage(project)
    new = path.with_name(f".workbench-recovering-{os.getpid()}.db")
    try:
        rows, restored, orphans = _fill(project, path, new)
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
    return Recovered(rows, restored, orphans, kept)


def _require_damage(project: Project) -> None:
    """Raise where the file is whole, or is made by a newer program: then there is nothing to recover."""
    path = project.database
    if is_lost(project):
        return
    try:
        with closing(connect(path)) as database, store_errors(path):
            if [row[0] for row in database.execute("PRAGMA integrity_check")] != ["ok"]:
                return
    except DamagedStoreError:
        return
    raise WorkbenchError(mark("The database {file} is whole; there is nothing to recover."), file=str(path))


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


def _fill(project: Project, damaged: Path, new: Path) -> tuple[dict[str, int], list[str], int]:
    # Of an empty file SQLite would delete the write-ahead log, which is put aside too.
    readable = ":memory:" if is_lost(project) else damaged
    with closing(sqlite3.connect(readable, timeout=0.0)) as source, closing(connect(new)) as target, store_errors(new):
        _require_unused(source, damaged)
        with suppress(sqlite3.DatabaseError):
            source.execute("PRAGMA writable_schema = ON")  # else a file that was cut is refused as a whole
        target.execute("PRAGMA foreign_keys = OFF")
        for table in _TABLES:
            _copy(source, target, table)
        _copy_views(source, target)
        _drop_unreadable_runs(target, project)
        restored = [_restore(target, project, content) for content in _lost_folders(target, project)]
        orphans = sum(
            target.conn.execute(f"DELETE FROM {table} WHERE run NOT IN (SELECT id FROM runs)").rowcount
            for table in _TABLES[1:]
        )
        fill_last_values(target)
        target.conn.commit()
        target.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, which can be renamed
        rows = {table: int(target.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in _TABLES}
        return rows, restored, orphans


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


def _copy_views(source: sqlite3.Connection, target: Database) -> None:
    """Views have no numbers: they are read from the first on, until one cannot be."""
    with suppress(sqlite3.DatabaseError):
        for row in source.execute("SELECT name, content FROM views"):
            target.conn.execute("INSERT OR IGNORE INTO views (name, content) VALUES (?, ?)", row)


def _drop_unreadable_runs(target: Database, project: Project) -> None:
    """Rows that were read but hold nonsense."""
    for row in list(target.query("SELECT * FROM runs")):
        try:
            json.loads(run_of(row, project).spec_text)
        except (ValueError, LookupError, TypeError, AttributeError):
            target.conn.execute("DELETE FROM runs WHERE id = ?", [row["id"]])


def _lost_folders(target: Database, project: Project) -> Iterator[RunFolder]:
    """Folders of runs that have no row."""
    known = {row[0] for row in target.execute("SELECT id FROM runs")}
    for folder in sorted(project.runs.glob("*")):
        with suppress(WorkbenchError):  # what is in it was never more than a folder
            content = read_run_folder(folder)
            if content.run not in known and folder.name.isdecimal() and int(folder.name) == content.run:
                yield content


def _restore(target: Database, project: Project, content: RunFolder) -> str:
    """A row for a run that has only a folder; returns its name."""
    spec, folder = content.spec, project.runs / f"{content.run:06d}"
    taken = {row[0] for row in target.execute("SELECT name FROM runs")}
    name = free_name(spec.name or f"run-{content.run}", taken.__contains__)
    saved = checkpoint_folders(folder)
    target.table("runs").insert(
        {
            "id": content.run,
            "name": name,
            "status": Status.LOST.value,
            "spec": spec.model_dump_json(),
            "preset": spec.preset,
            "seed": spec.seed,
            "corpus": spec.corpus,
            "vocabulary": spec.vocabulary,
            "created": (folder / "spec.toml").stat().st_mtime,
            "message": FROM_FOLDER,
            "step": max(saved, default=0),
            "total_steps": spec.training.steps,
            "folder": folder.relative_to(project.root).as_posix(),
        }
    )
    for step, path in saved.items():
        row = {"run": content.run, "session": 1, "step": step, "time": path.stat().st_mtime}
        target.table("checkpoints").insert({**row, "path": path.relative_to(folder).as_posix()}, ignore=True)
    return name
