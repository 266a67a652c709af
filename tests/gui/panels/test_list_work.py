"""Work on lists in the window: import, mining, proof, export."""

import gzip
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from workbench.gui.notices import Notice
from workbench.gui.panels.list_import import ImportDialog, import_words
from workbench.gui.panels.list_mining import MiningDialog, MiningWish
from workbench.gui.panels.marking import LIST_FIELDS
from workbench.gui.panels.masking_lists import ListsPane
from workbench.gui.panels.masking_proof import ProofDialog
from workbench.jobs.calls import call_in_child
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
from workbench.text.lexicon_import import ImportedList
from workbench.text.mining import MiningSettings
from workbench.text.proof import Fix

LEFT = Qt.MouseButton.LeftButton


SHORT = 60_000

pytestmark = pytest.mark.usefixtures("worked_here")
CHILD = "workbench.gui.panels.list_work.call_in_child"


def names(pane: ListsPane) -> list[str]:
    return [pane.list.item(row).text() for row in range(pane.list.count())]


def counts_of(pane: ListsPane) -> dict[str, int]:
    return {entry.text: entry.count for entry in find_lexicon(pane._context.project, "words").entries}


@pytest.mark.usefixtures("real_children")
def test_phrases_are_mined_in_a_process_of_their_own_and_undone(
    pane: ListsPane, monkeypatch: pytest.MonkeyPatch, settle: Callable[[], None]
) -> None:
    monkeypatch.setattr(CHILD, call_in_child)
    history = pane._context.draft.history
    pane.mine(MiningSettings(least_count=2, least_frequency=2))
    settle()
    assert find_lexicon(pane._context.project, "letters-mined").kind is LexiconKind.PHRASE
    assert pane._context.draft.spec.units.phrase_lists == ("letters-mined",)
    history.undo()
    settle()
    assert "letters-mined" not in list_lexicons(pane._context.project).names
    assert not pane._context.draft.spec.units.phrase_lists


def test_ngrams_are_mined_for_pmi_masking(pane: ListsPane, settle: Callable[[], None]) -> None:
    pane.mine(CollocationSettings(least_count=2))
    settle()
    assert find_lexicon(pane._context.project, "letters-mined").kind is LexiconKind.NGRAM
    assert pane._context.draft.spec.units.ngram_lists == ("letters-mined",)


@pytest.mark.parametrize("kind", list(LexiconKind))
def test_a_list_of_every_kind_is_brought_in_and_used(
    pane: ListsPane, tmp_path: Path, kind: LexiconKind, settle: Callable[[], None]
) -> None:
    path = tmp_path / "fresh.txt"
    path.write_text("提高速度 加快\n", encoding="utf-8")
    pane.bring_in(path, kind)
    settle()
    assert getattr(pane._context.draft.spec.units, LIST_FIELDS[kind]) == ("fresh",)
    pane.list.setCurrentRow(names(pane).index(f"fresh – {kind.label}, 1"))
    assert pane.check_button.isEnabled() == (kind is LexiconKind.WORD)


