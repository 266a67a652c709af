"""What a view paints is kept, and made into a picture later, in another thread, just as it would have been then."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPolygonF

from workbench.core.errors import StoppedError
from workbench.core.progress import Progress
from workbench.gui.views.drawing import FINENESS, as_pixmap, as_svg
from workbench.gui.views.drawn import Drawn

SIZE, GROUND, DPI = QSize(120, 80), QColor("#fafafa"), 96


def paint(painter: QPainter) -> None:
    """Some of everything that views use; what follows depends on font and place."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont()
    font.setPixelSize(13)
    painter.setFont(font)
    wide = painter.fontMetrics().horizontalAdvance("波士顿")
    painter.drawText(QRectF(4, 4, wide, 20), Qt.AlignmentFlag.AlignLeft, "波士顿")
    painter.save()
    painter.translate(60, 40)
    painter.rotate(90)
    painter.setClipRect(QRectF(-20, -20, 30, 30))
    painter.fillRect(QRectF(-10, -10, 40, 10), QColor(0, 90, 180, 120))
    painter.drawText(0, 0, "turned")
    painter.restore()
    path = QPainterPath(QPointF(0, 70))
    path.cubicTo(QPointF(20, 10), QPointF(60, 10), QPointF(110, 70))
    painter.setPen(QPen(QColor("#d55e00"), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.setBrush(QBrush(QColor("#009e73")))
    painter.drawPolygon(QPolygonF([QPointF(90, 5), QPointF(110, 5), QPointF(100, 20)]))
    painter.drawLines([QLineF(5, 60, 50, 60), QLineF(5, 65, 50, 65)])
    image = QImage(2, 2, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    painter.drawImage(QRectF(70, 50, 10, 10), image)


def test_a_kept_drawing_is_the_same_to_the_pixel_and_the_letter(dressed: object) -> None:
    drawn = Drawn.of(SIZE, GROUND, paint, DPI)
    made: list[QImage] = []
    thread = threading.Thread(target=lambda: made.append(drawn.image()))
    thread.start()
    thread.join()
    expected = as_pixmap(SIZE, GROUND, paint).toImage().convertToFormat(made[0].format())
    assert made[0] == expected
    assert made[0].size() == SIZE * FINENESS
    assert drawn.svg() == as_svg(SIZE, GROUND, paint, DPI)


def test_it_is_what_was_there_when_it_was_kept(dressed: object) -> None:
    """A view may go on using its pens and boxes for what comes next."""

    def reuse(painter: QPainter) -> None:
        box = QRectF(0, 0, 10, 10)
        pen = QPen(QColor("red"))
        painter.setPen(pen)
        painter.drawRects([box])
        painter.fillRect(box, QColor("red"))
        pen.setColor(QColor("blue"))
        box.translate(50, 0)

    image = Drawn.of(SIZE, GROUND, reuse, DPI).image()
    assert image.pixelColor(5, 5) == QColor("red")
    assert image.pixelColor(50 * FINENESS + 5, 5) == GROUND


def test_it_tells_how_far_it_is_and_ends_when_nobody_wants_it(dressed: object) -> None:
    def many(painter: QPainter) -> None:
        for _ in range(1000):
            painter.drawLine(0, 0, 1, 1)

    drawn = Drawn.of(SIZE, GROUND, many, DPI)
    told: list[Progress] = []
    drawn.image(told.append)
    assert [one.done for one in told] == [0, 200, 400, 600, 800]
    assert {one.total for one in told} == {1000}
    told.clear()
    with pytest.raises(StoppedError):
        drawn.png("", told.append, lambda: len(told) >= 2)
    assert len(told) == 2


def test_a_grabbed_picture_stays_as_fine_as_it_is(dressed: object) -> None:
    image = QImage(40, 20, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(2)
    image.fill(QColor("green"))
    made = Drawn.of_image(image, DPI).image()
    assert (made.size(), made.devicePixelRatio()) == (image.size(), 2)
    assert made.pixelColor(39, 19) == QColor("green")
