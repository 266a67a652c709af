"""Bars with a line at the target; the values stand in the tooltip and in words for a screen reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.gui.figures import short
from workbench.gui.fonts import scaled
from workbench.gui.i18n import in_list
from workbench.gui.theme import GRID, categorical, colours_of

MARK = 3  #: pixels from the middle of a formula's diamond to its corners


@dataclass(frozen=True)
class Bars:
    """``heights`` [k] under ``labels`` [k] under a ``name``; ``colour`` numbers the categorical colours, by the place
    of the row where it is not said. ``faint`` ones are only outlined."""

    labels: Sequence[str]
    heights: Sequence[float]
    name: str = ""
    colour: int | None = None
    faint: bool = False


@dataclass(frozen=True)
class Picture:
    """All that a histogram shows.

    ``target`` is a place on the x axis counted in bars (1.5 is the middle of the second), with its words; ``note`` a
    short sentence under the title; ``formula`` what the heights should be, drawn as marks across the bars.
    """

    groups: Sequence[Bars] = ()
    target: float | None = None
    target_words: str = ""
    note: str = ""
    formula: Bars | None = None

    @property
    def rows(self) -> list[Bars]:
        """Everything with heights."""
        return [*self.groups, *([self.formula] if self.formula is not None else [])]


class Histogram(QWidget):
    """One or more rows of bars over the same labels. All texts are translated already."""

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = title
        self._shown = Picture()
        self.setAccessibleName(title)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def shown(self) -> Picture:
        """What is drawn."""
        return self._shown

    def show_bars(self, groups: Sequence[Bars], note: str = "") -> None:
        """Show other bars with a note under the title, and nothing else."""
        self.show_picture(Picture(groups, note=note))

    def show_picture(self, picture: Picture) -> None:
        """Show other bars with all that belongs to them."""
        self._shown = picture
        self.setAccessibleDescription(
            ". ".join(
                f"{bars.name} "
                + in_list(f"{label} {height:g}" for label, height in zip(bars.labels, bars.heights, strict=True))
                for bars in picture.rows
            )
        )
        self.update()

    def _area(self) -> QRectF:
        line = QFontMetrics(scaled(self.font(), 0.85)).height()
        lines_above = bool(self._shown.note) + bool(self._shown.target_words)
        top = self.fontMetrics().height() + lines_above * line + 2 * GRID
        return QRectF(GRID, top, max(1, self.width() - 2 * GRID), max(1, self.height() - top - line - GRID))

    def _columns(self) -> int:
        return max((len(bars.labels) for bars in self._shown.rows), default=0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Title, bars, labels, target."""
        painter = QPainter(self)
        colours = colours_of(self.palette())
        self._paint_title(painter)
        area = self._area()
        highest = max((max(bars.heights, default=0.0) for bars in self._shown.rows), default=0.0)
        painter.setPen(QPen(QColor(colours.border), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        if highest <= 0:
            return
        for number, bars in enumerate(self._shown.groups):
            colour = QColor(categorical(colours, number if bars.colour is None else bars.colour))
            painter.setPen(QPen(colour, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush if bars.faint else colour)
            for place, height in enumerate(bars.heights):
                painter.drawRect(self._bar(area, place, number, height / highest).adjusted(0.5, 0, -0.5, 0))
        self._paint_formula(painter, area, highest)
        self._paint_labels(painter, area)
        if self._shown.target is not None:
            x = area.left() + self._shown.target * area.width() / self._columns()
            painter.setPen(QPen(QColor(colours.text), 1.5, Qt.PenStyle.DashLine))
            painter.drawLine(round(x), round(area.top() - 2 * GRID), round(x), round(area.bottom()))
            self._paint_target(painter, area, x)

    def _bar(self, area: QRectF, place: int, number: int, share: float) -> QRectF:
        pitch = area.width() / self._columns()
        gap = min(2.0, 0.15 * pitch)
        width = (pitch - gap) / len(self._shown.groups)
        height = share * area.height()
        return QRectF(area.left() + place * pitch + gap / 2 + number * width, area.bottom() - height, width, height)

    def _paint_formula(self, painter: QPainter, area: QRectF, highest: float) -> None:
        """A line across each bar with a diamond in its middle."""
        if self._shown.formula is None:
            return
        colour = QColor(colours_of(self.palette()).text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour)
        pitch = area.width() / self._columns()
        for place, height in enumerate(self._shown.formula.heights):
            centre = QPointF(area.left() + (place + 0.5) * pitch, area.bottom() - height / highest * area.height())
            aside = QPointF(min(0.45 * pitch, 2 * GRID), 0)
            painter.drawLine(centre - aside, centre + aside)
            corners = [QPointF(0, -MARK), QPointF(MARK, 0), QPointF(0, MARK), QPointF(-MARK, 0)]
            painter.drawPolygon([centre + corner for corner in corners])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_title(self, painter: QPainter) -> None:
        colours = colours_of(self.palette())
        painter.setFont(scaled(self.font(), 1.0, bold=True))
        painter.setPen(QColor(colours.text))
        line = self.fontMetrics().height()
        room = self.width() - 2 * GRID
        title = QFontMetrics(painter.font()).elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(GRID, 2, room, line), Qt.AlignmentFlag.AlignLeft, title)
        painter.setFont(scaled(self.font(), 0.85))
        painter.setPen(QColor(colours.muted))
        note = QFontMetrics(painter.font()).elidedText(self._shown.note, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(GRID, 2 + line, room, line), Qt.AlignmentFlag.AlignLeft, note)

    def _paint_labels(self, painter: QPainter, area: QRectF) -> None:
        """As many labels as fit."""
        labels = max((bars.labels for bars in self._shown.rows), key=len)
        metrics = QFontMetrics(scaled(self.font(), 0.85))
        pitch = area.width() / len(labels)
        widest = max(metrics.horizontalAdvance(label) for label in labels) + 6
        every = max(1, -(-widest // max(1, int(pitch))))
        painter.setFont(scaled(self.font(), 0.85))
        painter.setPen(QColor(colours_of(self.palette()).muted))
        for place in range(0, len(labels), every):
            centre = area.left() + (place + 0.5) * pitch
            left = min(max(centre - widest / 2, 0), self.width() - widest)
            box = QRectF(left, area.bottom() + 2, widest, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, labels[place])

    def _paint_target(self, painter: QPainter, area: QRectF, x: float) -> None:
        metrics = QFontMetrics(scaled(self.font(), 0.85))
        width = metrics.horizontalAdvance(self._shown.target_words)
        left = x + 4 if x + 4 + width < area.right() else x - 4 - width
        painter.setFont(scaled(self.font(), 0.85))
        painter.setPen(QColor(colours_of(self.palette()).text))
        painter.drawText(
            QRectF(left, area.top() - metrics.height() - 2, width + 2, metrics.height()),
            Qt.AlignmentFlag.AlignLeft,
            self._shown.target_words,
        )

    def text_at(self, point: QPoint) -> str:
        """What the bars over a point say."""
        area, columns = self._area(), self._columns()
        if not columns or not area.left() <= point.x() <= area.right():
            return ""
        place = min(columns - 1, int((point.x() - area.left()) * columns / area.width()))
        lines = [
            f"{bars.name} {bars.labels[place]}: {short(bars.heights[place])}".strip()
            for bars in self._shown.rows
            if place < len(bars.labels)
        ]
        return "\n".join(lines)

    def event(self, event: QEvent) -> bool:
        """Tooltips say the height."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.text_at(event.pos()), self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        """Low and wide."""
        return QSize(240, 140)

    def minimumSizeHint(self) -> QSize:
        """Still readable."""
        return QSize(160, 110)
