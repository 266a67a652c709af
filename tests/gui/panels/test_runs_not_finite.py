"""R098: numbers that are not finite, from the store to list, curve, comparison and file (requirements, section H)."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.core.events import EvalDone, StepDone
from workbench.gui.context import Context
from workbench.gui.panel import Panel
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.tables.runs import LOSS, NAME
from workbench.store.records import Run

LONG = 60_000
LOSSES = [1.0, math.nan, 2.0, math.inf, 3.0]


def diverged(context: Context, run: Run, losses: list[float], evaluation: float) -> None:
    """Record losses from step 1 on, and an evaluation at the end."""
    place = {"run": run.name, "tokens": 1, "time": run.created + 1}
    context.store.record(
        run,
        [
            *(
                StepDone(**place, step=step, loss=loss, losses={"mlm": loss}, lr=1e-3, gradient_norm=loss,
                         tokens_per_s=1.0, memory_bytes=1, seconds_left=math.nan)
                for step, loss in enumerate(losses, 1)
            ),
            EvalDone(**place, step=len(losses), loss=evaluation, losses={"mlm": evaluation}, perplexity=math.inf),
        ],
    )  # fmt: skip


@pytest.fixture
def panel(
    context: Context, make_run: Callable[..., Run], show_page: Callable[[Panel], None], qtbot: QtBot
) -> RunsPanel:
    """The page with a good run, one that diverged, and one that ended without any number."""
    make_run("good", floor=5.0)
    for name, losses, evaluation in (("odd", LOSSES, math.inf), ("lost", [math.nan, math.nan], math.nan)):
        diverged(context, make_run(name, steps=0), losses, evaluation)
    made = RunsPanel(context)
    show_page(made)
    qtbot.waitUntil(lambda: len(made.table.runs.rows) == 3, timeout=LONG)
    return made


def select(panel: RunsPanel, qtbot: QtBot, *wanted: str) -> None:
    """Click runs one after another."""
    found = panel.table.found
    for number, name in enumerate(wanted):
        row = next(row for row in range(found.rowCount()) if found.index(row, NAME).data() == name)
        held = Qt.KeyboardModifier.ControlModifier if number else Qt.KeyboardModifier.NoModifier
        place = panel.table.visualRect(found.index(row, NAME)).center()
        qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, held, place)
    qtbot.waitUntil(lambda: len(panel.curves.book.shown) == len(wanted), timeout=LONG)


def test_the_curve_has_gaps_and_a_range_of_what_is_finite(panel: RunsPanel, qtbot: QtBot) -> None:
    select(panel, qtbot, "odd")
    track = panel.curves.book.shown[0].tracks["loss"]
    assert [str(value) for value in track.value] == [str(value) for value in LOSSES]
    view = panel.curves.board.leader.view
    qtbot.waitUntil(lambda: not view.is_empty, timeout=LONG)
    panel.grab()
    low, high = view.plot.viewRange()[1]
    assert 0.5 <= low <= 1.0
    assert max(view.notes.levels) <= high <= 9.0, "the baselines are above the finite losses"


def test_a_run_without_any_number_says_so_in_place_of_a_curve(panel: RunsPanel, qtbot: QtBot) -> None:
    select(panel, qtbot, "lost")
    assert panel.curves.board.leader.view.is_empty


def test_list_and_comparison_work(panel: RunsPanel, qtbot: QtBot) -> None:
    found = panel.table.found
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        panel.table.sortByColumn(LOSS, order)
        rows = [found.index(row, NAME).data() for row in range(found.rowCount())]
        assert sorted(rows) == ["good", "lost", "odd"]
    qtbot.keyClicks(panel.bar.search, "loss<100")
    qtbot.waitUntil(lambda: found.rowCount() == 1, timeout=LONG)
    assert found.index(0, NAME).data() == "good", "neither infinity nor a missing number is below 100"
    panel.bar.search.clear()
    qtbot.waitUntil(lambda: found.rowCount() == 3, timeout=LONG)
    select(panel, qtbot, "good", "odd", "lost")
    qtbot.waitUntil(lambda: (table := panel.comparison.final) is not None and table.model().columnCount() == 4)
    table = panel.comparison.final
    assert table is not None
    model = table.model()
    cells = [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]
    assert {text for row in cells for text in row if text in ("inf", "nan")} == {"inf", "nan"}


def test_the_file_has_the_numbers_as_they_are(panel: RunsPanel, qtbot: QtBot, tmp_path: Path) -> None:
    select(panel, qtbot, "odd")
    panel.actions_on_runs.export([panel.curves.book.shown[0].run], tmp_path / "odd.csv")
    qtbot.waitUntil(lambda: (tmp_path / "odd.csv").is_file() and not panel.context.tasks.active, timeout=LONG)
    with (tmp_path / "odd.csv").open(encoding="utf-8", newline="") as file:
        values = [float(row["value"]) for row in csv.DictReader(file) if row["metric"] == "loss"]
    assert [str(value) for value in values] == [str(value) for value in LOSSES]
