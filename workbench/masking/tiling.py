"""Tables of candidate units: laid over the tokens of a batch without overlaps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints, PassageBatch, UnitKind, Units
from workbench.text.ragged import ranges


@dataclass(frozen=True)
class Candidates:
    """Units that may be chosen, sorted by start, without overlaps; ``tier`` [u]: lower ones are tried first, units of
    tier :data:`workbench.masking.budget.SPARE` only where a passage would have no target."""

    units: Units
    tier: NDArray[np.uint8]

    @staticmethod
    def even(units: Units) -> Candidates:
        """All units on one tier."""
        return Candidates(units, np.zeros(len(units), dtype=np.uint8))


def covered(units: Units, size: int) -> Bools:
    """Tokens [size] that lie in a unit."""
    inside = np.zeros(size, dtype=np.bool_)
    inside[ranges(units.start, units.end - units.start)] = True
    return inside


def count_inside(units: Units, flags: Bools) -> Ints:
    """Flagged tokens in each unit [u]."""
    totals = np.concatenate(([0], np.cumsum(flags)))
    return np.asarray(totals[units.end] - totals[units.start], dtype=np.int64)


def lawful(units: Units, batch: PassageBatch) -> Units:
    """The units that lie in one part and touch no special token; all layers pass through here."""
    if not len(units):
        return units
    whole = count_inside(units, batch.maskable) == units.end - units.start
    return units.take(whole & (units.end > units.start) & (batch.part[units.start] == batch.part[units.end - 1]))


def single_tokens(where: Bools) -> Units:
    """Each token of a mask [T] as a unit of its own."""
    place = np.flatnonzero(where)
    return Units.make(place, place + 1, UnitKind.CHAR)


def merge(tables: list[Units]) -> tuple[Units, Ints]:
    """Tables put together in order of start; also says which table each unit came from."""
    source = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
    together = Units(
        np.concatenate([table.start for table in tables]),
        np.concatenate([table.end for table in tables]),
        np.concatenate([table.kind for table in tables]),
        np.concatenate([table.label for table in tables]),
    )
    order = np.argsort(together.start, kind="stable")
    return together.take(order), source[order]


def tile(primary: Units, rest: Units, batch: PassageBatch) -> tuple[Units, Bools]:
    """Units that tile all maskable tokens: ``primary``, then ``rest`` where it is free, then single tokens.

    A unit of ``rest`` that overlaps a primary one is given up; what it had outside becomes single tokens. The second
    result [u] is True for primary units.
    """
    first = lawful(primary, batch)
    inside = covered(first, len(batch.ids))
    second = lawful(rest, batch)
    if len(first) and len(second):
        second = second.take(count_inside(second, inside) == 0)
    if len(second):
        inside |= covered(second, len(batch.ids))
    tables = [table for table in (first, second, single_tokens(batch.maskable & ~inside)) if len(table)]
    if len(tables) == 1:
        return tables[0], np.full(len(tables[0]), tables[0] is first)
    units, source = merge(tables or [first])
    return units, np.asarray(source == 0) if len(first) else np.zeros(len(units), dtype=np.bool_)


def split_lone_units(candidates: Candidates, batch: PassageBatch) -> Candidates:
    """Units that are all that their passage has become single tokens: hidden whole, they would have to be predicted
    from nothing."""
    units = candidates.units
    length = units.end - units.start
    lone = (length > 1) & (length == batch.num_maskable[batch.owner[units.start]])
    if not lone.any():
        return candidates
    pieces = single_tokens(covered(units.take(lone), len(batch.ids)))
    merged, source = merge([units.take(~lone), pieces])
    tier = np.zeros(len(merged), dtype=np.uint8)
    tier[source == 0] = candidates.tier[~lone]
    return Candidates(merged, tier)
