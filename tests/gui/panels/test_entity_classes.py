"""Classes of entities are shown in the window's words and kept by their own names."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from workbench.gui.panels.entity_classes import ENTITY_CLASSES, ClassBox
from workbench.gui.panels.list_import import ImportDialog, ImportWish
from workbench.gui.panels.marking import MarkBar
from workbench.text.lexicon import LexiconKind


@pytest.mark.usefixtures("dressed", "chinese")
def test_classes_are_shown_in_chinese_and_kept_by_name(qtbot: QtBot) -> None:
    box = ClassBox(("dish", *ENTITY_CLASSES))
    qtbot.addWidget(box)
    assert [box.itemText(place) for place in range(4)] == ["dish", "人名", "地名", "机构名"]
    for typed, label in (("地名", "place"), ("organisation", "organisation"), (" 菜 ", "菜"), ("", "")):
        box.setEditText(typed)
        assert box.label == label
    box.setCurrentIndex(1)
    assert box.label == "person"


@pytest.mark.usefixtures("dressed", "chinese")
def test_the_bar_and_the_import_hand_on_the_name(qtbot: QtBot, tmp_path: Path) -> None:
    page = ImportDialog([tmp_path / "a.txt"], LexiconKind.ENTITY, (), None)
    bar = MarkBar(page)
    qtbot.addWidget(page)
    marked: list[str] = []
    bar.marked.connect(lambda _text, _kind, label: marked.append(label))
    bar.label.setCurrentIndex(bar.label.findText("机构名"))
    bar.entity_button.click()
    wishes: list[ImportWish] = []
    page.decided.connect(wishes.append)
    assert page.label.label == ""
    page.label.setCurrentIndex(page.label.findText("人名"))
    page.accept()
    assert (marked, wishes[0].label) == (["organisation"], "person")
