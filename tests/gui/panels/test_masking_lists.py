import gzip
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from workbench.core.events import Outcome
from workbench.gui.context import Context
from workbench.gui.panels.list_coverage import CoverageDialog
from workbench.gui.panels.list_import import ImportDialog, import_words
from workbench.gui.panels.list_mining import MiningDialog, MiningWish
from workbench.gui.panels.marking import LIST_FIELDS
from workbench.gui.panels.masking_entries import EntriesDialog
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.masking_proof import ProofDialog
from workbench.store.records import Run
from workbench.text.collocations import CollocationSettings
from workbench.text.frequent import FrequencySettings
from workbench.text.lexicon import (
    Lexicon,
    LexiconEntry,
    LexiconKind,
    find_lexicon,
    list_lexicons,
    save_lexicon,
)
from workbench.text.lexicon_edits import prune
from workbench.text.lexicon_export import ExportFormat
from workbench.text.lexicon_import import ImportedList
from workbench.text.mining import MiningSettings
from workbench.text.proof import Fix

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
    assert pane.heading.text().startswith("Lists")
    pane.list.setCurrentRow(0)
    QTest.mouseClick(pane.delete_button, LEFT)
    settle(pane, qtbot)
    assert pane.heading.text().startswith("No lists yet"), "what to do"


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
    assert [dialog.model.index(0, column).data() for column in (0, 1)] == ["的我", "的 | 我"]
    dialog.reject()
    pane._context.draft.set("units.force_words", True, "Keep user words whole")
    QTest.mouseClick(pane.check_button, LEFT)
    settle(pane, qtbot)
    assert pane.findChildren(ProofDialog)[-1].words.text() == "All 2 words come out whole."


