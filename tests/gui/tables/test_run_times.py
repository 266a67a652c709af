"""The time and the loss of a run in the table."""

import math

from PySide6.QtWidgets import QApplication

from workbench.core.figures import THIN
from workbench.gui.figures import duration
from workbench.gui.tables.run_search import RunRow
from workbench.gui.tables.runs import LOSS, RunsModel, seconds_of
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
        model.put([RunRow(run, {"loss": loss})])
        assert model.index(0, LOSS).data() == told
