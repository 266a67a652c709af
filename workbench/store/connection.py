"""Opening the project's SQLite file: journal mode by file system, waiting for locks, schema, and clear refusals."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from sqlite_utils import Database

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Setting, mark
from workbench.store.backup import copy_before_migration
from workbench.store.schema import bring_up_to_date

BUSY_SECONDS = 10.0  #: how long a statement waits for another process's lock

_RECOVER = Setting(mark("Recover"), "“workbench project recover”")
_INCREMENTAL = 2  #: the value of ``auto_vacuum``

_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb", "smbfs", "smb3", "9p", "afpfs", "afs", "ncpfs", "lustre", "gpfs"})


class StoreBusyError(WorkbenchError):
    """Another program holds the database longer than we wait."""


class DamagedStoreError(WorkbenchError):
    """The file cannot be read as a database, or not all of it."""


def is_lost(project: Project) -> bool:
    """Whether the database is gone, or an empty file, though the project has runs: SQLite would begin a new one in its
    place, and delete the write-ahead log of an empty one."""
    path = project.database
    if path.is_file() and path.stat().st_size:
        return False
    return any(project.runs.glob("*/run.json"))


def refuse_lost(project: Project) -> None:
    """Raise :class:`DamagedStoreError` where the database is lost."""
    if is_lost(project):
        raise DamagedStoreError(
            mark("The project's database {file} is gone or empty, but the project has runs."),
            mark("Nothing was changed. {way} makes it again from the folders of the runs."),
            way=_RECOVER,
            file=str(project.database),
        )


def connect(path: Path, *, read_only: bool = False) -> Database:
    """An open database with an up-to-date schema; ``read_only`` refuses all changes but bringing it up to date.

    Raises :class:`WorkbenchError` where it is damaged, newer or locked; the file is then as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with store_errors(path):
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
        try:
            database = _prepared(Database(connection), path)
            if read_only:
                database.execute("PRAGMA query_only = ON")
            return database
        except BaseException:
            connection.close()
            raise


def _is_cut_off(database: Database, path: Path) -> bool:
    """Whether the file ends within a page; that whole pages are missing at its end, SQLite notices itself. A
    write-ahead log may still hold the rest, so beside one nothing is said.

    The file is not opened to look at it: closing it again would drop all locks that this process has on it (SQLite's
    "How To Corrupt An SQLite Database File", 2.2), and other programs would delete the log that is in use here.
    """
    log = path.with_name(path.name + "-wal")
    if log.is_file() and log.stat().st_size:
        return False
    return path.is_file() and path.stat().st_size % int(database.execute("PRAGMA page_size").fetchone()[0]) != 0


def _prepared(database: Database, path: Path) -> Database:
    if _is_cut_off(database, path):
        raise damaged_error(path)
    network = is_network_path(path)
    if database.execute("PRAGMA auto_vacuum").fetchone()[0] != _INCREMENTAL:  # setting it again would write
        database.execute(f"PRAGMA auto_vacuum = {_INCREMENTAL}")  # in a new file, so that deleting gives room back
    _set_journal(database, "delete" if network else "wal")
    database.execute("PRAGMA synchronous = NORMAL" if not network else "PRAGMA synchronous = FULL")
    database.execute("PRAGMA foreign_keys = ON")
    bring_up_to_date(database, lambda version: copy_before_migration(path, version))
    return database


def _set_journal(database: Database, mode: str) -> None:
    """WAL lets readers and the writer work at once, but needs shared memory, which network file systems lack."""
    if database.journal_mode != mode:
        with database.ensure_autocommit_on():
            database.execute(f"PRAGMA journal_mode = {mode}").fetchone()


def is_network_path(path: Path) -> bool:
    """Whether a path lies on a network file system, as far as the system tells."""
    resolved = path.resolve()
    if sys.platform == "win32" and str(resolved).startswith("\\\\"):
        return True
    mounts = [part for part in psutil.disk_partitions(all=True) if resolved.is_relative_to(part.mountpoint)]
    if not mounts:
        return False
    nearest = max(mounts, key=lambda part: len(part.mountpoint))
    kind = nearest.fstype.lower()
    return kind in _NETWORK or kind.startswith("fuse.sshfs") or "remote" in nearest.opts.split(",")


@contextmanager
def store_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into sentences for the user."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise _operational(path, error) from error
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
            raise
        raise damaged_error(path) from error


def damaged_error(path: Path) -> DamagedStoreError:
    """What is said of a damaged database."""
    return DamagedStoreError(
        mark("The project's database {file} is damaged."),
        mark("Nothing was changed. {way} puts what can still be read into a new one."),
        way=_RECOVER,
        file=str(path),
    )


def _operational(path: Path, error: sqlite3.OperationalError) -> WorkbenchError:
    if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusyError(
            mark("Another program holds the project's database {file}."),
            mark("Close it, or wait, and try again."),
            file=str(path),
        )
    if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY:
        return WorkbenchError(
            mark("The project's database {file} is open for reading only."),
            mark("Close the other window of this project, or see that its folder can be written."),
            file=str(path),
        )
    return WorkbenchError(
        mark("The project's database {file} can't be used: {reason}."),
        mark("See that the folder can be written and the disk is not full."),
        file=str(path),
        reason=str(error),
    )


@contextmanager
def writing(database: Database) -> Iterator[None]:
    """One transaction that takes the write lock at its beginning, so that it waits for others instead of failing."""
    if database.conn.in_transaction:
        yield
        return
    database.conn.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.conn.commit()  # may fail too, on a full disk
    except BaseException:
        database.conn.rollback()
        raise
