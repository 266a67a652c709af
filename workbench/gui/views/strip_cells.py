"""One token as a cell: what it says, how it is drawn, and a row of them as text.

A mask is a solid cell with M, a random token hatched with R and the new token under the old one, a similar word lined
with S and the new token, a kept token an outline with K; every target has a dot. Units are brackets, with their names
over phrases, entities and n-grams.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPen

from workbench.gui.figures import percent
from workbench.gui.fonts import cell_font
from workbench.gui.theme import UNIT_COLOURS, Colours, categorical
from workbench.gui.views.strip_layout import CELL, GAP
from workbench.masking.strategy import Action
from workbench.text.document import UnitKind

UNIT_GAP = 3  #: drawn inside the pitch on each side of a unit
HEAD = 14  #: height of the bracket and the kind's name
FOOT = 14  #: height of the outcome's letter and the new token
ROW = HEAD + CELL + FOOT + 6
TOKEN = 15  #: pixels of the font of all tokens
OUTCOME = 10  #: of the font of the letter and the new token
NAME = 9  #: of the font of a unit's name
CORNER = 10  #: pixels of the sides of a lone cell's triangle
_SHADE = "#D55E00"  #: Okabe and Ito's vermilion
_MOST_SHADE = 0.7
_TINT = 0.35  #: of the colour of an answer over the ground
LETTERS = {Action.MASK: "M", Action.RANDOM: "R", Action.KEEP: "K", Action.SIMILAR: "S"}
#: What is drawn over the cells whose token gave way to another.
PATTERNS = {Action.RANDOM: Qt.BrushStyle.BDiagPattern, Action.SIMILAR: Qt.BrushStyle.HorPattern}


@dataclass(frozen=True)
class Cell:
    """One token.

    ``unit`` numbers the unit that the token belongs to (-1 for none, as at special tokens); ``kind_words`` names what
    kind it is of in the language of the window; ``action`` is None where nothing is predicted; ``replaced`` is the new
    token of a random replacement or of a similar word; ``start`` and ``end`` are characters of the text (-1 at special
    tokens); ``special`` cells are drawn faint; ``lone`` ones, chosen in one of two draws only, have a corner. ``shade``
    fills a cell by a share from 0 to 1, and ``note`` stands below it in place of the outcome. ``answer`` is the class
    of the right answer to a question about the token, which tints it (-1 for none).
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
    lone: bool = False
    shade: float | None = None
    note: str = ""
    answer: int = -1


def shade_colour(colours: Colours, share: float) -> QColor:
    """The fill of a cell for a share from 0 to 1: from the ground to an orange that text can be read on."""
    ground, full = QColor(colours.base), QColor(_SHADE)
    return mixed(ground, full, _MOST_SHADE * min(max(share, 0.0), 1.0))


def mixed(ground: QColor, full: QColor, part: float) -> QColor:
    """A ground with a part, from 0 to 1, of another colour."""
    return QColor.fromRgbF(
        ground.redF() + part * (full.redF() - ground.redF()),
        ground.greenF() + part * (full.greenF() - ground.greenF()),
        ground.blueF() + part * (full.blueF() - ground.blueF()),
    )


def answer_colour(colours: Colours, answer: int) -> QColor:
    """The fill of a token by the class of an answer: a tint that text can be read on."""
    ground, full = QColor(colours.base), QColor(categorical(colours, answer))
    return mixed(ground, full, _TINT)


def as_text(cells: Sequence[Cell]) -> str:
    """The strip in plain text: units in brackets, outcomes as ``token→[MASK]``, ``token→new`` and ``token→token``;
    notes and shares in round brackets."""
    pieces: list[str] = []
    for place, cell in enumerate(cells):
        piece = cell.text
        if cell.action is Action.MASK:
            piece += "→[MASK]"
        elif cell.action is not None and not cell.note:
            piece += f"→{cell.replaced or cell.text}"
        said = [cell.note] * bool(cell.note) + ([] if cell.shade is None else [percent(cell.shade, 0)])
        if said:
            piece += f"({' '.join(said)})"
        opens = cell.unit >= 0 and (place == 0 or cells[place - 1].unit != cell.unit)
        closes = cell.unit >= 0 and (place == len(cells) - 1 or cells[place + 1].unit != cell.unit)
        pieces.append(f"{'[' if opens else ''}{piece}{']' if closes else ''}")
    return " ".join(pieces)


