"""Curves of one run in memory: what has been read of it, continued with what is new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import SpecError
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import StageGroup, stage_groups
from workbench.spec.stage_tasks import stage_tasks
from workbench.store.records import Run, Series

_FIRST_ROOM = 256
_TASKS = {"loss": "task/", "eval/loss": "eval/task/"}  #: whole losses, and what begins the names of those of tasks
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

    @staticmethod
    def of(columns: Values) -> Track:
        """A track of these columns [4, n], which no point is added to."""
        track = Track()
        track._data, track._count = columns, columns.shape[1]
        track._show()
        return track

    def latest(self, steps: Values) -> Values:
        """At each of the rising ``steps`` [n] the value of the last point up to it; NaN where there is none yet."""
        place = np.searchsorted(self.step, steps, side="right") - 1
        found: Values = np.where(place < 0, np.nan, self.value[np.maximum(place, 0)] if len(self) else np.nan)
        return found

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
    """The metrics of one run: the ``names`` of all that it has, and ``tracks`` of those that have been read.

    ``newest`` is the number of the newest point of the store when the run was read; ``lost`` are metrics of steps that
    were lost, which a plot leaves out unless asked.
    """

    def __init__(
        self, run: Run, metrics: Mapping[str, Series], names: Iterable[str] | None = None, newest: int = 0
    ) -> None:
        """``names`` are those of ``metrics`` where none are given."""
        self.run = run
        self.newest = newest
        self.names = dict.fromkeys(metrics if names is None else names)
        self.lost: list[LostCurves] = []
        self.tracks: dict[str, Track] = {}
        self._places: dict[tuple[str, str], tuple[tuple[int, int], Values]] = {}
        self._rounds: dict[str, tuple[list[int], Track]] = {}
        self._begin = run.started
        self.add(metrics)

    @cached_property
    def breaks(self) -> tuple[float, ...]:
        """The steps after which the whole loss is another sum than before; none where this program can't read the
        run's plan."""
        if (spec := self._spec) is None:
            return ()
        return tuple(
            float(before.end)
            for before, after in pairwise(self._groups)
            if _summed(spec.stages[before.first : after.first]) != _summed(spec.stages[after.first : after.stages.stop])
        )

    @cached_property
    def _spec(self) -> RunSpec | None:
        """What was run; None where this program can't read it."""
        try:
            return self.run.spec
        except SpecError:
            return None

    @cached_property
    def _groups(self) -> list[StageGroup]:
        return [] if self._spec is None else stage_groups(self._spec.stages, self._spec.training.steps)

    @cached_property
    def _stage_tasks(self) -> list[str]:
        return [] if self._spec is None else stage_tasks(self._spec)

    @cached_property
    def tasks(self) -> list[str]:
        """The tasks of a run, each once, in their order; none of one that has a single task."""
        return list(dict.fromkeys(self._stage_tasks))

    def in_rounds(self, name: str) -> bool:
        """Whether a metric is a whole loss of steps of tasks that take turns, which :meth:`track_of` takes together."""
        prefix = _TASKS.get(name)
        if prefix is None or not any(track.startswith(prefix) for track in self.tracks):
            return False
        return any(len(group.counts) > 1 for group in self._groups)

    def track_of(self, name: str) -> Track:
        """The points of a metric that has been read. Where tasks take turns, each step has the loss of another; so the
        whole loss is the mean over a round: that of the newest losses of the tasks, by their steps in the group."""
        return self._round(name) if self.in_rounds(name) else self.tracks[name]

    def _round(self, name: str) -> Track:
        """The mean over a round, at the points of a whole loss where all tasks of its group have a loss already;
        reckoned once as long as none grows."""
        whole, parts = self.tracks[name], {task: self.tracks.get(_TASKS[name] + task, Track()) for task in self.tasks}
        sizes = [len(whole), *map(len, parts.values())]
        known = self._rounds.get(name)
        if known is None or known[0] != sizes:
            shares = self._shares(whole.step)
            values = np.zeros(len(whole))
            for task, track in parts.items():
                values += np.where(shares[task] > 0, shares[task] * track.latest(whole.step), 0.0)
            kept = np.isfinite(values) | ~np.isfinite(whole.value)
            columns = np.stack([whole.step, whole.tokens, whole.time, values])
            known = self._rounds[name] = sizes, Track.of(columns[:, kept])
        return known[1]

    def _shares(self, steps: Values) -> dict[str, Values]:
        """Which part of the steps of its group each task has, at ``steps`` [n]."""
        shares = {name: np.zeros(len(steps)) for name in self.tasks}
        for group in self._groups:
            inside = (group.begin < steps) & (steps <= group.end)
            for stage, count in zip(group.stages, group.counts, strict=True):
                shares[self._stage_tasks[stage]][inside] += count / sum(group.counts)
        return shares

    def gaps(self, name: str, whole: str) -> tuple[float, ...]:
        """The steps at which ``whole`` has a point and another metric has none, as precision where nothing was called
        replaced."""
        if name not in self.tracks or whole not in self.tracks:
            return ()
        missing: Values = np.setdiff1d(self.tracks[whole].step, self.tracks[name].step, assume_unique=True)
        return tuple(missing.tolist())

    def add(self, metrics: Mapping[str, Series]) -> None:
        """Take up metrics that have been read in full; of those that are there already only what is new."""
        self._set_begin(metrics)
        for name, points in metrics.items():
            self.names[name] = None
            self._extend(name, points)

    def append(self, metrics: Mapping[str, Series]) -> None:
        """Add what is new; points that are there already, and those of metrics that have not been read, are passed
        over."""
        self._set_begin(metrics)
        for name, points in metrics.items():
            if name in self.tracks or name not in self.names:  # one that nobody knew begins only now
                self.names[name] = None
                self._extend(name, points)

    def _set_begin(self, metrics: Mapping[str, Series]) -> None:
        """A run that had not started when it was read begins with its first point."""
        if self._begin is None:
            self._begin = min((float(series.times[0]) for series in metrics.values() if len(series)), default=None)

    def _extend(self, name: str, points: Series) -> None:
        track = self.tracks.setdefault(name, Track())
        if self._begin is not None:
            track.extend(points, self._begin)

    def time_of(self, name: str) -> Values:
        """Seconds at work at the points [n] of a metric; by the clock on the wall in runs that did not count them."""
        found = self._at_steps_of(name, "elapsed")
        return self.track_of(name).time if found is None else found

    def epochs_of(self, name: str) -> Values:
        """How often the text was read at the points [n] of a metric; empty in runs that did not count it."""
        found = self._at_steps_of(name, "epoch")
        return np.zeros(0) if found is None else found

    def at_steps(self, steps: Values, clock: str) -> Values:
        """The value of another metric, ``elapsed``, ``epoch`` or ``tokens``, at steps [n]; NaN where there is none."""
        track = max(self.tracks.values(), key=len, default=None) if clock == "tokens" else self.tracks.get(clock)
        if track is None or not len(track):
            return np.full(len(steps), np.nan)
        found: Values = np.interp(steps, track.step, track.tokens if clock == "tokens" else track.value)
        return found

    def _at_steps_of(self, name: str, clock: str) -> Values | None:
        """A clock at the points of a metric, reckoned once as long as neither grows; None without such a clock."""
        track, other = self.track_of(name), self.tracks.get(clock)
        if other is None or not len(other):
            return None
        sizes = len(track), len(other)
        known = self._places.get((name, clock))
        if known is None or known[0] != sizes:
            known = sizes, self.at_steps(track.step, clock)
            self._places[name, clock] = known
        return known[1]


def _summed(stages: Sequence[Stage]) -> list[tuple[str, float]]:
    """The objectives of the stages of a group with their weights."""
    passages = [stage.passage for stage in stages if stage.passage.head]
    tokens = [one for stage in stages for one in stage.tokens]
    return sorted({(one.kind, one.weight) for one in (*passages, *tokens)})


@dataclass(frozen=True)
class LostCurves:
    """What a session recorded of steps that a later one took again."""

    session: int
    curves: RunCurves
