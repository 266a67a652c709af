"""Files that break importers, through the window's import: a preview, then the right corpus, or one clear sentence.

One window serves all files, so that the whole stays quick; the corpora come and go.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from workbench.core.paths import Project
from workbench.gui.app import open_context
from workbench.gui.context import Changes
from workbench.gui.fonts import install_fonts
from workbench.gui.notices import Notice
from workbench.gui.panels.corpus import CorpusPanel
from workbench.gui.settings import Settings
from workbench.text.corpus import Corpus, import_corpus
from workbench.text.readers.settings import ImportSettings

NASTY = Path(__file__).resolve().parents[3] / "shared" / "data" / "nasty"
LEFT = Qt.MouseButton.LeftButton
SECONDS = 120
#: Beyond what expected.json says must be refused: other tasks, and what first needs an answer.
REFUSED = frozenset(
    {
        "enc_mixed_utf8_then_gbk.txt", "csv_unclosed_quote.csv", "json_nested.jsonl", "tsv_ragged.tsv",
        "tsv_labels_train.tsv", "tsv_labels_dev.tsv",
        "vocab_bad.txt", "vocab_u2028.txt",
    }
)  # fmt: skip
#: What the window offers for a refused file, and the documents that come of it.
ANSWERED = {"enc_mixed_utf8_then_gbk.txt": 2, "json_nested.jsonl": 1}
DOCUMENTS = {"csv_quoted_newlines.csv": 4, "ner_ok_small.bio": 2, "ner_broken.bio": 2, "dialog_bad.jsonl": 3}


def expected() -> list[dict[str, Any]]:
    """The entries of the collection, where it is on this machine."""
    path = NASTY / "expected.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []


def here(function: Callable[..., Any], *arguments: Any, **given: Any) -> Any:
    """The call in this process: a child for each file would take long."""
    return function(*arguments, **given)


class Window:
    """The corpus page of a project, and what was noticed in it."""

    def __init__(self, folder: Path) -> None:
        project = Project(folder / "项目 one").create()
        self.context = open_context(project, Settings(project, folder / "user.ini"))
        self.page = CorpusPanel(self.context)
        self.context.changed.connect(self.page.refresh)
        self.notices: list[Notice] = []
        self.context.noticed.connect(self.notices.append)
        self.pane = self.page.import_pane
        self.pane._timer.setInterval(0)
        self.window = QWidget()
        self.window.resize(1200, 700)
        self.page.setParent(self.window)
        self.page.setGeometry(self.window.rect())
        self.window.show()
        self.page.refresh(Changes.all())
        self.settle()

    def settle(self) -> None:
        """Wait for the preview and everything else in the background."""
        end = time.monotonic() + SECONDS
        while self.context.tasks.active or self.pane._timer.isActive():
            assert time.monotonic() < end, "something in the background does not end"
            QTest.qWait(2)

    def choose(self, path: Path) -> None:
        """A new import of one file, with its preview."""
        self.page.open_import()
        self.pane.clear()
        self.pane.add([path])
        self.settle()
        assert self.pane.preview.columns, "there is a preview"

    def go(self) -> Corpus | None:
        """Press the button; the corpus that was made, or None where a sentence says why not."""
        QTest.mouseClick(self.pane.go_button, LEFT)
        self.settle()
        return None if self.pane.isVisible() else self.page.detail.corpus

    def close(self) -> None:
        """As the shell closes."""
        self.page.close_panel()
        self.settle()
        self.context.draft.close()
        assert self.context.tasks.close()
        self.context.store.close()
        self.window.deleteLater()
        self.context.deleteLater()
        QTest.qWait(0)


@pytest.fixture(scope="module")
def window(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    """One for all files."""
    install_fonts(qapp)
    opened = Window(tmp_path_factory.mktemp("nasty"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def base(window: Window, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Fingerprints of the reference texts."""
    project = Project(tmp_path_factory.mktemp("base"))
    names = ("base_simplified.txt", "base_traditional.txt")
    return {name: import_corpus(project, name, [NASTY / name], ImportSettings()).fingerprint for name in names}


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("entry", expected(), ids=lambda entry: entry["file"])
def test_the_collection(
    entry: dict[str, Any], window: Window, base: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.gui.panels.corpus_import.call_in_child", here)
    path = NASTY / entry["file"]
    before = hashlib.sha256(path.read_bytes()).digest()
    window.notices.clear()
    window.choose(path)
    corpus = window.go()
    if entry.get("must") == "refuse" or path.name in REFUSED:
        assert corpus is None
        assert path.name in window.pane.error.text()
        assert "\n" not in window.pane.error.text()
        corpus = _answer(window, path.name)
    else:
        assert corpus is not None, window.pane.error.text()
    if corpus is not None:
        _check(entry, corpus)
        assert window.page.detail.notes.rowCount() == len(corpus.report.notes)
        if same := entry.get("same_text_as"):
            assert corpus.fingerprint == base[same]
    assert window.notices == []
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [folder.name for folder in window.context.project.corpora.iterdir() if folder.name.startswith(".")] == []


def _answer(window: Window, name: str) -> Corpus | None:
    """Take what the window offers for a file that was refused."""
    if name == "enc_mixed_utf8_then_gbk.txt":
        [column] = window.pane.preview.columns
        assert "more than one encoding" in window.pane.preview.words
        QTest.mouseClick(column.button, LEFT)
    elif name == "json_nested.jsonl":
        window.pane.fields.view.selectRow(window.pane.fields.model.rowCount() - 1)
    else:
        return None
    window.settle()
    return window.go()


def _check(entry: dict[str, Any], corpus: Corpus) -> None:
    documents = {**DOCUMENTS, **ANSWERED}.get(entry["file"], entry.get("docs", entry.get("records")))
    if documents:
        assert corpus.num_documents == documents
    elif "good_lines" in entry:
        assert corpus.num_documents == len(entry["good_lines"])
    if "nonblank_lines" in entry:
        assert corpus.num_paragraphs >= entry["nonblank_lines"]
    told = " ".join(note.message.render() for note in corpus.report.notes)
    if "bad_bytes" in entry:
        assert f"{entry['bad_bytes']} bytes" in told
        assert f"byte {entry['first_bad_offset']}." in told
    if "nul_count" in entry:
        assert f"{entry['nul_count']} NUL" in told
