"""Fonts: the bundled Chinese font behind the system's own, so that no text turns into boxes."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from workbench.core.errors import WorkbenchError
from workbench.core.paths import resource
from workbench.core.texts import mark

BUNDLED = "DroidSansFallback.ttf"


@cache
def bundled_family() -> str:
    """The family name of the bundled font, loaded once. Raises WorkbenchError where the file is missing."""
    number = QFontDatabase.addApplicationFont(str(resource("fonts", BUNDLED)))
    families = QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
    if not families:
        raise WorkbenchError(
            mark("The bundled font {name} cannot be read."), mark("Install the program again."), name=BUNDLED
        )
    return families[0]


def with_fallback(font: QFont) -> QFont:
    """The font with the bundled family behind its own."""
    complete = QFont(font)
    complete.setFamilies([*dict.fromkeys([*font.families(), bundled_family()])])
    return complete


def install_fonts(application: QApplication) -> None:
    """Give the whole window the system's font with the bundled one behind it, figures of one width."""
    font = with_fallback(application.font())
    if font.pointSizeF() < 9.5:
        font.setPointSizeF(9.5)
    font.setFeature(QFont.Tag("tnum"), 1)
    application.setFont(font)


def scaled(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """The font in another of the window's three sizes (0.85 small, 1 text, 1.25 title)."""
    other = QFont(font)
    other.setPointSizeF(font.pointSizeF() * factor)
    other.setBold(bold)
    return other


def cell_font(pixels: int) -> QFont:
    """The font of token cells: the fixed system font with the bundled family behind it."""
    font = with_fallback(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    font.setPixelSize(pixels)
    return font
