import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.panels.marking import LIST_FIELDS
from workbench.gui.panels.masking_entries import EntriesDialog
from workbench.gui.panels.masking_lists import ListsPane, import_words
from workbench.gui.panels.masking_proof import ProofDialog
from workbench.text.collocations import CollocationSettings
from workbench.text.lexicon import (
    ImportedList,
    Lexicon,
    LexiconEntry,
    LexiconKind,
    find_lexicon,
    list_lexicons,
    save_lexicon,
)
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


def test_a_lowered_frequency_is_told_with_both_numbers(pane: ListsPane, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("长江 9\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.WORD)
    settle(pane, qtbot)
    pane.list.setCurrentRow(names(pane).index("words – User dictionary, 1"))
    QTest.mouseClick(pane.check_button, LEFT)
    settle(pane, qtbot)
    dialog = pane.findChild(ProofDialog)
    assert "lower frequency than the segmenter's own" in dialog.words.text()
    assert dialog.table.item(0, 0).text().startswith("Its frequency of 9 is lower than the segmenter's own of 18,")
    dialog.reject()


def test_what_came_in_is_told(pane: ListsPane, qtbot: QtBot, tmp_path: Path) -> None:
    told: list[str] = []
    pane._context.noticed.connect(lambda notice: told.append(notice.text))
    path = tmp_path / "places.txt.gz"
    path.write_bytes(gzip.compress("北京\n\n北京\n上海\n".encode()))
    pane.bring_in(path, LexiconKind.ENTITY)
    settle(pane, qtbot)
    assert told == ["Imported the list places; entries: 2. Skipped lines: 1 repeated, 1 blank."]
    whole = ImportedList(Lexicon("all", LexiconKind.PHRASE, (LexiconEntry("一"),)), {})
    assert import_words(whole) == "Imported the list all; entries: 1."


def entries_of(pane: ListsPane, row: int = 0) -> EntriesDialog:
    pane.list.setCurrentRow(row)
    QTest.mouseClick(pane.show_button, LEFT)
    (dialog,) = pane.findChildren(EntriesDialog)
    return dialog


def test_entries_are_searched_deleted_and_brought_back(pane: ListsPane, qtbot: QtBot) -> None:
    entries = (LexiconEntry("北京", "place", 7), LexiconEntry("上海", "place", 12), LexiconEntry("鲁迅", "person"))
    save_lexicon(pane._context.project, Lexicon("cities", LexiconKind.ENTITY, entries))
    pane.refresh()
    settle(pane, qtbot)
    dialog = entries_of(pane)
    assert entries_of(pane) is dialog, "one window a list"
    dialog.model.sort(2)
    assert [entry.count for entry in dialog.model.rows] == [0, 7, 12]
    dialog.search.setText("place")
    assert dialog.count.text() == "2 of 3"
    assert not dialog.delete_button.isEnabled()
    dialog.table.selectAll()
    QTest.mouseClick(dialog.delete_button, LEFT)
    settle(pane, qtbot)
    assert [entry.text for entry in find_lexicon(pane._context.project, "cities").entries] == ["鲁迅"]
    assert dialog.count.text() == "0 of 1"
    pane._context.draft.history.undo()
    settle(pane, qtbot)
    assert find_lexicon(pane._context.project, "cities").entries == entries
    assert dialog.count.text() == "2 of 3"
    dialog.table.selectRow(0)
    QTest.keyClick(dialog.search, Qt.Key.Key_Delete)
    assert len(find_lexicon(pane._context.project, "cities")) == 3, "the key is the search field's"
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert len(find_lexicon(pane._context.project, "cities")) == 2
    QTest.keyClick(dialog.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(find_lexicon(pane._context.project, "cities")) == 3
    settle(pane, qtbot)
    pane.list.setCurrentRow(0)
    pane.delete()
    settle(pane, qtbot)
    qtbot.waitUntil(lambda: not pane.findChildren(EntriesDialog))


@pytest.mark.parametrize("kind", list(LexiconKind))
def test_a_great_list_opens_with_its_own_columns(pane: ListsPane, qtbot: QtBot, kind: LexiconKind) -> None:
    entries = tuple(LexiconEntry(f"w{number}", "x", number - 1) for number in range(100_000))
    save_lexicon(pane._context.project, Lexicon("a-great-one", kind, entries))
    pane.refresh()
    settle(pane, qtbot)
    dialog = entries_of(pane)
    assert dialog.count.text() == "Entries: 100,000"
    assert dialog.model.columnCount() == (2 if kind is LexiconKind.SYNONYM else 3)
    if kind is LexiconKind.WORD:
        assert dialog.model.index(0, 2).data() == "", "no frequency was given"
    dialog.close()


def test_a_double_click_shows_the_entries_but_not_of_a_damaged_list(pane: ListsPane) -> None:
    pane.list.setCurrentRow(1)
    pane.list.itemDoubleClicked.emit(pane.list.item(1))
    assert not pane.findChildren(EntriesDialog)
    assert not pane.show_button.isEnabled()
    pane.list.setCurrentRow(0)
    pane.list.itemDoubleClicked.emit(pane.list.item(0))
    assert pane.findChild(EntriesDialog).isVisible()
