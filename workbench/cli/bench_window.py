"""What benches of the window share: an application, a window on a project, waiting, and rows of a table."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from workbench.gui.window import Window

PATIENCE_SECONDS = 60.0


def draw_in_memory() -> None:
    """Without a display the window is drawn in memory; to be called before there is an application."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and sys.platform.startswith("linux"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def table_row(what: str, value: float, unit: str, goal: str = "") -> dict[str, Any]:
    """A row of the table; ``goal`` is in the same unit."""
    return {"what": what, "value": value, "unit": unit, "goal": goal}


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


@contextmanager
def running_application() -> Iterator[QApplication]:
    """The application there is, or a new one, dressed as the window's."""
    from PySide6.QtWidgets import QApplication

    from workbench.gui.fonts import install_fonts
    from workbench.gui.theme import Theme, ThemeChoice

    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    install_fonts(application)
    Theme(application, ThemeChoice.LIGHT)
    yield application


@contextmanager
def open_window(application: QApplication, work: Project) -> Iterator[Window]:
    """The whole window, as a user has it."""
    from workbench.gui.app import SWITCH_SECONDS, open_context
    from workbench.gui.panels.registry import PAGES
    from workbench.gui.settings import Settings
    from workbench.gui.theme import ThemeChoice
    from workbench.gui.window import Window

    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    context = open_context(work, Settings(work, work.root / "user.ini"))
    window = Window(context, PAGES, ThemeChoice.LIGHT, "en")
    window.resize(1366, 768)
    window.show()
    try:
        yield window
    finally:
        window.end()
        window.close()
        context.draft.close()
        context.tasks.close()
        context.store.close()
        window.deleteLater()
        application.processEvents()
        sys.setswitchinterval(before)


def wait_for(application: QApplication, done: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
    """Let the window go on until something is done; raises :class:`WorkbenchError` where it takes too long."""
    until = time.monotonic() + seconds
    while not done():
        application.processEvents()
        time.sleep(0.001)
        if time.monotonic() > until:
            raise WorkbenchError(mark("The window did not finish in {seconds:.0f} s."), seconds=seconds)
