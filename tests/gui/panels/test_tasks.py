"""Trying runs on labelled files from the runs page: the form, the queue, results under the run, models by tasks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from workbench.core.events import ClassFigures, EventBase, Outcome, RunEnded, RunStarted, TaskMeasured, TaskPrepared
from workbench.core.texts import Text
from workbench.gui.context import Context
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.tasks_dialog import ProbeDialog
from workbench.gui.panels.tasks_matrix import MatrixDialog
from workbench.spec.task import TaskMode, TaskSpec
from workbench.store.queue import RunQueue
from workbench.store.records import Run, RunKind
from workbench.text.labelled.records import TaskKind

MakeRun = Callable[..., Run]
Settle = Callable[[], None]


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Twelve reviews of two classes, one line without a label."""
    path = tmp_path / "mood_train.tsv"
    rows = [f"第{number}次来\t{'good' if number % 3 else 'bad'}" for number in range(12)]
    path.write_text("\n".join(["text\tlabel", *rows, "没有标签\t"]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def tried(context: Context, make_run: MakeRun) -> Callable[..., Run]:
    """Makes a task of a run with results: accuracies with trained weights by seed, with random ones 0.5."""

    def make(run: Run, name: str, *accuracies: float, file: str = "mood_train.tsv") -> Run:
        task = TaskSpec(file=file, seeds=len(accuracies))
        spec = run.spec.model_copy(update={"task": task, "name": ""})
        made = context.store.create_run(spec, name=name, parent=run, kind=RunKind.TASK)
        place = {"run": name, "step": 0, "time": 1000.0}
        events: list[EventBase] = [
            RunStarted(**place, device="cpu", precision="fp32", total_steps=10, session=1),
            TaskPrepared(
                **place, sizes={"train": 80, "development": 10, "test": 10}, labels={"train": {"bad": 30, "good": 50}},
                how=Text("a tenth of the examples is set aside to measure on"),
            ),
        ]  # fmt: skip
        figures = tuple(
            ClassFigures(name=one, precision=0.5, recall=0.6, f1=0.55, support=5) for one in ("bad", "good")
        )
        for weights, values in (("trained", accuracies), ("random", [0.5] * len(accuracies)), ("majority", [0.4])):
            for seed, value in enumerate(values, 1):
                events.append(
                    TaskMeasured(**place, weights=weights, seed=seed, classes=figures, data="d",
                                 confusion=((3, 2), (1, 4)),
                                 scores={"accuracy": value, "macro_f1": value, "mcc": 0.0})
                )  # fmt: skip
        events.append(RunEnded(run=name, step=10, time=1010.0, outcome=Outcome.DONE))
        context.store.record(made, events)
        return context.store.run(made.id)

    return make


def test_a_file_is_looked_at_and_its_tasks_wait_in_the_queue(
    context: Context, make_run: MakeRun, labelled: Path, settle: Settle, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [make_run("one"), make_run("two")]
    monkeypatch.setattr("workbench.store.tasks.task_spec", lambda project, run, trial: run.spec.model_copy(
        update={"task": trial.task, "training": run.spec.training.model_copy(update={"start_from": run.name})}
    ))  # fmt: skip
    dialog = ProbeDialog(context, runs)
    qtbot.addWidget(dialog)
    assert not dialog.good.isEnabled()
    dialog.file.setText(str(labelled))
    qtbot.waitUntil(dialog.good.isEnabled)
    assert "Read as classification, utf-8; 12 examples." in dialog.words.text()
    assert "1 left out. First: The example on line 14 has no label." in dialog.words.text()
    assert [row[:2] for row in dialog.preview.balance.rows] == [("good", 8), ("bad", 4)]
    assert [dialog.text.itemText(place) for place in range(3)] == ["found by itself", "text", "label"]
    dialog.seeds.setValue(2)
    dialog.mode.setCurrentIndex(dialog.mode.findData(TaskMode.FINE_TUNE.value))
    made: list[list[int]] = []
    dialog.made.connect(made.append)
    dialog.make()
    settle()
    tasks = [context.store.tasks_of(run) for run in runs]
    assert [[task.id for task in found] for found in tasks] == [[number] for number in made[0]]
    task = tasks[0][0].spec.task
    assert task is not None
    assert (task.kind, task.mode, task.seeds, task.file) == (
        TaskKind.CLASSIFICATION, TaskMode.FINE_TUNE, 2, str(labelled)
    )  # fmt: skip
    assert RunQueue(context.store).runs() == made[0]
    assert RunQueue(context.store).going


def test_what_is_wrong_with_a_file_is_said(context: Context, make_run: MakeRun, labelled: Path, qtbot: QtBot) -> None:
    dialog = ProbeDialog(context, [make_run("one")])
    qtbot.addWidget(dialog)
    dialog.file.setText(str(labelled))
    qtbot.waitUntil(dialog.good.isEnabled)
    dialog.kind.setCurrentIndex(dialog.kind.findData("pair"))
    dialog.kind.activated.emit(dialog.kind.currentIndex())
    qtbot.waitUntil(lambda: "has no second text" in dialog.problem.text())
    assert not dialog.good.isEnabled()
    dialog.file.setText(str(labelled.with_name("none.tsv")))
    qtbot.waitUntil(lambda: "There is no file" in dialog.problem.text())


def test_columns_that_cannot_be_told_can_be_chosen(
    context: Context, make_run: MakeRun, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "odd.tsv"
    path.write_text("text\tother\n" + "".join(f"第{number}句\tx{number % 2}y{number}\n" for number in range(12)))
    dialog = ProbeDialog(context, [make_run("one")])
    qtbot.addWidget(dialog)
    dialog.file.setText(str(path))
    qtbot.waitUntil(lambda: "cannot be told" in dialog.problem.text())
    assert [dialog.label.itemText(place) for place in range(1, 3)] == ["text", "other"]
    dialog.label.setCurrentIndex(2)
    dialog.label.activated.emit(2)
    qtbot.waitUntil(dialog.good.isEnabled)
    assert "Columns: text, other." in dialog.words.text()


def test_where_the_parts_come_from_is_what_is_done(
    context: Context, make_run: MakeRun, labelled: Path, qtbot: QtBot
) -> None:
    dialog = ProbeDialog(context, [make_run("one")])
    qtbot.addWidget(dialog)

    def shown() -> tuple[str, str]:
        qtbot.waitUntil(dialog.good.isEnabled)
        return dialog.development.placeholderText(), dialog.test.placeholderText()

    dialog.file.setText(str(labelled))
    assert shown() == ("a tenth of the training examples", "a tenth of the examples")
    other = labelled.with_name("mood_dev.tsv")
    other.write_bytes(labelled.read_bytes())
    dialog.file.setText(str(other))
    dialog.file.setText(str(labelled))
    assert shown() == ("a tenth of the training examples", "mood_dev.tsv"), "measured on the only other file"
    dialog.test.setText(str(other))
    assert shown() == ("mood_dev.tsv", "mood_dev.tsv")
    dialog.test.setText("")
    dialog.development.setText("none.tsv")
    qtbot.waitUntil(lambda: "There is no file" in dialog.problem.text())
    assert not dialog.good.isEnabled()


def test_a_file_of_one_class_starts_nothing(context: Context, make_run: MakeRun, labelled: Path, qtbot: QtBot) -> None:
    labelled.write_text(labelled.read_text(encoding="utf-8").replace("bad", "good"), encoding="utf-8")
    dialog = ProbeDialog(context, [make_run("one")])
    qtbot.addWidget(dialog)
    dialog.file.setText(str(labelled))
    qtbot.waitUntil(lambda: "no two classes" in dialog.problem.text())
    assert not dialog.good.isEnabled()


def test_results_stand_under_their_run(
    context: Context,
    make_run: MakeRun,
    tried: Callable[..., Run],
    show_page: Callable[[RunsPanel], None],
    settle: Settle,
) -> None:
    other, run = make_run("other"), make_run("tried")
    task = tried(run, "tried-mood", 0.8, 0.9)
    page = RunsPanel(context)
    show_page(page)
    settle()
    assert [row.run.name for row in page.table.runs.rows] == ["tried", "other"], "tasks are no rows of the table"
    page.table.select({run.id})
    settle()
    view = page.comparison.tasks
    tabs = [page.comparison.tabs.tabText(place) for place in range(page.comparison.tabs.count())]
    assert tabs[-1] == "Tasks (1)"
    page.comparison.show_tasks()
    assert page.comparison.tabs.currentWidget() is view
    assert [column.text(view.model.rows[0]) for column in view.model._columns][-2:] == [
        "0.8500 ± 0.0707", "0.5000 ± 0.0000"
    ]  # fmt: skip
    cells = [[view.scores.item(row, column).text() for column in range(4)] for row in range(2)]
    assert cells[0] == ["accuracy", "0.8500 ± 0.0707", "0.5000 ± 0.0000", "0.4000"]
    assert view.classes.item(1, 0).text() == "good"
    assert view.confusion.shown.values.tolist() == [[6, 4], [2, 8]], "added up over the seeds"
    assert "80 examples to learn from, 10 to choose the epoch by, 10 to measure on." in view.words.text()
    assert "Labels to learn from: bad 30, good 50" in view.words.text()
    assert not view.go_button.isEnabled()
    view.delete()
    settle()
    assert context.store.run(task.id).deleted is not None
    assert page.comparison.tabs.indexOf(view) < 0, "without tasks there is no tab"
    context.draft.history.undo()
    settle()
    assert context.store.run(task.id).deleted is None
    assert [state.run.id for state in view.model.rows] == [task.id], "it came back"
    context.draft.history.redo()
    settle()
    page.table.select({other.id})
    settle()
    assert page.comparison.tabs.indexOf(view) < 0


def test_a_new_task_is_selected(
    context: Context,
    make_run: MakeRun,
    tried: Callable[..., Run],
    show_page: Callable[[RunsPanel], None],
    settle: Settle,
) -> None:
    run = make_run("tried")
    page = RunsPanel(context)
    show_page(page)
    settle()
    tasks = [tried(run, name, 0.8) for name in ("older", "newer")]
    for task in tasks:
        page._show_tasks([task.id])
        settle()
        assert page.comparison.tasks.chosen is not None
        assert page.comparison.tasks.chosen.run.id == task.id
        assert page.comparison.tabs.currentWidget() is page.comparison.tasks


def test_a_stopped_task_goes_on_from_there(
    context: Context,
    make_run: MakeRun,
    tried: Callable[..., Run],
    show_page: Callable[[RunsPanel], None],
    settle: Settle,
) -> None:
    run = make_run("tried")
    task = tried(run, "tried-mood", 0.8)
    context.store.update(task, status="stopped")
    page = RunsPanel(context)
    show_page(page)
    settle()
    view = page.comparison.tasks
    assert view.go_button.isEnabled()
    view.go_on()
    settle()
    assert RunQueue(context.store).runs() == [task.id]
    assert RunQueue(context.store).going


def test_models_by_tasks(
    context: Context, make_run: MakeRun, tried: Callable[..., Run], settle: Settle, qtbot: QtBot
) -> None:
    good, same, bad = (make_run(name, f"training.steps={steps}") for name, steps in (("a", 90), ("b", 91), ("c", 92)))
    tried(good, "a-mood", 0.90, 0.92, 0.94)
    tried(same, "b-mood", 0.89, 0.92, 0.93)
    tried(bad, "c-mood", 0.60, 0.61, 0.62)
    dialog = MatrixDialog(context, [])
    qtbot.addWidget(dialog)
    settle()
    cells = [dialog.table.item(row, 1).text() for row in range(dialog.table.rowCount())]
    assert cells == [
        "★ 0.9200 ± 0.0200 (n=3)",
        "≈ 0.9133 ± 0.0208 (n=3)",
        "0.6100 ± 0.0100 (n=3)",
        "0.5000 ± 0.0000 (n=3)",
        "0.4000 (n=1)",
    ]
    dialog.copy()


def test_only_runs_with_weights_can_be_tried(
    context: Context, make_run: MakeRun, show_page: Callable[[RunsPanel], None], settle: Settle
) -> None:
    make_run("ready")
    fresh = make_run("fresh", steps=0, outcome=None)
    page = RunsPanel(context)
    show_page(page)
    settle()
    page.table.select({fresh.id})
    assert not page.bar.probe.isEnabled()
    page.table.select({fresh.id - 1})
    assert page.bar.probe.isEnabled()


def test_a_task_id_can_be_chosen_where_all_runs_have_it(
    context: Context, make_run: MakeRun, labelled: Path, qtbot: QtBot
) -> None:
    runs = [make_run("sixteen", "encoder.task_types=16"), make_run("three", "encoder.task_types=3")]
    dialog = ProbeDialog(context, runs)
    qtbot.addWidget(dialog)
    assert not dialog.task_id.isHidden()
    assert dialog.task_id.maximum() == 2
    dialog.file.setText(str(labelled))
    qtbot.waitUntil(dialog.good.isEnabled)
    dialog.task_id.setValue(2)
    assert dialog.task.task_id == 2
    without = ProbeDialog(context, [*runs, make_run("plain")])
    qtbot.addWidget(without)
    assert without.task_id.isHidden()
    assert without.task_id.value() == 0
