"""R097: a frame of many long curves takes what can be seen of them, not what they hold (requirements, section H).

How long a frame takes is measured by ``workbench bench gui`` and tests/tools/curve_pan.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.cli.bench_curves import made_up_curves
from workbench.gui.views import curve_traces
from workbench.gui.views.curve import CurveView
from workbench.gui.views.curve_data import Series

RUNS, POINTS = 20, 100_000


class Watched:
    """Of each frame, how many points or columns were drawn of each line, and how wide the pens were."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.points: list[int] = []
        self.columns: list[int] = []
        self.widths: list[float] = []
        by_points, by_columns, pen_of = curve_traces._draw_points, curve_traces._draw_columns, curve_traces.pen_of

        def draw_points(painter: QPainter, trace: object, part: slice, *rest: Any) -> None:
            self.points.append(part.stop - part.start)
            by_points(painter, trace, part, *rest)

        def draw_columns(
            painter: QPainter, trace: object, columns: curve_traces.Columns, *rest: Any, **named: Any
        ) -> None:
            self.columns.append(len(columns.place))
            by_columns(painter, trace, columns, *rest, **named)

        def pen(*arguments: Any) -> QPen:
            made: QPen = pen_of(*arguments)
            self.widths.append(made.widthF())
            return made

        monkeypatch.setattr(curve_traces, "_draw_points", draw_points)
        monkeypatch.setattr(curve_traces, "_draw_columns", draw_columns)
        monkeypatch.setattr(curve_traces, "pen_of", pen)

    def frame(self, view: CurveView, low: float, high: float) -> None:
        """Draw a stretch, and forget the frames before."""
        view.plot.setXRange(low, high, padding=0)
        QApplication.processEvents()
        for counts in (self.points, self.columns, self.widths):
            counts.clear()
        view.view.viewport().repaint()


@pytest.fixture
def show(dressed: QApplication, qtbot: QtBot) -> Callable[[list[Series]], CurveView]:
    """Shows curves on 600 × 300 pixels."""

    def make(curves: list[Series]) -> CurveView:
        view = CurveView("Loss", legend=False)
        qtbot.addWidget(view)
        view.resize(600, 300)
        view.show()
        view.show_series(curves)
        return view

    return make


def test_each_line_is_drawn_by_its_pixels_and_thin(
    show: Callable[[list[Series]], CurveView], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = show(made_up_curves(RUNS, POINTS))
    watched = Watched(monkeypatch)
    width = view.plot.getViewBox().width()
    for low, high in ((0, POINTS), (40_000, 50_000), (50_000, 52_000)):
        watched.frame(view, low, high)
        assert len(watched.columns) == RUNS
        assert max(watched.columns) <= width + 4, "one column of pixels more at either side"
        assert not watched.points
        assert set(watched.widths) == {1.0}


def test_only_the_points_in_view_are_drawn(
    show: Callable[[list[Series]], CurveView], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = show(made_up_curves(RUNS, POINTS))
    watched = Watched(monkeypatch)
    watched.frame(view, 49_999.5, 50_099.5)
    assert watched.points == [102] * RUNS, "100 steps, and one more at either side for the line to leave the view"
    assert not watched.columns


def test_twice_the_points_draw_no_more(
    show: Callable[[list[Series]], CurveView], monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = []
    for points in (POINTS, 2 * POINTS):
        view = show(made_up_curves(2, points))
        with monkeypatch.context() as patch:
            watched = Watched(patch)
            watched.frame(view, 0, points)
            counts.append(np.max(watched.columns))
    assert counts[0] == counts[1]