@pytest.fixture
def proof(pane: ListsPane, qtbot: QtBot, tmp_path: Path) -> ProofDialog:
    """The proof of a dictionary with two words that need mending, and one that does not."""
    pane._context.draft.changed.connect(lambda _path: pane.show_units())
    path = tmp_path / "words.txt"
    path.write_text("的我 1\n长江 9\n云计算\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.WORD)
    settle(pane, qtbot)
    pane.list.setCurrentRow(names(pane).index("words – User dictionary, 3"))
    QTest.mouseClick(pane.check_button, LEFT)
    settle(pane, qtbot)
    dialog = pane.findChild(ProofDialog)
    assert [word.text for word in dialog.broken] == ["的我", "长江"]
    return dialog


def counts_of(pane: ListsPane) -> dict[str, int]:
    return {entry.text: entry.count for entry in find_lexicon(pane._context.project, "words").entries}


def test_all_words_are_mended_at_once_and_it_can_be_undone(pane: ListsPane, qtbot: QtBot, proof: ProofDialog) -> None:
    assert not proof.buttons[Fix.USE].isVisible(), "the dictionary is in use"
    QTest.mouseClick(proof.buttons[Fix.FREE], LEFT)
    settle(pane, qtbot)
    assert counts_of(pane) == {"的我": -1, "长江": -1, "云计算": -1}
    assert proof.words.text() == "All 3 words come out whole."
    assert not proof.buttons[Fix.FREE].isVisible()
    pane._context.draft.history.undo()
    settle(pane, qtbot)
    assert counts_of(pane) == {"的我": 1, "长江": 9, "云计算": -1}
    assert len(proof.broken) == 2, "the dialog follows"


def test_only_the_selected_word_is_mended(pane: ListsPane, qtbot: QtBot, proof: ProofDialog) -> None:
    proof.table.selectRow(0)
    QTest.mouseClick(proof.buttons[Fix.RAISE], LEFT)
    settle(pane, qtbot)
    assert [word.text for word in proof.broken] == ["长江"]
    assert counts_of(pane)["的我"] > 1000
    proof.table.clearSelection()
    QTest.mouseClick(proof.buttons[Fix.REMOVE], LEFT)
    settle(pane, qtbot)
    assert list(counts_of(pane)) == ["的我", "云计算"]


def test_words_are_kept_whole_by_the_setting(pane: ListsPane, qtbot: QtBot, proof: ProofDialog) -> None:
    QTest.mouseClick(proof.buttons[Fix.FORCE], LEFT)
    settle(pane, qtbot)
    assert pane._context.draft.spec.units.force_words
    assert proof.words.text() == "All 3 words come out whole."
    pane._context.draft.history.undo()
    settle(pane, qtbot)
    assert len(proof.broken) == 2


def test_a_dictionary_that_is_not_used_is_offered_for_use(pane: ListsPane, qtbot: QtBot, proof: ProofDialog) -> None:
    pane._context.draft.set("units.word_lists", [], "none")
    settle(pane, qtbot)
    assert proof.buttons[Fix.USE].isEnabled()
    QTest.mouseClick(proof.buttons[Fix.USE], LEFT)
    settle(pane, qtbot)
    assert pane._context.draft.spec.units.word_lists == ("words",)
    assert not proof.buttons[Fix.USE].isVisible()


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
    assert dialog.model.index(0, 2).data().startswith("Its frequency of 9 is lower than the segmenter's own of 18,")
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


def shown(dialog: EntriesDialog) -> list[str]:
    return [dialog.model.entry(row).text for row in range(dialog.model.rowCount())]


def number_of_entries(pane: ListsPane, qtbot: QtBot) -> int:
    settle(pane, qtbot)
    return len(find_lexicon(pane._context.project, "cities"))


def test_entries_are_searched_deleted_and_brought_back(pane: ListsPane, qtbot: QtBot) -> None:
    entries = (LexiconEntry("北京", "place", 7), LexiconEntry("上海", "place", 12), LexiconEntry("鲁迅", "person"))
    save_lexicon(pane._context.project, Lexicon("cities", LexiconKind.ENTITY, entries))
    pane.refresh()
    settle(pane, qtbot)
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
    settle(pane, qtbot)
    left = find_lexicon(pane._context.project, "cities")
    assert [entry.text for entry in left.entries] == ["鲁迅"]
    assert [entry.text for entry in left.removed] == ["北京", "上海"]
    pane._context.draft.history.undo()
    settle(pane, qtbot)
    assert find_lexicon(pane._context.project, "cities").entries == entries
    assert dialog.count.text() == "2 of 3"
    dialog.table.selectRow(0)
    QTest.keyClick(dialog.filters.search, Qt.Key.Key_Delete)
    assert number_of_entries(pane, qtbot) == 3, "the key is the search field's"
    dialog.table.setFocus()
    QTest.keyClick(dialog.table, Qt.Key.Key_Delete)
    assert number_of_entries(pane, qtbot) == 2
    QTest.keyClick(dialog.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert number_of_entries(pane, qtbot) == 3
    settle(pane, qtbot)
    pane.list.setCurrentRow(0)
    pane.delete()
    settle(pane, qtbot)
    qtbot.waitUntil(lambda: not pane.findChildren(EntriesDialog))


@pytest.mark.parametrize("kind", list(LexiconKind))
def test_a_great_list_opens_with_its_own_columns(pane: ListsPane, qtbot: QtBot, kind: LexiconKind) -> None:
    entries = tuple(LexiconEntry(f"w{number}", "x", number - 1) for number in range(30_000))
    save_lexicon(pane._context.project, Lexicon("a-great-one", kind, entries))
    pane.refresh()
    settle(pane, qtbot)
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


def test_a_double_click_shows_the_entries_but_not_of_a_damaged_list(pane: ListsPane) -> None:
    pane.list.setCurrentRow(1)
    pane.list.itemDoubleClicked.emit(pane.list.item(1))
    assert not pane.findChildren(EntriesDialog)
    assert not pane.show_button.isEnabled()
    pane.list.setCurrentRow(0)
    pane.list.itemDoubleClicked.emit(pane.list.item(0))
    assert pane.findChild(EntriesDialog).isVisible()


ENTRIES = (
    LexiconEntry("北京", "place", 9), LexiconEntry("上海", "place", 7), LexiconEntry("鲁迅", "person", 5),
    LexiconEntry("高速公路", "", 3),
)  # fmt: skip


@pytest.fixture
def dialog(pane: ListsPane, qtbot: QtBot) -> EntriesDialog:
    """The entries of a list of three classes."""
    save_lexicon(pane._context.project, Lexicon("cities", LexiconKind.ENTITY, ENTRIES))
    pane.refresh()
    settle(pane, qtbot)
    return entries_of(pane)


def stored(pane: ListsPane, qtbot: QtBot) -> list[tuple[str, str]]:
    settle(pane, qtbot)
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
    pane: ListsPane, dialog: EntriesDialog, qtbot: QtBot
) -> None:
    before = stored(pane, qtbot)
    history = pane._context.draft.history
    assert dialog.model.setData(dialog.model.index(2, 0), "鲁迅先生")
    assert stored(pane, qtbot)[2] == ("鲁迅先生", "person")
    assert dialog.model.setData(dialog.model.index(3, 1), "road")
    assert stored(pane, qtbot)[3] == ("高速公路", "road")
    dialog.table.selectAll()
    dialog.label.setEditText("thing")
    QTest.mouseClick(dialog.label_button, LEFT)
    assert {label for _, label in stored(pane, qtbot)} == {"thing"}
    assert len(dialog.selected()) == 4, "what was selected stays so"
    dialog.text.setText("大湾区")
    QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    assert stored(pane, qtbot)[-1] == ("大湾区", "thing")
    assert dialog.text.text() == ""
    assert history.undoText() == "Add “大湾区” to cities"
    for _ in range(4):
        history.undo()
    assert stored(pane, qtbot) == before
    assert shown(dialog) == [text for text, _ in before]
    for _ in range(4):
        history.redo()
    assert len(stored(pane, qtbot)) == 5


def test_a_wrong_edit_is_said_and_changes_nothing(pane: ListsPane, dialog: EntriesDialog, qtbot: QtBot) -> None:
    before = stored(pane, qtbot)
    dialog.text.setText("北京")
    QTest.keyClick(dialog.text, Qt.Key.Key_Return)
    assert dialog.error.isVisible()
    assert "already" in dialog.error.text()
    dialog.model.setData(dialog.model.index(0, 0), "上海")
    assert "already" in dialog.error.text()
    assert stored(pane, qtbot) == before
    assert not dialog.model.setData(dialog.model.index(0, 0), "北京"), "nothing new was typed"


def test_what_was_taken_out_is_looked_at_and_brought_back(pane: ListsPane, dialog: EntriesDialog, qtbot: QtBot) -> None:
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
    assert stored(pane, qtbot)[-1] == ("上海", "place")
    assert shown(dialog) == []


def test_frequencies_of_words_are_edited(pane: ListsPane, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("云计算 5\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.WORD)
    settle(pane, qtbot)
    dialog = entries_of(pane, names(pane).index("words – User dictionary, 1"))
    dialog.model.setData(dialog.model.index(0, 2), "many")
    assert "whole number" in dialog.error.text()
    for typed, count in (("70", 70), ("", -1)):
        dialog.model.setData(dialog.model.index(0, 2), typed)
        settle(pane, qtbot)
        assert counts_of(pane) == {"云计算": count}


def test_an_entry_is_shown_in_its_sentences(pane: ListsPane, dialog: EntriesDialog, qtbot: QtBot) -> None:
    text = dialog.contexts.text
    assert "Select an entry" in text.toPlainText()
    dialog.table.setCurrentIndex(dialog.model.index(0, 0))
    qtbot.waitUntil(lambda: "times in" in text.toPlainText(), timeout=SHORT)
    assert "80 times in 40 sentences" in text.toPlainText()
    dialog.table.setCurrentIndex(dialog.model.index(2, 0))
    qtbot.waitUntil(lambda: "“鲁迅” is not in the corpus." in text.toPlainText(), timeout=SHORT)


def test_coverage_is_measured_and_shown(pane: ListsPane, dialog: EntriesDialog, qtbot: QtBot) -> None:
    QTest.mouseClick(dialog.coverage_button, LEFT)
    settle(pane, qtbot)
    coverage = pane.findChild(CoverageDialog)
    assert coverage.words.text().startswith("Characters: ")
    assert "Tokens: " in coverage.words.text()
    assert coverage.idle.text() == "Entries that never act: 2 of 4"
    assert [row[0] for row in coverage.model.rows] == ["上海", "鲁迅"]


def test_a_list_is_written_to_a_file(pane: ListsPane, dialog: EntriesDialog, qtbot: QtBot, tmp_path: Path) -> None:
    told: list[str] = []
    pane._context.noticed.connect(lambda notice: told.append(notice.text))
    pane.work.export(pane.keeper.found.good[0], tmp_path / "out.txt", ExportFormat.ZEN)
    settle(pane, qtbot)
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").split("\n")[0] == "北京,9"
    assert told[0].startswith("Entries written to ")


def test_several_files_become_one_list_with_a_class_each(pane: ListsPane, qtbot: QtBot, tmp_path: Path) -> None:
    paths = [tmp_path / "food.txt", tmp_path / "place.txt"]
    for path in paths:
        path.write_text(f"{path.stem}甲\n", encoding="utf-8")
    pane.work.ask_import(paths, LexiconKind.ENTITY)
    asked = pane.findChild(ImportDialog)
    asked.name.setText("cities")
    asked.accept()
    assert "already" in asked.error.text()
    asked.name.setText("all of them")
    asked.accept()
    settle(pane, qtbot)
    found = find_lexicon(pane._context.project, "all of them")
    assert [entry.label for entry in found.entries] == ["food", "place"]
    pane.work.ask_import(paths[:1], LexiconKind.ENTITY)
    asked = pane.findChildren(ImportDialog)[-1]
    assert asked.name.text() == "food"
    asked.label.setEditText("dish")
    asked.accept()
    settle(pane, qtbot)
    assert find_lexicon(pane._context.project, "food").entries[0].label == "dish"


def test_mining_into_a_list_keeps_out_what_was_taken_out(pane: ListsPane, qtbot: QtBot) -> None:
    wish = MiningWish(FrequencySettings(least_count=30, longest=3), LexiconKind.NGRAM)
    pane.work.mine(wish)
    settle(pane, qtbot)
    project, history = pane._context.project, pane._context.draft.history
    made = find_lexicon(project, "letters-mined")
    pane.keeper.edit(made, prune(made, ["北京"]), "prune")
    settle(pane, qtbot)
    pane.work.mine(replace(wish, into="letters-mined"))
    settle(pane, qtbot)
    assert "北京" not in {entry.text for entry in find_lexicon(project, "letters-mined").entries}
    pane.work.mine(MiningWish(FrequencySettings(least_count=30, longest=4), LexiconKind.NGRAM, "letters-mined"))
    settle(pane, qtbot)
    grown = len(find_lexicon(project, "letters-mined"))
    assert grown > len(made) - 1
    history.undo()
    settle(pane, qtbot)
    assert len(find_lexicon(project, "letters-mined")) == len(made) - 1


def test_the_dialog_offers_lists_of_the_kind_to_add_to(pane: ListsPane) -> None:
    pane.work.ask_mining(FrequencySettings)
    asked = pane.findChild(MiningDialog)
    assert [asked.into.itemText(i) for i in range(asked.into.count())] == ["A new list"]
    wishes: list[MiningWish] = []
    asked.decided.disconnect()
    asked.decided.connect(wishes.append)
    asked._edit("least_count", 7, "")
    asked.kind.setCurrentIndex(0)
    asked.accept()
    assert wishes == [MiningWish(FrequencySettings(least_count=7), LexiconKind.PHRASE)]


def test_the_order_of_lists_decides_and_is_undone(pane: ListsPane, qtbot: QtBot) -> None:
    """With the rule of the first list, the list further up wins on the passage shown."""
    context = pane._context
    context.draft.changed.connect(lambda _path: pane.show_units())
    save_lexicon(context.project, Lexicon("b", LexiconKind.ENTITY, (LexiconEntry("北京大学", "school"),)))
    pane.refresh()
    settle(pane, qtbot)
    context.draft.set("units.entity_lists", ["cities", "b"], "use")
    context.draft.set("units.dictionary_entities", False, "off")
    pane.show_passage("北京大学在北京。")
    overlaps = pane.overlaps.text

    def told(words: str) -> None:
        qtbot.waitUntil(lambda: words in overlaps.toPlainText(), timeout=SHORT)

    told("北京大学 (list b) stays, not 北京 (list cities)")
    context.draft.set("units.overlap", "first-list", "rule")
    told("北京 (list cities) stays, not 北京大学 (list b)")
    assert names(pane)[:2] == ["cities – Entity list, 1", "b – Entity list, 1"]
    pane.list.setCurrentRow(1)
    assert not pane.down_button.isEnabled()
    QTest.mouseClick(pane.up_button, LEFT)
    assert names(pane)[:2] == ["b – Entity list, 1", "cities – Entity list, 1"]
    assert pane.list.currentRow() == 0, "the list that was moved stays chosen"
    told("北京大学 (list b) stays")
    context.draft.history.undo()
    assert context.draft.spec.units.entity_lists == ("cities", "b")
    told("北京 (list cities) stays")
    pane.show_passage("高速公路")
    told("nothing overlaps")
    settle(pane, qtbot)


def test_a_list_that_a_stopped_run_needs_is_deleted_after_a_question(
    pane: ListsPane, qtbot: QtBot, make_run: Callable[..., Run]
) -> None:
    make_run("first try", "units.entity_lists=['cities']", outcome=Outcome.STOPPED)
    make_run("done", "units.entity_lists=['cities']", outcome=Outcome.DONE)
    pane.list.setCurrentRow(0)
    QTest.mouseClick(pane.delete_button, LEFT)
    question = pane.findChild(QMessageBox)
    assert "first try" in question.informativeText()
    assert "done" not in question.informativeText()
    QTest.mouseClick(next(button for button in question.buttons() if button.text() == "Delete"), LEFT)
    settle(pane, qtbot)
    assert "cities" not in list_lexicons(pane._context.project).names
    pane._context.draft.history.undo()
    settle(pane, qtbot)
    assert "cities" in list_lexicons(pane._context.project).names
