"""What every page keeps: it opens, refreshes, follows theme and language, and leaves nothing alive."""

import gc

import pytest
import shiboken6
from PySide6.QtCore import QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.context import Changes, Context
from workbench.gui.i18n import translate
from workbench.gui.icons import icon
from workbench.gui.panel import Page
from workbench.gui.panels.registry import PAGES
from workbench.gui.theme import Theme, ThemeChoice


def living() -> set[QObject]:
    gc.collect()
    # By type, not isinstance: asking any object of the process for its __class__ can set off its warnings.
    found = [
        thing for thing in gc.get_objects() if issubclass(type(thing), (QTimer, QThread)) and shiboken6.isValid(thing)
    ]
    return {thing for thing in found if (thing.isActive() if isinstance(thing, QTimer) else thing.isRunning())}


def test_the_seven_pages_in_the_order_of_the_work() -> None:
    assert [page.name for page in PAGES] == [
        "corpus",
        "vocabulary",
        "masking",
        "model",
        "training",
        "inspector",
        "runs",
    ]


@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.name)
def test_a_page_leaves_no_timer_and_no_thread(kind: Page, context: Context, qtbot: QtBot) -> None:
    assert not icon(kind.icon, QApplication.palette()).isNull()
    assert translate(kind.title)
    before = living()
    page = kind.load()(context)
    assert kind.name == page.NAME
    page.resize(1000, 640)
    page.show()
    page.refresh(Changes.all())
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=60_000)
    theme = Theme(QApplication.instance(), ThemeChoice.DARK)  # type: ignore[arg-type]
    page.grab()
    theme.choose(ThemeChoice.LIGHT)
    page.grab()
    assert page.minimumSizeHint().width() <= 1366 - 120
    page.close_panel()
    page.close()
    page.deleteLater()
    qtbot.waitUntil(lambda: not shiboken6.isValid(page) or not page.isVisible())
    QApplication.sendPostedEvents(page if shiboken6.isValid(page) else None, 0)
    QApplication.processEvents()
    context.draft.save()
    assert living() <= before
