"""Draws the heatmap of n-grams line by line, with pens and fonts that are made once a repaint."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from workbench.gui.fonts import cell_font, scaled
from workbench.gui.i18n import render, tr
from workbench.gui.theme import Colours
from workbench.gui.views.drawing import mixed
from workbench.gui.views.ngram_layout import GAP, HEAD, PAD, ROW, Line, NgramLayout
from workbench.inspection.colours import AMOUNTS, colour_table
from workbench.inspection.examples import Expected
from workbench.inspection.ngram_picture import NgramPicture
from workbench.inspection.ngram_svg import SIGNS

TEXT, SMALL = 13, 11  #: pixels of the fonts of tokens and names, and of winners
WORDS_FROM = 20.0  #: pixels of a cell from which winners are named
DOTS_FROM = 9.0  #: from which a cell has a dot
_LIT, _WEIGHT = 0.16, 0.34  #: shares of the accent in what is lit, and in a token that an n-gram is added to whole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Lit:
    """What stands out: rows of candidates by their places, tokens, and the row of the keyboard (-1 for none)."""

    places: Collection[int] = ()
    tokens: Collection[int] = ()
    current: int = -1


class NgramBrush:
    """For one picture in one layout, ``scrolled`` as far as the sentence is."""

    def __init__(
        self,
        painter: QPainter,
        picture: NgramPicture,
        layout: NgramLayout,
        colours: Colours,
        font: QFont,
        scrolled: float,
    ) -> None:
        self._painter, self._picture, self._layout, self._scrolled = painter, picture, layout, scrolled
        self._colours = colours
        self._fonts = {size: cell_font(size) for size in (TEXT, SMALL)}
        self._metrics = {size: QFontMetricsF(one) for size, one in self._fonts.items()}
        self._plain = scaled(font, 0.85)
        self._text, self._muted = QColor(colours.text), QColor(colours.muted)
        self._base, self._accent = QColor(colours.base), QColor(colours.accent)
        self._border = QPen(QColor(colours.border), 1)
        self._lit = mixed(self._accent, self._base, _LIT)
        self._signs = {Expected.VALID: QColor(colours.success), Expected.MISLEADING: QColor(colours.warning)}
        self._cells = colour_table(AMOUNTS)[picture.levels]

    # The head

    def head(self, lit: Lit) -> None:
        """Tokens and names of columns; what is lit in the accent's colour."""
        layout, painter = self._layout, self._painter
        painter.save()
        painter.setClipRect(QRectF(0, 0, layout.sentence, HEAD))
        for place, token in enumerate(self._picture.found.tokens):
            area = layout.token_rect(place, place + 1, 4, HEAD - 8, self._scrolled)
            if area.right() < 0 or area.left() > layout.sentence:
                continue
            if place in lit.tokens:
                painter.fillRect(area, self._lit)
            self._write(token, TEXT, area, _CENTRE, self._accent if place in lit.tokens else self._text)
        painter.restore()
        every = self._every()
        for column, name in enumerate(self._picture.names):
            chosen = column == self._picture.current
            if (column % every and not chosen) or (not chosen and abs(column - self._picture.current) < every > 1):
                continue
            area = layout.column_rect(column, 0, HEAD - 4)
            wide = max(area.width(), self._metrics[SMALL].horizontalAdvance(name) + 2)
            centred = QRectF(area.center().x() - wide / 2, area.top(), wide, area.height())
            self._write(name, SMALL, centred, _CENTRE, self._accent if chosen else self._muted, bold=chosen)
        painter.setPen(self._border)
        painter.drawLine(QPointF(0, HEAD - 1), QPointF(layout.right, HEAD - 1))

    def _every(self) -> int:
        """Every how many columns have room for a name."""
        longest = max((self._metrics[SMALL].horizontalAdvance(name) for name in self._picture.names), default=0.0)
        return max(1, int(-(-(longest + 6) // self._layout.cell)))

    # Lines

    def line(self, line: Line, lit: Lit) -> None:
        """A row or a line of winners, with its top at 0 of the painter."""
        if line.place < 0:
            self._winners(line)
        else:
            self._row(line.place, lit)

    def _winners(self, line: Line) -> None:
        layout, picture = self._layout, self._picture
        area = QRectF(0, 0, layout.right, line.height)
        self._painter.fillRect(area, QColor(self._colours.window))
        self._painter.setFont(self._plain)
        self._painter.setPen(self._muted)
        name = QRectF(layout.sentence, 0, layout.name - PAD, line.height)
        self._painter.drawText(name, _RIGHT, tr("wins"))
        if layout.cell < WORDS_FROM:
            return
        for column in range(layout.columns):
            area = layout.column_rect(column, 0, line.height)
            places = picture.winner_places(line.members, column)
            words = " ".join(picture.candidates[place].text for place in places)
            wide = self._metrics[SMALL].horizontalAdvance(words)
            if wide > area.width() or len(places) == 1:
                colour = self._winner_colour(places[0], column) if len(places) == 1 else self._text
                self._write(words, SMALL, area, _CENTRE, colour)
                continue
            area.setLeft(area.center().x() - wide / 2)
            for place in places:
                winner = picture.candidates[place].text
                self._write(winner, SMALL, area, _LEFT, self._winner_colour(place, column))
                area.setLeft(area.left() + self._metrics[SMALL].horizontalAdvance(f"{winner} "))

    def _winner_colour(self, place: int, column: int) -> QColor:
        """What is meant and what misleads in a colour of its own, and muted what is hardly ahead."""
        if not self._picture.is_clear(place, column):
            return self._muted
        expected = self._picture.read.expected[place]
        return self._text if expected is None else self._signs[expected]

    def _row(self, place: int, lit: Lit) -> None:
        layout, painter = self._layout, self._painter
        if place in lit.places:
            painter.fillRect(QRectF(0, 0, layout.right, ROW), self._lit)
        painter.save()
        painter.setClipRect(QRectF(0, 0, layout.sentence, ROW), Qt.ClipOperation.IntersectClip)
        self._below_the_sentence(place)
        painter.restore()
        self._name(place)
        if self._picture.candidates[place].kept:
            self._values(place)
        else:
            self._why_dropped(place)
        if place == lit.current:
            painter.setPen(QPen(self._text, 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(0.5, 0.5, layout.right - 1, ROW - 1))

    def _below_the_sentence(self, place: int) -> None:
        """The n-gram below its characters: as dark as it is added to each, framed where it wins the chosen column."""
        picture, painter = self._picture, self._painter
        one = picture.candidates[place]
        box = self._layout.token_rect(one.start, one.end, 2.5, ROW - 5, self._scrolled)
        if box.right() < 0 or box.left() > self._layout.sentence:
            return
        if one.column is not None:
            weights = picture.found.weights[one.start : one.end, one.column]
            for at, weight in enumerate(weights.tolist(), one.start):
                area = self._layout.token_rect(at, at + 1, 2.5, ROW - 5, self._scrolled)
                painter.fillRect(area, mixed(self._accent, self._base, _WEIGHT * min(1.0, weight)))
        wins = one.kept and bool(picture.won[place, picture.current])
        if not one.kept:
            painter.fillRect(box, QBrush(QColor(self._colours.border), Qt.BrushStyle.BDiagPattern))
        style = Qt.PenStyle.SolidLine if one.kept else Qt.PenStyle.DashLine
        painter.setPen(QPen(self._accent if wins else self._muted, 2 if wins else 1, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(1, 0, -1, 0))
        for at in range(one.start, one.end):
            area = self._layout.token_rect(at, at + 1, 0, ROW, self._scrolled)
            self._write(picture.found.tokens[at], TEXT, area, _CENTRE, self._text if one.kept else self._muted)

    def _name(self, place: int) -> None:
        one, expected = self._picture.candidates[place], self._picture.read.expected[place]
        area = QRectF(self._layout.sentence + PAD, 0, self._layout.name - 2 * PAD, ROW)
        if expected is not None:
            self._write(SIGNS[expected], TEXT, QRectF(area.left(), 0, 14, ROW), _LEFT, self._signs[expected], bold=True)
            area.setLeft(area.left() + 16)
        self._write(one.text, TEXT, area, _RIGHT, self._text if one.kept else self._muted)

    def _values(self, place: int) -> None:
        layout, picture, painter = self._layout, self._picture, self._painter
        rival = picture.read.groups[place] in picture.read.contested
        gap = 1.0 if layout.cell >= DOTS_FROM else 0.0
        for column, (red, green, blue) in enumerate(self._cells[place].tolist()):
            area = layout.column_rect(column, 1, ROW - 2).adjusted(0, 0, -gap, 0)
            painter.fillRect(area, QColor(red, green, blue))
            if rival and layout.cell >= DOTS_FROM and picture.won[place, column]:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._dot(area.center(), clear=picture.is_clear(place, column))
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if layout.columns and layout.cell >= DOTS_FROM:
            painter.setPen(QPen(self._accent, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            chosen = layout.column_rect(picture.current, 0, ROW)
            for x in (chosen.left() - 1, chosen.right() - gap):
                painter.drawLine(QPointF(x, 0), QPointF(x, ROW))

    def _dot(self, at: QPointF, *, clear: bool) -> None:
        """A white dot, or a ring, that is seen on every colour."""
        painter = self._painter
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#000000"))
        painter.drawEllipse(at, 4.6, 4.6)
        painter.setPen(QPen(QColor("#ffffff"), 1.2))
        painter.setBrush(QColor("#ffffff" if clear else "#000000"))
        painter.drawEllipse(at, 2.9, 2.9)

    def _why_dropped(self, place: int) -> None:
        area = QRectF(self._layout.left, 1, self._layout.right - self._layout.left, ROW - 2)
        self._painter.fillRect(area, QBrush(QColor(self._colours.border), Qt.BrushStyle.BDiagPattern))
        words = render(self._picture.found.why_dropped(self._picture.candidates[place]))
        metrics = QFontMetricsF(self._plain)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, area.width() - GAP)
        ground = QRectF(area.left() + GAP / 2, area.top(), metrics.horizontalAdvance(shown) + 4, area.height())
        self._painter.fillRect(ground, self._base)
        self._painter.setFont(self._plain)
        self._painter.setPen(self._muted)
        self._painter.drawText(ground, _CENTRE, shown)

    def _write(
        self, words: str, size: int, area: QRectF, flags: Qt.AlignmentFlag, colour: QColor, *, bold: bool = False
    ) -> None:
        """One line, cut with dots where it is wider than its area."""
        font, shown = self._fonts[size], words
        if self._metrics[size].horizontalAdvance(words) > area.width():
            shown = self._metrics[size].elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        if bold:
            font = QFont(font)
            font.setBold(True)
        self._painter.setFont(font)
        self._painter.setPen(colour)
        self._painter.drawText(area, flags | Qt.TextFlag.TextDontClip | Qt.TextFlag.TextSingleLine, shown)
