"""The window on the entries of a list."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from workbench.gui.notices import Notice
from workbench.gui.panels.list_coverage import CoverageDialog
from workbench.gui.panels.list_keeper import AT_ONCE
from workbench.gui.panels.masking_entries import EntriesDialog
from workbench.gui.panels.masking_lists import ListsPane
from workbench.text.lexicon import (
    Lexicon,
    LexiconEntry,
    LexiconKind,
    find_lexicon,
    save_lexicon,
)
from workbench.text.lexicon_export import ExportFormat

LEFT = Qt.MouseButton.LeftButton


SHORT = 60_000

pytestmark = pytest.mark.usefixtures("worked_here")


def names(pane: ListsPane) -> list[str]:
    return [pane.list.item(row).text() for row in range(pane.list.count())]


def counts_of(pane: ListsPane) -> dict[str, int]:
    return {entry.text: entry.count for entry in find_lexicon(pane._context.project, "words").entries}


def entries_of(pane: ListsPane, row: int = 0) -> EntriesDialog:
    pane.list.setCurrentRow(row)
    QTest.mouseClick(pane.show_button, LEFT)
    (dialog,) = pane.findChildren(EntriesDialog)
    return dialog


def shown(dialog: EntriesDialog) -> list[str]:
    return [dialog.model.entry(row).text for row in range(dialog.model.rowCount())]


def number_of_entries(pane: ListsPane, settle: Callable[[], None]) -> int:
    settle()
    return len(find_lexicon(pane._context.project, "cities"))


def test_entries_are_searched_deleted_and_brought_back(
    pane: ListsPane, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    entries = (LexiconEntry("北京", "place", 7), LexiconEntry("上海", "place", 12), LexiconEntry("鲁迅", "person"))
    save_lexicon(pane._context.project, Lexicon("cities", LexiconKind.ENTITY, entries))
    pane.refresh()
    settle()
    dialog = entries_of(pane)
    assert entries_of(pane) is dialog, "one window a list"
    dialog.model.sort(2)
    assert shown(dialog) == ["鲁迅", "北京", "上海"]
    dialog.filters.search.setText("place")
    qtbot.waitUntil(lambda: dialog.count.text() == "2 of 3")
    assert not dialog.delete_button.isEnabled()
    dialog.table.selectAll()
    QTest.mouseClick(dialog.delete_button, LEFT)
    assert dialog.count.text() == "0 of 1", "at once"
    settle()
    left = find_lexicon(pane._context.project, "cities")
    assert [entry.text for entry in left.entries] == ["鲁迅"]
    assert [entry.text for entry in left.removed] == ["北京", "上海"]
    pane._context.draft.history.undo()
    settle()
    assert find_lexicon(pane._context.project, "cities").entries == entries
    assert dialog.count.text() == "2 of 3"
    dialog.table.selectRow(0)
    QTest.keyClick(dialog.filters.search, Qt.Key.Key_Delete)
    assert number_of_entries(pane, settle) == 3, "the key is the search field's"
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert number_of_entries(pane, settle) == 2
    QTest.keyClick(dialog.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert number_of_entries(pane, settle) == 3
    settle()
    pane.list.setCurrentRow(0)
    pane.delete()
    settle()
    qtbot.waitUntil(lambda: not pane.findChildren(EntriesDialog))


@pytest.mark.parametrize("kind", list(LexiconKind))
def test_a_great_list_opens_with_its_own_columns(
    pane: ListsPane, qtbot: QtBot, kind: LexiconKind, settle: Callable[[], None]
) -> None:
    entries = tuple(LexiconEntry(f"w{number}", "x", number - 1) for number in range(30_000))
    save_lexicon(pane._context.project, Lexicon("a-great-one", kind, entries))
    pane.refresh()
    settle()
    pane.list.setCurrentRow(names(pane).index(f"a-great-one – {kind.label}, 30,000"))
    dialog = entries_of(pane, pane.list.currentRow())
    qtbot.waitUntil(lambda: dialog.count.text() == "Entries: 30,000", timeout=SHORT)
    columns = {LexiconKind.SYNONYM: 2, LexiconKind.PHRASE: 4, LexiconKind.NGRAM: 4}
    assert dialog.model.columnCount() == columns.get(kind, 3)
    if kind is not LexiconKind.SYNONYM:
        dialog.table.sortByColumn(2, Qt.SortOrder.DescendingOrder)
        qtbot.waitUntil(lambda: dialog.model.entry(0).text == "w29999", timeout=SHORT)
        dialog.filters.search.setText("w123")
        qtbot.waitUntil(lambda: dialog.count.text() == "111 of 30,000", timeout=SHORT)
        dialog.filters.search.clear()
        dialog.table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
        qtbot.waitUntil(lambda: dialog.model.rowCount() == 30_000, timeout=SHORT)
    if kind is LexiconKind.WORD:
        assert dialog.model.index(0, 2).data() == "", "no frequency was given"
    dialog.close()


ENTRIES = (
    LexiconEntry("北京", "place", 9), LexiconEntry("上海", "place", 7), LexiconEntry("鲁迅", "person", 5),
    LexiconEntry("高速公路", "", 3),
)  # fmt: skip


@pytest.fixture
def dialog(pane: ListsPane, settle: Callable[[], None]) -> EntriesDialog:
    """The entries of a list of three classes."""
    save_lexicon(pane._context.project, Lexicon("cities", LexiconKind.ENTITY, ENTRIES))
    pane.refresh()
    settle()
    return entries_of(pane)


def stored(pane: ListsPane, settle: Callable[[], None]) -> list[tuple[str, str]]:
    settle()
    return [(entry.text, entry.label) for entry in find_lexicon(pane._context.project, "cities").entries]


def test_entries_are_filtered_by_class_count_and_length(dialog: EntriesDialog, qtbot: QtBot) -> None:
    classes = dialog.filters.classes
    assert [classes.itemText(i) for i in range(classes.count())] == [
        "All classes", "place (2)", "person (1)", "no class (1)",
    ]  # fmt: skip
    for place, wanted in ((1, ["北京", "上海"]), (3, ["高速公路"]), (0, [entry.text for entry in ENTRIES])):
        classes.setCurrentIndex(place)
        classes.activated.emit(place)
        assert shown(dialog) == wanted
    dialog.filters.least_count.setValue(4)
    dialog.filters.most_count.setValue(8)
    qtbot.waitUntil(lambda: shown(dialog) == ["上海", "鲁迅"])
    dialog.filters.least_length.setValue(3)
    qtbot.waitUntil(lambda: shown(dialog) == [])
    assert dialog.count.text() == "0 of 4"


def test_entries_are_renamed_added_and_classed_and_all_of_it_is_undone(
    pane: ListsPane, dialog: EntriesDialog, settle: Callable[[], None]
) -> None:
    before = stored(pane, settle)
    history = pane._context.draft.history
    assert dialog.model.setData(dialog.model.index(2, 0), "鲁迅先生")
    assert stored(pane, settle)[2] == ("鲁迅先生", "person")
    assert dialog.model.setData(dialog.model.index(3, 1), "road")
    assert stored(pane, settle)[3] == ("高速公路", "road")
    dialog.table.selectAll()
    dialog.label.setEditText("thing")
    QTest.mouseClick(dialog.label_button, LEFT)
    assert {label for _, label in stored(pane, settle)} == {"thing"}
    assert len(dialog.selected()) == 4, "what was selected stays so"
    dialog.text.setText("大湾区")
    QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    assert stored(pane, settle)[-1] == ("大湾区", "thing")
    assert dialog.text.text() == ""
    assert history.undoText() == "Add “大湾区” to cities"
    for _ in range(4):
        history.undo()
    assert stored(pane, settle) == before
    assert shown(dialog) == [text for text, _ in before]
    for _ in range(4):
        history.redo()
    assert len(stored(pane, settle)) == 5


def test_a_wrong_edit_is_said_and_changes_nothing(
    pane: ListsPane, dialog: EntriesDialog, settle: Callable[[], None]
) -> None:
    before = stored(pane, settle)
    dialog.text.setText("北京")
    QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    assert dialog.error.isVisible()
    assert "already" in dialog.error.text()
    dialog.model.setData(dialog.model.index(0, 0), "上海")
    assert "already" in dialog.error.text()
    assert stored(pane, settle) == before
    assert not dialog.model.setData(dialog.model.index(0, 0), "北京"), "nothing new was typed"


def test_what_was_taken_out_is_looked_at_and_brought_back(
    pane: ListsPane, dialog: EntriesDialog, settle: Callable[[], None]
) -> None:
    dialog.table.selectRow(1)
    QTest.mouseClick(dialog.delete_button, LEFT)
    shelf = dialog.filters.shelf
    assert shelf.itemText(1) == "Taken out: 1"
    shelf.setCurrentIndex(1)
    shelf.activated.emit(1)
    assert shown(dialog) == ["上海"]
    assert not dialog.delete_button.isVisible()
    dialog.table.selectRow(0)
    QTest.mouseClick(dialog.restore_button, LEFT)
    assert stored(pane, settle)[-1] == ("上海", "place")
    assert shown(dialog) == []


def test_frequencies_of_words_are_edited(pane: ListsPane, tmp_path: Path, settle: Callable[[], None]) -> None:
    path = tmp_path / "words.txt"
    path.write_text("云计算 5\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.WORD)
    settle()
    dialog = entries_of(pane, names(pane).index("words – User dictionary, 1"))
    dialog.model.setData(dialog.model.index(0, 2), "many")
    assert "whole number" in dialog.error.text()
    for typed, count in (("70", 70), ("", -1)):
        dialog.model.setData(dialog.model.index(0, 2), typed)
        settle()
        assert counts_of(pane) == {"云计算": count}


def test_an_entry_is_shown_in_its_sentences(pane: ListsPane, dialog: EntriesDialog, qtbot: QtBot) -> None:
    text = dialog.contexts.text
    assert "Select an entry" in text.toPlainText()
    dialog.table.setCurrentIndex(dialog.model.index(0, 0))
    qtbot.waitUntil(lambda: "times in" in text.toPlainText(), timeout=SHORT)
    assert "80 times in 40 sentences" in text.toPlainText()
    dialog.table.setCurrentIndex(dialog.model.index(2, 0))
    qtbot.waitUntil(lambda: "“鲁迅” is not in the corpus." in text.toPlainText(), timeout=SHORT)


def test_coverage_is_measured_and_shown(pane: ListsPane, dialog: EntriesDialog, settle: Callable[[], None]) -> None:
    QTest.mouseClick(dialog.coverage_button, LEFT)
    settle()
    coverage = pane.findChild(CoverageDialog)
    assert coverage.words.text().startswith("Characters: ")
    assert "Tokens: " in coverage.words.text()
    assert coverage.idle.text() == "Entries that never act: 2 of 4"
    assert [row[0] for row in coverage.model.rows] == ["上海", "鲁迅"]


def test_a_list_is_written_to_a_file(
    pane: ListsPane, dialog: EntriesDialog, tmp_path: Path, settle: Callable[[], None]
) -> None:
    told: list[str] = []
    pane._context.noticed.connect(lambda notice: told.append(notice.text))
    pane.work.export(pane.keeper.found.good[0], tmp_path / "out.txt", ExportFormat.ZEN)
    settle()
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").split("\n")[0] == "北京,9"
    assert told[0].startswith("Entries written to ")


def test_a_window_that_is_closed_while_its_list_changes_loses_nothing(
    pane: ListsPane, qtbot: QtBot, settle: Callable[[], None]
) -> None:
    told: list[Notice] = []
    pane._context.noticed.connect(told.append)
    pane._context.tasks.noticed.connect(told.append)
    entries = tuple(LexiconEntry(f"w{number}", "x") for number in range(AT_ONCE + 1))
    save_lexicon(pane._context.project, Lexicon("a-great-one", LexiconKind.ENTITY, entries))
    pane.refresh()
    settle()

    def add_and_close() -> int:
        row = next(row for row, name in enumerate(names(pane)) if name.startswith("a-great-one"))
        dialog = entries_of(pane, row)
        dialog.text.setText("new")
        dialog.add()
        assert not dialog.add_button.isEnabled(), "one change at a time"
        dialog.close()
        settle()
        qtbot.waitUntil(lambda: not pane.findChildren(EntriesDialog))
        return len(find_lexicon(pane._context.project, "a-great-one"))

    assert add_and_close() == AT_ONCE + 2
    assert told == []
    assert add_and_close() == AT_ONCE + 2
    assert ["already" in notice.text for notice in told] == [True], "the refusal has no window to stand in"
    pane._context.draft.history.undo()
    settle()
    assert len(find_lexicon(pane._context.project, "a-great-one")) == AT_ONCE + 1
