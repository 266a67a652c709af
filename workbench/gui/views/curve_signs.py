"""Single points of curves as small signs: what is not finite, points without neighbours, sparse evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from workbench.gui.views.curve_traces import InPixels, Values

SPARSE = 50  #: a line without smoothing and of so many points at most has a dot at each
RADIUS = 3.0  #: pixels


class Sign(IntEnum):
    """What a sign says: a value that is no number, one beyond all numbers, or a point."""

    NAN = 0
    ABOVE = 1
    BELOW = 2
    POINT = 3


@dataclass(frozen=True)
class Signs:
    """Signs ``kind`` [k] at ``x`` [k] and heights ``y`` [k] of the values themselves, NaN where these have none."""

    x: Values
    y: Values
    kind: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.x)

    def standing_on(self, ground: float) -> Signs:
        """Those that have no height of their own at that one."""
        return replace(self, y=np.where(np.isnan(self.y), ground, self.y))


def signs_of_missing(x: Values, y: Values) -> Signs:
    """Where values y [n] are not finite: at the height of the last finite value before it, else of the first after."""
    finite, missing = np.flatnonzero(np.isfinite(y)), np.flatnonzero(~np.isfinite(y))
    if finite.size == 0 or missing.size == 0:
        return Signs(np.zeros(0), np.zeros(0), np.zeros(0, np.int64))
    before = finite[np.maximum(np.searchsorted(finite, missing) - 1, 0)]
    beyond = np.where(y[missing] > 0, int(Sign.ABOVE), int(Sign.BELOW))
    return Signs(x[missing], y[before], np.where(np.isnan(y[missing]), int(Sign.NAN), beyond))


def signs_of_points(x: Values, y: Values, every: bool) -> Signs:
    """Points of a line y [n] that has no other point beside them, which no line shows; ``every`` one where asked."""
    there = np.isfinite(y)
    if not every:
        padded = np.concatenate([[False], there, [False]])
        there = there & ~padded[:-2] & ~padded[2:]
    places = np.flatnonzero(there)
    return Signs(x[places], y[places], np.full(places.size, int(Sign.POINT)))


class SignPainter(InPixels):
    """Draws the signs of several lines, each in its colour, with paths that pictures and SVG files keep."""

    def __init__(self) -> None:
        super().__init__()
        self.signs: Sequence[tuple[Signs, QColor]] = ()

    def show_signs(self, signs: Sequence[tuple[Signs, QColor]]) -> None:
        """Draw these in place of the ones before; heights are those of the y axis."""
        self.signs = signs
        self.update()

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None) -> None:
        """Draw in pixels of the view, of signs over each other only one."""
        to_pixels = self.to_pixels()
        painter.setTransform(to_pixels.inverted()[0], combine=True)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, height = self.getViewBox().width(), self.getViewBox().height()
        for signs, colour in self.signs:
            x = signs.x * to_pixels.m11() + to_pixels.dx()
            y = signs.y * to_pixels.m22() + to_pixels.dy()
            seen = (x > -RADIUS) & (x < width + RADIUS) & (y > -RADIUS) & (y < height + RADIUS)
            if not seen.any():
                continue
            places = np.stack([x[seen].round(), y[seen].round(), signs.kind[seen]], axis=1)
            painter.setPen(QPen(colour, 1.5))
            for across, down, kind in np.unique(places, axis=0):
                _draw(painter, QPointF(across, down), Sign(int(kind)), colour)


def _draw(painter: QPainter, at: QPointF, sign: Sign, colour: QColor) -> None:
    if sign is Sign.NAN:
        painter.drawLine(at + QPointF(-RADIUS, -RADIUS), at + QPointF(RADIUS, RADIUS))
        painter.drawLine(at + QPointF(-RADIUS, RADIUS), at + QPointF(RADIUS, -RADIUS))
        return
    painter.setBrush(colour)
    if sign is Sign.POINT:
        painter.drawEllipse(at, RADIUS - 0.5, RADIUS - 0.5)
    else:
        tip = RADIUS if sign is Sign.BELOW else -RADIUS
        corners = (QPointF(-RADIUS, -tip), QPointF(RADIUS, -tip), QPointF(0, tip))
        painter.drawPolygon(QPolygonF([at + corner for corner in corners]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
