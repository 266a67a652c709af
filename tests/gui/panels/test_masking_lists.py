from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.panels.marking import LIST_FIELDS
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.masking_proof import ProofDialog
from workbench.text.collocations import CollocationSettings
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind, find_lexicon, list_lexicons, save_lexicon
from workbench.text.mining import MiningSettings

LEFT = Qt.MouseButton.LeftButton
SHORT = 15_000


@pytest.fixture
def pane(ready: Context, qtbot: QtBot) -> Iterator[ListsPane]:
    """The lists of a project with a whole one and a damaged one."""
    save_lexicon(ready.project, Lexicon("cities", LexiconKind.ENTITY, (LexiconEntry("北京", "place"),)))
    (ready.project.lexicons / "broken.tsv").write_text("no head line\n", encoding="utf-8")
    made = ListsPane(ready)
    qtbot.addWidget(made)
    ready.changed.connect(lambda _changes: made.refresh())
    made.refresh()
    settle(made, qtbot)
    yield made
    settle(made, qtbot)


def settle(pane: ListsPane, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not pane._context.tasks.active, timeout=SHORT)


def names(pane: ListsPane) -> list[str]:
    return [pane.list.item(row).text() for row in range(pane.list.count())]


def test_a_damaged_list_is_marked_explained_and_not_used(pane: ListsPane) -> None:
    assert names(pane) == ["cities – Entity list, 1", "broken – damaged"]
    item = pane.list.item(1)
    assert not item.icon().isNull()
    assert "Delete it and import it again" in item.toolTip()
    assert item.data(Qt.ItemDataRole.CheckStateRole) is None, "there is no box to tick"
    pane.list.item(0).setCheckState(Qt.CheckState.Checked)
    assert pane._context.draft.spec.units.entity_lists == ("cities",), "the others work"


def test_a_damaged_list_is_deleted_after_a_question(pane: ListsPane, qtbot: QtBot) -> None:
    pane.list.setCurrentRow(1)
    for answer, left in (("Keep", {"cities", "broken"}), ("Delete", {"cities"})):
        QTest.mouseClick(pane.delete_button, LEFT)
        question = pane.findChildren(QMessageBox)[-1]
        QTest.mouseClick(next(button for button in question.buttons() if button.text() == answer), LEFT)
        settle(pane, qtbot)
        assert list_lexicons(pane._context.project).names == left
    assert names(pane) == ["cities – Entity list, 1"]


def test_phrases_are_mined_in_a_process_of_their_own_and_undone(pane: ListsPane, qtbot: QtBot) -> None:
    history = pane._context.draft.history
    pane.mine(MiningSettings(least_count=2, least_frequency=2))
    settle(pane, qtbot)
    assert find_lexicon(pane._context.project, "letters-mined").kind is LexiconKind.PHRASE
    assert pane._context.draft.spec.units.phrase_lists == ("letters-mined",)
    history.undo()
    settle(pane, qtbot)
    assert "letters-mined" not in list_lexicons(pane._context.project).names
    assert not pane._context.draft.spec.units.phrase_lists


def test_ngrams_are_mined_for_pmi_masking(pane: ListsPane, qtbot: QtBot) -> None:
    pane.mine(CollocationSettings(least_count=2))
    settle(pane, qtbot)
    assert find_lexicon(pane._context.project, "letters-mined").kind is LexiconKind.NGRAM
    assert pane._context.draft.spec.units.ngram_lists == ("letters-mined",)


@pytest.mark.parametrize("kind", list(LexiconKind))
def test_a_list_of_every_kind_is_brought_in_and_used(
    pane: ListsPane, qtbot: QtBot, tmp_path: Path, kind: LexiconKind
) -> None:
    path = tmp_path / "fresh.txt"
    path.write_text("提高速度 加快\n", encoding="utf-8")
    pane.bring_in(path, kind)
    settle(pane, qtbot)
    assert getattr(pane._context.draft.spec.units, LIST_FIELDS[kind]) == ("fresh",)
    pane.list.setCurrentRow(names(pane).index(f"fresh – {kind.label}, 1"))
    assert pane.check_button.isEnabled() == (kind is LexiconKind.WORD)


def test_a_dictionary_is_proved(pane: ListsPane, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("的我 1\nC++\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.WORD)
    settle(pane, qtbot)
    pane.list.setCurrentRow(names(pane).index("words – User dictionary, 2"))
    QTest.mouseClick(pane.check_button, LEFT)
    settle(pane, qtbot)
    dialog = pane.findChild(ProofDialog)
    assert dialog.words.text() == "1 of 2 words are not cut as one."
    assert dialog.table.item(0, 1).text() == "的我"
    assert dialog.table.item(0, 2).text() == "的 | 我"
    dialog.reject()
    pane._context.draft.set("units.force_words", True, "Keep user words whole")
    QTest.mouseClick(pane.check_button, LEFT)
    settle(pane, qtbot)
    assert pane.findChildren(ProofDialog)[-1].words.text() == "All 2 words come out whole."
