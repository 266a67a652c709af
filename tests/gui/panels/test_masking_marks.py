"""Words and lists at work in the strips, and marks by mouse and keyboard."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from workbench.gui.context import Context
from workbench.gui.notices import Notice, NoticeArea
from workbench.gui.panels.marking import marked_name
from workbench.gui.panels.masking import MaskingPanel
from workbench.masking.registry import STRATEGIES
from workbench.text.document import UnitKind
from workbench.text.lexicon import LexiconKind, list_lexicons
from workbench.text.mining import MiningSettings

SHORT = 60_000


def test_entities_are_imported_marked_undone_and_redone(
    page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    page.show_entities()
    path = tmp_path / "entities.txt"
    path.write_text("提高速度\tevent\n高速公路\tplace\n很长\tother\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.ENTITY)
    page.settle()
    assert "entities" in ready.draft.spec.units.entity_lists
    page.type_text("第一次提高速度在公园")
    qtbot.waitUntil(lambda: panel.shown is not None and "公园" in panel.shown.text.text, timeout=SHORT)
    page.settle()
    assert page.kinds_of("提高速度") == {UnitKind.ENTITY}
    assert UnitKind.ENTITY not in page.kinds_of("在公园")
    steps = ready.draft.history.count()
    page.mark_entity("在公园", "place")
    assert ready.draft.history.count() == steps + 1
    assert page.kinds_of("在公园") == {UnitKind.ENTITY}
    assert "在公园" in page.strip().passage.describe(len(page.strip().cells) - 2)  # type: ignore[union-attr]
    ready.draft.history.undo()
    page.settle()
    assert UnitKind.ENTITY not in page.kinds_of("在公园")
    assert marked_name(LexiconKind.ENTITY) not in list_lexicons(ready.project).names
    ready.draft.history.redo()
    page.settle()
    assert page.kinds_of("在公园") == {UnitKind.ENTITY}


def test_the_class_of_the_text_is_offered_first(page: Any, panel: MaskingPanel) -> None:
    page.show_text("北京大学在北京，鲁迅在上海市很高兴")
    bar = panel.marks.bar
    offered = {}
    for text in ("北京大学", "鲁迅", "在上海市", "上海", "高兴"):
        page.drag(page.strip(), *page.cells_of(text))
        assert bar.isVisible(), text
        offered[text] = bar.label.currentText(), bar.label.itemText(0)
        QTest.keyClick(bar, Qt.Key.Key_Escape)
    assert offered["北京大学"] == ("organisation", "organisation")
    assert offered["鲁迅"] == ("person", "person")
    assert offered["在上海市"] == ("place", "place"), "of what lies within"
    assert offered["上海"] == ("place", "place"), "of what lies around"
    assert offered["高兴"] == ("place", "place"), "where nothing is known, that of the last mark"
    assert [bar.label.itemText(row) for row in range(bar.label.count())].count("place") == 1


def test_the_class_is_chosen_before_the_button_that_uses_it(page: Any, panel: MaskingPanel) -> None:
    bar = panel.marks.bar
    page.drag(page.strip(), page.strip().cell_rect(1).center(), page.strip().cell_rect(2).center())
    assert bar.label.x() < bar.entity_button.x()
    assert bar.label.nextInFocusChain() in (bar.entity_button, bar.label.lineEdit())
    assert bar.phrase_button.nextInFocusChain() is bar.label
    QTest.keyClick(bar, Qt.Key.Key_Escape)


def test_delete_takes_a_mark_back(page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot) -> None:
    page.show_entities()
    page.type_text("第一次提高速度在公园")
    qtbot.waitUntil(lambda: panel.shown is not None and "公园" in panel.shown.text.text, timeout=SHORT)
    page.settle()
    page.mark_entity("在公园", "place")
    place, _ = page.cells_of("在公园")
    QTest.mouseClick(page.strip(), Qt.MouseButton.LeftButton, pos=place)
    assert "place" in panel.column.cards[0].explanation.text()
    page.strip().setFocus()
    QTest.keyClick(page.strip(), Qt.Key.Key_Delete)
    page.settle()
    assert UnitKind.ENTITY not in page.kinds_of("在公园")
    ready.draft.history.undo()
    page.settle()
    assert page.kinds_of("在公园") == {UnitKind.ENTITY}


def test_escape_closes_the_bar_and_marks_nothing(page: Any, panel: MaskingPanel, ready: Context) -> None:
    steps = ready.draft.history.count()
    page.drag(page.strip(), page.strip().cell_rect(1).center(), page.strip().cell_rect(2).center())
    QTest.keyClick(panel.marks.bar, Qt.Key.Key_Escape)
    assert not panel.marks.bar.isVisible()
    assert ready.draft.history.count() == steps


def test_lists_are_ticked_and_deleted_with_undo(page: Any, panel: MaskingPanel, ready: Context, tmp_path: Path) -> None:
    path = tmp_path / "phrases.txt"
    path.write_text("提高速度\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.PHRASE)
    page.settle()
    item = panel.lists.list.item(0)
    item.setCheckState(Qt.CheckState.Unchecked)
    assert ready.draft.spec.units.phrase_lists == ()
    ready.draft.history.undo()
    page.settle()
    panel.lists.list.setCurrentRow(0)
    QTest.mouseClick(panel.lists.delete_button, Qt.MouseButton.LeftButton)
    page.settle()
    assert panel.lists.list.count() == 0
    assert ready.draft.spec.units.phrase_lists == ()
    ready.draft.history.undo()
    page.settle()
    assert ready.draft.spec.units.phrase_lists == ("phrases",)
    assert panel.lists.list.count() == 1


def test_given_up_work_tells_no_errors(
    page: Any, panel: MaskingPanel, ready: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = ready.draft.spec.units
    ready.draft.set("units.phrase_lists", ("gone",), "a list that is not there")
    ready.draft.set("units.phrase_lists", units.phrase_lists, "and back at once")
    said: list[str] = []
    monkeypatch.setattr(panel, "_say", said.append)
    page.settle()
    assert set(said) == {""}
    monkeypatch.undo()
    ready.draft.set("units.phrase_lists", ("gone",), "a list that is not there")
    page.settle()
    assert "gone" in panel.message.text()


def test_a_strategy_says_which_list_it_lacks(page: Any, panel: MaskingPanel, ready: Context, tmp_path: Path) -> None:
    card = panel.column.cards[0]
    card.edited.emit(STRATEGIES["pmi"](), "kind")
    assert card.warning.isVisible()
    assert card.warning.text() == "PMI masking needs an n-gram list. Choose or mine one."
    card.edited.emit(STRATEGIES["similar"](), "kind")
    assert card.warning.text() == "Similar words need a synonym table. Choose one."
    path = tmp_path / "synonyms.txt"
    path.write_text("公园\t花园\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.SYNONYM)
    page.settle()
    assert not card.warning.isVisible()


def test_a_mark_goes_before_longer_units_of_lists(
    page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot, tmp_path: Path
) -> None:
    page.show_entities()
    path = tmp_path / "entities.txt"
    path.write_text("第一次提高速度\tevent\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.ENTITY)
    page.type_text("第一次提高速度在公园")
    qtbot.waitUntil(lambda: panel.shown is not None and "公园" in panel.shown.text.text, timeout=SHORT)
    page.settle()
    assert page.kinds_of("第一次提高速度") == {UnitKind.ENTITY}
    page.mark_entity("速度在", "place")
    assert page.kinds_of("速度在") == {UnitKind.ENTITY}
    assert not page.kinds_of("第一次提高速度")


def test_a_part_of_a_word_cannot_be_marked_and_the_page_says_why(
    page: Any, panel: MaskingPanel, ready: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices: list[Notice] = []
    monkeypatch.setattr(ready, "notify", notices.append)
    page.type_text("在 Catherine 公园")
    qtbot.waitUntil(lambda: panel.shown is not None and "Catherine" in panel.shown.text.text, timeout=SHORT)
    panel.marks._ask(page.strip(), 2, 6)
    assert "Cath" in notices[0].text
    assert not panel.marks.bar.isVisible()


def test_phrases_are_mined_in_the_background(page: Any, panel: MaskingPanel, ready: Context) -> None:
    panel.lists.mine(MiningSettings(least_count=2))
    page.settle()
    assert ready.draft.spec.units.phrase_lists == ("letters-mined",)


def test_figures_of_the_sample_come_by_themselves(page: Any, panel: MaskingPanel, qtbot: QtBot, tmp_path: Path) -> None:
    line = panel.below.histograms.phrases
    page.choose_kind("phrase")  # phrases are spoken of only where a strategy chooses from them
    qtbot.waitUntil(lambda: "There is no phrase" in line.text(), timeout=SHORT)
    path = tmp_path / "phrases.txt"
    path.write_text("提高速度\n高速公路\n", encoding="utf-8")
    panel.lists.bring_in(path, LexiconKind.PHRASE)
    qtbot.waitUntil(lambda: "single words" in line.text(), timeout=SHORT)
    page.settle()
    share = int(line.text().split("\u2009")[0].split()[-1])
    assert 40 <= share <= 60  # 高速公路 is one word of the segmenter, 提高速度 is two; each stands in every document


def test_a_list_that_comes_back_leaves_no_complaint(panel: MaskingPanel, page: Any) -> None:
    page.show_text("北京大学在北京。")
    page.mark_entity("北京大学", "school")
    page.show_entities()
    page.settle()
    lexicon = panel.lists.keeper.current("marked-entity")
    assert lexicon is not None
    panel.lists.work.delete(lexicon)
    page.settle()
    assert panel.lists.keeper.current("marked-entity") is None
    panel.context.draft.history.undo()
    page.settle()
    assert panel.message.isHidden(), "the list is there again"
    assert panel.lists.keeper.current("marked-entity") == lexicon


@pytest.fixture
def area(panel: MaskingPanel, ready: Context) -> NoticeArea:
    """The notices above the page."""
    area = NoticeArea(panel.window())
    ready.noticed.connect(area.add)
    ready.withdrawn.connect(area.withdraw)
    return area


def test_an_offer_adds_one_card_and_goes(page: Any, panel: MaskingPanel, area: NoticeArea) -> None:
    page.show_text("北京大学在北京。")
    page.mark_entity("北京大学", "school")
    (line,) = area.lines()
    button = line.findChild(QPushButton)
    compare = line.notice.actions[0][1]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    page.settle()
    assert len(panel.column.cards) == 2
    assert area.lines() == []
    panel.column.choose(panel.column.cards[0])
    compare()
    assert len(panel.column.cards) == 2
    assert panel.column.chosen_number == 1, "the card that is there already"


def test_an_offer_goes_when_its_mark_is_undone(page: Any, ready: Context, area: NoticeArea) -> None:
    page.show_text("北京大学在北京。")
    page.mark_entity("北京大学", "school")
    assert len(area.lines()) == 1
    ready.draft.history.undo()
    assert area.lines() == []
    page.settle()


def test_a_list_that_another_page_sends_is_brought_in(
    page: Any, panel: MaskingPanel, ready: Context, tmp_path: Path
) -> None:
    path = tmp_path / "phrases.txt"
    path.write_text("提高速度\n高速公路\n", encoding="utf-8")
    ready.import_list(path, LexiconKind.PHRASE)
    page.settle()
    assert panel.side.currentWidget() is panel.lists
    assert ready.draft.spec.units.phrase_lists == ("phrases",)
