"""The signs of events: each kind has a shape of its own, so that colour is never needed to tell them apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from workbench.gui.theme import Colours
from workbench.gui.views.curve_data import FlagKind

SIZE = 4.0  #: half of a sign's width in pixels

#: Corners in halves of a sign's width; kinds that are not here are drawn from lines or circles.
_SHAPES: Mapping[FlagKind, Sequence[tuple[float, float]]] = {
    FlagKind.RESUMED: ((-0.7, -1), (1, 0), (-0.7, 1)),
    FlagKind.WARNING: ((0, -1), (1, 0.9), (-1, 0.9)),
    FlagKind.STAGE: ((-0.3, -1.4), (0.3, -1.4), (0.3, 1), (-0.3, 1)),
    FlagKind.RATE: ((0, -1), (1, 0), (0, 1), (-1, 0)),
    FlagKind.SAVED: ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
}


def draw_flag(painter: QPainter, kind: FlagKind, at: QPointF, colour: QColor) -> None:
    """Draw a sign around a point."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if kind is FlagKind.BAD:
        painter.setPen(QPen(colour, 2))
        painter.drawLine(at + QPointF(-SIZE, -SIZE), at + QPointF(SIZE, SIZE))
        painter.drawLine(at + QPointF(-SIZE, SIZE), at + QPointF(SIZE, -SIZE))
    elif kind is FlagKind.SLEPT:
        painter.setPen(QPen(colour, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, SIZE - 0.5, SIZE - 0.5)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([at + QPointF(SIZE * x, SIZE * y) for x, y in _SHAPES[kind]]))
    painter.restore()


def flag_colours(colours: Colours) -> dict[FlagKind, QColor]:
    """The colour of each kind."""
    chosen = {
        FlagKind.RESUMED: colours.accent,
        FlagKind.BAD: colours.error,
        FlagKind.WARNING: colours.warning,
        FlagKind.SLEPT: colours.accent,
        FlagKind.STAGE: colours.text,
        FlagKind.RATE: colours.text,
        FlagKind.SAVED: colours.muted,
    }
    return {kind: QColor(colour) for kind, colour in chosen.items()}
