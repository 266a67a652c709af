"""Ticks of a curve's axes and their texts."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg

from workbench.core.figures import THIN
from workbench.gui.figures import duration, short
from workbench.gui.views.curve_data import Axis

TICK_PIXELS = 90  #: least distance of labelled ticks of times
_SECONDS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
TIME_STEPS = (*_SECONDS, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 43_200, 86_400, 172_800, 604_800)
LARGE = 1e6  #: from here on all digits of a value would take the plot's room


def time_words(seconds: float) -> str:
    """A time with the fraction of its second, if it has one: ``0.5 s``, ``3:10``, ``3:10.25``."""
    whole = math.floor(seconds + 5e-4)
    fraction = f"{max(0.0, seconds - whole):.3f}".rstrip("0").removesuffix(".")[1:]
    if not fraction:
        return duration(whole)
    return f"0{fraction}{THIN}s" if whole == 0 else duration(whole) + fraction


def _told_apart(value: float) -> float:
    """The least distance at which :func:`short` tells a value from the next."""
    return 10.0 ** (math.floor(math.log10(value)) - (2 if value >= 1000 else 3)) if value > 0 else 0.0


def _digits(spacing: float) -> int:
    """Decimals that ticks at a distance need."""
    return max(0, math.ceil(-math.log10(spacing) - 1e-9))


class Ticks(pg.AxisItem):  # type: ignore[misc]
    """Tick texts for people: short numbers, times as 3:10; on a logarithmic axis 1, 2 and 5 of each decade, and round
    numbers where less than two of these are in sight."""

    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.axis = Axis.STEP
        self._round = False  #: whether ticks of the logarithmic axis stand at round numbers
        self.enableAutoSIPrefix(False)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """The texts of ticks, whose places are logarithms on a logarithmic axis."""
        if self.logMode and self._round:
            values = [10.0**value for value in values]
        elif self.logMode:
            return [self._text(10.0**value) if round(10.0 ** (value % 1)) in (1, 2, 5, 10) else "" for value in values]
        if self.orientation != "bottom":
            return self._plain(values, spacing)
        fine = self.axis is not Axis.TIME and spacing < _told_apart(max(map(abs, values), default=0.0))
        return [f"{value:,.{_digits(spacing)}f}" if fine else self._text(value) for value in values]

    def logTickValues(
        self, least: float, most: float, size: float, standard: list[tuple[float, list[float]]]
    ) -> list[tuple[float | None, list[float]]]:
        """Ticks of a logarithmic axis as (distance, places) by level, places being logarithms."""
        labelled = np.add.outer(np.arange(math.floor(least), math.ceil(most)), np.log10([1, 2, 5]))
        self._round = int(((labelled >= least) & (labelled <= most)).sum()) < 2
        if not self._round:
            levels: list[tuple[float | None, list[float]]] = super().logTickValues(least, most, size, standard)
            return levels
        low, high = 10.0**least, 10.0**most
        distance = pg.AxisItem.tickSpacing(self, low, high, size)[1][0]
        values = distance * np.arange(max(math.ceil(low / distance), 1), math.floor(high / distance) + 1)
        return [(distance, np.log10(values).tolist())]

    def tickSpacing(self, least: float, most: float, size: float) -> list[tuple[float, float]]:
        """Distances of ticks, wide ones and fine ones; of times, in whole minutes and hours where there is room."""
        if self.axis is not Axis.TIME or self.orientation != "bottom" or self.logMode:
            spacing: list[tuple[float, float]] = super().tickSpacing(least, most, size)
            return spacing
        wanted = (most - least) * TICK_PIXELS / max(size, 1.0)
        wide = next((place for place, step in enumerate(TIME_STEPS) if step >= wanted), len(TIME_STEPS) - 1)
        return [(float(TIME_STEPS[place]), 0.0) for place in (wide, max(wide - 1, 0))]

    def _text(self, value: float) -> str:
        return time_words(value) if self.axis is Axis.TIME and self.orientation == "bottom" else short(value)

    def _plain(self, values: Sequence[float], spacing: float) -> list[str]:
        if max(map(abs, values), default=0.0) >= LARGE:
            return [short(value) for value in values]
        digits = _digits(spacing)
        return [f"{value:.{digits}f}" if value == 0 or 1e-3 <= abs(value) < 1e4 else f"{value:g}" for value in values]
