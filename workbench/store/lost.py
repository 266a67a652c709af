"""Points of steps that were lost, as a later session went on from a checkpoint before them; they are kept, and left out
wherever nobody asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.store.records import Series
from workbench.store.store import RunKey, Store


@dataclass(frozen=True)
class LostStretch:
    """What a ``session`` recorded and a later one replaced, by metric."""

    session: int
    metrics: Mapping[str, Series]


def lost_stretches(store: Store, run: RunKey) -> list[LostStretch]:
    """The lost points of a run by session and, of each metric, by step."""
    sql = """SELECT session, name, step, tokens, time, value FROM metrics WHERE run = ? AND lost = 1
        ORDER BY session, name, step, id"""
    found: dict[int, dict[str, list[tuple[Any, ...]]]] = {}
    for session, name, *point in store.query(sql, [store.run(run).id]):
        found.setdefault(session, {}).setdefault(name, []).append(tuple(point))
    return [
        LostStretch(session, {name: Series.of(points) for name, points in metrics.items()})
        for session, metrics in found.items()
    ]
