"""The page of corpora in a window, and waiting for it."""

from __future__ import annotations

from collections.abc import Callable

from pytestqt.qtbot import QtBot

from workbench.gui.context import Changes, Context
from workbench.gui.panel import Panel
from workbench.gui.panels.corpus import CorpusPanel

SHORT = 60_000


def shown_corpora(context: Context, qtbot: QtBot, show_page: Callable[[Panel], None]) -> CorpusPanel:
    """The page of a project, at rest."""
    page = CorpusPanel(context)
    context.changed.connect(page.refresh)
    show_page(page)
    page.refresh(Changes.all())
    settle(page, qtbot)
    return page


def settle(panel: CorpusPanel, qtbot: QtBot) -> None:
    """Wait for the preview and everything else in the background."""
    qtbot.waitUntil(lambda: not panel.context.tasks.active and not panel.import_pane._timer.isActive(), timeout=SHORT)
