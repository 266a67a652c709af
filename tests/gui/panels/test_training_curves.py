"""Which runs the training page has on show, in which colours, and how much of it is drawn."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from workbench.core.events import StepDone, Warned
from workbench.core.texts import Text
from workbench.gui.context import Changes, Context
from workbench.gui.panels.training import TrainingPanel
from workbench.gui.theme import colours_of
from workbench.jobs.process import fail_lost
from workbench.store.records import Run

LONG = 60_000


def test_several_selected_runs_lie_over_each_other(
    make_panel: Callable[[], TrainingPanel], make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    runs = [make_run(name) for name in ("first", "second", "third")]
    panel = make_panel()
    qtbot.waitUntil(lambda: len(panel.book.shown) == 1, timeout=LONG)
    assert panel.current == runs[2]
    panel.list.setFocus()
    qtbot.keyClick(panel.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: len(panel.book.shown) == 2, timeout=LONG)
    names = {curves.run.name for curves in panel.book.shown}
    assert names == {"second", "third"}


def test_a_run_at_work_is_chosen_before_newer_ones(
    context: Context, make_panel: Callable[[], TrainingPanel], make_run: Callable[..., Run]
) -> None:
    make_run("old")
    work = make_run("at work", outcome=None)
    make_run("new")
    assert make_panel().list.selected == [work.id]
    fail_lost(context.store, work, Text("No process would end it."))


def test_the_list_shows_the_colours_of_the_curves(
    context: Context, make_panel: Callable[[], TrainingPanel], make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    runs = [make_run(name) for name in ("first", "second", "third")]
    panel = make_panel()
    model = panel.list.runs_model

    def stripe(run: Run) -> QColor:
        area = panel.list.visualRect(model.index(model.row_of(run.id)))
        return panel.list.viewport().grab().toImage().pixelColor(area.left() + 8, area.center().y())

    panel.list._select([runs[2].id, runs[0].id])
    qtbot.waitUntil(lambda: len(panel.book.shown) == 2, timeout=LONG)
    qtbot.waitUntil(lambda: len(panel.board.leader.view.legend.entries) >= 4, timeout=LONG)
    for run in (runs[0], runs[2]):
        shown = {entry.colour.name() for entry in panel.board.leader.view.legend.entries if run.name in entry.name}
        assert shown == {stripe(run).name()}
    assert stripe(runs[1]) == QColor(colours_of(panel.palette()).base), "what is not on show has no colour"
    panel.list.select(runs[2].id)
    assert stripe(runs[2]) == QColor(colours_of(panel.palette()).accent), "one run has a colour a metric"


def test_a_hidden_page_draws_nothing(
    make_panel: Callable[[], TrainingPanel], make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    """R097, R142: only what is seen takes time."""
    make_run("one")
    panel = make_panel()
    qtbot.waitUntil(lambda: panel.board.leader.view.values_at(float("nan")) != [], timeout=LONG)
    panel.hide()
    drawn = panel.board._drawn
    panel.board.show_runs(panel.book.shown)
    qtbot.wait(300)
    assert panel.board._drawn == drawn
    panel.show()
    qtbot.waitUntil(lambda: panel.board._drawn > drawn, timeout=LONG)


def test_thousands_of_points_are_coalesced_and_the_log_is_bounded(
    make_panel: Callable[[], TrainingPanel], make_run: Callable[..., Run], context: Context, qtbot: QtBot
) -> None:
    """R142: 5,000 points and 700 lines at once; all are there."""
    run = make_run("flood", steps=1)
    panel = make_panel()
    told: list[Changes] = []
    context.changed.connect(told.append)
    place = {"run": "flood", "time": 1e9, "tokens": 0}
    events = [
        StepDone(**place, step=step, loss=1.0, losses={}, lr=0.1, gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1,
                 seconds_left=1.0)
        for step in range(2, 5002)
    ]  # fmt: skip
    warnings = [Warned(**place, step=5001, kind="made-up", message="Something.") for _ in range(700)]
    context.store.record(run, [*events, *warnings])
    qtbot.waitUntil(
        lambda: len(panel.book.shown[0].tracks["loss"]) == 5001 if panel.book.shown else False, timeout=4 * LONG
    )
    assert len(told) < 20
    qtbot.waitUntil(lambda: panel.below.log.blockCount() > 100, timeout=LONG)
    assert panel.below.log.blockCount() <= 500
