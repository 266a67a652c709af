"""A push button's picture in the colour of its words, whichever the theme."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from workbench.gui.picture_button import PictureButton
from workbench.gui.theme import Theme, ThemeChoice


def lightness(button: PictureButton) -> int:
    """Of the strokes of the picture."""
    image = button.icon().pixmap(20).toImage()
    colours = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return max(colours, key=lambda colour: colour.alpha()).lightness()


def test_the_picture_follows_the_theme(dressed: QApplication, qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    button = PictureButton("refresh", "New draw", page)
    page.show()
    in_light = lightness(button)
    theme = Theme(dressed, ThemeChoice.DARK)
    dressed.processEvents()
    in_dark = lightness(button)
    theme.choose(ThemeChoice.LIGHT)
    dressed.processEvents()
    assert in_light < 100 < 150 < in_dark
    assert lightness(button) == in_light
