"""What a curve view is given: series, levels and events; and the same as a table."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from workbench.gui.views.curve_traces import Values
from workbench.gui.views.smoothing import smooth_pieces


class Axis(StrEnum):
    """What runs along x."""

    STEP = "step"
    EPOCH = "epoch"
    TOKENS = "tokens"
    TIME = "time"


def _none() -> Values:
    return np.zeros(0)


@dataclass(frozen=True)
class Series:
    """One curve: ``value`` [n] at ``step`` [n], ``tokens`` [n], ``time`` [n] (seconds at work since the run began) and
    ``epoch`` [n], all ascending.

    ``colour`` and ``line`` number the categorical colours and line styles; ``smoothed`` is off for sparse evaluations.
    After each of the steps ``breaks`` values mean something else, so that another line begins.
    """

    name: str
    step: Values
    value: Values
    tokens: Values = field(default_factory=_none)
    time: Values = field(default_factory=_none)
    epoch: Values = field(default_factory=_none)
    colour: int = 0
    line: int = 0
    smoothed: bool = True
    breaks: tuple[float, ...] = ()

    @property
    def edges(self) -> list[int]:
        """The numbers of the points with which other lines begin, rising, of those that have points before them."""
        found = np.searchsorted(self.step, self.breaks, side="right").tolist()
        return sorted({edge for edge in found if 0 < edge < len(self.step)})

    @property
    def has_values(self) -> bool:
        """Whether any of its values is finite."""
        return bool(np.isfinite(self.value).any())

    def along(self, axis: Axis) -> Values:
        """The x values of an axis; steps where the series lacks it."""
        columns = {Axis.STEP: self.step, Axis.EPOCH: self.epoch, Axis.TOKENS: self.tokens, Axis.TIME: self.time}
        chosen = columns[axis]
        return chosen if len(chosen) == len(self.value) else self.step

    def nearest(self, x: float, axis: Axis) -> int:
        """The number of the point nearest to ``x``, of the last one where ``x`` is NaN; -1 where there is none."""
        places = self.along(axis)
        last = len(places) - 1
        if last < 0 or not math.isfinite(x):
            return last
        right = min(int(np.searchsorted(places, x)), last)
        left = max(right - 1, 0)
        return left if abs(places[left] - x) <= abs(places[right] - x) else right


@dataclass(frozen=True)
class Baseline:
    """A named level."""

    name: str
    value: float


class FlagKind(StrEnum):
    """What an event is; each has a sign of its own."""

    RESUMED = "resumed"
    BAD = "bad"
    WARNING = "warning"
    SLEPT = "slept"
    STAGE = "stage"
    RATE = "rate"
    SAVED = "saved"


@dataclass(frozen=True)
class Flag:
    """An event with its place on each axis (NaN where that is not known); ``text`` is short, ``details`` whole.

    ``lost`` is the session whose steps there were lost, 0 where they count.
    """

    step: float
    text: str
    kind: FlagKind = FlagKind.SAVED
    details: str = ""
    tokens: float = math.nan
    time: float = math.nan
    epoch: float = math.nan
    lost: int = 0

    def along(self, axis: Axis) -> float:
        """The place on an axis."""
        return {Axis.STEP: self.step, Axis.EPOCH: self.epoch, Axis.TOKENS: self.tokens, Axis.TIME: self.time}[axis]


def as_csv(series: Sequence[Series], factor: float) -> str:
    """All points: series, step, epoch, tokens, time, value, smoothed value; the factor stands in the header."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["series", "step", "epoch", "tokens", "seconds", "value", f"smoothed {factor:g}"])
    for one in series:
        smoothed = smooth_pieces(one.value, factor if one.smoothed else 0.0, one.edges)
        columns = [
            *(_column(one, column) for column in (one.step, one.epoch, one.tokens, one.time)),
            one.value,
            smoothed,
        ]
        writer.writerows([one.name, *(f"{number:.10g}" for number in point)] for point in zip(*columns, strict=True))
    return out.getvalue()


def _column(series: Series, column: Values) -> Values:
    """A column of a table; NaN where a series lacks it."""
    return column if len(column) == len(series.value) else np.full(len(series.value), np.nan)
