"""From series to what is drawn of them: which x, which height, smoothed or not, on a plain or a logarithmic axis."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.gui.views.curve_data import Axis, Series
from workbench.gui.views.curve_signs import SPARSE, Sign, Signs, signs_of_missing, signs_of_points
from workbench.gui.views.curve_traces import Ladder, Values
from workbench.gui.views.smoothing import smooth_pieces


@dataclass(frozen=True)
class Scale:
    """How values become places: ``axis`` along x, logarithms where asked, and with ``exponential`` e to the value, as
    the perplexity of a loss. Smoothing comes first, so that a perplexity is that of the smoothed loss."""

    axis: Axis = Axis.STEP
    log_x: bool = False
    log_y: bool = False
    exponential: bool = False

    def across(self, x: float) -> float:
        """The place of an x value on the axis; NaN where it has no logarithm."""
        if not self.log_x:
            return x
        return math.log10(x) if x > 0 else math.nan

    def value_across(self, place: float) -> float:
        """The x value at a place of the axis."""
        return 10.0**place if self.log_x and math.isfinite(place) else place

    def shown(self, y: float) -> float:
        """A value as it is written: e to it where the scale is exponential, infinite where that is too large."""
        if not self.exponential:
            return y
        return math.exp(y) if y < 700 else math.inf

    def height(self, y: float) -> float:
        """The place of a value on the y axis; NaN where it has none."""
        return float(self.heights(np.array([y]))[0])

    def heights(self, y: Values) -> Values:
        """Finite heights [n] on the y axis; NaN where there is none."""
        if self.exponential:
            if self.log_y:
                return np.where(np.isfinite(y), y / math.log(10), np.nan)
            with np.errstate(over="ignore"):
                y = np.exp(y)
        if self.log_y:
            heights = np.full(y.shape, np.nan)
            good = np.isfinite(y) & (y > 0)
            heights[good] = np.log10(y[good])
            return heights
        finite = np.isfinite(y)
        return y if finite.all() else np.where(finite, y, np.nan)


@dataclass(frozen=True)
class Line:
    """What one series came to, kept while it is asked for in the same way; ``raw`` is None without smoothing."""

    series: Series
    asked: tuple[Scale, float]
    main: Ladder
    raw: Ladder | None
    signs: tuple[Signs, ...]

    def answers(self, series: Series, scale: Scale, factor: float) -> bool:
        """Whether the line is that of another series with the very same arrays."""
        mine = self.series
        arrays = [(mine.value, series.value)]
        arrays += [(mine.along(axis), series.along(axis)) for axis in (scale.axis, Axis.STEP)]
        return self.asked == (scale, factor) and all(one is other for one, other in arrays)


def make_line(series: Series, scale: Scale, factor: float) -> Line:
    """The line of a series; its points without a place on a logarithmic x axis are left out, after smoothing."""
    x, y = series.along(scale.axis), np.asarray(series.value, dtype=np.float64)
    edges = np.array(series.edges, dtype=np.int64)
    smoothed = y if factor == 0 else smooth_pieces(y, factor, series.edges)
    if scale.log_x:
        first = int(np.searchsorted(x, 0.0, side="right"))
        x, y, smoothed, edges = np.log10(x[first:]), y[first:], smoothed[first:], edges[edges > first] - first
    raw = _ladder(x, scale.heights(y), edges)
    main = raw if factor == 0 else _ladder(x, scale.heights(smoothed), edges)
    missing = signs_of_missing(x, y)
    signs = (
        Signs(missing.x, scale.heights(missing.y), missing.kind),
        _signs_of_low(raw, x, y) if scale.log_y and not scale.exponential else _NO_SIGNS,
        signs_of_points(main.x, main.y, not series.smoothed and len(y) <= SPARSE),
    )
    return Line(series, (scale, factor), main, None if factor == 0 else raw, signs)


def _ladder(x: Values, heights: Values, edges: NDArray[np.int64]) -> Ladder:
    """A line with a gap before each of the points ``edges``."""
    return (
        Ladder(np.insert(x, edges, x[edges]), np.insert(heights, edges, np.nan)) if len(edges) else Ladder(x, heights)
    )


_NO_SIGNS = Signs(np.zeros(0), np.zeros(0), np.zeros(0, np.int64))


def _signs_of_low(line: Ladder, x: Values, y: Values) -> Signs:
    """Where values y [n] are zero or negative, which have no logarithm: at the lowest height of the line, without one
    where the line has none."""
    bounds = line.bounds(1)
    low = np.flatnonzero(np.isfinite(y) & (y <= 0))
    ground = math.nan if bounds is None else bounds[0]
    return Signs(x[low], np.full(low.size, ground), np.full(low.size, int(Sign.BELOW)))
