"""The time of a run in the table."""

import math

from workbench.gui.figures import duration
from workbench.gui.tables.run_search import RunRow
from workbench.gui.tables.runs import seconds_of
from workbench.spec.run import RunSpec
from workbench.store.store import Store


def test_the_time_of_a_run_is_that_at_work_whatever_the_clock_says(store: Store) -> None:
    run = store.create_run(RunSpec(corpus="c", vocabulary="v"))
    assert duration(seconds_of(RunRow(run, {}))) == "–"
    store.update(run, started=2e9, ended=1e9)
    row = RunRow(store.run(run), {"elapsed": 61.0})
    assert duration(seconds_of(row)) == "1:01"
    assert math.isnan(seconds_of(RunRow(store.run(run), {"loss": 1.0})))
