"""Long work is shown where its result will stand, and can be cancelled there."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, Progress, Report
from workbench.gui.context import Changes, Context
from workbench.gui.panel import Panel
from workbench.gui.panels import masking_text
from workbench.gui.panels.corpus import CorpusPanel
from workbench.gui.panels.list_coverage import CoverageDialog
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.progress_row import PATIENCE, ProgressRow
from workbench.gui.panels.vocabulary import VocabularyPanel
from workbench.text.corpus import Corpus

SHORT = 60_000
PHASE = "Half of it"


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Work that waits at it goes on when it is set, at the latest at the end of the test."""
    made = threading.Event()
    yield made
    made.set()


@pytest.fixture
def wait_at(gate: threading.Event) -> Callable[[Report, Cancelled], None]:
    """Tells that half is done, and waits."""

    def wait(report: Report, cancelled: Cancelled) -> None:
        report(Progress(1, 2, "things", PHASE))
        while not gate.is_set():
            if cancelled():
                raise StoppedError("Stopped.")
            time.sleep(0.01)

    return wait


def words_of(row: ProgressRow) -> str:
    return row._words.text()


def test_short_work_is_never_shown_and_long_work_is(
    context: Context, qtbot: QtBot, gate: threading.Event, wait_at: Callable[..., None]
) -> None:
    row = ProgressRow(context.tasks)
    qtbot.addWidget(row)
    row.follow(context.tasks.run(lambda _report, _cancelled: None), 50)
    qtbot.waitUntil(lambda: not context.tasks.active, timeout=SHORT)
    qtbot.wait(100)
    assert row.isHidden()
    row.follow(context.tasks.run(wait_at), 50)
    assert row.isHidden()
    qtbot.waitUntil(row.isVisible, timeout=SHORT)
    assert words_of(row).startswith(PHASE)
    gate.set()
    qtbot.waitUntil(row.isHidden, timeout=SHORT)


def test_cutting_the_text_is_shown_over_the_cards_and_can_be_cancelled(
    ready: Context,
    qtbot: QtBot,
    gate: threading.Event,
    wait_at: Callable[..., None],
    show_page: Callable[[Panel], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make = masking_text.make_passages

    def make_late(source: Any, report: Report, cancelled: Cancelled) -> Any:
        wait_at(report, cancelled)
        return make(source, report, cancelled)

    monkeypatch.setattr(masking_text, "make_passages", make_late)
    panel = MaskingPanel(ready)
    show_page(panel)
    panel.refresh(Changes.all())
    qtbot.waitUntil(panel.progress.isVisible, timeout=SHORT)
    assert panel.pages.is_full, "not the page that says what is lacking"
    qtbot.waitUntil(lambda: words_of(panel.progress).startswith(PHASE), timeout=SHORT)
    panel.progress.cancel_button.click()
    qtbot.waitUntil(panel.progress.isHidden, timeout=SHORT)
    assert "was cancelled" in panel.message.text()
    assert panel.shown is None
    gate.set()
    ready.draft.set("stages.0.masking.rate", 0.2, "any setting")
    qtbot.waitUntil(lambda: panel.shown is not None, timeout=SHORT)
    assert panel.message.isHidden()
    qtbot.waitUntil(lambda: not ready.tasks.active and not panel.below.measuring.waiting, timeout=SHORT)


def test_counting_a_corpus_is_shown_among_its_statistics(
    ready: Context,
    qtbot: QtBot,
    wait_at: Callable[..., None],
    show_page: Callable[[Panel], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Corpus, "statistics", lambda _corpus, report, cancelled: wait_at(report, cancelled))
    panel = CorpusPanel(ready)
    show_page(panel)
    panel.refresh(Changes.all())
    statistics = panel.detail.statistics
    qtbot.waitUntil(statistics.progress.isVisible, timeout=SHORT)
    qtbot.waitUntil(lambda: words_of(statistics.progress).startswith(PHASE), timeout=SHORT)
    statistics.progress.cancel_button.click()
    qtbot.waitUntil(statistics.progress.isHidden, timeout=SHORT)
    assert "was stopped" in statistics.words_line.text()


def test_the_sample_of_a_vocabulary_is_measured_in_sight(
    ready: Context,
    qtbot: QtBot,
    gate: threading.Event,
    wait_at: Callable[..., None],
    show_page: Callable[[Panel], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.gui.panels.vocabulary.measure", lambda *_arguments: wait_at)
    panel = VocabularyPanel(ready)
    show_page(panel)
    panel.refresh(Changes.all())
    page = panel.page
    qtbot.waitUntil(page.progress.isVisible, timeout=SHORT + PATIENCE)
    qtbot.waitUntil(lambda: words_of(page.progress).startswith(PHASE), timeout=SHORT)
    assert page.unknown._words.text() == "Measuring…"
    page.progress.cancel_button.click()
    qtbot.waitUntil(page.progress.isHidden, timeout=SHORT)
    for words in (page.coverage, page.unknown._words, page.lists._words):
        assert words.text() == "Measuring was stopped."
    assert page.whole_button.isVisible(), "to begin again"


def test_the_coverage_of_a_list_is_measured_in_its_own_window(
    pane: ListsPane, qtbot: QtBot, gate: threading.Event, wait_at: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.gui.panels.list_work.coverage_work", lambda *_arguments: wait_at)
    pane.work.measure(pane.keeper.found.good[0])
    dialog = pane.findChild(CoverageDialog)
    assert dialog.isVisible()
    assert dialog.progress.isVisible()
    qtbot.waitUntil(lambda: words_of(dialog.progress).startswith(PHASE), timeout=SHORT)
    dialog.reject()
    qtbot.waitUntil(lambda: not pane._context.tasks.active, timeout=SHORT)
    assert not gate.is_set(), "closing has cancelled the work"
