"""What a view paints, kept stroke by stroke, so that another thread can make a picture of it while the view goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, QSize
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import mark
from workbench.gui.views.drawing import FINENESS, Paint, as_png, as_svg

_CHUNK = 200  #: strokes between two looks at whether the picture is still wanted
#: Kept as they are at the time of the call, whatever becomes of them.
_VALUES: frozenset[type] = frozenset({
    QBrush, QColor, QFont, QImage, QLineF, QPainterPath, QPen, QPoint, QPointF, QPolygonF, QRect, QRectF,
})  # fmt: skip
_CHANGES = ("set", "save", "restore", "translate", "rotate", "scale")
_STROKES = ("draw", "fill")

Stroke = tuple[str, tuple[Any, ...]]


class _Recorder(QPainter):
    """Keeps what it is told to paint, and paints nothing; it knows its font, pen and place like any painter."""

    def __init__(self, fineness: int) -> None:
        self._ground = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        self._ground.setDevicePixelRatio(fineness)
        super().__init__(self._ground)
        self.strokes: list[Stroke] = []


def _keeping(name: str, change: Callable[..., Any] | None) -> Callable[..., None]:
    """A method that keeps its call, and carries it out where it changes how is painted."""

    def keep(recorder: _Recorder, *arguments: Any) -> None:
        recorder.strokes.append((name, tuple(map(_as_now, arguments))))
        if change is not None:
            change(recorder, *arguments)

    return keep


def _as_now(value: Any) -> Any:
    kind: Any = value.__class__
    if kind is list:
        return [_as_now(one) for one in value]
    return kind(value) if kind in _VALUES else value


for _name in dir(QPainter):
    if _name.startswith(_STROKES):
        setattr(_Recorder, _name, _keeping(_name, None))
    elif _name.startswith(_CHANGES):
        setattr(_Recorder, _name, _keeping(_name, getattr(QPainter, _name)))


@dataclass(frozen=True)
class Drawn:
    """A drawing of ``size`` in pixels of a screen with so many ``dpi``, on a ``ground``; its picture has ``fineness``
    pixels to one of the screen."""

    size: QSize
    ground: QColor
    strokes: tuple[Stroke, ...]
    dpi: int
    fineness: int = FINENESS

    @staticmethod
    def of(size: QSize, ground: QColor, paint: Paint, dpi: int, fineness: int = FINENESS) -> Drawn:
        """What ``paint`` paints now."""
        recorder = _Recorder(fineness)
        paint(recorder)
        recorder.end()
        return Drawn(QSize(size), QColor(ground), tuple(recorder.strokes), dpi, fineness)

    @staticmethod
    def of_image(image: QImage, dpi: int) -> Drawn:
        """An image as it is."""
        stroke = ("drawImage", (QPoint(0, 0), QImage(image)))
        return Drawn(image.size() / image.devicePixelRatio(), QColor(), (stroke,), dpi, round(image.devicePixelRatio()))

    def image(self, report: Report = silent, cancelled: Cancelled = never) -> QImage:
        """The picture; raises :class:`StoppedError` where it is no longer wanted."""
        image = QImage(self.size * self.fineness, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(self.fineness)
        image.fill(self.ground)
        painter = QPainter(image)
        try:
            self._paint(painter, report, cancelled)
        finally:
            painter.end()
        return image

    def png(self, description: str = "", report: Report = silent, cancelled: Cancelled = never) -> bytes:
        """The picture as the bytes of a PNG file, which may carry a description."""
        return as_png(self.image(report, cancelled), description)

    def svg(self) -> bytes:
        """The drawing as SVG."""
        return as_svg(self.size, self.ground, self._paint, self.dpi)

    def _paint(self, painter: QPainter, report: Report = silent, cancelled: Cancelled = never) -> None:
        for number, (name, arguments) in enumerate(self.strokes):
            if number % _CHUNK == 0:
                if cancelled():
                    raise StoppedError(mark("The work was stopped."))
                report(Progress(number, len(self.strokes), mark("strokes"), mark("Painting")))
            method: Callable[..., Any] = getattr(painter, name)
            method(*arguments)
