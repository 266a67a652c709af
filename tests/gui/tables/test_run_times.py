"""The time and the loss of a run in the table."""

import math

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from workbench.core.figures import THIN
from workbench.gui.figures import duration
from workbench.gui.tables.run_search import RunRow, parse_search
from workbench.gui.tables.runs import LOSS, NAME, TIME, FoundRuns, RunsModel, seconds_of
from workbench.spec.run import RunSpec
from workbench.store.store import Store


def test_the_time_of_a_run_is_that_at_work_whatever_the_clock_says(store: Store) -> None:
    run = store.create_run(RunSpec(corpus="c", vocabulary="v"))
    assert duration(seconds_of(RunRow(run, {}))) == "–"
    store.update(run, started=2e9, ended=1e9)
    row = RunRow(store.run(run), {"elapsed": 61.0})
    assert duration(seconds_of(row)) == "1:01"
    assert math.isnan(seconds_of(RunRow(store.run(run), {"loss": 1.0})))


def test_a_loss_has_four_decimals_where_these_have_room(dressed: QApplication, store: Store) -> None:
    run = store.create_run(RunSpec(corpus="c", vocabulary="v"))
    model = RunsModel()
    for loss, told in ((2.5, "2.5000"), (999.12344, "999.1234"), (16621.81, f"16.6{THIN}k"), (math.inf, "inf")):
        model.put([RunRow(run, {"eval/loss": loss})])
        assert model.index(0, LOSS).data() == told


def test_a_training_loss_is_marked_and_never_held_against_an_evaluation(dressed: QApplication, store: Store) -> None:
    finals: dict[str, dict[str, float]] = {
        "good": {"eval/loss": 3.0, "loss": 9.0},
        "bad": {"eval/loss": 8.0, "loss": 8.0},
        "new": {"loss": 2.0, "elapsed": 5.0},
        "newer": {"loss": 7.0, "elapsed": 4.0},
        "none": {},
    }
    spec = RunSpec(corpus="c", vocabulary="v")
    model = RunsModel()
    model.put([RunRow(store.create_run(spec, name=name), final) for name, final in finals.items()])
    found = FoundRuns(model)

    def order(column: int, order: Qt.SortOrder) -> list[str]:
        found.sort(column, order)
        return [found.index(row, NAME).data() for row in range(found.rowCount())]

    assert [model.index(row, LOSS).data() for row in range(5)] == ["3.0000", "8.0000", "(2.0000)", "(7.0000)", "–"]
    assert model.index(0, LOSS).data(Qt.ItemDataRole.ToolTipRole) == "evaluation loss 3.0000\ntraining loss 9.0000"
    assert order(LOSS, Qt.SortOrder.AscendingOrder) == ["good", "bad", "new", "newer", "none"]
    assert order(LOSS, Qt.SortOrder.DescendingOrder) == ["bad", "good", "none", "newer", "new"]
    assert order(TIME, Qt.SortOrder.AscendingOrder)[:2] == ["newer", "new"]
    assert order(TIME, Qt.SortOrder.DescendingOrder)[:2] == ["new", "newer"]
    fits = lambda text: [row.run.name for row in model.rows if parse_search(text)(row)]
    assert fits("loss<4.5") == ["good"]
    assert fits("training_loss<4.5") == ["new"]
