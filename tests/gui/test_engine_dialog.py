"""The dialog that chooses the engine's Python."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from workbench.core.errors import ArgumentError
from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.engine_dialog import EngineDialog, open_engine_dialog
from workbench.jobs.devices import DeviceRow
from workbench.jobs.examine import EngineReport
from workbench.jobs.settings import Settings, load_settings, save_settings, settings_file

BUILT_IN = EngineReport("/own/python", "3.11.2", "2.13.0+cpu", (DeviceRow("cpu", "Processor", 8),))
OTHER = EngineReport("/gpu/python", "3.12.1", "2.13.0+cu126", (DeviceRow("cuda:0", "NVIDIA", 8), *BUILT_IN.devices))


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Engines that answer at once; returns the Pythons that were asked."""
    asked: list[str] = []

    def examine(settings: Settings) -> EngineReport:
        asked.append(settings.engine_python)
        if settings.engine_python in ("", "/gpu/python"):
            return OTHER if settings.engine_python else BUILT_IN
        raise ArgumentError("The Python {path} lacks torch.", "Install it.", path=settings.engine_python)

    monkeypatch.setattr("workbench.gui.engine_dialog.examine_engine", examine)
    return asked


@pytest.fixture
def dialog_of(context: Context, qtbot: QtBot, engines: list[str]) -> Callable[[], EngineDialog]:
    """Opens the dialog and waits for its first look."""

    def make() -> EngineDialog:
        dialog = EngineDialog(context)
        qtbot.addWidget(dialog)
        dialog.open()
        settled(dialog, qtbot)
        return dialog

    return make


def settled(dialog: EngineDialog, qtbot: QtBot) -> None:
    """Wait until nothing is being looked at."""
    qtbot.waitUntil(lambda: dialog.test_button.isEnabled() or not dialog.isVisible(), timeout=60_000)


def test_it_shows_what_the_engine_has(dialog_of: Callable[[], EngineDialog]) -> None:
    dialog = dialog_of()
    assert dialog.field.text() == ""
    assert dialog.findings.text() == "/own/python\nPython 3.11.2, torch 2.13.0+cpu\ncpu: Processor"


def test_another_python_is_tried_and_kept_and_the_change_undone(
    dialog_of: Callable[[], EngineDialog], context: Context, project: Project, qtbot: QtBot
) -> None:
    told: list[Changes] = []
    context.changed.connect(told.append)
    dialog = dialog_of()
    dialog.field.setText("/gpu/python")
    assert dialog.findings.text() == "Not tested yet."
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)  # the default button keeps, once it is known to work
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=60_000)
    assert load_settings(project).engine_python == "/gpu/python"
    context.draft.history.undo()
    assert load_settings(project).engine_python == ""
    context.draft.history.redo()
    assert load_settings(project).engine_python == "/gpu/python"
    assert [changes.tables for changes in told] == 3 * [frozenset({"settings"})]


def test_one_that_does_not_work_is_not_kept(
    dialog_of: Callable[[], EngineDialog], project: Project, qtbot: QtBot
) -> None:
    dialog = dialog_of()
    dialog.field.setText("/no/torch")
    dialog.save_button.click()
    settled(dialog, qtbot)
    assert dialog.findings.text() == "The Python /no/torch lacks torch. Install it."
    assert dialog.isVisible()
    assert not dialog.save_button.isEnabled()
    assert not settings_file(project).exists()
    dialog.field.setText("/no/torch2")
    assert dialog.save_button.isEnabled()


def test_back_to_the_built_in(dialog_of: Callable[[], EngineDialog], project: Project, qtbot: QtBot) -> None:
    save_settings(project, Settings(engine_python="/gone", processes=2))
    dialog = dialog_of()
    assert "/gone lacks torch" in dialog.findings.text()
    dialog.reset_button.click()
    settled(dialog, qtbot)
    dialog.save_button.click()
    assert not dialog.isVisible()
    assert load_settings(project) == Settings(processes=2), "what else is kept stays"


def test_a_file_is_chosen_and_tried(
    dialog_of: Callable[[], EngineDialog], qtbot: QtBot, engines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = dialog_of()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *arguments: ("/gpu/python", ""))
    dialog.browse_button.click()
    settled(dialog, qtbot)
    assert "cuda:0: NVIDIA" in dialog.findings.text()
    assert engines == ["", "/gpu/python"]


def test_an_answer_about_another_python_is_dropped(
    dialog_of: Callable[[], EngineDialog], qtbot: QtBot, engines: list[str]
) -> None:
    dialog = dialog_of()
    dialog.field.setText("/no/torch")
    dialog.test_button.click()
    dialog.field.setText("/gpu/python")
    qtbot.waitUntil(lambda: len(engines) == 2, timeout=60_000)
    qtbot.wait(50)
    assert dialog.findings.text() == "Not tested yet."


def test_it_is_closed_while_it_looks(context: Context, qtbot: QtBot, engines: list[str]) -> None:
    dialog = EngineDialog(context)
    qtbot.addWidget(dialog)
    dialog.open()
    dialog.reject()
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=60_000)
    assert dialog.findings.text() == "Starting the engine…"


def test_damaged_settings_are_told(
    dialog_of: Callable[[], EngineDialog], context: Context, project: Project, qtbot: QtBot
) -> None:
    settings_file(project).write_text("{", encoding="utf-8")
    with qtbot.waitSignal(context.noticed):
        dialog = dialog_of()
    assert dialog.field.text() == ""
    dialog.save_button.click()
    assert load_settings(project) == Settings()


def test_every_part_can_be_reached_and_has_a_name(dialog_of: Callable[[], EngineDialog]) -> None:
    dialog = dialog_of()
    assert dialog.field.accessibleName()
    assert dialog.findings.accessibleName()
    for button in (dialog.browse_button, dialog.test_button, dialog.reset_button, dialog.save_button):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.text()


def test_it_opens_over_a_window(context: Context, qtbot: QtBot, engines: list[str]) -> None:
    parent = EngineDialog(context)
    qtbot.addWidget(parent)
    opened = open_engine_dialog(context, parent.field)
    assert opened.parent() is parent
    assert opened.isVisible()
    opened.reject()
