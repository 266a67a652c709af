"""The inspector asks with a task id where the run has a table of tasks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pytestqt.qtbot import QtBot

from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.probe_answers import Answer
from workbench.store.records import Run


def test_a_task_id_is_offered_for_runs_that_have_some_and_asked_with(
    inspector: InspectorPanel, make_run: Callable[..., Run], look_inside: Callable[[str], Answer], qtbot: QtBot
) -> None:
    form = inspector.form
    look_inside("北京大学")
    assert form.task.isHidden()
    run = make_run("with tasks", "encoder.task_types=16")
    inspector._read_runs()
    qtbot.waitUntil(lambda: form.runs.count() == 3)
    form.choose_run(run.id)
    assert not form.task.isHidden()
    assert (form.task.minimum(), form.task.maximum()) == (0, 15)
    before = look_inside("北京大学")
    assert "task_id" not in before.question.request()
    form.task.setValue(7)
    qtbot.waitUntil(lambda: inspector._answer is not before)
    answer = inspector._answer
    assert answer is not None
    assert answer.question.request()["task_id"] == 7
    report = inspector.export_button.report()
    assert report is not None
    assert ("Task id", "7") in report.settings
    form.choose_run(next(one.run.id for one in form.known if one.run.name == "older"))
    assert form.task.isHidden()
    question = form.question
    assert question is not None
    assert "task_id" not in question.request()


def test_a_run_without_that_row_is_compared_without_it(
    inspector: InspectorPanel, make_run: Callable[..., Run], qtbot: QtBot
) -> None:
    runs = [make_run("sixteen", "encoder.task_types=16"), make_run("three", "encoder.task_types=3")]
    inspector._read_runs()
    qtbot.waitUntil(lambda: inspector.form.runs.count() == 4)
    inspector.form.choose_run(runs[0].id)
    inspector.form.task.setValue(9)
    question = inspector.form.question
    assert question is not None
    assert [replace(question, run=run).request().get("task_id") for run in runs] == [9, None]
