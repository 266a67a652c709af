"""One token as a cell: what it says, how it is drawn, and a row of them as text.

A mask is a solid cell with M, a random token hatched with R and the new token under the old one, a kept token an
outline with K; every target has a dot. Units are brackets, with their names over phrases, entities and n-grams.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen

from workbench.gui.fonts import cell_font
from workbench.gui.theme import UNIT_COLOURS, Colours
from workbench.masking.strategy import Action
from workbench.text.document import UnitKind

CELL = 32  #: pixels of a cell's side
GAP = 2  #: between cells of one unit
UNIT_GAP = 3  #: drawn inside the pitch on each side of a unit
HEAD = 14  #: height of the bracket and the kind's name
FOOT = 14  #: height of the outcome's letter and the new token
ROW = HEAD + CELL + FOOT + 6
NAME = 9  #: pixels of the font of a unit's name
LETTERS = {Action.MASK: "M", Action.RANDOM: "R", Action.KEEP: "K"}


@dataclass(frozen=True)
class Cell:
    """One token.

    ``unit`` numbers the unit that the token belongs to (-1 for none, as at special tokens); ``kind_words`` names what
    kind it is of in the language of the window; ``action`` is None where nothing is predicted; ``replaced`` is the new
    token of a random replacement; ``start`` and ``end`` are characters of the text (-1 at special tokens); ``special``
    cells are drawn faint.
    """

    text: str
    unit: int = -1
    kind: UnitKind = UnitKind.CHAR
    kind_words: str = ""
    label: str = ""
    action: Action | None = None
    replaced: str = ""
    start: int = -1
    end: int = -1
    special: bool = False


def as_text(cells: Sequence[Cell]) -> str:
    """The strip in plain text: units in brackets, outcomes as ``token→[MASK]``, ``token→new`` and ``token→token``."""
    pieces: list[str] = []
    for place, cell in enumerate(cells):
        piece = cell.text
        if cell.action is Action.MASK:
            piece += "→[MASK]"
        elif cell.action is not None:
            piece += f"→{cell.replaced or cell.text}"
        opens = cell.unit >= 0 and (place == 0 or cells[place - 1].unit != cell.unit)
        closes = cell.unit >= 0 and (place == len(cells) - 1 or cells[place + 1].unit != cell.unit)
        pieces.append(f"{'[' if opens else ''}{piece}{']' if closes else ''}")
    return " ".join(pieces)


class CellBrush:
    """Draws cells with pens, fonts and metrics made once a repaint."""

    def __init__(self, painter: QPainter, colours: Colours, first_of_row: Callable[[int], bool]) -> None:
        self._painter, self._colours = painter, colours
        self._first_of_row = first_of_row
        self._fonts = {pixels: cell_font(pixels) for pixels in (18, 13, 10, NAME, 8)}
        self._metrics = {pixels: QFontMetrics(font) for pixels, font in self._fonts.items()}
        self._kinds = {kind: QColor(colour) for kind, colour in UNIT_COLOURS.items()}
        self._text, self._muted = QColor(colours.text), QColor(colours.muted)
        self._accent, self._on_accent = QColor(colours.accent), QColor(colours.on_accent)
        self._plain = QPen(QColor(colours.border), 1)
        self._strong = QPen(self._accent, 2)
        self._base = QColor(colours.base)
        hatch = QColor(colours.accent)
        hatch.setAlpha(110)
        self._hatch = QBrush(hatch, Qt.BrushStyle.BDiagPattern)

    def paint_cell(self, cell: Cell, rect: QRect) -> None:
        painter, action = self._painter, cell.action
        inner = rect.adjusted(1, 1, -1, -1)
        painter.setPen(self._strong if action is not None else self._plain)
        painter.setBrush(self._accent if action is Action.MASK else self._base)
        painter.drawRect(inner)
        if action is Action.RANDOM:
            painter.fillRect(inner.adjusted(1, 1, -1, -1), self._hatch)
        painter.setPen(self._on_accent if action is Action.MASK else self._muted if cell.special else self._text)
        self._write(cell.text, rect)
        if action is not None:
            painter.setPen(self._text)
            painter.setBrush(self._text)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawEllipse(QRectF(rect.left() + 1.5, rect.bottom() + 5.5, 4, 4))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setFont(self._fonts[10])
            below = QRect(rect.left() + 7, rect.bottom() + 1, CELL - 6, FOOT)
            words = f"R {cell.replaced}" if action is Action.RANDOM else LETTERS[action]
            painter.drawText(below, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _write(self, text: str, rect: QRect) -> None:
        """The token as large as fits; the longest are cut with dots."""
        for pixels, metrics in self._metrics.items():
            if metrics.horizontalAdvance(text) <= rect.width() - 4 or pixels == 8:
                self._painter.setFont(self._fonts[pixels])
                shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() - 2) if pixels == 8 else text
                self._painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, shown)
                return

    def paint_bracket(self, cells: Sequence[Cell], place: int, rect: QRect, columns: int) -> None:
        """The unit's line above its tokens, with its kind where it begins; dotted over single tokens."""
        cell = cells[place]
        begins = place == 0 or cells[place - 1].unit != cell.unit
        ends = place == len(cells) - 1 or cells[place + 1].unit != cell.unit
        y = rect.top() - 3
        left = rect.left() + (UNIT_GAP if begins else -GAP)
        right = rect.right() - (UNIT_GAP if ends else -GAP)
        painter = self._painter
        style = Qt.PenStyle.DotLine if cell.kind is UnitKind.CHAR else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self._kinds[cell.kind], 2, style))
        painter.drawLine(left, y, right, y)
        if begins:
            painter.drawLine(left, y, left, y + 3)
        if ends:
            painter.drawLine(right, y, right, y + 3)
        if (begins or self._first_of_row(place)) and cell.kind not in (UnitKind.CHAR, UnitKind.WORD):
            self._name_unit(cells, place, rect, columns)

    def _name_unit(self, cells: Sequence[Cell], place: int, rect: QRect, columns: int) -> None:
        cell = cells[place]
        run = 1
        while place + run < len(cells) and cells[place + run].unit == cell.unit and (place + run) % columns:
            run += 1
        area = QRect(rect.left() + 2, rect.top() - HEAD, run * (CELL + GAP) - 4, HEAD - 4)
        words = f"{cell.kind_words} {cell.label}".strip()
        metrics = self._metrics[NAME]
        if metrics.horizontalAdvance(words) > area.width():
            words = cell.label or cell.kind_words
        self._painter.setFont(self._fonts[NAME])
        self._painter.setPen(self._muted)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
        self._painter.drawText(area, flags, shown)

    def paint_frame(self, rect: QRect, marked: bool) -> None:
        """Where the keyboard is (dotted), or what a drag has marked."""
        pen = QPen(self._text, 2, Qt.PenStyle.SolidLine if marked else Qt.PenStyle.DotLine)
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(QRectF(rect).adjusted(-0.5, -0.5, 0.5, 0.5))
