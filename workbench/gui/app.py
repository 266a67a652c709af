"""Starts the window: arguments, fonts, theme, language, project; and ends it with every thread joined."""

from __future__ import annotations

import argparse
import logging
import logging.handlers
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project, default_project
from workbench.core.translation import language_of
from workbench.gui.context import Context
from workbench.gui.draft import Draft
from workbench.gui.fonts import install_fonts
from workbench.gui.i18n import LANGUAGES, Languages, system_language, tr
from workbench.gui.notices import Notice
from workbench.gui.opening import Opening
from workbench.gui.panel import Page
from workbench.gui.panels.registry import PAGES
from workbench.gui.settings import Settings
from workbench.gui.starting_time import keep_what_is_loaded, measure_start
from workbench.gui.tasks import Tasks, error_notice, unexpected_notice
from workbench.gui.theme import Theme, ThemeChoice
from workbench.gui.window import Window
from workbench.spec.presets import load_preset
from workbench.store.store import Store

FIRST_PRESET = "bert-tiny"
LOG_BYTES = 1_000_000
BUSY_SECONDS = 0.25  #: how long the window itself waits for another program's lock; then it says so
SWITCH_SECONDS = 0.001  #: a busy thread gives way this soon; at Python's own 5 ms each step of the window waits so long
CHECK_MILLISECONDS = 2000  #: long enough for every page to have been built and painted


def open_context(project: Project, settings: Settings) -> Context:
    """The project's store and draft, ready for panels."""
    project.create()
    store = Store.open(project)
    store.wait_at_most(BUSY_SECONDS)
    context = Context(
        project,
        store,
        Draft(project.draft, load_preset(FIRST_PRESET), keep=not project.read_only),
        Tasks(),
        settings,
    )
    for part in (context.draft, context.tasks):
        part.setParent(context)
    return context


class Application(QObject):
    """Owns the context, and the window that can be built anew in another language."""

    def __init__(self, qt: QApplication, context: Context, pages: Sequence[Page], theme: Theme) -> None:
        super().__init__(qt)
        self._context, self._pages, self._theme = context, pages, theme
        self._languages = Languages()
        self.window: Window | None = None

    def show_window(self, language: str, page: str = "") -> None:
        """Build the window in a language, in place of the one there is."""
        self._languages.use(language)
        window = Window(self._context, self._pages, self._theme.choice, self._languages.current, page)
        window.theme_chosen.connect(self._choose_theme)
        window.language_chosen.connect(self._choose_language)
        old, self.window = self.window, window
        window.show()
        if old is not None:
            old.close()
            old.deleteLater()

    def restore_draft(self) -> None:
        """Take up the last session's draft; say so where its file is damaged."""
        if error := self._context.draft.restore():
            self._context.notify(error_notice(error))

    @Slot(str)
    def _choose_theme(self, choice: str) -> None:
        self._context.settings.choose("theme", choice)
        self._theme.choose(ThemeChoice(choice))

    @Slot(str)
    def _choose_language(self, language: str) -> None:
        self._context.settings.choose("language", language)
        QTimer.singleShot(0, self, lambda: self._rebuild(language))

    def _rebuild(self, language: str) -> None:
        assert self.window is not None
        self.window.end()
        self.show_window(language)

    @Slot()
    def close_window(self) -> None:
        """Close the window, as its user would."""
        assert self.window is not None
        self.window.close()

    def catch(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Show what no other place caught, and go on; for ``sys.excepthook``."""
        told = error_notice(error) if isinstance(error, WorkbenchError) else unexpected_notice(error)
        self._context.notify(told)

    def close(self) -> None:
        """Write the draft, join all threads, close the store; window, context and language go with the application."""
        self._context.draft.close()
        self._context.tasks.close()
        self._context.settings.sync()
        self._context.store.close()
        self._languages.use("en")
        if self.window is not None:
            self.window.deleteLater()
        self._context.deleteLater()
        self.deleteLater()


def _language(name: str) -> str:
    """The window's language for a locale's name (``zh``, ``zh-CN``, ``en_GB``); other names stay as they are."""
    return language_of(name) if name[:2].lower() in {language[:2] for language in LANGUAGES} else name


def _arguments(arguments: Sequence[str], pages: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="workbench", description="Opens the window.")
    parser.add_argument("--project", type=Path, default=None, metavar="DIR", help="project folder")
    parser.add_argument(
        "--language", type=_language, choices=sorted(LANGUAGES), help="of the window, this time; zh is zh_CN"
    )
    parser.add_argument("--theme", choices=[choice.value for choice in ThemeChoice], help="of the window, this time")
    parser.add_argument("--open", choices=pages, default="", metavar="PAGE", help=f"begin on: {', '.join(pages)}")
    parser.add_argument("--check-window", action="store_true", help="show the window for a moment, then close it")
    return parser.parse_args(arguments)


def _log_to(path: Path) -> logging.Handler:
    handler = logging.handlers.RotatingFileHandler(
        path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logging.getLogger("workbench").addHandler(handler)
    return handler


def _open_with_questions(opening: Opening, language: str) -> bool:
    """Whether there is a project in the end; the window installs its own language afterwards."""
    languages = Languages()
    languages.use(language)
    try:
        return opening.go()
    finally:
        languages.use("en")


def run_window(arguments: Sequence[str]) -> int:
    """Open the window and return the exit code when it is closed."""
    options = _arguments(arguments, [page.name for page in PAGES])
    qt = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(qt, QApplication)
    qt.setApplicationName("bert-workbench")
    qt.setApplicationDisplayName("BERT Workbench")
    install_fonts(qt)
    opening = Opening(Project((options.project or default_project()).resolve()))
    settings = Settings(opening.project)
    theme = Theme(qt, ThemeChoice(options.theme or settings.choice("theme", ThemeChoice.SYSTEM)))
    language = options.language or settings.choice("language") or system_language()
    if not _open_with_questions(opening, language):
        return 0
    project = opening.project
    settings = Settings(project)
    context = open_context(project, settings)
    handler = _log_to(project.root / "window.log")
    application = Application(qt, context, PAGES, theme)
    sys.excepthook = application.catch
    switch_seconds = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    application.show_window(language, options.open)
    application.restore_draft()
    QTimer.singleShot(0, application, keep_what_is_loaded)
    if project.read_only:
        context.notify(
            Notice(tr("This window is for reading: another one has the project open. Nothing is changed here."))
        )
    if options.check_window:
        measure_start(application.window)
        QTimer.singleShot(CHECK_MILLISECONDS, application, application.close_window)
    try:
        return qt.exec()
    finally:
        application.close()
        sys.excepthook = sys.__excepthook__
        sys.setswitchinterval(switch_seconds)
        logging.getLogger("workbench").removeHandler(handler)
        handler.close()
        opening.close()
