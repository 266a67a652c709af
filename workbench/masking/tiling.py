"""Tables of candidate units: laid over the tokens of a batch without overlaps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import Keys
from workbench.masking.unit_table import UnitTable
from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units, taken
from workbench.text.pack import within
from workbench.text.ragged import lengths_of, ranges

_Value = TypeVar("_Value", np.int64, np.uint8, np.int32)


@dataclass(frozen=True)
class Candidates:
    """Units that may be chosen, sorted by start, without overlaps; ``tier`` [u]: lower ones are tried first, units of
    tier :data:`workbench.masking.unit_table.SPARE` only where a passage would have no target."""

    units: Units
    tier: NDArray[np.uint8]

    @staticmethod
    def even(units: Units) -> Candidates:
        """All units on one tier."""
        return Candidates(units, np.zeros(len(units), dtype=np.uint8))


@dataclass(frozen=True)
class Layout:
    """What a strategy lays over the tokens of a batch: ``units`` of its own, sorted by start and without overlaps, and
    between them words where it lies ``over_words``, else single tokens. ``rest_tier`` is the tier of what lies between.

    Both are said for each passage [B], or once for all of them. Where the layout ``tiles``, its units are lawful and
    nothing lies between them: there is no need to look.
    """

    units: Units = field(default_factory=Units.empty)
    over_words: Bools | bool = False
    rest_tier: Ints | int = 0
    tiles: bool = False


def count_inside(units: Units, flags: Bools) -> Ints:
    """Flagged tokens in each unit [u]."""
    totals = np.concatenate(([0], np.cumsum(flags)))
    return np.asarray(totals[units.end] - totals[units.start], dtype=np.int64)


def lawful(units: Units, batch: PassageBatch) -> Units:
    """The units that lie in one part, and so touch no special token; all layers pass through here."""
    if not len(units):
        return units
    part = batch.part.take(units.start)
    whole = part == batch.part.take(units.end - 1)
    whole &= part >= 0
    return units if whole.all() else units.take(whole)


def single_tokens(places: Ints) -> Units:
    """Each token of rising places as a unit of its own."""
    return Units.make(places, places + 1, UnitKind.CHAR)


def merge(first: Units, second: Units) -> tuple[Units, Bools]:
    """The units of ``first``, and those of ``second`` that none of them overlaps, in order of start; also says which
    ones [u] came from the first table. Neither table has overlaps of its own."""
    if not len(first) or not len(second):
        return (first, np.ones(len(first), np.bool_)) if len(first) else (second, np.zeros(len(second), np.bool_))
    # Each unit of the first table takes the place of the rows begin:end of the second, of none where these are empty.
    end = second.start.searchsorted(first.end)
    begin = second.end.searchsorted(first.start, side="right")
    begin[1:] = np.maximum(begin[1:], end[:-1])
    shift = np.cumsum(end - begin - 1)
    place = end - 1 - shift
    is_first = np.zeros(len(second) - int(shift[-1]), dtype=np.bool_)
    is_first[place] = True
    row = np.arange(len(is_first))
    row[place[0] :] += shift.repeat(lengths_of(np.append(place, len(row))))
    return Units(
        _put(second.start[row], place, first.start),
        _put(second.end[row], place, first.end),
        _put(taken(second.kind, row), place, first.kind),
        _put(taken(second.label, row), place, first.label),
    ), is_first


def _put(column: NDArray[_Value], place: Ints, values: NDArray[_Value]) -> NDArray[_Value]:
    """The column with these values at their places."""
    found = column if column.flags.writeable else column.copy()
    found[place] = values
    return found


def joined(tables: list[Units]) -> Units:
    """Tables one after another."""
    return Units(
        np.concatenate([table.start for table in tables]),
        np.concatenate([table.end for table in tables]),
        np.concatenate([table.kind for table in tables]),
        np.concatenate([table.label for table in tables]),
    )


def tile(primary: Units, rest: Units, batch: PassageBatch) -> tuple[Units, Bools]:
    """Units that tile all maskable tokens: ``primary``, then ``rest`` where it is free, then single tokens.

    A unit of ``rest`` that overlaps a primary one is given up; what it had outside becomes single tokens. The second
    result [u] is True for primary units.
    """
    units, own = merge(lawful(primary, batch), lawful(rest, batch))
    left = _left_over(units, batch)
    if not len(left):
        return units, own
    if not len(units):
        return single_tokens(left), np.zeros(len(left), np.bool_)
    everything, is_single = merge(single_tokens(left), units)
    return everything, _spread(own, ~is_single)


def _spread(flags: Bools, where: Bools) -> Bools:
    """Flags of the places [n] that ``where`` [n] says, False elsewhere."""
    found = np.zeros(len(where), dtype=np.bool_)
    found[where] = flags
    return found


def _left_over(units: Units, batch: PassageBatch) -> Ints:
    """Maskable tokens that lie in no unit; all units are lawful and none overlaps another."""
    if not len(units):
        return batch.maskable.nonzero()[0]
    if units.lengths.sum() == np.count_nonzero(batch.maskable):
        return np.zeros(0, dtype=np.int64)
    begin = np.concatenate(([0], units.end))
    gap = np.concatenate((units.start, [len(batch.ids)])) - begin
    rows = gap.nonzero()[0]
    places = ranges(begin[rows], gap[rows])
    return places[batch.maskable[places]]


def laid_out(layout: Layout, batch: PassageBatch) -> Candidates:
    """The candidates of a layout: its units, and the rest of the maskable tokens."""
    if layout.tiles:
        return Candidates.even(layout.units)
    units, own = tile(layout.units, _ground(layout, batch), batch)
    if not np.any(layout.rest_tier):
        return Candidates.even(units)
    rest_tier = np.broadcast_to(layout.rest_tier, len(batch))[batch.owner[units.start]]
    return Candidates(units, np.where(own, 0, rest_tier).astype(np.uint8))


def _ground(layout: Layout, batch: PassageBatch) -> Units:
    """The words of the passages that are laid over words."""
    if np.all(layout.over_words):
        return batch.layers[UnitKind.WORD]
    if np.any(layout.over_words):
        return within(batch, np.asarray(layout.over_words)).layers[UnitKind.WORD]
    return Units.empty()


def split_units(candidates: Candidates, rows: Ints) -> Candidates:
    """Candidates with the units ``rows`` cut into single tokens."""
    units = candidates.units
    others = np.ones(len(units), dtype=np.bool_)
    others[rows] = False
    split = units.take(rows)
    merged, is_piece = merge(single_tokens(ranges(split.start, split.lengths)), units.take(others))
    tier = np.zeros(len(merged), dtype=np.uint8)
    tier[~is_piece] = candidates.tier[others]
    return Candidates(merged, tier)


def unit_table(candidates: Candidates, batch: PassageBatch, keys: Keys) -> UnitTable:
    """Candidates by passage, as the rules of selection see them; ``keys`` [B] are those of the passages."""
    units = candidates.units
    bounds = units.start.searchsorted(batch.starts)
    place = units.start - batch.starts[:-1].repeat(lengths_of(bounds))
    return UnitTable(bounds, place, units.lengths, candidates.tier, keys)
