"""What comes from corpora, lists, files and names is shown as it is, though it may look like markup."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.labels import PlainLabel
from workbench.gui.panel import Panel
from workbench.gui.panels.corpus import CorpusPanel
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.vocabulary import VocabularyPanel
from workbench.gui.tips import plain_tip
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings

ROOT = Path(__file__).resolve().parents[3]
SHORT = 60_000  #: milliseconds that background work of a page may take
MARKUP = "<b>粗</b>"


@pytest.fixture(scope="module")
def constants() -> frozenset[str]:
    """The texts of the program itself."""
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return frozenset(module.sources(ROOT))


def not_plain(page: QWidget, constants: frozenset[str]) -> Iterator[str]:
    """Labels that could take a text for markup, and show, or will show, another text than one of the program."""
    for label in page.findChildren(QLabel):
        if label.textFormat() != Qt.TextFormat.PlainText and label.pixmap().isNull() and label.text() not in constants:
            yield f"{type(label.parent()).__name__}: “{label.text()}”"


@pytest.fixture
def marked(ready: Context, project: Project, tmp_path: Path) -> Context:
    """The corpus of the draft is full of tags."""
    path = tmp_path / "tags.txt"
    path.write_text("\n\n".join(f"{MARKUP}第{number}次<i>提高</i>。" for number in range(20)), encoding="utf-8")
    import_corpus(project, "tags", [path], ImportSettings())
    ready.draft.set("corpus", "tags", "corpus")
    return ready


@pytest.mark.parametrize("kind", [MaskingPanel, VocabularyPanel, CorpusPanel])
def test_only_texts_of_the_program_could_be_taken_for_markup(
    marked: Context, show_page: Callable[[Panel], None], qtbot: QtBot, constants: frozenset[str], kind: type[Panel]
) -> None:
    page = kind(marked)
    show_page(page)
    qtbot.waitUntil(lambda: not marked.tasks.active, timeout=SHORT)
    assert page.findChildren(PlainLabel)
    assert not list(not_plain(page, constants))


def test_a_label_shows_tags_as_they_are(qtbot: QtBot) -> None:
    label, page = PlainLabel(MARKUP), QLabel(MARKUP)
    qtbot.addWidget(label)
    qtbot.addWidget(page)
    assert label.sizeHint().width() > 2 * page.sizeHint().width()


def test_a_tooltip_shows_tags_as_they_are() -> None:
    assert plain_tip(f"{MARKUP}\n&") == "<qt>&lt;b&gt;粗&lt;/b&gt;<br>&amp;</qt>"
    assert plain_tip("") == ""
