"""What tests of the window share: a project with its context, the bundled font."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.called_here import call_here
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.gui.app import open_context
from workbench.gui.context import Context
from workbench.gui.fonts import install_fonts
from workbench.gui.i18n import translate
from workbench.gui.notices import Notice
from workbench.gui.settings import Settings
from workbench.gui.theme import DARK, Theme, ThemeChoice, colours_of


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform warns of what it lacks (raising windows, size hints); that is its own matter."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


#: How long pages wait for a person to come to rest before they work something out; tests are at rest at once.
RESTS = {
    "entry_contexts._REST_MILLISECONDS": 10,
    "entry_filter_row._REST_MILLISECONDS": 10,
    "list_overlaps._REST_MILLISECONDS": 10,
    "masking_measuring.REST_MILLISECONDS": 10,
    "masking_questions.REST_MILLISECONDS": 10,
    "masking_replay.REST_MILLISECONDS": 10,
    "ngram_choice.LOOK_MILLISECONDS": 10,
    "tasks_dialog.LOOK_MILLISECONDS": 10,
    "training_sweep.PLAN_MILLISECONDS": 10,
    "vocabulary.REST_SECONDS": 0.01,
    "vocabulary_add.PLAN_DELAY": 10,
}


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    """A test that leaves another language behind fails itself, and not the next one that reads a label."""
    yield
    assert translate("Runs") == "Runs", "the window's language is still another one"


@pytest.fixture(autouse=True)
def light_again(qapp: QApplication) -> Iterator[None]:
    """After a test in the dark theme the next one finds the light one, whichever it is."""
    yield
    if colours_of(qapp.palette()) is DARK:
        Theme(qapp, ThemeChoice.LIGHT)


class PatientBot(QtBot):
    """Waits for as long as a busy machine may need, where the library gives up after five seconds."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 60_000) -> None:
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """As the library's, with more patience."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def dressed(qapp: QApplication) -> QApplication:
    """The application with the window's fonts and the light theme."""
    install_fonts(qapp)
    Theme(qapp, ThemeChoice.LIGHT)
    return qapp


@pytest.fixture
def settings(project: Project, tmp_path: Path) -> Settings:
    """Settings that touch no file of the user."""
    return Settings(project, tmp_path / "user.ini")


@pytest.fixture
def context(dressed: QApplication, opened_before: Project, settings: Settings) -> Iterator[Context]:
    """What panels are given; everything is joined and closed at the end."""
    made = open_context(opened_before, settings)
    yield made
    made.draft.close()
    assert made.tasks.close(), "a background task outlived the test"
    made.store.close()
    made.deleteLater()


@pytest.fixture
def settle(context: Context, qtbot: QtBot) -> Callable[[], None]:
    """Waits until nothing is being done in the background."""

    def wait() -> None:
        qtbot.waitUntil(lambda: not context.tasks.active, timeout=60_000)

    return wait


@pytest.fixture(autouse=True)
def _short_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rests are there and much shorter: what changes before the loop comes round is still worked out together."""
    for name, short in RESTS.items():
        monkeypatch.setattr(f"workbench.gui.panels.{name}", short)


@pytest.fixture
def real_children() -> None:
    """The test wants long work to be done in processes, as the window has it done."""


@pytest.fixture(autouse=True)
def _called_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long work is done by a thread that hears and says what a child would: a process takes a second to start."""
    if "real_children" not in request.fixturenames:
        call_here(monkeypatch)


@pytest.fixture
def measured_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vocabularies are measured, and word vocabularies made, without a process of their own."""

    def call_here(
        function: Callable[..., Any], *arguments: Any, progress: Report, cancelled: Cancelled, patience: float = 0
    ) -> Any:
        return function(*arguments, progress=progress, cancelled=cancelled)

    for module in ("vocabulary_measuring", "vocabulary_words"):
        monkeypatch.setattr(f"workbench.gui.panels.{module}.call_in_child", call_here)


@pytest.fixture
def worked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work on lists is done without a process of its own."""

    def call_here(function: Callable[..., Any], *arguments: Any, progress: Report, cancelled: Cancelled) -> Any:
        return function(*arguments)

    monkeypatch.setattr("workbench.gui.panels.list_work.call_in_child", call_here)


@pytest.fixture
def noticed(context: Context) -> list[Notice]:
    """What the shell was asked to show."""
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    return notices
