"""The pane of the project's lists: shown, ordered, deleted."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from workbench.core.events import Outcome
from workbench.gui.panels.masking_entries import EntriesDialog
from workbench.gui.panels.masking_lists import ListsPane
from workbench.store.records import Run
from workbench.text.corpus import import_corpus
from workbench.text.lexicon import (
    Lexicon,
    LexiconEntry,
    LexiconKind,
    list_lexicons,
    save_lexicon,
)
from workbench.text.readers.settings import FileFormat, ImportSettings

LEFT = Qt.MouseButton.LeftButton


SHORT = 60_000


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


def test_a_damaged_list_is_deleted_after_a_question(pane: ListsPane, settle: Callable[[], None]) -> None:
    pane.list.setCurrentRow(1)
    for answer, left in (("Keep", {"cities", "broken"}), ("Delete", {"cities"})):
        QTest.mouseClick(pane.delete_button, LEFT)
        question = pane.findChildren(QMessageBox)[-1]
        QTest.mouseClick(next(button for button in question.buttons() if button.text() == answer), LEFT)
        settle()
        assert list_lexicons(pane._context.project).names == left
    assert names(pane) == ["cities – Entity list, 1"]
    assert pane.heading.text().startswith("Lists")
    pane.list.setCurrentRow(0)
    QTest.mouseClick(pane.delete_button, LEFT)
    settle()
    assert pane.heading.text().startswith("No lists yet"), "what to do"


def test_a_double_click_shows_the_entries_but_not_of_a_damaged_list(pane: ListsPane) -> None:
    pane.list.setCurrentRow(1)
    pane.list.itemDoubleClicked.emit(pane.list.item(1))
    assert not pane.findChildren(EntriesDialog)
    assert not pane.show_button.isEnabled()
    pane.list.setCurrentRow(0)
    pane.list.itemDoubleClicked.emit(pane.list.item(0))
    assert pane.findChild(EntriesDialog).isVisible()


def test_the_order_of_lists_decides_and_is_undone(pane: ListsPane, qtbot: QtBot, settle: Callable[[], None]) -> None:
    """With the rule of the first list, the list further up wins on the passage shown."""
    context = pane._context
    context.draft.changed.connect(lambda _path: pane.show_units())
    save_lexicon(context.project, Lexicon("b", LexiconKind.ENTITY, (LexiconEntry("北京大学", "school"),)))
    pane.refresh()
    settle()
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
    settle()


def test_units_of_boundary_files_take_part_in_overlaps(
    pane: ListsPane, qtbot: QtBot, settle: Callable[[], None], tmp_path: Path
) -> None:
    """As on the rest of the page: the corpus knows where its units are, sentence by sentence."""
    context = pane._context
    tagged = "高 O\n速 O\n。 O\n\n" + "北 B-ORG\n京 I-ORG\n大 I-ORG\n学 E-ORG\n在 O\n北 O\n京 O\n。 O\n"
    (tmp_path / "tagged.txt").write_text(tagged, encoding="utf-8")
    import_corpus(context.project, "tagged", [tmp_path / "tagged.txt"], ImportSettings(format=FileFormat.BIO))
    context.draft.set("units.entity_lists", ["cities"], "use")
    context.draft.set("units.dictionary_entities", False, "off")
    pane.show_passage("高速。\n北京大学在北京。")
    overlaps = pane.overlaps.text
    qtbot.waitUntil(lambda: "nothing overlaps" in overlaps.toPlainText(), timeout=SHORT)
    context.draft.set("corpus", "tagged", "use")
    pane.overlaps.look_again()
    wanted = "北京大学 (boundary file) stays, not 北京 (list cities)"
    qtbot.waitUntil(lambda: wanted in overlaps.toPlainText(), timeout=SHORT)
    settle()


def test_a_list_that_a_stopped_run_needs_is_deleted_after_a_question(
    pane: ListsPane, make_run: Callable[..., Run], settle: Callable[[], None]
) -> None:
    make_run("first try", "units.entity_lists=['cities']", outcome=Outcome.STOPPED)
    make_run("done", "units.entity_lists=['cities']", outcome=Outcome.DONE)
    pane.list.setCurrentRow(0)
    QTest.mouseClick(pane.delete_button, LEFT)
    question = pane.findChild(QMessageBox)
    assert "first try" in question.informativeText()
    assert "done" not in question.informativeText()
    QTest.mouseClick(next(button for button in question.buttons() if button.text() == "Delete"), LEFT)
    settle()
    assert "cities" not in list_lexicons(pane._context.project).names
    pane._context.draft.history.undo()
    settle()
    assert "cities" in list_lexicons(pane._context.project).names


def test_a_tick_moves_no_list_and_goes_before_those_below(pane: ListsPane, settle: Callable[[], None]) -> None:
    context = pane._context
    context.draft.changed.connect(lambda _path: pane.show_units())
    for name in ("a", "z"):
        save_lexicon(context.project, Lexicon(name, LexiconKind.ENTITY, (LexiconEntry("北京"),)))
    pane.refresh()
    settle()
    before = names(pane)
    assert [name[0] for name in before] == ["a", "c", "z", "b"]
    for row, used in ((2, ("z",)), (1, ("cities", "z")), (0, ("a", "cities", "z"))):
        pane.list.item(row).setCheckState(Qt.CheckState.Checked)
        assert context.draft.spec.units.entity_lists == used
        assert names(pane) == before
    pane.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert names(pane) == before
    pane.refresh()
    settle()
    assert [name[0] for name in names(pane)] == ["c", "z", "a", "b"], "the used ones first"
