"""The form of a sweep: what is varied by mouse and keyboard, and the runs that it shows before it makes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.panels.sweep_setting import VariedSetting
from workbench.gui.panels.training_below import TrainingBelow
from workbench.gui.panels.training_sweep import SweepDialog
from workbench.gui.tables.records import RecordsModel
from workbench.objectives.sentence_order import SentenceOrder
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import Stage
from workbench.store.queue import RunQueue
from workbench.store.records import Run

LONG = 30_000

MakeDialog = Callable[[Context], SweepDialog]


@pytest.fixture
def make_dialog(qtbot: QtBot) -> MakeDialog:
    """Opens the form, once its first plan is there."""

    def make(context: Context) -> SweepDialog:
        dialog = SweepDialog(context)
        qtbot.addWidget(dialog)
        qtbot.waitUntil(dialog.good.isEnabled, timeout=LONG)
        return dialog

    return make


def planned(dialog: SweepDialog, qtbot: QtBot) -> list[list[str]]:
    """The table of what is chosen, once it is worked out: heading and rows."""
    qtbot.waitUntil(lambda: not dialog.working, timeout=LONG)
    assert dialog.table.view is not None
    model = dialog.table.view.model()
    assert isinstance(model, RecordsModel)
    columns = range(model.columnCount())
    heading = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
    rows = [[str(model.index(row, column).data()) for column in columns] for row in range(model.rowCount())]
    return [heading, *rows]


def setting(dialog: SweepDialog, path: str, values: str) -> VariedSetting:
    row = dialog.settings.add()
    row.fill(path, values)
    return row


def test_a_sweep_shows_its_runs_and_fills_the_queue(ready: Context, make_dialog: MakeDialog, qtbot: QtBot) -> None:
    dialog = make_dialog(ready)
    made: list[Any] = []
    dialog.made.connect(lambda runs, at_once: made.append((runs, at_once)))
    dialog.seeds.setText("1, 2，3")
    dialog.strategies.tick("whole-word")
    assert not dialog.good.isEnabled(), "what is shown is no longer what is chosen"
    heading, *rows = planned(dialog, qtbot)
    assert heading == ["Name", "Steps", "Compute", "Masking › Kind", "Seed"]
    assert len(rows) == 6
    assert rows[3][0].endswith("whole-word-seed1")
    assert rows[3][1] == "2,000"
    assert rows[3][3:] == ["Whole words", "1"]
    assert "6" in dialog.words.text()
    dialog.seeds.setText("1, 1")
    qtbot.waitUntil(lambda: "“1” is in the sweep twice" in dialog.problem.text(), timeout=LONG)
    assert not dialog.good.isEnabled()
    dialog.seeds.setText("1 2")
    dialog.name.setText("mine")
    dialog.at_once.setChecked(False)
    qtbot.waitUntil(dialog.good.isEnabled, timeout=LONG)
    dialog.make()
    qtbot.waitUntil(lambda: bool(made) or dialog.buttons.isEnabled(), timeout=LONG)
    assert made, dialog.problem.text()
    runs, at_once = made[0]
    assert not at_once
    assert [run.name for run in runs][:2] == ["mine-basic-seed1", "mine-basic-seed2"]
    assert RunQueue(ready.store).runs() == [run.id for run in runs]
    assert {run.sweep for run in runs} == {"mine"}


def test_settings_are_found_by_title_and_their_values_chosen(
    ready: Context, make_dialog: MakeDialog, qtbot: QtBot
) -> None:
    dialog = make_dialog(ready)
    dialog.show()
    qtbot.mouseClick(dialog.settings.add_button, Qt.MouseButton.LeftButton)
    (row,) = dialog.settings.rows
    assert row.read() is None, "an empty row is none"
    qtbot.keyClicks(row.setting.lineEdit(), "shared by")
    popup = row.setting.completer().popup()
    assert popup.isVisible()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert row.setting.currentText() == "Encoder › Shared by the layers"
    assert row.path == "encoder.sharing"
    assert row.values.placeholderText().startswith("now ")
    qtbot.keyClick(row.values, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions()}
    assert len(actions) == 4
    actions["All weights"].trigger()
    next(iter(actions.values())).trigger()
    menu.close()
    assert row.values.text() == "all, none"
    heading, *rows = planned(dialog, qtbot)
    assert heading[3:] == ["Encoder › Shared by the layers"]
    assert [found[0].rpartition("-")[2] for found in rows] == ["all", "none"]
    row.choices().actions()[0].trigger()
    assert row.values.text() == "all"
    row.fill("TRAINING.learning_rate", "1e-4, 3e-4")
    assert not row.choose_button.isEnabled()
    assert [found[3] for found in planned(dialog, qtbot)[1:]] == ["0.0001", "0.0003"]


@pytest.mark.parametrize(
    ("path", "values", "told"),
    [
        ("encoder.layers", "1, two, three", "“two” is not a whole number.\n“three” is not a whole number."),
        ("encoder.sharing", "", "Give the values to try"),
        ("no such thing", "1", "Choose a setting"),
    ],
)
def test_a_wrong_value_is_said_below_its_row(
    ready: Context, make_dialog: MakeDialog, qtbot: QtBot, path: str, values: str, told: str
) -> None:
    dialog = make_dialog(ready)
    dialog.show()
    setting(dialog, "training.bias_correction", "true, false")
    row = setting(dialog, path, values)
    qtbot.waitUntil(row.error.isVisible, timeout=LONG)
    assert row.error.text().startswith(told)
    assert not dialog.good.isEnabled()
    assert not dialog.settings.rows[0].error.isVisible()
    row.fill("encoder.layers", "1, 2")
    qtbot.waitUntil(dialog.good.isEnabled, timeout=LONG)
    assert not row.error.isVisible()


def test_a_row_that_was_removed_comes_back(ready: Context, make_dialog: MakeDialog, qtbot: QtBot) -> None:
    dialog = make_dialog(ready)
    dialog.show()
    first, _second = setting(dialog, "encoder.layers", "1, 2"), setting(dialog, "encoder.pooler", "true, false")
    assert len(planned(dialog, qtbot)) == 1 + 4
    qtbot.mouseClick(first.remove_button, Qt.MouseButton.LeftButton)
    assert len(planned(dialog, qtbot)) == 1 + 2
    qtbot.keyClick(dialog.settings.add_button, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert [row.path for row in dialog.settings.rows] == ["encoder.layers", "encoder.pooler"]
    assert len(planned(dialog, qtbot)) == 1 + 4


def test_runs_that_can_not_be_made_are_marked(ready: Context, make_dialog: MakeDialog, qtbot: QtBot) -> None:
    dialog = make_dialog(ready)
    setting(dialog, "training.length", "64, 128, 4096")
    heading, *rows = planned(dialog, qtbot)
    assert heading[1] == "Wrong"
    assert [bool(row[1]) for row in rows] == [False, False, True]
    assert "A sequence length of 4,096" in dialog.problem.text()
    assert "differ in Training › Sequence length" in dialog.warnings.text()
    assert not dialog.good.isEnabled()


def test_the_tasks_of_an_experiment_are_tried_in_several_orders(
    ready: Context, make_dialog: MakeDialog, qtbot: QtBot
) -> None:
    spec = ready.draft.spec
    assert make_dialog(ready).regimes.isHidden(), "a single task"
    tasks = (spec.stages[0], Stage(name="order", passage=SentenceOrder(), tokens=()))
    tasks_spec = with_regime(spec.model_copy(update={"stages": tasks}), Regime.SEQUENTIAL, replay=300)
    ready.draft.replace(tasks_spec, "tasks")
    dialog = make_dialog(ready)
    words = "Sequential multi-task: 1,000 a task, 300 in each later stage"
    heading, *rows = planned(dialog, qtbot)
    assert heading[-1] == "Order of the tasks"
    assert [row[-1] for row in rows] == [words]
    dialog.regimes.boxes[Regime.MULTI_TASK].click()
    qtbot.waitUntil(lambda: not dialog.working)
    _heading, *rows = planned(dialog, qtbot)
    assert [row[3] for row in rows] == ["Multi-task: 1,000 a task", words]
    assert dialog.plan is not None
    assert dialog.plan.runs[1].spec.stages == tasks_spec.stages


def test_recipes_at_equal_compute(ready: Context, make_dialog: MakeDialog, qtbot: QtBot) -> None:
    settings = ["corpus=letters", "vocabulary=words", "training.steps=1000", "training.device=cpu"]
    ready.draft.replace(apply_overrides(load_preset("electra-tiny"), settings), "ELECTRA")
    dialog = make_dialog(ready)
    dialog.recipes.tick("mlm")
    _heading, *rows = planned(dialog, qtbot)
    assert [(row[0].rpartition("-")[2], row[1]) for row in rows] == [("local", "1,000"), ("mlm", "1,000")]
    assert rows[0][2] != rows[1][2]
    dialog.equal_compute.setChecked(True)
    _heading, *rows = planned(dialog, qtbot)
    assert rows[0][1] == "1,000" != rows[1][1]
    assert dialog.plan is not None
    flops = [run.flops for run in dialog.plan.runs]
    assert flops[0] == pytest.approx(flops[1], rel=0.002)
    kinds = [spec.stages[0].masking.kind for spec in dialog.sweep().specs()]
    assert kinds == ["electra", "basic"], "the experiment's own strategy is not forced upon other recipes"


def test_what_was_changed_in_the_experiment_stays(ready: Context, make_dialog: MakeDialog) -> None:
    ready.draft.replace(apply_overrides(ready.draft.spec, ["encoder.layers=3"]), "deeper")
    dialog = make_dialog(ready)
    assert [spec.encoder.layers for spec in dialog.sweep().specs()] == [3]
    dialog.presets.tick("bert-mini")
    assert [spec.encoder.layers for spec in dialog.sweep().specs()] == [2, 4]


def test_time_follows_from_what_was_measured(
    ready: Context, make_run: Callable[..., Run], make_dialog: MakeDialog, qtbot: QtBot
) -> None:
    make_run("one")
    dialog = make_dialog(ready)
    setting(dialog, "encoder.layers", "2, 4")
    heading, *rows = planned(dialog, qtbot)
    assert heading[3] == "Time"
    assert rows[0][3] != rows[1][3]
    assert "about" in dialog.words.text()


def test_making_a_sweep_can_be_undone(ready: Context, make_dialog: MakeDialog, qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    below = TrainingBelow(ready, list, parent)
    dialog = make_dialog(ready)
    dialog.made.connect(below._take_sweep)
    dialog.at_once.setChecked(False)
    dialog.seeds.setText("1, 2")
    qtbot.waitUntil(dialog.good.isEnabled, timeout=LONG)
    dialog.make()
    qtbot.waitUntil(lambda: len(below.queue.numbers) == 2, timeout=LONG)
    made = below.queue.numbers
    ready.draft.history.undo()
    assert below.queue.numbers == []
    assert ready.store.runs() == []
    ready.draft.history.redo()
    assert below.queue.numbers == made
    assert {run.id for run in ready.store.runs()} == set(made)
