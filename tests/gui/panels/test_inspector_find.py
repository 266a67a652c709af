from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.inspector_find import found_tokens
from workbench.gui.panels.inspector_options import HIDDEN, ONE_TOKEN, TWO_ROWS
from workbench.gui.panels.probe_answers import Answer
from workbench.gui.views.heatmap import READABLE_CELL
from workbench.inspection.groups import Level

LONG_TEXT = "高速公路" * 20 + "北京大学" + "高速公路" * 5 + "北京大学"


@pytest.fixture
def long_answer(look_inside: Callable[[str], Answer]) -> Answer:
    return look_inside(LONG_TEXT)


def look_for(qtbot: QtBot, panel: InspectorPanel, wanted: str) -> None:
    """As a person does: Ctrl+F and type."""
    qtbot.keyClick(panel.form.text, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert not panel.find_bar.isHidden()
    panel.find_bar.field.setText(wanted)  # QTest can't type Chinese


def test_words_of_a_long_sentence_are_found_and_walked_through(
    inspector: InspectorPanel, long_answer: Answer, qtbot: QtBot
) -> None:
    """R132: search."""
    find, heatmap = inspector.find_bar, inspector.attention.heatmap
    heatmap.resize(500, 400)
    assert heatmap.placement().side < READABLE_CELL
    look_for(qtbot, inspector, "大学")
    assert find.count.text() == "1 of 2"
    assert inspector.strip.lit == range(83, 85), "two characters, after [CLS]"
    assert heatmap.caption().startswith("大 → 大: "), "the value of the cell that is lit"
    assert heatmap.placement().side == READABLE_CELL
    assert heatmap.placement().area.contains(heatmap.cell_centre(83, 83))
    qtbot.keyClick(find.field, Qt.Key.Key_Return)
    assert (find.count.text(), find.place) == ("2 of 2", range(107, 109))
    assert heatmap.placement().area.contains(heatmap.cell_centre(107, 107))
    qtbot.keyClick(find.field, Qt.Key.Key_Return)
    assert find.place == range(83, 85), "round again"
    qtbot.keyClick(find.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert find.place == range(107, 109)
    find.field.setText("大学生")
    assert (find.count.text(), inspector.strip.lit) == ("Not in the sentence", range(0))
    qtbot.keyClick(find.field, Qt.Key.Key_Escape)
    assert find.isHidden()
    assert inspector.strip.hasFocus()


def test_typing_on_stays_at_the_place(inspector: InspectorPanel, long_answer: Answer, qtbot: QtBot) -> None:
    look_for(qtbot, inspector, "高")
    for _ in range(3):
        inspector.find_bar.go(1)
    assert inspector.find_bar.place == range(13, 14)
    inspector.find_bar.field.setText("高速")
    assert inspector.find_bar.place == range(13, 15)
    assert inspector.find_bar.count.text() == "4 of 25"


def test_what_is_found_is_lit_in_every_view_of_the_attention(
    inspector: InspectorPanel, long_answer: Answer, qtbot: QtBot
) -> None:
    view = inspector.attention
    view.options.view.setCurrentIndex(view.options.view.findData(TWO_ROWS))
    look_for(qtbot, inspector, "京")
    assert view.arcs.caption().startswith("京")
    view.options.view.setCurrentIndex(view.options.view.findData(ONE_TOKEN))
    assert view.token.row == 82
    view.options.specials.setCurrentIndex(view.options.specials.findData(HIDDEN))
    inspector.find_bar.go(1)
    assert view.token.row == 106, "numbered as in the whole matrix, whatever is hidden"
    assert view.heatmap.caption().startswith("京 → 京: ")
    view.options.level.setCurrentIndex(view.options.level.findData(Level.WORD))
    inspector.find_bar.go(1)
    assert view.heatmap.caption().startswith("北京"), "the word that the token belongs to"


def test_another_sentence_is_looked_through_as_well(
    inspector: InspectorPanel, look_inside: Callable[[str], Answer], qtbot: QtBot
) -> None:
    look_inside("北京大学")
    look_for(qtbot, inspector, "学")
    look_inside("学学")
    assert (inspector.find_bar.count.text(), inspector.strip.lit) == ("1 of 2", range(1, 2))
    inspector.find_bar.end()
    look_inside("大学")
    assert inspector.strip.lit == range(0), "nobody looks any more"


def test_before_there_is_a_sentence_there_is_nothing_to_look_through(inspector: InspectorPanel, qtbot: QtBot) -> None:
    qtbot.keyClick(inspector.form.text, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert inspector.find_bar.isHidden()


def test_capitals_are_small_letters_whatever_tokens_they_are_in(look_inside: Callable[[str], Answer]) -> None:
    answer = look_inside("北İABCa京")
    assert found_tokens(answer, "abc")[0] == found_tokens(answer, "ABC")[0]
    assert found_tokens(answer, "京")[-1][-1] == len(answer.tokens) - 2, "the last before [SEP], whatever stands before"
    assert found_tokens(answer, " ") == []
