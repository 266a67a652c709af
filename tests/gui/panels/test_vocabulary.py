import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.context import Changes, Context
from workbench.gui.panel import Panel, PanelState
from workbench.gui.panels.vocabulary import VocabularyPanel
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary, list_vocabularies

SHORT = 60_000
LEFT = Qt.MouseButton.LeftButton
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


@pytest.fixture
def panel(measured_here: None, ready: Context, show_vocabulary: Callable[[], VocabularyPanel]) -> VocabularyPanel:
    """The page of a project with one vocabulary, which the experiment uses."""
    return show_vocabulary()


def write(folder: Path, *tokens: str) -> Path:
    path = folder / "own.txt"
    path.write_text("\n".join(tokens) + "\n", encoding="utf-8")
    return path


def test_an_empty_page_says_what_to_do(
    context: Context, show_page: Callable[[Panel], None], settle: Callable[[], None]
) -> None:
    page = VocabularyPanel(context)
    show_page(page)
    page.refresh(Changes.all())
    settle()
    assert not page.pages.is_full
    assert page.state is PanelState.EMPTY


def test_tokens_are_searched(panel: VocabularyPanel, qtbot: QtBot) -> None:
    assert panel.state is PanelState.READY
    model = panel.page.model
    everything = model.rowCount()
    QTest.keyClicks(panel.page.search, "[mask]")
    qtbot.waitUntil(lambda: model.rowCount() == 1, timeout=SHORT)
    assert model.data(model.index(0, 1)) == "[MASK]"
    assert model.data(model.index(0, 3)) == "special"
    panel.page.search.clear()
    qtbot.waitUntil(lambda: model.rowCount() == everything, timeout=SHORT)


def test_coverage_of_the_corpus_is_measured(panel: VocabularyPanel) -> None:
    assert "letters" in panel.page.coverage.text()
    assert "0.00" in panel.page.coverage.text()


