import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from workbench.gui.views.histogram import Bars, Histogram


@pytest.fixture
def view(dressed: QApplication, qtbot: QtBot) -> Histogram:
    made = Histogram("Rate")
    qtbot.addWidget(made)
    made.resize(300, 150)
    return made


def test_tooltips_and_descriptions_say_the_heights(view: Histogram) -> None:
    view.show_bars([Bars(["1", "2", "3"], [5, 0, 2], "basic"), Bars(["1", "2"], [1, 4], "phrase")], 1.5, "target")
    view.grab()
    assert view.text_at(view.rect().center()) == "basic 2: 0\nphrase 2: 4"
    assert "1 5, 2 0, 3 2" in view.accessibleDescription()


@pytest.mark.parametrize("groups", [[], [Bars([], [])], [Bars(["a"], [0.0])]])
def test_nothing_to_show(view: Histogram, groups: list[Bars]) -> None:
    view.show_bars(groups)
    view.grab()
