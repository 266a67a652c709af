"""Fonts: bundled ones behind the system's own, so that no text turns into boxes, even where there is no font at all."""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from workbench.core.errors import WorkbenchError
from workbench.core.paths import resource
from workbench.core.texts import mark

#: Latin, Greek, Cyrillic and signs; then Chinese, in a font that has nothing else.
BUNDLED = ("DejaVuSans.ttf", "DroidSansFallback.ttf")


@cache
def bundled_families() -> tuple[str, ...]:
    """The family names of the bundled fonts, loaded once. Raises WorkbenchError where a file is missing."""
    return tuple(_load(name) for name in BUNDLED)


def _load(name: str) -> str:
    number = QFontDatabase.addApplicationFont(str(resource("fonts", name)))
    families = QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
    if not families:
        raise WorkbenchError(
            mark("The bundled font {name} cannot be read."), mark("Install the program again."), name=name
        )
    return families[0]


def with_fallback(font: QFont) -> QFont:
    """The font with the bundled families behind its own."""
    complete = QFont(font)
    complete.setFamilies([*dict.fromkeys([*font.families(), *bundled_families()])])
    return complete


def install_fonts(application: QApplication) -> None:
    """Give the whole window the system's font with the bundled ones behind it, figures of one width."""
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
    """The font of token cells: the fixed system font with the bundled families behind it."""
    font = with_fallback(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
    font.setPixelSize(pixels)
    return font