@pytest.mark.parametrize("missing", SPECIAL)
def test_a_missing_special_token_is_named_before_loading(
    panel: VocabularyPanel, tmp_path: Path, missing: str, settle: Callable[[], None]
) -> None:
    tokens = [token for token in SPECIAL if token != missing]
    panel.open_load()
    panel.load_pane.check(write(tmp_path, *tokens, "的", "", "的"))
    settle()
    pane = panel.load_pane
    assert not pane.go_button.isEnabled()
    assert any(missing in str(row.message) for row in pane.problems.rows)
    assert {row.kind for row in pane.problems.rows} >= {"blank", "duplicate", "missing-special"}
    QTest.mouseClick(pane.add_missing, LEFT, pos=QPoint(8, pane.add_missing.height() // 2))
    assert pane.go_button.isEnabled()
    QTest.mouseClick(pane.go_button, LEFT)
    settle()
    loaded = find_vocabulary(panel.context.project, "own")
    assert loaded.tokens[-1] == missing
    assert panel.page.vocabulary is not None
    assert panel.page.vocabulary.name == "own"


@pytest.mark.usefixtures("real_children")
def test_training_shows_the_new_vocabulary(panel: VocabularyPanel, settle: Callable[[], None]) -> None:
    QTest.mouseClick(panel.train_button, LEFT)
    pane = panel.train_pane
    assert pane.corpus.currentText() == "letters"
    pane.kind.setCurrentIndex(pane.kind.findData(VocabularyKind.BYTE_BPE))
    assert pane.name.text() == "letters-byte-bpe"
    pane.size_box.setValue(300)
    QTest.mouseClick(pane.go_button, LEFT)
    settle()
    assert find_vocabulary(panel.context.project, "letters-byte-bpe").kind is VocabularyKind.BYTE_BPE
    assert panel.page.isVisible()
    assert panel.page.vocabulary is not None
    assert panel.page.vocabulary.name == "letters-byte-bpe"


def test_too_small_a_size_is_told_on_the_page(panel: VocabularyPanel, settle: Callable[[], None]) -> None:
    panel.open_train()
    panel.train_pane.kind.setCurrentIndex(panel.train_pane.kind.findData(VocabularyKind.BYTE_BPE))
    panel.train_pane.size_box.setValue(64)
    QTest.mouseClick(panel.train_pane.go_button, LEFT)
    settle()
    assert panel.train_pane.error.isVisible()
    assert panel.train_pane.isVisible()


def test_deleting_can_be_undone(panel: VocabularyPanel, settle: Callable[[], None]) -> None:
    before = find_vocabulary(panel.context.project, "words")
    QTest.mouseClick(panel.page.delete_button, LEFT)
    settle()
    assert list_vocabularies(panel.context.project).names == set()
    assert panel.state is PanelState.PROBLEM
    panel.context.draft.history.undo()
    settle()
    assert find_vocabulary(panel.context.project, "words").fingerprint == before.fingerprint
    assert panel.state is PanelState.READY


def test_using_another_is_a_step(panel: VocabularyPanel, tmp_path: Path, settle: Callable[[], None]) -> None:
    panel.load_pane.check(write(tmp_path, *SPECIAL, "的"))
    settle()
    panel.load_pane.start()
    settle()
    QTest.mouseClick(panel.page.use_button, LEFT)
    assert panel.context.draft.spec.vocabulary == "own"
    panel.context.draft.history.undo()
    assert panel.context.draft.spec.vocabulary == "words"


def test_a_damaged_vocabulary_is_marked_explained_and_deleted(
    panel: VocabularyPanel, settle: Callable[[], None]
) -> None:
    folder = panel.context.project.vocabularies / "broken"
    shutil.copytree(panel.context.project.vocabularies / "words", folder)
    (folder / "tokens.json").write_text('["[PAD]"', encoding="utf-8")
    panel.context.announce(Changes.of("vocabularies"))
    settle()
    assert panel.model.data(panel.model.index(0, 0)) == "⚠ broken"
    assert panel.model.data(panel.model.index(0, 1)) == "damaged"
    assert panel.state is PanelState.READY, "the one in use is whole"
    panel.table.selectRow(0)
    assert panel.damaged_pane.isVisible()
    assert "tokens.json" in panel.damaged_pane.words
    QTest.mouseClick(panel.damaged_pane.delete_button, LEFT)
    question = panel.findChildren(QMessageBox)[-1]
    QTest.mouseClick(next(button for button in question.buttons() if button.text() == "Delete"), LEFT)
    settle()
    assert not folder.exists()
    assert [row.name for row in panel.model.rows] == ["words"]


def test_coverage_stays_when_the_list_is_read_anew(panel: VocabularyPanel, settle: Callable[[], None]) -> None:
    panel.context.announce(Changes.of("vocabularies"))
    settle()
    assert "letters" in panel.page.coverage.text()


def test_the_two_files_of_a_byte_level_vocabulary_can_be_dropped_together(
    panel: VocabularyPanel, tmp_path: Path, settle: Callable[[], None]
) -> None:
    panel.take_dropped([write(tmp_path, *SPECIAL, "的")])
    settle()
    assert panel.load_pane.name.text() == "own"
    (tmp_path / "bytes").mkdir()
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "a", "b", "ab"]
    ids = {token: number for number, token in enumerate(names)}
    (tmp_path / "bytes" / "vocab.json").write_text(json.dumps(ids), encoding="utf-8")
    (tmp_path / "bytes" / "merges.txt").write_text("#version: 0.2\na b\n", encoding="utf-8")
    panel.take_dropped([tmp_path / "bytes" / "merges.txt", tmp_path / "bytes" / "vocab.json"])
    settle()
    report = panel.load_pane.report
    assert report is not None
    assert (report.kind, report.size) == (VocabularyKind.BYTE_BPE, len(names))


def test_cancelled_training_leaves_nothing(panel: VocabularyPanel, settle: Callable[[], None]) -> None:
    panel.open_train()
    pane = panel.train_pane
    QTest.mouseClick(pane.go_button, LEFT)
    QTest.mouseClick(pane.progress.cancel_button, LEFT)
    settle()
    assert not pane.progress.is_busy
    assert list_vocabularies(panel.context.project).names == {"words"}


def test_no_part_of_the_page_takes_a_drop_for_itself(panel: VocabularyPanel) -> None:
    assert panel.acceptDrops()
    assert [part for part in panel.findChildren(QWidget) if part.acceptDrops()] == []


@pytest.mark.parametrize("form", ["load", "train", "words", "add"])
def test_escape_closes_a_form_and_keeps_what_stands_in_it(
    panel: VocabularyPanel, settle: Callable[[], None], form: str
) -> None:
    base = Vocabulary.make("base", VocabularyKind.WORDPIECE, [*SPECIAL, "的"])
    panel.page.show_vocabulary(base, in_use=False)
    openers = {"load": panel.open_load, "train": panel.open_train, "words": panel.open_words}
    open_form = openers.get(form, lambda: panel.open_add([]))
    pane = getattr(panel, f"{form}_pane")
    open_form()
    assert pane.isVisible()
    typed = pane.words if form == "add" else pane.name
    typed.show()
    typed.selectAll()
    QTest.keyClicks(typed, "mine")
    QTest.keyClick(typed, Qt.Key.Key_Escape)
    assert not pane.isVisible()
    open_form()
    assert pane.isVisible()
    assert (typed.toPlainText() if form == "add" else typed.text()) == "mine"
    QTest.keyClick(panel, Qt.Key.Key_Escape)
    assert not pane.isVisible()
    settle()
