"""What tests of the window share: a project with its context, the bundled font."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from workbench.core.paths import Project
from workbench.gui.app import open_context
from workbench.gui.context import Context
from workbench.gui.fonts import install_fonts
from workbench.gui.settings import Settings
from workbench.gui.theme import Theme, ThemeChoice


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform warns of what it lacks (raising windows, size hints); that is its own matter."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))


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
def context(dressed: QApplication, project: Project, settings: Settings) -> Iterator[Context]:
    """What panels are given; everything is joined and closed at the end."""
    made = open_context(project, settings)
    yield made
    made.draft.close()
    assert made.tasks.close(), "a background task outlived the test"
    made.store.close()
    made.deleteLater()
