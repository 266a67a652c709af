"""The report on the vocabulary page: what is lost and odd, with the remedy beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.panels.vocabulary import VocabularyPanel
from workbench.gui.tables.tokens import TokenFilter
from workbench.text.corpus import import_corpus
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, save_lexicon
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import (
    Vocabulary,
    VocabularyKind,
    find_vocabulary,
    list_vocabularies,
    save_vocabulary,
)

SHORT = 60_000
LEFT = Qt.MouseButton.LeftButton
TOKENS = [
    "[PAD]",
    "[unused1]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "我",
    "们",
    "科",
    "学",
    "，",
    "Up",
    "中国",
    "",
    "我",
]


@pytest.fixture
def odd_project(project: Project, tmp_path: Path) -> Project:
    """A project with a corpus, a list, and a vocabulary that lacks some of both."""
    text = tmp_path / "text.txt"
    text.write_text("我们学鑫鑫，科学[MASK]。\n龘我们 科学\n", encoding="utf-8")
    import_corpus(project, "text", [text], ImportSettings())
    entries = (LexiconEntry("鑫科", "company"), LexiconEntry("我们"))
    save_lexicon(project, Lexicon("names", LexiconKind.ENTITY, entries))
    save_vocabulary(project, Vocabulary.make("base", VocabularyKind.WORDPIECE, TOKENS))
    return project


@pytest.fixture
def context(odd_project: Project, context: Context) -> Context:
    """An experiment with the corpus and the vocabulary."""
    context.draft.set("corpus", "text", "corpus")
    context.draft.set("vocabulary", "base", "vocabulary")
    return context


@pytest.fixture
def panel(measured_here: None, show_vocabulary: Callable[[], VocabularyPanel]) -> VocabularyPanel:
    return show_vocabulary()


def cells(model: Any) -> list[list[str]]:
    return [
        [model.data(model.index(row, column)) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def problems(panel: VocabularyPanel) -> list[str]:
    return [label.text() for label in panel.page.problems.widget().findChildren(QLabel) if "\n" in label.text()]


def press(panel: VocabularyPanel, name: str) -> None:
    buttons = panel.page.problems.widget().findChildren(QPushButton)
    QTest.mouseClick(next(button for button in buttons if button.text() == name), LEFT)


def test_unknown_texts_stand_in_their_sentence(panel: VocabularyPanel) -> None:
    page = panel.page
    assert cells(page.unknown.model)[0] == ["2", "鑫", "character", "我们学⟦鑫⟧鑫，科学[MASK]。"]
    assert "[MASK] ×1" in page.coverage.text()
    page.unknown.choice.setCurrentIndex(1)
    assert ["1", "龘", "character", "⟦龘⟧我们 科学"] in cells(page.unknown.model)


def test_entries_that_can_never_be_predicted_are_listed_with_the_reason(panel: VocabularyPanel) -> None:
    page = panel.page
    assert page.tabs.tabText(2) == "Lists (1)"
    assert cells(page.lists.model) == [["names", "鑫科", "company", "鑫"]]


def test_tokens_tell_how_often_they_were_met_and_are_filtered(panel: VocabularyPanel, qtbot: QtBot) -> None:
    page = panel.page
    assert cells(page.model)[9][2] == "3", "学"
    for shown_, tokens in (
        (TokenFilter.UNREACHABLE, ["我", "Up", "中国", ""]),
        (TokenFilter.NEVER_MET, []),
        (TokenFilter.ADDED, []),
    ):
        page.filter.setCurrentIndex(page.filter.findData(shown_.value))
        assert [row[1] for row in cells(page.model)] == tokens
    page.filter.setCurrentIndex(page.filter.findData(TokenFilter.UNREACHABLE.value))
    assert cells(page.model)[1][3] == "Capitals, but text is lower-cased first"


def test_problems_have_remedies_that_can_be_undone(panel: VocabularyPanel, settle: Callable[[], None]) -> None:
    texts = problems(panel)
    assert len(texts) == 5, "blank, duplicate, capitals, Chinese, and the place kept for a new word"
    assert any("Up" in text for text in texts)
    press(panel, "Copy that keeps case")
    settle()
    project = panel.context.project
    copy = find_vocabulary(project, "base-cased")
    assert (copy.lowercase, copy.tokens) == (False, tuple(TOKENS))
    assert panel.page.vocabulary is not None
    assert panel.page.vocabulary.name == "base-cased", "it is shown at once"
    assert not any("Capitals" in text for text in problems(panel))
    panel.context.draft.history.undo()
    settle()
    assert list_vocabularies(project).names == {"base"}
    panel.context.draft.history.redo()
    settle()
    assert list_vocabularies(project).names == {"base", "base-cased"}


def test_what_is_lacking_is_added_to_a_new_vocabulary(
    panel: VocabularyPanel, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    QTest.mouseClick(panel.page.unknown.add_button, LEFT)
    pane = panel.add_pane
    assert pane.isVisible()
    assert pane.words.toPlainText().split("\n")[0] == "鑫"
    qtbot.waitUntil(lambda: "Added: 1" in pane.sum.text(), timeout=SHORT)
    assert cells(pane.model)[0] == ["鑫", "1", "unknown until now: its row is drawn anew"]
    pane.places.setCurrentIndex(1)
    assert not pane.go_button.isEnabled(), "the plan is an old one"
    pane.words.setPlainText("科学\nup\n鑫\n鑫")
    pane.whole.setChecked(True)
    qtbot.waitUntil(lambda: "Added: 3" in pane.sum.text(), timeout=SHORT)
    assert cells(pane.model) == [
        ["科学", "15", "科  学"], ["up", "16", "unknown until now: its row is drawn anew"],
        ["鑫", "17", "unknown until now: its row is drawn anew"], ["鑫", "–", "It stands in the list already"],
    ]  # fmt: skip
    assert pane.name.text() == "base-more"
    QTest.mouseClick(pane.go_button, LEFT)
    settle()
    made = find_vocabulary(panel.context.project, "base-more")
    assert made.tokens == (*TOKENS, "科学", "up", "鑫")
    assert made.kind is VocabularyKind.WORD
    assert panel.page.vocabulary is not None
    assert panel.page.vocabulary.name == "base-more"
    assert panel.context.draft.spec.vocabulary == "base", "the experiment keeps its own"
    QTest.mouseClick(panel.page.delete_button, LEFT)
    settle()
    panel.context.draft.history.undo()
    settle()
    assert find_vocabulary(panel.context.project, "base-more").lineage == made.lineage


def test_words_come_from_a_file_or_a_list(panel: VocabularyPanel, tmp_path: Path, settle: Callable[[], None]) -> None:
    QTest.mouseClick(panel.page.add_button, LEFT)
    pane = panel.add_pane
    assert pane.words.toPlainText() == ""
    assert not pane.go_button.isEnabled()
    path = tmp_path / "words.txt"
    path.write_text("囍\n\n焱\n", encoding="utf-8")
    pane.take(path)
    settle()
    pane.list_button.menu().actions()[0].trigger()
    settle()
    assert pane.words.toPlainText().split("\n") == ["囍", "焱", "鑫科", "我们"]
    pane.take(tmp_path / "none.txt")
    settle()
    assert pane.error.isVisible()


def test_a_vocabulary_of_whole_words_is_made(panel: VocabularyPanel, settle: Callable[[], None]) -> None:
    press(panel, "Make whole words…")
    pane = panel.words_pane
    assert pane.isVisible()
    assert (pane.base.currentText(), pane.name.text()) == ("base", "base-words")
    pane.source.setCurrentIndex(1)
    assert pane.source.currentData() == "text"
    QTest.mouseClick(pane.go_button, LEFT)
    settle()
    made = find_vocabulary(panel.context.project, "base-words")
    assert made.tokens[5:] == ("我", "们", "科", "学", "，", "Up", "我们", "科学")
    assert panel.page.vocabulary is not None
    assert panel.page.vocabulary.name == "base-words"


@pytest.mark.usefixtures("real_children")
def test_the_whole_corpus_is_measured_in_a_child_and_can_be_cancelled(
    qtbot: QtBot,
    show_vocabulary: Callable[[], VocabularyPanel],
    monkeypatch: pytest.MonkeyPatch,
    settle: Callable[[], None],
) -> None:
    monkeypatch.setattr("workbench.gui.panels.vocabulary_measuring.SAMPLE_SENTENCES", 1)
    page = show_vocabulary().page
    assert "1 of 2 sentences" in page.coverage.text()
    assert page.whole_button.isVisible()
    QTest.mouseClick(page.whole_button, LEFT)
    assert page.progress.isVisible()
    QTest.mouseClick(page.progress.cancel_button, LEFT)
    settle()
    assert "1 of 2 sentences" in page.coverage.text()
    assert page.whole_button.isVisible()
    QTest.mouseClick(page.whole_button, LEFT)
    qtbot.waitUntil(lambda: "2 of 2 sentences" in page.coverage.text(), timeout=SHORT)
    qtbot.waitUntil(lambda: not page.progress.is_busy, timeout=SHORT)
    assert not page.whole_button.isVisible()


def test_without_a_corpus_the_page_says_so_and_still_tells_the_problems(
    panel: VocabularyPanel, settle: Callable[[], None]
) -> None:
    panel.context.draft.set("corpus", "", "none")
    settle()
    assert "No corpus is chosen" in panel.page.coverage.text()
    assert not panel.page.unknown.table.isVisible()
    assert len(problems(panel)) == 5
