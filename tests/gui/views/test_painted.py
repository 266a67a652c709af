"""Views that paint themselves in one go have one menu, picture and SVG."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from workbench.gui.views.drawing import FINENESS
from workbench.gui.views.painted import PaintedView


class RedView(PaintedView):
    FILE_NAME = "red"

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(QRect(0, 0, 10, 10), QColor("red"))

    def _add_actions(self, menu: QMenu) -> None:
        menu.addAction("First")

    def as_csv(self) -> str:
        return "red\n"

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        return {"red": np.ones(1)}


def test_its_menu_begins_with_its_own_actions_and_saves_in_every_form(dressed: object, qtbot: QtBot) -> None:
    view = RedView()
    qtbot.addWidget(view)
    seen = [action.text() for action in view.menu().actions() if action.text()]
    assert seen[:2] == ["First", "Copy as picture"]
    assert [text.split()[-1] for text in seen[2:]] == ["PNG…", "SVG…", "CSV…", "NPZ…"]


def test_picture_and_svg_show_what_it_paints_on_its_ground(dressed: object, qtbot: QtBot) -> None:
    view = RedView()
    qtbot.addWidget(view)
    view.resize(40, 30)
    image = view.picture().image()
    assert (image.width(), image.height()) == (40 * FINENESS, 30 * FINENESS)
    assert image.pixelColor(FINENESS, FINENESS) == QColor("red")
    assert image.pixelColor(30 * FINENESS, 20 * FINENESS) == view._ground()
    assert b"#ff0000" in view.svg()()
