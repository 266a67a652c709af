"""Curves of runs in memory: read once from the store in the background, then continued with what is new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.tasks import error_notice
from workbench.store.lost import lost_stretches
from workbench.store.records import Changes, Run, Series
from workbench.store.store import Store

_FIRST_ROOM = 256
Values = NDArray[np.float64]


class Track:
    """A series that grows at its end: ``step``, ``tokens``, ``time`` (seconds since the run began, by the clock on the
    wall) and ``value`` [n] each, as they were written. They are views, which stay as they were when more is added."""

    def __init__(self) -> None:
        self._data = np.empty((4, _FIRST_ROOM))
        self._count = 0
        self._show()

    def _show(self) -> None:
        """Make the views anew: while nothing is added they stay the very same, by which plots know them again."""
        self.step, self.tokens, self.time, self.value = self._data[:, : self._count]

    def __len__(self) -> int:
        return self._count

    def extend(self, points: Series, begin: float) -> None:
        """Add points [n] whose step lies beyond the last one; their times become seconds since ``begin``."""
        first = 0 if self._count == 0 else int(np.searchsorted(points.steps, self.step[-1], side="right"))
        count = len(points) - first
        if count <= 0:
            return
        if self._count + count > self._data.shape[1]:
            grown = np.empty((4, 2 * (self._count + count)))
            grown[:, : self._count] = self._data[:, : self._count]
            self._data = grown
        columns = (points.steps, points.tokens, points.times - begin, points.values)
        self._data[:, self._count : self._count + count] = [column[first:] for column in columns]
        self._count += count
        self._show()


class RunCurves:
    """All metrics of one run; ``lost`` are those of steps that were lost, which a plot leaves out unless asked."""

    def __init__(self, run: Run, metrics: Mapping[str, Series]) -> None:
        self.run = run
        self.lost: list[LostCurves] = []
        self.tracks: dict[str, Track] = {}
        self._places: dict[tuple[str, str], tuple[tuple[int, int], Values]] = {}
        self._begin = run.started
        self.append(metrics)

    def append(self, metrics: Mapping[str, Series]) -> None:
        """Add what is new; points that are there already are passed over."""
        if self._begin is None:  # the run had not started when it was read
            self._begin = min((float(series.times[0]) for series in metrics.values() if len(series)), default=None)
        if self._begin is None:
            return
        for name, points in metrics.items():
            self.tracks.setdefault(name, Track()).extend(points, self._begin)

    def time_of(self, name: str) -> Values:
        """Seconds at work at the points [n] of a metric; by the clock on the wall in runs that did not count them."""
        found = self._at_steps_of(name, "elapsed")
        return self.tracks[name].time if found is None else found

    def epochs_of(self, name: str) -> Values:
        """How often the text was read at the points [n] of a metric; empty in runs that did not count it."""
        found = self._at_steps_of(name, "epoch")
        return np.zeros(0) if found is None else found

    def at_steps(self, steps: Values, clock: str) -> Values:
        """The value of another metric, ``elapsed``, ``epoch`` or ``tokens``, at steps [n]; NaN where there is none."""
        track = self.tracks.get("loss" if clock == "tokens" else clock)
        if track is None or not len(track):
            return np.full(len(steps), np.nan)
        found: Values = np.interp(steps, track.step, track.tokens if clock == "tokens" else track.value)
        return found

    def _at_steps_of(self, name: str, clock: str) -> Values | None:
        """A clock at the points of a metric, reckoned once as long as neither grows; None without such a clock."""
        track, other = self.tracks[name], self.tracks.get(clock)
        if other is None or not len(other):
            return None
        sizes = len(track), len(other)
        known = self._places.get((name, clock))
        if known is None or known[0] != sizes:
            known = sizes, self.at_steps(track.step, clock)
            self._places[name, clock] = known
        return known[1]


@dataclass(frozen=True)
class LostCurves:
    """What a session recorded of steps that a later one took again."""

    session: int
    curves: RunCurves


def read_curves(project: Project, run: int) -> RunCurves:
    """All curves of a run from a connection of its own, for a background call."""
    with Store.open(project) as store:
        found = store.run(run)
        curves = RunCurves(found, {name: store.series(found, name) for name in store.metric_names(found)})
        curves.lost = [LostCurves(one.session, RunCurves(found, one.metrics)) for one in lost_stretches(store, found)]
        return curves


class CurveBook(QObject):
    """Keeps the curves of the runs on show. ``changed`` says that some run has more or other points."""

    changed = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._wanted: tuple[int, ...] = ()
        self._read: dict[int, RunCurves] = {}
        self._waiting: dict[int, list[Mapping[str, Series]]] = {}  # news of runs that are still being read

    def want(self, runs: Iterable[int]) -> None:
        """Say which runs are on show; those of other runs are dropped."""
        self._wanted = tuple(dict.fromkeys(runs))
        self._read = {run: curves for run, curves in self._read.items() if run in self._wanted}
        for run in self._wanted:
            if run not in self._read:
                self._begin_reading(run)
        self.changed.emit()

    @property
    def shown(self) -> list[RunCurves]:
        """Curves of the wanted runs that are there, in the order asked for."""
        return [self._read[run] for run in self._wanted if run in self._read]

    def take(self, changes: Changes) -> None:
        """Continue the curves with news of the store; runs that went back to a checkpoint are read again."""
        for run, metrics in changes.points.items():
            if run in self._waiting:
                self._waiting[run].append(metrics)
            elif run in self._read:
                self._read[run].append(metrics)
        for run in changes.rewound:
            if run in self._wanted:
                self._begin_reading(run, again=True)
        if any(run in self._wanted for run in changes.points):
            self.changed.emit()

    def renew(self, run: Run) -> None:
        """Take a run's row as it is now: its baselines come when it starts, its name may be another."""
        curves = self._read.get(run.id)
        if curves is not None:
            changed = (run.name, run.baselines) != (curves.run.name, curves.run.baselines)
            curves.run = run
            if changed:
                self.changed.emit()

    def read_again(self, afresh: bool = False) -> None:
        """Read all wanted runs anew, for those who are told of no single points.

        ``afresh`` also replaces a reading that is under way and may miss the last points.
        """
        for run in self._wanted:
            self._begin_reading(run, again=afresh)

    def _begin_reading(self, run: int, again: bool = False) -> None:
        if run in self._waiting and not again:
            return
        self._waiting[run] = []
        project, ticket = self._context.project, self._waiting[run]

        def give_up(error: WorkbenchError) -> None:
            self._waiting.pop(run, None)
            self._context.notify(error_notice(error))

        self._context.tasks.run(lambda report, cancelled: (read_curves(project, run), ticket), self._take_read, give_up)

    @Slot(object)
    def _take_read(self, found: tuple[RunCurves, list[Mapping[str, Series]]]) -> None:
        curves, news = found
        run = curves.run.id
        if self._waiting.get(run) is not news:  # a newer reading is on its way
            return
        del self._waiting[run]
        for metrics in news:
            curves.append(metrics)
        if run in self._wanted:
            self._read[run] = curves
            self.changed.emit()
