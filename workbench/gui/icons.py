"""Icons: line drawings recoloured for the palette when they are loaded."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from workbench.core.paths import resource
from workbench.gui.theme import colours_of


@cache
def _source(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


def draw_icon(name: str, colour: str, size: int = 20, ratio: float = 2.0) -> QPixmap:
    """The icon in one colour, ``size`` logical pixels wide; one that was drawn before is shared, as a form has one of
    the same for each of its rows."""
    key, pixmap = f"icon {name} {colour} {size} {ratio}", QPixmap()
    if QPixmapCache.find(key, pixmap):
        return pixmap
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    renderer = QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).encode()))
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, pixmap.width(), pixmap.height()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    QPixmapCache.insert(key, pixmap)
    return pixmap


def icon(name: str, palette: QPalette) -> QIcon:
    """The icon for a palette: text colour, faded where disabled."""
    colours = colours_of(palette)
    drawn = QIcon()
    drawn.addPixmap(draw_icon(name, colours.text), QIcon.Mode.Normal)
    drawn.addPixmap(draw_icon(name, colours.disabled), QIcon.Mode.Disabled)
    return drawn
