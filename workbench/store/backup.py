"""A copy of the database in one file, made while others read and write it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from workbench.core.files import replacing_by_name


def copy_database(connection: sqlite3.Connection, target: Path, *, overwrite: bool = False) -> None:
    """Write all that ``connection`` sees at this moment into the file ``target``, whole or not at all.

    Readers and writers of the database go on meanwhile; the copy has no write-ahead log beside it. Raises
    :class:`WorkbenchError` where the file cannot take its place, and what SQLite raises.
    """
    with replacing_by_name(target, overwrite=overwrite) as beside, closing(sqlite3.connect(beside)) as copy:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE").fetchone()


def copy_before_migration(path: Path, version: int) -> None:
    """Keep a database that is about to be brought up to date, beside it; a copy of that version that is there stays."""
    target = path.with_name(f"{path.stem}-version-{version}{path.suffix}")
    if not target.exists():
        with closing(sqlite3.connect(path)) as reader:
            copy_database(reader, target)
