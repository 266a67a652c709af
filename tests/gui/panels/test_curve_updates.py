"""R097: points that come faster than the eye sees are gathered into few drawings, and none is left out."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from workbench.gui.panels import curve_board
from workbench.gui.panels.curve_board import REDRAW_MILLISECONDS, CurveBoard
from workbench.gui.panels.curve_plot import Plot
from workbench.gui.panels.run_curves import RunCurves
from workbench.store.records import Run, Series

LONG = 60_000


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Plot]:
    """The plots that were drawn, one after another."""
    found: list[Plot] = []
    draw = CurveBoard._draw_plot

    def drawing(board: CurveBoard, plot: Plot) -> None:
        found.append(plot)
        draw(board, plot)

    monkeypatch.setattr(CurveBoard, "_draw_plot", drawing)
    return found


def test_a_thousand_updates_are_one_drawing_and_the_next_waits(
    make_run: Callable[..., Run], drawn: list[Plot], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = CurveBoard("stream", small=False)
    qtbot.addWidget(board)
    board.show()
    curves = RunCurves(make_run("one", steps=0), {})
    qtbot.waitUntil(lambda: not board._timer.isActive())
    drawn.clear()
    for step in range(1, 1001):
        curves.append({"loss": Series.of([(step, step, float(step), 1.0)])})
        board.show_runs([curves])
    qtbot.waitUntil(lambda: bool(drawn) and not board._timer.isActive(), timeout=LONG)
    assert drawn == [board.leader]
    assert len(board.leader.view.traces.traces[0].ladder.x) == 1000
    moment = board._drawn
    monkeypatch.setattr(curve_board, "time", SimpleNamespace(monotonic=lambda: moment))
    board.show_runs([curves])
    assert board._timer.isActive()
    assert board._timer.interval() >= REDRAW_MILLISECONDS
    assert drawn == [board.leader]
