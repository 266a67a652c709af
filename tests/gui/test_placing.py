"""A window's place: all of it on a screen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from workbench.gui.placing import on_screen


@pytest.mark.parametrize(
    ("wanted", "right"),
    [
        (QRect(5000, 5000, 800, 600), QRect(566, 168, 800, 600)),
        (QRect(-300, -20, 800, 600), QRect(0, 0, 800, 600)),
        (QRect(0, 0, 4000, 3000), QRect(0, 0, 1366, 768)),
        (QRect(10, 20, 300, 200), QRect(10, 20, 300, 200)),
    ],
)
def test_a_window_off_the_screen_comes_back(wanted: QRect, right: QRect) -> None:
    assert on_screen(wanted, [QRect(0, 0, 1366, 768)]) == right


def test_a_window_stays_on_the_screen_that_shows_most_of_it() -> None:
    left, second = QRect(0, 0, 1366, 768), QRect(1366, 0, 1920, 1080)
    assert on_screen(QRect(1300, 100, 900, 600), [left, second]) == QRect(1366, 100, 900, 600)
