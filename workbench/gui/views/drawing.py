"""What paints itself, as a picture or as SVG, and both as bytes for a file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QIODevice, QRect, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator

FINENESS = 2  #: pixels of a picture to one of the screen

Paint = Callable[[QPainter], None]


def as_pixmap(size: QSize, ground: QColor, paint: Paint) -> QPixmap:
    """A picture of ``size`` in pixels of the screen, :data:`FINENESS` times as fine."""
    pixmap = QPixmap(size * FINENESS)
    pixmap.setDevicePixelRatio(FINENESS)
    pixmap.fill(ground)
    painter = QPainter(pixmap)
    paint(painter)
    painter.end()
    return pixmap


def as_png(pixmap: QPixmap) -> bytes:
    """A picture as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap.save(buffer, "PNG")
    return bytes(buffer.data().data())


def as_svg(size: QSize, ground: QColor, paint: Paint, dpi: int) -> bytes:
    """A drawing of ``size`` in pixels of a screen with so many ``dpi``."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setResolution(dpi)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    painter = QPainter(generator)
    painter.fillRect(0, 0, size.width(), size.height(), ground)
    paint(painter)
    painter.end()
    return bytes(buffer.data().data())
