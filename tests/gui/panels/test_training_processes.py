"""The number of processes of a run: kept with the project, by one history, and only where it can be."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.notices import Notice
from workbench.gui.panels.training_processes import ProcessesField
from workbench.jobs.settings import Settings, load_settings, save_settings, settings_file


@pytest.fixture
def field(context: Context, qtbot: QtBot) -> ProcessesField:
    """The field of a project in which another Python is chosen."""
    save_settings(context.project, Settings(engine_python="/python"))
    made = ProcessesField(context)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_number_is_kept_and_undone_and_the_rest_stays(field: ProcessesField, context: Context, qtbot: QtBot) -> None:
    assert field.number.value() == 1
    with qtbot.waitSignal(field.changed):
        qtbot.keyClick(field.number, Qt.Key.Key_Up)
    qtbot.keyClick(field.number, Qt.Key.Key_Up)
    assert load_settings(context.project) == Settings(engine_python="/python", processes=3)
    history = context.draft.history
    assert history.undoText() == "Processes of a run"
    with qtbot.waitSignal(field.changed):
        history.undo()
    assert load_settings(context.project) == Settings(engine_python="/python"), "numbers in a row are one step"
    assert field.number.value() == 1
    history.redo()
    assert (load_settings(context.project).processes, field.number.value()) == (3, 3)


def test_it_shows_what_is_kept(context: Context, qtbot: QtBot) -> None:
    save_settings(context.project, Settings(processes=4))
    field = ProcessesField(context)
    qtbot.addWidget(field)
    assert field.number.value() == 4
    assert not context.draft.history.canUndo()


def test_a_damaged_file_is_told_and_left(field: ProcessesField, context: Context) -> None:
    told: list[Notice] = []
    context.noticed.connect(told.append)
    settings_file(context.project).write_text("{", encoding="utf-8")
    field.number.setValue(2)
    assert "can't be read" in told[0].text
    assert settings_file(context.project).read_text(encoding="utf-8") == "{"
    assert not context.draft.history.canUndo()


def test_a_file_that_cannot_be_written_is_told(
    field: ProcessesField, context: Context, full_disk: Callable[[], AbstractContextManager[None]]
) -> None:
    told: list[Notice] = []
    context.noticed.connect(told.append)
    with full_disk():
        field.number.setValue(2)
    assert "can't be written" in told[0].text
    assert (load_settings(context.project).processes, field.number.value()) == (1, 1)
