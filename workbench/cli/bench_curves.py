"""How long a frame takes while one pans over the curves of many long runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtWidgets import QApplication

from workbench.gui.views.curve import CurveView
from workbench.gui.views.curve_data import Series

FRAMES = 30


def milliseconds(work: Callable[[], object]) -> float:
    """How long a call takes."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def made_up_curves(count: int, points: int) -> list[Series]:
    """Falling, noisy losses with a gap each."""
    draw = np.random.default_rng(0)
    step = np.arange(float(points))
    made = []
    for number in range(count):
        value = 3 + 7 * np.exp(-step / (points / 6)) + draw.normal(0, 0.3, points) + number / 10
        value[draw.integers(points)] = np.nan
        made.append(Series(f"run {number}", step, value, colour=number, line=number // 7))
    return made


def pan_frames(view: CurveView, points: int) -> dict[str, list[float]]:
    """Milliseconds of each frame, the whole plot painted at once: panning through the middle tenth and through
    everything, and zooming in."""

    def draw(low: float, high: float) -> None:
        view.plot.setXRange(low, high, padding=0)
        view.view.viewport().repaint()

    places: dict[str, Callable[[int], tuple[float, float]]] = {
        "pan over a tenth": lambda frame: (points * (0.2 + 0.01 * frame), points * (0.3 + 0.01 * frame)),
        "pan over all": lambda frame: (points * 0.001 * frame, points * (1 + 0.001 * frame)),
        "zoom in": lambda frame: (points * 0.5 * (1 - 0.8**frame), points * (0.5 + 0.5 * 0.8**frame)),
    }
    return {
        name: [milliseconds(partial(draw, *place(frame))) for frame in range(FRAMES)] for name, place in places.items()
    }


def bench_panning(application: QApplication, count: int, points: int) -> dict[str, list[float]]:
    """Frames of a plot of 1400 x 800 with smoothed curves."""
    view = CurveView("Loss")
    view.resize(1400, 800)
    view.show()
    view.set_smoothing(0.6)
    view.show_series(made_up_curves(count, points))
    application.processEvents()
    view.view.viewport().repaint()
    frames = pan_frames(view, points)
    view.close()
    view.deleteLater()
    application.processEvents()
    return frames
