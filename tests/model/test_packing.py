"""Tokens without padding: each at its place, and back."""

from __future__ import annotations

from collections.abc import Callable

import torch

from workbench.model.inputs import Inputs
from workbench.model.packing import Group, Packing, rounded


def test_passages_lie_by_length_and_find_back(pairs: Callable[..., Inputs]) -> None:
    inputs = pairs(4, 9, 4, 1)
    packing = Packing.of(inputs)
    assert packing.groups == (Group(0, 1, 9), Group(9, 2, 4), Group(17, 1, 1))
    assert len(packing.tokens) == 32
    assert packing.count == 18
    ids = packing.take(inputs.ids)[:18]
    expected = [inputs.ids[row, :length] for row, length in ((1, 9), (0, 4), (2, 4), (3, 1))]
    assert torch.equal(ids, torch.cat(expected))
    assert packing.firsts.tolist() == [9, 0, 13, 17]
    assert packing.columns[:18].tolist() == [*range(9), *range(4), *range(4), 0]
    assert packing.rows(torch.tensor([0, 9, 9 + 8, 2 * 9 + 3])).tolist() == [9, 0, 8, 16]
    back = packing.unpack(packing.take(inputs.ids)[:, None].double())[..., 0]
    assert torch.equal(back, inputs.ids.double())


def test_without_padding_nothing_moves(pairs: Callable[..., Inputs]) -> None:
    inputs = pairs(5, 5, 5)
    packing = Packing.of(inputs)
    assert packing.groups == (Group(0, 3, 5),)
    assert packing.tokens.tolist() == [*range(15), *[0] * 17]
    assert packing.firsts.tolist() == [0, 5, 10]


def test_rows_are_rounded_up() -> None:
    assert rounded(torch.tensor([5, 6])).tolist() == [5, 6, *[5] * 30]
    assert rounded(torch.arange(64)).tolist() == list(range(64))
    assert len(rounded(torch.arange(0))) == 0
