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
from workbench.core.texts import mark
from workbench.store.schema import bring_up_to_date

BUSY_SECONDS = 10.0  #: how long a statement waits for another process's lock

_NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb", "smbfs", "smb3", "9p", "afpfs", "afs", "ncpfs", "lustre", "gpfs"})


class StoreBusyError(WorkbenchError):
    """Another program holds the database longer than we wait."""


def connect(path: Path) -> Database:
    """An open database with an up-to-date schema; raises :class:`WorkbenchError` if it is damaged, newer or locked."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with store_errors(path):
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS)
        try:
            return _prepared(Database(connection), is_network_path(path))
        except BaseException:
            connection.close()
            raise


def _prepared(database: Database, network: bool) -> Database:
    database.execute("PRAGMA auto_vacuum = INCREMENTAL")  # takes effect in a new file only: deleting gives room back
    _set_journal(database, "delete" if network else "wal")
    database.execute("PRAGMA synchronous = NORMAL" if not network else "PRAGMA synchronous = FULL")
    database.execute("PRAGMA foreign_keys = ON")
    bring_up_to_date(database)
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
        raise WorkbenchError(
            mark("The project's database {file} is damaged."),
            mark("Nothing was changed. Restore it from a copy, or choose another project folder."),
            file=str(path),
        ) from error


def _operational(path: Path, error: sqlite3.OperationalError) -> WorkbenchError:
    if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreBusyError(
            mark("Another program holds the project's database {file}."),
            mark("Close it, or wait, and try again."),
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
    except BaseException:
        database.conn.rollback()
        raise
    database.conn.commit()
