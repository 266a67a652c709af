"""The row above a plot: what each line is, and its value at the cross-hair or its newest one; it covers no curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from workbench.gui.figures import duration, short
from workbench.gui.fonts import scaled
from workbench.gui.i18n import tr
from workbench.gui.theme import GRID, colours_of
from workbench.gui.views.curve_data import Axis
from workbench.gui.views.curve_traces import pen_of

MOST_ROWS = 4  #: more can be scrolled to
SAMPLE = 24.0  #: pixels of a line's sample
_PITCH = GRID * 2.0  #: between entries
_WIDEST_PLACE, _WIDEST_VALUE = "Tokens 888.8 M", "8.888e+08"  #: room for these is kept


@dataclass(frozen=True)
class Entry:
    """A line with its colour and style, and what is written beside it."""

    name: str
    value: str
    colour: QColor
    line: int = 0


def place_words(axis: Axis, x: float) -> str:
    """Where along x the cross-hair is."""
    titles = {Axis.STEP: tr("Step"), Axis.EPOCH: tr("Epoch"), Axis.TOKENS: tr("Tokens"), Axis.TIME: tr("Time")}
    return f"{titles[axis]} {duration(x) if axis is Axis.TIME else short(max(x, 0))}"


class _Entries(QWidget):
    """All entries in columns of one width, so that nothing moves when values change."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.place = ""
        self.entries: Sequence[Entry] = ()

    def used_font(self) -> QFont:
        """The window's small font."""
        return scaled(self.font(), 0.85)

    def row_height(self) -> float:
        """Height of a row."""
        return QFontMetricsF(self.used_font()).height() + GRID / 2

    def _widths(self) -> tuple[float, float, float]:
        """Widths of the cross-hair's place, of the longest name and of a value, whatever they are now."""
        metrics = QFontMetricsF(self.used_font())
        name = max((metrics.horizontalAdvance(entry.name) for entry in self.entries), default=0.0)
        return metrics.horizontalAdvance(_WIDEST_PLACE), name, metrics.horizontalAdvance(_WIDEST_VALUE)

    def _columns(self, width: float) -> tuple[int, float]:
        """Number of columns and the width of one; the place of the cross-hair keeps its room at the right."""
        place, name, value = self._widths()
        pitch = SAMPLE + GRID / 2 + name + GRID + value + _PITCH
        room = width - place - 2 * GRID
        count = max(1, min(int(room // pitch), max(len(self.entries), 1)))
        return count, min(pitch, max(room, 1.0))

    def rows(self, width: float) -> int:
        """Rows at a width, one at least."""
        return max(1, -(-len(self.entries) // self._columns(width)[0]))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The entries, and at the right the place of the cross-hair."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.setFont(self.used_font())
        colours, height = colours_of(self.palette()), self.row_height()
        count, pitch = self._columns(self.width())
        painter.setPen(QColor(colours.muted))
        box = QRectF(0, 0, self.width() - GRID, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.place)
        for number, entry in enumerate(self.entries):
            row, column = divmod(number, count)
            area = QRectF(GRID + column * pitch, row * height, pitch - _PITCH, height)
            self._paint_entry(painter, entry, area, QColor(colours.text))

    def _paint_entry(self, painter: QPainter, entry: Entry, area: QRectF, text: QColor) -> None:
        painter.setPen(pen_of(entry.colour, entry.line, width=2))
        middle = QPointF(area.left(), area.center().y())
        painter.drawLine(middle, middle + QPointF(SAMPLE, 0))
        painter.setPen(text)
        metrics = QFontMetricsF(painter.font())
        wide = metrics.horizontalAdvance(entry.value)
        words = area.adjusted(SAMPLE + GRID / 2, 0, 0, 0)
        room = max(0.0, words.width() - wide - GRID)
        centred = Qt.AlignmentFlag.AlignVCenter
        shown = metrics.elidedText(entry.name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | centred, shown)
        beside = QRectF(words.left() + metrics.horizontalAdvance(shown) + GRID, words.top(), wide + 1, words.height())
        painter.drawText(beside, Qt.AlignmentFlag.AlignLeft | centred, entry.value)


class CurveLegend(QScrollArea):
    """Entries in up to four rows; further ones are scrolled to. Its height follows from their number and names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all = _Entries(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self._all)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._fit()

    @property
    def entries(self) -> Sequence[Entry]:
        """What is shown."""
        return self._all.entries

    @property
    def place(self) -> str:
        """Where the cross-hair is, in words; empty while there is none."""
        return self._all.place

    def show_entries(self, place: str, entries: Sequence[Entry]) -> None:
        """Show these; ``place`` says where the cross-hair is."""
        self._all.place, self._all.entries = place, entries
        self._all.setToolTip("<br>".join(f"{escape(entry.name)} {entry.value}" for entry in entries))
        self._fit()
        self._all.update()

    def sheet(self) -> QWidget:
        """All entries without scrolling, for pictures."""
        return self._all

    def _fit(self) -> None:
        rows, height = self._all.rows(self.width()), self._all.row_height()
        shown = min(rows, MOST_ROWS)
        self.setFixedHeight(round(shown * height))
        bar = self.verticalScrollBar().sizeHint().width() if rows > MOST_ROWS else 0
        width = self.width() - bar
        self._all.resize(width, round(self._all.rows(width) * height))
        self.verticalScrollBar().setSingleStep(round(height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The number of columns follows the width."""
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        """As high as its rows."""
        return QSize(30 * GRID, self.height())
