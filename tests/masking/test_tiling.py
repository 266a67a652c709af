"""Units laid over tokens."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.seeding import example_keys
from workbench.masking.tiling import Candidates, lawful, merge, split_units, tile, unit_table
from workbench.masking.whole_word import WholeWord
from workbench.text.document import PassageBatch, UnitKind, Units

Builder = Callable[..., PassageBatch]


def pairs(units: Units) -> list[tuple[int, int]]:
    return list(zip(units.start.tolist(), units.end.tolist(), strict=True))


def test_rest_units_that_overlap_fall_back_to_tokens(make_batch: Builder) -> None:
    batch = make_batch([[[2, 3, 2, 1]]], phrases=[(2, 4)])  # words 1-3, 3-6, 6-8, 8-9
    units, primary = tile(batch.layers[UnitKind.PHRASE], batch.layers[UnitKind.WORD], batch)
    assert pairs(units) == [(1, 2), (2, 4), (4, 5), (5, 6), (6, 8), (8, 9)]
    assert primary.tolist() == [False, True, False, False, False, False]
    assert units.kind.tolist() == [0, 2, 0, 0, 1, 1]


def test_units_over_borders_are_given_up(make_batch: Builder) -> None:
    batch = make_batch([[[2], [2]], [[1]]])
    over = Units.make([0, 2, 4, 6, 1], [2, 4, 6, 8, 3], UnitKind.PHRASE)
    assert pairs(lawful(over, batch)) == [(1, 3)]


def test_every_maskable_token_is_in_one_unit(make_batch: Builder) -> None:
    generator = np.random.default_rng(1)
    shapes = [[generator.integers(1, 5, 6).tolist() for _ in range(3)] for _ in range(20)]
    batch = make_batch(shapes, phrases=[(start, start + 3) for start in range(2, 900, 9)])
    units, _ = tile(batch.layers[UnitKind.PHRASE], batch.layers[UnitKind.WORD], batch)
    count = np.zeros(len(batch.ids), int)
    for start, end in pairs(units):
        count[start:end] += 1
    assert (count == batch.maskable).all()
    assert (np.diff(units.start) > 0).all()


def test_a_unit_that_is_its_whole_passage_becomes_tokens(make_batch: Builder) -> None:
    batch = make_batch([[[7]], [[4, 3]], [[1]]])
    found = Candidates.even(batch.layers[UnitKind.WORD])
    lone = unit_table(found, batch, example_keys(1, 0, 0, batch.example)).lone(batch.num_maskable)
    split = split_units(found, lone)
    assert pairs(split.units) == [*((i, i + 1) for i in range(1, 8)), (10, 14), (14, 17), (19, 20)]
    assert len(split.tier) == len(split.units)
    chosen = WholeWord(rate=0.9).choose(batch, example_keys(1, 0, 0, batch.example)).units
    assert pairs(chosen) == pairs(split.units)


#: Gaps before units and their lengths.
tables = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 4)), max_size=12)


def laid(table: list[tuple[int, int]], kind: int, repeated: bool) -> Units:
    """Units without overlaps; ``repeated`` columns are those of a layer on disk, which cannot be written to."""
    borders = np.cumsum(np.array(table, np.int64).reshape(-1))
    label = np.arange(len(table), dtype=np.int32)
    kinds = np.broadcast_to(np.uint8(kind), len(table)) if repeated else np.full(len(table), kind, np.uint8)
    return Units(borders[::2], borders[1::2], kinds, np.broadcast_to(np.int32(9), len(table)) if repeated else label)


@given(tables, tables, st.booleans(), st.booleans())
def test_a_table_over_another_is_that_of_a_plain_loop(
    over: list[tuple[int, int]], below: list[tuple[int, int]], over_repeats: bool, below_repeats: bool
) -> None:
    first, second = laid(over, 2, over_repeats), laid(below, 1, below_repeats)
    rows = [[*row, own] for own, table in ((True, first), (False, second)) for row in zip(
        table.start.tolist(), table.end.tolist(), table.kind.tolist(), table.label.tolist(), strict=True)]  # fmt: skip
    kept = [row for row in rows if row[4] or not any(
        own[4] and own[0] < row[1] and row[0] < own[1] for own in rows)]  # fmt: skip
    units, is_first = merge(first, second)
    found = zip(units.start, units.end, units.kind, units.label, is_first, strict=True)
    assert [[int(value) for value in row] for row in found] == sorted(kept)


def test_units_taken_from_columns_that_repeat_are_those_of_plain_ones() -> None:
    table = [(0, 2), (1, 3), (0, 1), (2, 2)]
    for rows in (np.array([2, 0]), np.array([3, 3, 1, 0, 0, 2]), np.array([], np.int64)):
        taken = laid(table, 1, repeated=True).take(rows)
        plain = laid(table, 1, repeated=False).take(rows)
        assert pairs(taken) == pairs(plain)
        assert taken.kind.tolist() == plain.kind.tolist()
        assert taken.label.tolist() == [9] * len(rows)
