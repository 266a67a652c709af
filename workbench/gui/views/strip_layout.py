"""Where the cells of a strip stand: whole pitches wide, so that strips under each other line up, row by row."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

CELL = 32  #: pixels of the side of a cell of one pitch
GAP = 2  #: between cells of one unit
PITCH = CELL + GAP
MARGIN = 3  #: pixels between a token and the sides of its cell
_EAST_ASIAN = "\u2e80"  # signs from here on are written one a cell


def pitches_of(text: str, advance: Callable[[str], int]) -> int:
    """How many pitches wide a cell is, by its token alone; ``advance`` gives the pixels of a text.

    Words of letters have two at least, so that there is room for another word below them.
    """
    letters = sum(sign.isalnum() and sign < _EAST_ASIAN for sign in text)
    least = 2 if letters > 1 else 1
    return max(least, -(-(advance(text) + 2 * MARGIN + GAP) // PITCH))


@dataclass(frozen=True)
class StripLayout:
    """``columns`` [n] is the first pitch of each cell in its row, ``pitches`` [n] how many it has; ``firsts`` [rows] is
    the first cell of each row; there is always one row."""

    columns: tuple[int, ...]
    pitches: tuple[int, ...]
    firsts: tuple[int, ...]

    @staticmethod
    def of(pitches: Sequence[int], width: int) -> StripLayout:
        """Cells that wrap at ``width`` pitches; wider ones are cut to a row."""
        columns: list[int] = []
        firsts, column = [0], 0
        fitting = tuple(min(wanted, width) for wanted in pitches)
        for place, taken in enumerate(fitting):
            if column + taken > width:
                firsts.append(place)
                column = 0
            columns.append(column)
            column += taken
        return StripLayout(tuple(columns), fitting, tuple(firsts))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.firsts)

    def row_of(self, place: int) -> int:
        """The row of a cell."""
        return bisect_right(self.firsts, place) - 1

    def places(self, row: int) -> range:
        """The cells of a row; nothing beyond the rows."""
        if not 0 <= row < self.rows:
            return range(0)
        end = self.firsts[row + 1] if row + 1 < self.rows else len(self.columns)
        return range(self.firsts[row], end)

    def place_at(self, row: int, column: int) -> int:
        """The cell that covers a pitch of a row, -1 for none."""
        places = self.places(row)
        if column < 0 or not places:
            return -1
        place = places[bisect_right(self.columns, column, places.start, places.stop) - places.start - 1]
        return place if column < self.columns[place] + self.pitches[place] else -1

    def beside(self, place: int, rows: int) -> int:
        """The cell above (-1) or below (1) the middle of another; beyond the rows, the first or the last of all."""
        row = self.row_of(place) + rows
        if row < 0:
            return 0
        if row >= self.rows:
            return len(self.columns) - 1
        found = self.place_at(row, self.columns[place] + (self.pitches[place] - 1) // 2)
        return found if found >= 0 else self.places(row)[-1]
