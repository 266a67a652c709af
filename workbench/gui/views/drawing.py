"""What paints itself, as a picture or as SVG, and both as bytes for a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRect, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPixmap
from PySide6.QtSvg import QSvgGenerator

from workbench.core.files import write_whole

FINENESS = 2  #: pixels of a picture to one of the screen

Paint = Callable[[QPainter], None]


def as_pixmap(size: QSize, ground: QColor, paint: Paint, fineness: int = FINENESS) -> QPixmap:
    """A picture of ``size`` in pixels of the screen, so many times as fine."""
    pixmap = QPixmap(size * fineness)
    pixmap.setDevicePixelRatio(fineness)
    pixmap.fill(ground)
    painter = QPainter(pixmap)
    paint(painter)
    painter.end()
    return pixmap


def as_png(picture: QPixmap | QImage, description: str = "") -> bytes:
    """A picture as the bytes of a PNG file, which may carry a description."""
    image = picture.toImage() if isinstance(picture, QPixmap) else picture
    if description:
        image.setText("Description", description)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"PNG").write(image)
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


def save_as(path: Path, *, csv: Callable[[], str], svg: Callable[[], bytes], png: Callable[[], bytes]) -> None:
    """Write a file as SVG or CSV, by the suffix of its path, else as PNG; raises :class:`WorkbenchError` where it can't
    be written."""
    makers: dict[str, Callable[[], str | bytes]] = {".csv": csv, ".svg": svg}
    write_whole(path, makers.get(path.suffix.lower(), png)())


def mixed(colour: QColor, ground: QColor, share: float) -> QColor:
    """``share`` of a colour on a ground, opaque."""
    red, green, blue = (
        round(share * one + (1 - share) * other)
        for one, other in (
            (colour.red(), ground.red()),
            (colour.green(), ground.green()),
            (colour.blue(), ground.blue()),
        )
    )
    return QColor(red, green, blue)