@pytest.mark.usefixtures("real_children")
def test_a_dictionary_is_brought_in_and_proved_in_a_process_of_its_own(
    pane: ListsPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settle: Callable[[], None]
) -> None:
    monkeypatch.setattr(CHILD, call_in_child)
    path = tmp_path / "words.txt"
    path.write_text("的我 1\nC++\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.WORD)
    settle()
    pane.list.setCurrentRow(names(pane).index("words – User dictionary, 2"))
    QTest.mouseClick(pane.check_button, LEFT)
    settle()
    dialog = pane.findChild(ProofDialog)
    assert dialog.words.text() == "1 of 2 words is not cut as one."
    assert [dialog.model.index(0, column).data() for column in (0, 1)] == ["的我", "的 | 我"]
    dialog.reject()
    pane._context.draft.set("units.force_words", True, "Keep user words whole")
    QTest.mouseClick(pane.check_button, LEFT)
    settle()
    assert pane.findChildren(ProofDialog)[-1].words.text() == "All 2 words come out whole."


@pytest.fixture
def proof(pane: ListsPane, tmp_path: Path, settle: Callable[[], None]) -> ProofDialog:
    """The proof of a dictionary with two words that need mending, and one that does not."""
    pane._context.draft.changed.connect(lambda _path: pane.show_units())
    path = tmp_path / "words.txt"
    path.write_text("的我 1\n长江 9\n云计算\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.WORD)
    settle()
    pane.list.setCurrentRow(names(pane).index("words – User dictionary, 3"))
    QTest.mouseClick(pane.check_button, LEFT)
    settle()
    dialog = pane.findChild(ProofDialog)
    assert [word.text for word in dialog.broken] == ["的我", "长江"]
    return dialog


def test_all_words_are_mended_at_once_and_it_can_be_undone(
    pane: ListsPane, proof: ProofDialog, settle: Callable[[], None]
) -> None:
    assert not proof.buttons[Fix.USE].isVisible(), "the dictionary is in use"
    QTest.mouseClick(proof.buttons[Fix.FREE], LEFT)
    settle()
    assert counts_of(pane) == {"的我": -1, "长江": -1, "云计算": -1}
    assert proof.words.text() == "All 3 words come out whole."
    assert not proof.buttons[Fix.FREE].isVisible()
    pane._context.draft.history.undo()
    settle()
    assert counts_of(pane) == {"的我": 1, "长江": 9, "云计算": -1}
    assert len(proof.broken) == 2, "the dialog follows"


def test_only_the_selected_word_is_mended(pane: ListsPane, proof: ProofDialog, settle: Callable[[], None]) -> None:
    proof.table.selectRow(0)
    QTest.mouseClick(proof.buttons[Fix.RAISE], LEFT)
    settle()
    assert [word.text for word in proof.broken] == ["长江"]
    assert counts_of(pane)["的我"] > 1000
    proof.table.clearSelection()
    QTest.mouseClick(proof.buttons[Fix.REMOVE], LEFT)
    settle()
    assert list(counts_of(pane)) == ["的我", "云计算"]


def test_words_are_kept_whole_by_the_setting(pane: ListsPane, proof: ProofDialog, settle: Callable[[], None]) -> None:
    QTest.mouseClick(proof.buttons[Fix.FORCE], LEFT)
    settle()
    assert pane._context.draft.spec.units.force_words
    assert proof.words.text() == "All 3 words come out whole."
    pane._context.draft.history.undo()
    settle()
    assert len(proof.broken) == 2


def test_a_dictionary_that_is_not_used_is_offered_for_use(
    pane: ListsPane, proof: ProofDialog, settle: Callable[[], None]
) -> None:
    pane._context.draft.set("units.word_lists", [], "none")
    settle()
    assert proof.buttons[Fix.USE].isEnabled()
    QTest.mouseClick(proof.buttons[Fix.USE], LEFT)
    settle()
    assert pane._context.draft.spec.units.word_lists == ("words",)
    assert not proof.buttons[Fix.USE].isVisible()


def test_a_lowered_frequency_is_told_with_both_numbers(
    pane: ListsPane, tmp_path: Path, settle: Callable[[], None]
) -> None:
    path = tmp_path / "words.txt"
    path.write_text("长江 9\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.WORD)
    settle()
    pane.list.setCurrentRow(names(pane).index("words – User dictionary, 1"))
    QTest.mouseClick(pane.check_button, LEFT)
    settle()
    dialog = pane.findChild(ProofDialog)
    assert "lower frequency than the segmenter's own" in dialog.words.text()
    assert dialog.model.index(0, 2).data().startswith("Its frequency of 9 is lower than the segmenter's own of 18,")
    dialog.reject()


def test_what_came_in_is_told(pane: ListsPane, tmp_path: Path, settle: Callable[[], None]) -> None:
    told: list[str] = []
    pane._context.noticed.connect(lambda notice: told.append(notice.text))
    path = tmp_path / "places.txt.gz"
    path.write_bytes(gzip.compress("北京\n\n北京\n上海\n".encode()))
    pane.bring_in(path, LexiconKind.ENTITY)
    settle()
    assert told == ["Imported the list places; entries: 2. Skipped lines: 1 repeated, 1 blank."]
    whole = ImportedList(Lexicon("all", LexiconKind.PHRASE, (LexiconEntry("一"),)), {})
    assert import_words(whole) == "Imported the list all; entries: 1."


def test_several_files_become_one_list_with_a_class_each(
    pane: ListsPane, tmp_path: Path, settle: Callable[[], None]
) -> None:
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
    settle()
    found = find_lexicon(pane._context.project, "all of them")
    assert [entry.label for entry in found.entries] == ["food", "place"]
    pane.work.ask_import(paths[:1], LexiconKind.ENTITY)
    asked = pane.findChildren(ImportDialog)[-1]
    assert asked.name.text() == "food"
    asked.label.setEditText("dish")
    asked.accept()
    settle()
    assert find_lexicon(pane._context.project, "food").entries[0].label == "dish"


def test_mining_into_a_list_keeps_out_what_was_taken_out(pane: ListsPane, settle: Callable[[], None]) -> None:
    wish = MiningWish(FrequencySettings(least_count=30, longest=3), LexiconKind.NGRAM)
    pane.work.mine(wish)
    settle()
    project, history = pane._context.project, pane._context.draft.history
    made = find_lexicon(project, "letters-mined")
    pane.keeper.edit(made, prune(made, ["北京"]), "prune")
    settle()
    pane.work.mine(replace(wish, into="letters-mined"))
    settle()
    assert "北京" not in {entry.text for entry in find_lexicon(project, "letters-mined").entries}
    pane.work.mine(MiningWish(FrequencySettings(least_count=30, longest=4), LexiconKind.NGRAM, "letters-mined"))
    settle()
    grown = len(find_lexicon(project, "letters-mined"))
    assert grown > len(made) - 1
    history.undo()
    settle()
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
    assert wishes[0].kind is LexiconKind.PHRASE, "a box gives back the bare text of a kind"


def test_a_list_in_an_encoding_that_is_a_guess_is_asked_about(
    pane: ListsPane, tmp_path: Path, settle: Callable[[], None]
) -> None:
    told: list[Notice] = []
    pane._context.noticed.connect(told.append)
    path = tmp_path / "short.txt"
    path.write_bytes("中文\n".encode("gb18030"))
    pane.bring_in(path, LexiconKind.PHRASE)
    settle()
    assert "not certain" in told[0].text
    assert "--encoding" not in told[0].text
    actions = dict(told[0].actions)
    actions["Read as gb18030"]()
    settle()
    assert [entry.text for entry in find_lexicon(pane._context.project, "short").entries] == ["中文"]
    pane.bring_in(tmp_path / "absent.txt", LexiconKind.PHRASE)
    settle()
    assert not told[-1].actions


def test_only_formats_that_can_hold_the_list_are_offered(
    pane: ListsPane, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, tmp_path: Path
) -> None:
    offered: list[str] = []

    def choose(_parent: object, _title: str, _name: str, filters: str) -> tuple[str, str]:
        offered.append(filters)
        return "", ""

    monkeypatch.setattr("workbench.gui.panels.list_work.QFileDialog.getSaveFileName", choose)
    for kind, count in ((LexiconKind.SYNONYM, 1), (LexiconKind.WORD, 2), (LexiconKind.ENTITY, 3)):
        pane.work.ask_export(Lexicon("x", kind))
        assert offered[-1].count(";;") + 1 == count


def test_what_is_edited_while_a_list_is_mined_into_stays(
    pane: ListsPane, monkeypatch: pytest.MonkeyPatch, settle: Callable[[], None]
) -> None:
    """The list is edited, or deleted, between the beginning and the end of mining."""
    project, context = pane._context.project, pane._context
    before = Lexicon("n", LexiconKind.NGRAM, (LexiconEntry("甲"), LexiconEntry("乙")))
    mined = Lexicon("n", LexiconKind.NGRAM, (LexiconEntry("甲", "", 5), LexiconEntry("丙", "", 3)))
    save_lexicon(project, before)
    pane.refresh()
    settle()
    gate = threading.Event()
    monkeypatch.setattr(CHILD, lambda *_arguments, **_more: mined if gate.wait(10) else None)
    wish = MiningWish(FrequencySettings(), LexiconKind.NGRAM, "n")
    pane.work.mine(wish)
    pane.keeper.change("n", lambda lexicon: prune(lexicon, ["甲"]), "prune")
    gate.set()
    settle()
    assert [entry.text for entry in find_lexicon(project, "n").entries] == ["乙", "丙"]
    context.draft.history.undo()
    settle()
    assert [entry.text for entry in find_lexicon(project, "n").entries] == ["乙"], "what was pruned stays so"
    gate.clear()
    pane.work.mine(wish)
    context.tasks.active[0].cancel()
    gate.set()
    settle()
    assert [entry.text for entry in find_lexicon(project, "n").entries] == ["乙"], "cancelled late: as it was"
    gate.clear()
    pane.work.mine(wish)
    pane.work.delete(pane.keeper.current("n"))
    gate.set()
    settle()
    assert [entry.text for entry in find_lexicon(project, "n").entries] == ["甲", "丙"], "a list of its own"


def test_a_list_keeps_a_name_of_its_own_when_another_takes_it_meanwhile(
    pane: ListsPane, tmp_path: Path, settle: Callable[[], None]
) -> None:
    path = tmp_path / "fresh.txt"
    path.write_text("一\n", encoding="utf-8")
    pane.bring_in(path, LexiconKind.PHRASE)
    pane.bring_in(path, LexiconKind.PHRASE)
    settle()
    assert pane._context.draft.spec.units.phrase_lists == ("fresh", "fresh-2")
    assert {"fresh", "fresh-2"} <= list_lexicons(pane._context.project).names
