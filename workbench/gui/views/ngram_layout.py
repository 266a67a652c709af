"""Where things stand in the heatmap of n-grams: the sentence with its n-grams below it, their names, the columns.

From left to right: the sentence, which scrolls by itself, names, columns, the bar of colours. From above: a head that
stays, then group by group a line of winners where there are rivals, and a row an n-gram.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF

from workbench.inspection.ngram_picture import NgramPicture

HEAD = 30.0  #: pixels of the head with tokens and columns
ROW, WINNERS, GAP = 22.0, 20.0, 8.0  #: of an n-gram, of a line of winners, between groups
PAD = 6.0  #: beside names
TOKEN, LONGEST_TOKEN = 19.0, 72.0  #: least and most of a token's width
SMALLEST_CELL, WISHED_CELL, LARGEST_CELL = 3.0, 64.0, 72.0


@dataclass(frozen=True)
class Line:
    """A row of the n-gram at ``place`` among the candidates, or (-1) the winners of a group of ``members``."""

    top: float
    place: int
    members: tuple[int, ...]

    @property
    def height(self) -> float:
        """Its height."""
        return WINNERS if self.place < 0 else ROW

    @property
    def bottom(self) -> float:
        """The upper side of what follows."""
        return self.top + self.height


@dataclass(frozen=True)
class Hit:
    """What is under a point, each -1 for none: a ``token``, an n-gram by its ``place``, a ``column``; below the head
    also the ``members`` of the group there."""

    token: int = -1
    place: int = -1
    column: int = -1
    members: tuple[int, ...] = ()


@dataclass(frozen=True)
class Widths:
    """Measured texts: of each token, of the longest name, and of the bar with its numbers."""

    tokens: tuple[float, ...]
    name: float
    bar: float


@dataclass(frozen=True)
class NgramLayout:
    """For a picture in a ``width``; y counts from the top of the first line, below the head."""

    lines: tuple[Line, ...]
    tokens: tuple[float, ...]  #: left sides of the tokens and the right side of the last [n + 1]
    sentence: float  #: width that the sentence has on show
    name: float  #: width of the names
    cell: float
    columns: int

    @staticmethod
    def of(picture: NgramPicture, widths: Widths, width: float) -> NgramLayout:
        """Columns as wide as they like to be, while a third of the width or what it needs is the sentence's."""
        tokens = tuple(accumulate((min(max(wide + 4, TOKEN), LONGEST_TOKEN) for wide in widths.tokens), initial=0.0))
        columns, needed = len(picture.names), tokens[-1] + PAD
        room = max(0.0, width - widths.name - widths.bar)
        sentence = min(needed, max(room - columns * WISHED_CELL, min(needed, room / 3)))
        cell = min(max((room - sentence) / max(columns, 1), SMALLEST_CELL), LARGEST_CELL)
        return NgramLayout(tuple(_lines(picture)), tokens, sentence, widths.name, cell, columns)

    @property
    def height(self) -> float:
        """Of all lines."""
        return self.lines[-1].bottom + GAP if self.lines else 0.0

    @property
    def left(self) -> float:
        """The left side of the first column."""
        return self.sentence + self.name

    @property
    def right(self) -> float:
        """The right side of the last column."""
        return self.left + self.cell * self.columns

    @property
    def hidden(self) -> float:
        """How far the sentence can be scrolled."""
        return max(0.0, self.tokens[-1] + PAD - self.sentence)

    @cached_property
    def _tops(self) -> list[float]:
        return [line.top for line in self.lines]

    def visible(self, top: float, bottom: float) -> Sequence[Line]:
        """The lines that meet a stretch."""
        first = max(0, bisect_right(self._tops, top) - 1)
        return self.lines[first : bisect_right(self._tops, bottom)]

    def line_of(self, place: int) -> Line | None:
        """The row of an n-gram."""
        return next((line for line in self.lines if line.place == place), None)

    def column_rect(self, column: int, top: float, height: float) -> QRectF:
        """The part of a column from ``top`` on."""
        return QRectF(self.left + column * self.cell, top, self.cell, height)

    def token_rect(self, first: int, end: int, top: float, height: float, scrolled: float) -> QRectF:
        """The part below tokens ``first`` to ``end`` (half-open), the sentence being ``scrolled`` to the left."""
        return QRectF(self.tokens[first] - scrolled, top, self.tokens[end] - self.tokens[first], height)

    def hit(self, point: QPointF, down: float, scrolled: float) -> Hit:
        """What is at a point of the widget where the lines are scrolled ``down``."""
        token = bisect_right(self.tokens, point.x() + scrolled) - 1 if 0 <= point.x() < self.sentence else -1
        token = token if token < len(self.tokens) - 1 else -1
        column = int((point.x() - self.left) // self.cell) if self.left <= point.x() < self.right else -1
        column = column if column < self.columns else -1
        if point.y() < HEAD:
            return Hit(token, -1, column)
        y = point.y() - HEAD + down
        number = bisect_right(self._tops, y) - 1
        if number < 0 or y >= self.lines[number].bottom:
            return Hit()
        line = self.lines[number]
        return Hit(token, line.place, column, line.members)


def _lines(picture: NgramPicture) -> list[Line]:
    found: list[Line] = []
    top = GAP / 2
    for members in picture.groups:
        group = tuple(members)
        if picture.is_contest(group):
            found.append(Line(top, -1, group))
            top += WINNERS
        for place in group:
            found.append(Line(top, place, group))
            top += ROW
        top += GAP
    return found
