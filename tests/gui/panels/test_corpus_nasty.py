"""Files that break importers, through the page: a preview, then a corpus with its report, or one clear sentence."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.notices import Notice
from workbench.gui.panel import Panel
from workbench.gui.panels.corpus import CorpusPanel
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings

NASTY = Path(__file__).resolve().parents[4] / "shared" / "data" / "nasty"
FILES = sorted(path for path in NASTY.glob("*") if path.name not in ("README.md", "expected.json"))
SHORT = 30_000


def here(function: Callable[..., Any], *arguments: Any, **given: Any) -> Any:
    """The call in this process: a child for each file would take long."""
    return function(*arguments, **given)


def plainly(path: Path, project: Project) -> str:
    """Without the window: the fingerprint, or the sentence."""
    try:
        return import_corpus(project, "plain", [path], ImportSettings()).fingerprint
    except WorkbenchError as error:
        return error.render()


@pytest.mark.skipif(not FILES, reason="the collection is not on this machine")
def test_each_file_gives_a_corpus_or_one_sentence(
    context: Context,
    qtbot: QtBot,
    show_page: Callable[[Panel], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr("workbench.gui.panels.corpus_import.call_in_child", here)
    page = CorpusPanel(context)
    context.changed.connect(page.refresh)
    show_page(page)
    page.refresh(Changes.all())
    notices: list[Notice] = []
    context.noticed.connect(notices.append)
    pane = page.import_pane
    pane._timer.setInterval(0)
    for number, path in enumerate(FILES):
        before = hashlib.sha256(path.read_bytes()).digest()
        wanted = plainly(path, Project(tmp_path / f"plain-{number}"))
        page.open_import()
        pane.clear()
        pane.add([path])
        qtbot.waitUntil(lambda: not context.tasks.active and not pane._timer.isActive(), timeout=SHORT)
        assert pane.preview.columns, f"{path.name} has a preview"
        QTest.mouseClick(pane.go_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not context.tasks.active, timeout=SHORT)
        if pane.isVisible():
            assert pane.error.text() == wanted
            assert path.name in wanted
            assert "\n" not in wanted
        else:
            corpus = page.detail.corpus
            assert corpus is not None
            assert corpus.fingerprint == wanted
            assert page.detail.notes.rowCount() == len(corpus.report.notes)
        assert notices == [], path.name
        assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [name for name in context.project.corpora.iterdir() if name.name.startswith(".")] == []
