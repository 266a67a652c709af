"""Following the store: what is new since the last look, cheap enough to ask five times a second."""

from __future__ import annotations

from typing import Any

from workbench.store.connection import store_errors
from workbench.store.records import Changes, Series
from workbench.store.store import Store

_MOST_ROWS = 50_000  #: points of one look, so that catching up on a long run never takes long


class Tail:
    """Remembers what it has told; begins with the present, so that curves are first read with :meth:`Store.series`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._version: tuple[int, int] | None = None
        self._last = 0
        self._rows: dict[int, tuple[int, int]] = {}
        with store_errors(store.project.database):
            self._last = int(self._value("SELECT coalesce(max(id), 0) FROM metrics"))
            self._rows = self._runs()

    def poll(self) -> Changes:
        """What has changed, by any process, since the last call (or since the beginning)."""
        with store_errors(self._store.project.database):
            version = (int(self._value("PRAGMA data_version")), self._store.database.conn.total_changes)
            if version == self._version:
                return Changes()
            rows, fresh = self._runs(), self._fresh_points()
        if len(fresh) < _MOST_ROWS:
            self._version = version
        changed = {run for run in rows.keys() | self._rows.keys() if rows.get(run) != self._rows.get(run)}
        rewound = {run for run in changed if run in rows and rows[run][1] > self._rows.get(run, (0, 0))[1] > 0}
        self._rows = rows
        return Changes(frozenset(changed), _by_run(fresh), frozenset(rewound))

    def _value(self, sql: str) -> Any:
        return self._store.database.execute(sql).fetchone()[0]

    def _runs(self) -> dict[int, tuple[int, int]]:
        """Revision and number of sessions by run."""
        rows = self._store.database.execute("SELECT id, revision, sessions FROM runs").fetchall()
        return {run: (revision, sessions) for run, revision, sessions in rows}

    def _fresh_points(self) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = self._store.database.execute(
            """SELECT id, run, name, step, tokens, time, value FROM metrics
                WHERE id > ? AND lost = 0 ORDER BY id LIMIT ?""",
            [self._last, _MOST_ROWS],
        ).fetchall()
        if rows:
            self._last = rows[-1][0]
        return rows


def _by_run(rows: list[tuple[Any, ...]]) -> dict[int, dict[str, Series]]:
    gathered: dict[int, dict[str, list[tuple[Any, ...]]]] = {}
    for _, run, name, *point in rows:
        gathered.setdefault(run, {}).setdefault(name, []).append(tuple(point))
    return {
        run: {name: Series.of(list(points)) for name, points in metrics.items()} for run, metrics in gathered.items()
    }
