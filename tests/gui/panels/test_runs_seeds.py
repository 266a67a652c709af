"""Runs repeated with other seeds, compared on the Runs page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.core.events import EvalDone
from workbench.gui.context import Context
from workbench.gui.panels.runs_comparison import ComparisonView
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentence_order import SentenceOrder
from workbench.spec.presets import load_preset
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import Stage


def test_means_of_seeds_have_a_tab_with_a_column_for_runs_that_are_alike(
    context: Context, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    pairs, order = Stage(name="pairs", passage=NextSentence()), Stage(name="order", passage=SentenceOrder())
    tasks = load_preset("bert-tiny").model_copy(update={"stages": (pairs, order)})
    numbers = []
    for regime in (Regime.MULTI_TASK, Regime.CONTINUAL):
        for seed in (1, 2):
            spec = with_regime(tasks.model_copy(update={"seed": seed}), regime, task_steps=100)
            run = context.store.create_run(spec, name=f"{regime.value}-seed{seed}")
            loss = seed / 10 + (regime is Regime.CONTINUAL)
            losses = {"next_sentence": loss}
            done = EvalDone(run=run.name, time=1.0, step=9, loss=loss, losses=losses, perplexity=2.0)
            context.store.record(run, [done])
            numbers.append(run.id)
    view = ComparisonView(context)
    qtbot.addWidget(view)
    view.want(numbers)
    settle()
    assert [view.tabs.tabText(place) for place in range(3)] == [
        "Differing settings (2)", "Last values (3)", "Means of seeds"
    ]  # fmt: skip
    assert view.settings is not None
    first = [view.settings.model().index(0, column).data() for column in range(5)]
    assert first == ["Order of the tasks", *["Multi-task: 100 a task"] * 2, *["Continual: 100 a task"] * 2]
    assert view.seeds.view is not None
    model = view.seeds.view.model()
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(3)]
    assert titles == ["Figure", "multi-task", "continual"]
    rows = [[model.index(row, column).data() for column in range(3)] for row in range(model.rowCount())]
    assert rows == [
        ["Runs", "2", "2"],
        ["evaluation loss", "0.150 ± 0.071", "1.150 ± 0.071"],
        ["perplexity", "2.000 ± 0.000", "2.000 ± 0.000"],
        ["next sentence · loss", "★ 0.150 ± 0.071", "1.150 ± 0.071"],
    ]
    assert "not of the same tasks" in view.seeds.problems.text()
    view.tabs.setCurrentWidget(view.seeds)
    view.copy()
    assert QApplication.clipboard().text().splitlines()[1] == "Runs\t2\t2"
    view.want(numbers[:2])
    settle()
    assert view.tabs.indexOf(view.seeds) < 0, "one group has nothing beside it"