class CellBrush:
    """Draws cells with pens, fonts and metrics made once a repaint."""

    def __init__(self, painter: QPainter, colours: Colours) -> None:
        self._painter, self._colours = painter, colours
        self._fonts = {pixels: cell_font(pixels) for pixels in (TOKEN, OUTCOME, NAME)}
        self._metrics = {pixels: QFontMetrics(font) for pixels, font in self._fonts.items()}
        self._kinds = {kind: QColor(colour) for kind, colour in UNIT_COLOURS.items()}
        self._text, self._muted = QColor(colours.text), QColor(colours.muted)
        self._accent, self._on_accent = QColor(colours.accent), QColor(colours.on_accent)
        self._plain = QPen(QColor(colours.border), 1)
        self._strong = QPen(self._accent, 2)
        self._base, self._lone = QColor(colours.base), QColor(categorical(colours, 1))
        hatch = QColor(colours.accent)
        hatch.setAlpha(110)
        self._patterns = {action: QBrush(hatch, style) for action, style in PATTERNS.items()}

    def paint_cell(self, cell: Cell, rect: QRect) -> None:
        """The token in its box, and its outcome below."""
        self.paint_box(cell, rect)
        if cell.note:
            self._paint_outcome(cell.note, rect, target=cell.action is not None)
        elif cell.action is not None:
            self._paint_outcome(f"{LETTERS[cell.action]} {cell.replaced}".strip(), rect)

    def paint_box(self, cell: Cell, rect: QRect) -> None:
        """The token in its box."""
        painter, action = self._painter, cell.action
        inner = rect.adjusted(1, 1, -1, -1)
        painter.setPen(self._strong if action is not None else self._plain)
        painter.setBrush(self._fill(cell))
        painter.drawRect(inner)
        if action in PATTERNS:
            painter.fillRect(inner.adjusted(1, 1, -1, -1), self._patterns[action])
        painter.setPen(
            self._on_accent
            if action is Action.MASK
            else self._muted
            if cell.special and cell.shade is None
            else self._text
        )
        self._write(cell.text, TOKEN, rect, Qt.AlignmentFlag.AlignCenter)
        if cell.lone:
            self._paint_corner(inner)

    def _fill(self, cell: Cell) -> QColor:
        if cell.shade is not None:
            return shade_colour(self._colours, cell.shade)
        if cell.answer >= 0:
            return answer_colour(self._colours, cell.answer)
        return self._accent if cell.action is Action.MASK else self._base

    def _paint_corner(self, inner: QRect) -> None:
        """A triangle at the top right, apart from the fill by a light line."""
        corner = inner.topRight() + QPoint(1, 0)
        self._painter.setPen(QPen(self._base, 1))
        self._painter.setBrush(self._lone)
        self._painter.drawPolygon([corner - QPoint(CORNER, 0), corner, corner + QPoint(0, CORNER)])

    def _paint_outcome(self, words: str, rect: QRect, *, target: bool = True) -> None:
        painter = self._painter
        painter.setPen(self._text)
        painter.setBrush(self._text)
        if target:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawEllipse(QRectF(rect.left() + 1.5, rect.bottom() + 5.5, 4, 4))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        below = QRect(rect.left() + 7, rect.bottom() + 1, rect.width() - 6, FOOT)
        self._write(words, OUTCOME, below, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def _write(self, text: str, pixels: int, area: QRect, flags: Qt.AlignmentFlag) -> None:
        """One line, cut with dots where it is wider than its area."""
        shown = text
        if self._metrics[pixels].horizontalAdvance(text) > area.width():
            shown = self._metrics[pixels].elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        self._painter.setFont(self._fonts[pixels])
        self._painter.drawText(area, flags | Qt.TextFlag.TextDontClip, shown)

    def paint_bracket(self, cells: Sequence[Cell], place: int, row: range, rect_of: Callable[[int], QRect]) -> None:
        """The unit's line above its tokens, with its kind where it begins or where its ``row`` does; dotted over single
        tokens."""
        cell, rect = cells[place], rect_of(place)
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
        if (begins or place == row.start) and cell.kind not in (UnitKind.CHAR, UnitKind.WORD):
            last = place
            while last + 1 < row.stop and cells[last + 1].unit == cell.unit:
                last += 1
            width = rect_of(last).right() - rect.left() - 1
            self._name_unit(cell, QRect(rect.left() + 2, rect.top() - HEAD, width, HEAD - 4))

    def _name_unit(self, cell: Cell, area: QRect) -> None:
        words = f"{cell.kind_words} {cell.label}".strip()
        if self._metrics[NAME].horizontalAdvance(words) > area.width():
            words = cell.label or cell.kind_words
        self._painter.setPen(self._muted)
        self._write(words, NAME, area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def paint_frame(self, rect: QRect, marked: bool) -> None:
        """Where the keyboard is (dotted), or what a drag has marked."""
        pen = QPen(self._text, 2, Qt.PenStyle.SolidLine if marked else Qt.PenStyle.DotLine)
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(QRectF(rect).adjusted(-0.5, -0.5, 0.5, 0.5))
