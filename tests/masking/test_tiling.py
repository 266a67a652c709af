"""Units laid over tokens."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from workbench.core.seeding import example_keys
from workbench.masking.tiling import Candidates, lawful, split_units, tile, unit_table
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
