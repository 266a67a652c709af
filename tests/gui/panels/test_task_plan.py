"""The plan of tasks in the hands of a person: keys and mouse, every change a step of the history, and numbers exact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.notices import Notice
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.panels.task_plan import TaskPlanDialog
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.rate import RunRate
from workbench.spec.regimes import Regime, regime_of, regime_steps
from workbench.spec.run import RunSpec
from workbench.spec.task_plan import table_csv, task_plan, task_table

NAMES = ["knowledge-masking", "sentence-reordering", "sentence-distance", "discourse-relation", "ir-relevance-proxy"]


class Driver:
    """The window of the plan in the hands of a test; tasks and stages are counted from 0."""

    def __init__(self, dialog: TaskPlanDialog, context: Context) -> None:
        self.dialog, self.context = dialog, context

    @property
    def spec(self) -> RunSpec:
        return self.context.draft.spec

    @property
    def matrix(self) -> list[tuple[int, ...]]:
        return [row.steps for row in task_plan(self.spec).rows]

    @property
    def shown(self) -> list[list[str]]:
        """What stands in the table."""
        model = self.dialog.model
        return [
            [str(model.data(model.index(row, column))) for column in range(model.columnCount())]
            for row in range(model.rowCount())
        ]

    def click(self, row: int, column: int) -> None:
        """On the cell of a stage."""
        index = self.dialog.model.index(row, self.dialog.model.first_column + column)
        place = self.dialog.table.visualRect(index).center()
        QTest.mouseClick(self.dialog.table.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def field(self) -> QLineEdit:
        """The field of the cell that is being edited."""
        fields = self.dialog.table.viewport().findChildren(QLineEdit)
        return next(field for field in fields if field.isVisible())

    def type_into(self, row: int, column: int, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
        """Choose a cell, type over what stands there, and leave it by a key."""
        self.click(row, column)
        QTest.keyClicks(self.dialog.table, text[:1])
        QTest.keyClicks(self.field(), text[1:])
        self.leave(end)

    def leave(self, end: Qt.Key = Qt.Key.Key_Return) -> None:
        """Leave the field by a key; Qt takes what Enter ends when it comes round."""
        QTest.keyClick(self.field(), end)
        QApplication.processEvents()

    def choose_regime(self, regime: Regime) -> None:
        """In the box above the table."""
        box = self.dialog.regime.regime
        box.setCurrentIndex(box.findData(regime.value))
        box.activated.emit(box.currentIndex())


@pytest.fixture
def show_plan(context: Context, qtbot: QtBot) -> Callable[..., Driver]:
    """Shows the plan of a preset, or of an empty project."""

    def show(preset: str = "") -> Driver:
        if preset:
            context.draft.replace(load_preset(preset), "set up")
        dialog = TaskPlanDialog(context, ChosenStage(context.draft, context))
        qtbot.addWidget(dialog)
        dialog.show()
        return Driver(dialog, context)

    return show


@pytest.fixture
def plan(show_plan: Callable[..., Driver]) -> Driver:
    """The five tasks of ERNIE 2.0, 300 steps each."""
    return show_plan("ernie2-tiny")


def test_the_table_is_the_plan(plan: Driver) -> None:
    assert [row[0] for row in plan.shown] == [*NAMES, "In all"]
    assert plan.shown[1][1:] == ["Reordering", "1", "", "120", "60", "60", "60", "300"]
    assert plan.shown[5][3:] == ["60", "180", "300", "420", "540", "1,500"]
    assert plan.dialog.regime.regime.currentData() == "sequential"
    assert (plan.dialog.regime.steps.value(), plan.dialog.regime.replay.value()) == (300, 60)
    assert [lane.steps for lane in plan.dialog.lanes.table] == plan.matrix


def test_a_number_that_is_typed_makes_these_steps_and_undo_takes_them_back(plan: Driver) -> None:
    history = plan.context.draft.history
    before, steps = plan.spec, history.count()
    plan.type_into(1, 2, "1k")
    assert plan.matrix[1] == (0, 120, 1000, 60, 60)
    assert plan.spec.training.steps == 1500 + 940
    assert plan.shown[1][5] == "1,000"
    assert plan.shown[5][-1] == "2,440"
    assert plan.dialog.regime.regime.currentText() == "Own plan"
    assert not plan.dialog.regime.steps.isEnabled()
    plan.type_into(1, 2, "60")
    assert plan.spec == before, "the very numbers of before"
    assert history.count() == steps + 2
    QTest.keyClick(plan.dialog.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert plan.matrix[1][2] == 1000
    QTest.keyClick(plan.dialog.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (plan.spec, plan.shown[1][5]) == (before, "60")


def test_tab_goes_on_to_the_next_stage(plan: Driver) -> None:
    plan.type_into(0, 1, "7", Qt.Key.Key_Tab)
    QTest.keyClicks(plan.field(), "8")
    plan.leave()
    assert plan.matrix[0] == (60, 7, 8, 60, 60)


def test_a_cell_is_emptied_and_a_task_starts_earlier(plan: Driver) -> None:
    plan.click(0, 2)
    QTest.keyClick(plan.dialog.table, Qt.Key.Key_Delete)
    assert plan.matrix[0] == (60, 60, 0, 60, 60)
    plan.type_into(4, 0, "5")
    assert [row[0] for row in plan.shown] == [NAMES[0], NAMES[4], *NAMES[1:4], "In all"]
    assert plan.dialog.table.task == 1, "the cell goes with its task"
    plan.click(0, 0)
    QTest.keyClick(plan.dialog.table, Qt.Key.Key_Delete)
    plan.click(0, 0)
    QTest.keyClick(plan.dialog.table, Qt.Key.Key_Return)
    QTest.keyClick(plan.field(), Qt.Key.Key_Backspace)
    plan.leave(Qt.Key.Key_Tab)
    assert task_plan(plan.spec).columns == 4, "a stage without a task goes"
    assert [row[3] for row in plan.shown] == ["60", "120", "", "", "", "180"]


@pytest.mark.parametrize(
    ("row", "column", "typed", "words"),
    [
        (0, 0, "1.5", "“1.5” is no number of steps. Type a whole number, as 500 or 50k, or nothing for none."),
        (4, 4, "0", "“ir-relevance-proxy” would be left without a step."),
        (0, 0, "1000M", "The plan has 1,000,001,440 steps; a run has 1,000,000,000 at most."),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(
    plan: Driver, row: int, column: int, typed: str, words: str
) -> None:
    before = plan.spec
    plan.type_into(row, column, typed)
    assert plan.spec == before
    assert words in plan.dialog.problem.text()
    assert plan.dialog.problem.isVisible()
    plan.type_into(0, 1, "61")
    assert words not in plan.dialog.problem.text()


def test_what_a_click_on_a_button_refuses_is_still_said_when_the_button_has_changed_the_plan(plan: Driver) -> None:
    dialog = plan.dialog
    plan.click(0, 0)
    QTest.keyClicks(dialog.table, "1")
    QTest.keyClicks(plan.field(), ".5")
    QTest.mouseClick(dialog.duplicate, Qt.MouseButton.LeftButton)
    assert len(plan.matrix) == 6, "the click did what the button does"
    assert "“1.5” is no number of steps." in dialog.problem.text()
    plan.click(0, 0)
    dialog.later.click()
    assert "“1.5”" not in dialog.problem.text(), "any other change makes it old"


def test_what_the_click_that_closes_refuses_is_told_beside_the_page(
    plan: Driver, press: Callable[[QPushButton], None]
) -> None:
    told: list[Notice] = []
    plan.context.noticed.connect(told.append)
    plan.click(0, 0)
    QTest.keyClicks(plan.dialog.table, "x")
    press(plan.dialog.close_button)
    assert not plan.dialog.isVisible()
    assert [notice.text.partition(".")[0] for notice in told] == ["“x” is no number of steps"]


def test_many_stages_leave_what_a_task_asks_to_be_read(plan: Driver) -> None:
    table = plan.dialog.table
    header = table.horizontalHeader()
    assert header.length() == table.viewport().width(), "it takes the room there is"
    for _ in range(12):
        plan.dialog.add_stage.click()
    assert header.length() > table.viewport().width()
    assert header.sectionSize(1) >= table.sizeHintForColumn(1)


def test_regimes_are_chosen_and_their_numbers_counted(plan: Driver) -> None:
    before, regime = plan.spec, plan.dialog.regime
    history = plan.context.draft.history
    for chosen, replay in ((Regime.MULTI_TASK, 0), (Regime.CONTINUAL, 0), (Regime.SEQUENTIAL, 60)):
        plan.choose_regime(chosen)
        assert plan.matrix == [*zip(*regime_steps(5, 300, chosen, replay), strict=True)]
        assert regime.replay.isEnabled() is bool(replay)
    assert plan.spec == before
    steps = history.count()
    for _ in range(3):
        regime.replay.stepUp()
    assert plan.matrix[0] == (300 - 4 * 63, 63, 63, 63, 63)
    assert history.count() == steps + 1, "counting up is one step"
    history.undo()
    assert plan.spec == before
    regime.steps.setValue(1000)
    assert plan.matrix[0] == (200,) * 5, "a fifth stays a fifth"
    assert regime.replay.maximum() == 249
    regime.replay.setValue(100)
    regime.steps.setValue(50)
    assert regime_of(plan.spec) is not None
    assert plan.matrix[0] == (2, 12, 12, 12, 12), "as much of the replay as fits"


def test_the_schedule_begins_anew_with_warm_ups_of_stages(plan: Driver) -> None:
    dialog, history = plan.dialog, plan.context.draft.history
    dialog.regime.restart.click()
    assert "warm-up of 100 steps begins anew" in dialog.problem.text(), "the first stage has 60"
    assert plan.shown[6][:8] == ["Warm-up steps", "", "", "100", "100", "100", "100", "100"]
    plan.type_into(6, 0, "6")
    assert dialog.problem.isHidden()
    assert plan.spec.stages[0].warmup_steps == 6
    assert RunRate(plan.spec).warm == [6, 160, 340, 640, 1060] == list(dialog.rates.shown.warm)
    assert "begins anew" in dialog.words.text()
    plan.type_into(6, 1, "0")
    assert RunRate(plan.spec).warm[1] == 340
    plan.click(6, 1)
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert plan.spec.stages[1].warmup_steps is None
    plan.type_into(6, 1, "500")
    assert "longer than the 180 steps" in dialog.problem.text()
    dialog.regime.restart.click()
    assert len(plan.shown) == 6
    assert all(stage.warmup_steps is None for stage in plan.spec.stages)
    history.undo()
    assert plan.shown[6][3:5] == ["6", "500"]


def test_an_empty_project_says_what_to_do(show_plan: Callable[..., Driver]) -> None:
    plan = show_plan()
    dialog = plan.dialog
    assert "“Add a task” puts another question beside it" in dialog.words.text()
    assert not dialog.regime.regime.isEnabled()
    assert not dialog.remove.isEnabled()
    dialog.fill_menu()
    offered = [action.text() for action in dialog.add.menu().actions()]
    assert offered[:3] == ["Masked tokens", "Capitalization", "Token–document"]
    assert "Reordering" in offered
    dialog.add.menu().actions()[offered.index("Reordering")].trigger()
    assert [row[0] for row in plan.shown] == ["main", "sentence-reordering", "In all"]
    assert plan.matrix == [(1500,), (1500,)]
    assert dialog.regime.regime.currentData() == "multi-task"
    plan.choose_regime(Regime.SEQUENTIAL)
    assert plan.matrix == [(1200, 300), (0, 1500)]
    plan.context.draft.history.undo()
    plan.context.draft.history.undo()
    assert plan.matrix == [(1500,)]
    assert not dialog.regime.regime.isEnabled()


def test_tasks_and_stages_are_added_moved_and_removed(plan: Driver, press: Callable[[QPushButton], None]) -> None:
    dialog, before = plan.dialog, plan.spec
    history = plan.context.draft.history
    steps = history.count()
    plan.click(1, 1)
    dialog.earlier.click()
    assert [row[0] for row in plan.shown[:2]] == [NAMES[1], NAMES[0]]
    assert plan.matrix[:2] == [(60,) * 5, (0, 120, 60, 60, 60)], "the steps of both rows stay"
    assert dialog.table.task == 0
    assert not dialog.earlier.isEnabled()
    dialog.duplicate.click()
    assert plan.shown[1][:3] == [f"{NAMES[1]} copy", "Reordering", "5"], "with a task id of its own"
    dialog.remove.click()
    press(dialog.add_stage)
    assert task_plan(plan.spec).columns == 6
    assert plan.matrix[0] == (60,) * 6
    press(dialog.remove_stage)
    assert history.count() == steps + 5
    for _ in range(5):
        history.undo()
    assert plan.spec == before


def test_names_and_task_ids_are_those_of_all_stages_of_a_task(plan: Driver) -> None:
    dialog = plan.dialog
    dialog.table.setCurrentIndex(dialog.model.index(0, 0))
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    QTest.keyClicks(plan.field(), "words")
    plan.leave()
    assert [stage.name for stage in plan.spec.stages[:4]] == ["words", "words 2", NAMES[1], "words 3"]
    dialog.table.setCurrentIndex(dialog.model.index(0, 2))
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    box = dialog.table.viewport().findChild(QSpinBox)
    assert isinstance(box, QSpinBox)
    assert box.maximum() == 15
    box.setValue(9)
    QTest.keyClick(box, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert {stage.task for stage in plan.spec.stages if stage.name.startswith("words")} == {9}
    assert len(plan.matrix) == 5


def test_two_tasks_that_ask_the_same_are_told(plan: Driver) -> None:
    plan.context.draft.replace(apply_overrides(load_preset("bert-tiny"), []), "set up")
    plan.dialog.duplicate.click()
    name = plan.spec.stages[0].name
    assert f"“{name}” and “{name} copy” ask the same" in plan.dialog.words.text()


def test_a_stage_that_was_changed_on_a_page_becomes_a_task_and_can_be_made_one_with_the_others_again(
    plan: Driver,
) -> None:
    plan.context.draft.set("stages.0.masking.rate", 0.3, "rate")
    assert [row[0] for row in plan.shown[:2]] == [NAMES[0], f"{NAMES[0]} 2"]
    assert plan.matrix[:2] == [(60, 0, 0, 0, 0), (0, 60, 60, 60, 60)]
    assert f"“{NAMES[0]} 2” is called after “{NAMES[0]}”" in plan.dialog.words.text()
    menu = plan.dialog.menu_of(1)
    (same,) = [action.menu() for action in menu.actions() if action.menu() is not None]
    same.actions()[0].trigger()
    assert plan.matrix[0] == (60,) * 5
    assert [stage.masking.rate for stage in plan.spec.stages if stage.name.startswith(NAMES[0])] == [0.3] * 5
    assert [stage.name for stage in plan.spec.stages[:4]] == [NAMES[0], f"{NAMES[0]} 2", NAMES[1], f"{NAMES[0]} 3"]


def test_the_plan_goes_to_the_clipboard_and_into_a_file(
    plan: Driver,
    press: Callable[[QPushButton], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    noticed: list[Notice],
) -> None:
    """As a table that is the same as that of the terminal."""
    table = table_csv(task_table(plan.spec))
    press(plan.dialog.copy)
    assert QGuiApplication.clipboard().text() == table.replace(",", "\t")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(tmp_path / "plan"), ""))
    press(plan.dialog.save)
    assert (tmp_path / "plan.csv").read_text(encoding="utf-8") == table
    assert "plan.csv" in noticed[-1].text
    assert plan.dialog.lanes.as_csv() == table
    assert plan.dialog.lanes.arrays()["steps"].tolist() == [list(row) for row in plan.matrix]


def test_the_lanes_say_their_numbers_and_choose_tasks(plan: Driver) -> None:
    lanes = plan.dialog.lanes
    assert lanes.text_at(lanes.block(1, 2).center()) == (
        "“sentence-reordering”, stage 3: 60 of the steps 241 to 540, 20\u2009%"
    )
    assert lanes.text_at(QPoint(lanes.block(1, 0).center())) == "“sentence-reordering” is not in stage 1."
    assert "sentence-reordering: 120 in stage 2, 60 in stage 3" in lanes.accessibleDescription()
    QTest.mouseClick(lanes, Qt.MouseButton.LeftButton, pos=lanes.block(3, 4).center())
    assert plan.dialog.table.task == 3


def test_a_number_that_stands_in_an_open_field_is_taken_by_a_click_beside_it(plan: Driver) -> None:
    plan.click(1, 2)
    QTest.keyClicks(plan.dialog.table, "7")
    QTest.mouseClick(plan.dialog.duplicate, Qt.MouseButton.LeftButton)
    assert plan.matrix[1:3] == [(0, 120, 7, 60, 60)] * 2


def test_a_long_name_leaves_the_stages_in_sight_and_is_told_in_full(plan: Driver) -> None:
    model, table = plan.dialog.model, plan.dialog.table
    model.setData(model.index(1, 0), "<b>" + 50 * "long ")
    last = table.visualRect(model.index(1, model.columnCount() - 1))
    assert table.viewport().rect().contains(last)
    assert model.data(model.index(1, 0), Qt.ItemDataRole.ToolTipRole).startswith("<qt>&lt;b&gt;long long")


def test_a_stage_that_is_wrong_goes_by_its_name(plan: Driver) -> None:
    plan.dialog.regime.restart.click()
    model = plan.dialog.model
    model.setData(model.index(model.warmup_row, model.first_column + 1), "5000")
    assert "“knowledge-masking 2” › Warm-up steps of the stage: " in plan.dialog.problem.text()


def test_in_chinese_nothing_is_lost(chinese: None, show_plan: Callable[..., Driver]) -> None:
    plan = show_plan("ernie2-tiny")
    plan.choose_regime(Regime.CONTINUAL)
    assert plan.matrix[1] == (0, 300, 0, 0, 0)
    plan.dialog.close()


@pytest.fixture
def staged(page: Any, panel: MaskingPanel, ready: Context, press: Callable[[QPushButton], None]) -> Iterator[Driver]:
    """The plan of ERNIE 2.0's tasks over the masking page, opened by its button."""
    names = [f"corpus={ready.draft.spec.corpus}", f"vocabulary={ready.draft.spec.vocabulary}"]
    ready.draft.replace(apply_overrides(load_preset("ernie2-tiny"), names), "set up")
    press(panel.timeline.plan)
    dialog = panel.timeline.findChild(TaskPlanDialog)
    assert isinstance(dialog, TaskPlanDialog)
    yield Driver(dialog, ready)
    dialog.close()
    page.settle()


def test_a_warm_up_that_is_to_be_mended_opens_the_plan(staged: Driver) -> None:
    staged.dialog.close()
    staged.context.open_setting("model", "stages.0.task")
    assert not staged.dialog.isVisible()
    staged.context.open_setting("masking", "stages.0.warmup_steps")
    assert staged.dialog.isVisible()


def test_a_row_chooses_the_stage_of_the_page_and_the_page_the_row(staged: Driver, panel: MaskingPanel) -> None:
    staged.click(2, 3)
    assert panel.chosen_stage.stage.name == "sentence-distance 4"
    staged.click(2, 4)
    assert panel.chosen_stage.stage.name == "sentence-distance 4", "one of its stages is shown already"
    staged.click(1, 0)
    assert panel.chosen_stage.stage.name == "sentence-reordering", "not in stage 1: its first one"
    panel.timeline.bar.chosen.emit(14)
    assert staged.dialog.table.task == 4
    staged.type_into(4, 4, "310")
    assert len(panel.timeline.bar.segments) == 15
    assert staged.spec.training.steps == 1510
    assert panel.timeline.bar.segments[-1].last == 1510
