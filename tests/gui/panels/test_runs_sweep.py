"""The runs of a sweep side by side."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.events import EvalDone
from workbench.gui.context import Context
from workbench.gui.panel import Panel
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.runs_sweep import SweepTableDialog
from workbench.gui.run_words import metric_title
from workbench.spec.sweep import Sweep
from workbench.store.records import Run
from workbench.store.sweeps import create_sweep

LONG = 10_000
More = Callable[[RunsPanel], dict[str, QAction]]


def cells(dialog: SweepTableDialog) -> list[list[str]]:
    assert dialog.view is not None
    model = dialog.view.model()
    titles = [str(model.headerData(column, dialog.view.horizontalHeader().orientation())) for column in columns(dialog)]
    return [titles, *([str(model.index(row, c).data()) for c in columns(dialog)] for row in range(model.rowCount()))]


def columns(dialog: SweepTableDialog) -> range:
    assert dialog.view is not None
    return range(dialog.view.model().columnCount())


def test_a_sweep_is_compared_from_one_of_its_runs(
    ready: Context, make_run: Callable[..., Run], show_page: Callable[[Panel], None], more: More, qtbot: QtBot
) -> None:
    make_run("alone")
    made = create_sweep(ready.project, Sweep(ready.draft.spec, "s", strategies=["basic", "whole-word"]))
    ready.store.record(
        made[0], [EvalDone(run="s", step=1, tokens=1, time=1.0, loss=4.25, losses={"mlm": 4.25}, perplexity=70.0)]
    )
    page = RunsPanel(ready)
    show_page(page)
    qtbot.waitUntil(lambda: len(page.table.runs.rows) == 3, timeout=LONG)
    page.table.select({made[0].id, made[1].id})
    assert more(page)["Compare the sweep"].isEnabled()
    page.table.select({run.run.id for run in page.table.runs.rows})
    assert not more(page)["Compare the sweep"].isEnabled(), "one of them is of no sweep"
    page.table.select({made[1].id})
    more(page)["Compare the sweep"].trigger()
    dialog = page.window().findChildren(SweepTableDialog)[-1]
    qtbot.waitUntil(lambda: dialog.view is not None, timeout=LONG)
    titles, first, second = cells(dialog)
    assert titles[:3] == ["Name", "State", "Masking › Kind"]
    assert (first[0], second[0]) == ("s-basic", "s-whole-word")
    assert first[2] != second[2]
    place = titles.index(metric_title("eval/loss"))
    assert (first[place], second[place]) == ("4.250", "–")
    assert dialog.words.text() == "2 runs. All on the same text, and measured on the same targets."
    assert dialog.problems.isHidden()
    dialog.copy()
    assert QApplication.clipboard().text().splitlines()[0].startswith("Name\tState")
    page.bar.search.setText("alone")
    dialog.curves_button.click()
    assert {run.id for run in page.table.selected} == {run.id for run in made}


def test_without_a_sweep_it_says_how_to_make_one(context: Context, qtbot: QtBot, settle: Callable[[], None]) -> None:
    dialog = SweepTableDialog(context, "")
    qtbot.addWidget(dialog)
    settle()
    assert "There is no sweep yet" in dialog.words.text()
    assert not dialog.curves_button.isEnabled()
