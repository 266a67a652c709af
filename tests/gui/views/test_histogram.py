from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.histogram import Bars, Histogram, Picture


@pytest.fixture
def view(dressed: QApplication, qtbot: QtBot) -> Histogram:
    made = Histogram("Rate")
    qtbot.addWidget(made)
    made.resize(300, 150)
    return made


def test_tooltips_and_descriptions_say_the_heights(view: Histogram) -> None:
    view.show_picture(
        Picture([Bars(["1", "2", "3"], [5, 0, 2], "basic"), Bars(["1", "2"], [1, 4], "phrase")], 1.5, "target")
    )
    view.grab()
    assert view.text_at(view.rect().center()) == "basic 2: 0\nphrase 2: 4"
    assert "1 5, 2 0, 3 2" in view.accessibleDescription()


@pytest.mark.parametrize("groups", [[], [Bars([], [])], [Bars(["a"], [0.0])]])
def test_nothing_to_show(view: Histogram, groups: list[Bars]) -> None:
    view.show_bars(groups)
    view.grab()


def test_a_formula_is_drawn_across_the_bars_and_said(view: Histogram) -> None:
    plain = Picture([Bars(["1", "2"], [60, 40], "chosen"), Bars(["1", "2"], [50, 50], "drawn", 0, faint=True)])
    view.show_picture(plain)
    before = view.grab().toImage()
    view.show_picture(replace(plain, formula=Bars(["1", "2", "3"], [55, 30, 15], "formula")))
    assert view.grab().toImage() != before
    assert "formula 1 55, 2 30, 3 15" in view.accessibleDescription()
    assert "formula 1: 55" in view.text_at(QPoint(20, 100))
