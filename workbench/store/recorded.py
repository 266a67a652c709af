"""What the store has of a stretch of a run's steps, as far as a repetition of them can have it too."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.core.events import RunStarted, event_from_json
from workbench.store.records import Run
from workbench.store.store import Store

_REPEATABLE = ("loss", "accuracy", "lr", "gradient_norm", "eval")  #: unlike speed and memory
_EVALUATION = "eval/"


@dataclass(frozen=True)
class Recorded:
    """The ``points`` by step and metric. ``means`` are the steps at which the curve has a point, the mean over the
    steps since the one before or since a session began; ``begins`` says by that step what each session that is still
    on the curve computed with (:attr:`workbench.core.events.RunStarted.conditions`)."""

    points: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    means: frozenset[int] = frozenset()
    begins: Mapping[int, Mapping[str, str]] = field(default_factory=dict)

    def conditions_of(self, step: int) -> Mapping[str, str]:
        """What a step was computed with; empty where nobody noted it."""
        begins = [begin for begin in self.begins if begin < step]
        return self.begins[max(begins)] if begins else {}


def last_recorded_step(store: Store, run: Run) -> int:
    """The step of the last point of the curve that no later session replaced; 0 for none."""
    sql = "SELECT coalesce(max(step), 0) FROM metrics WHERE run = ? AND name = 'loss' AND lost = 0"
    return int(store.query(sql, [run.id])[0][0])


def recorded_stretch(store: Store, run: Run, after: int, until: int) -> Recorded:
    """What is recorded of the steps from ``after`` + 1 to ``until``.

    A mean over steps of which some lie before the stretch is left out.
    """
    sql = """SELECT step, name, value FROM metrics WHERE run = ? AND step > ? AND step <= ? AND lost = 0 ORDER BY id"""
    points: dict[int, dict[str, float]] = {}
    for step, name, value in store.query(sql, [run.id, after, until]):
        if name.split("/")[0] in _REPEATABLE:
            points.setdefault(step, {})[name] = math.nan if value is None else float(value)
    means = frozenset(step for step, values in points.items() if "loss" in values)
    begins = _begins(store, run)
    if means and after not in begins and not _ends_a_mean(store, run, after):
        first = min(means)
        points[first] = {name: value for name, value in points[first].items() if name.startswith(_EVALUATION)}
    return Recorded(points, means, begins)


def _ends_a_mean(store: Store, run: Run, step: int) -> bool:
    sql = "SELECT 1 FROM metrics WHERE run = ? AND step = ? AND name = 'loss' AND lost = 0"
    return step == 0 or bool(store.query(sql, [run.id, step]))


def _begins(store: Store, run: Run) -> dict[int, Mapping[str, str]]:
    """A session that begins before another one did has replaced it."""
    found: dict[int, Mapping[str, str]] = {}
    for event in map(event_from_json, store.events(run, ("started",))):
        if isinstance(event, RunStarted):
            found = {step: noted for step, noted in found.items() if step < event.step}
            found[event.step] = event.conditions
    return found
