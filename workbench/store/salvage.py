"""Reading what can be read of a damaged table, page by page as it were, and passing over the rest."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

Rows = list[tuple[Any, ...]]

_SMALLEST = 64  #: of fewer rows between two that cannot be read, those that are not read from either end are given up
_MOST_UNKNOWN = 1_000_000  #: rows beyond the last one read that are tried where the table does not say how many it has


def columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    """Names of the columns; none where the table is not there or its head cannot be read."""
    with suppress(sqlite3.DatabaseError):
        return [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
    return []


def readable_rows(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[Rows]:
    """The rows that can be read, in lists, in no particular order; of a table whose rows have numbers."""
    select = f"SELECT rowid, {', '.join(columns)} FROM {table} WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
    waiting = [(1, _highest(connection, table))]
    while waiting:
        low, high = waiting.pop()
        rising, low = _until_error(connection, f"{select} ASC", low, high, low, +1)
        yield rising
        if low > high:
            continue
        falling, high = _until_error(connection, f"{select} DESC", low, high, high, -1)
        yield falling
        if high - low >= _SMALLEST:
            middle = (low + high) // 2
            waiting += [(low, middle), (middle + 1, high)]


def _until_error(
    connection: sqlite3.Connection, select: str, low: int, high: int, first: int, step: int
) -> tuple[Rows, int]:
    """Rows without their numbers, and the number after the last one that could be read, or beyond the range."""
    rows: Rows = []
    place = first
    try:
        for number, *values in connection.execute(select, (low, high)):
            if not (place <= number <= high if step > 0 else low <= number <= place):
                return rows, place  # a page that was cut gives numbers that are none
            rows.append(tuple(values))
            place = number + step
    except (sqlite3.DatabaseError, OverflowError):
        return rows, place
    return rows, high + 1 if step > 0 else low - 1


def _highest(connection: sqlite3.Connection, table: str) -> int:
    """The highest number that a row may have."""
    for sql in (
        f"SELECT max(rowid) FROM {table}",
        f"SELECT seq FROM sqlite_sequence WHERE name = '{table}'",
    ):
        with suppress(sqlite3.DatabaseError):
            row = connection.execute(sql).fetchone()
            if row is not None:
                return int(row[0] or 0)
    return _MOST_UNKNOWN
