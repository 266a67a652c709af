"""Which layers use the same weights (sheet 3.2)."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest

from workbench.spec.encoder import EncoderSpec
from workbench.spec.sharing import group_of, layer_uses


def encoder(**settings: object) -> EncoderSpec:
    """The defaults with other settings."""
    return EncoderSpec.model_validate(settings)


@pytest.mark.parametrize(
    ("sharing", "attention", "feed_forward"),
    [
        ("none", (0, 1, 2, 3), (0, 1, 2, 3)),
        ("all", (0, 0, 0, 0), (0, 0, 0, 0)),
        ("attention", (0, 0, 0, 0), (0, 1, 2, 3)),
        ("feed-forward", (0, 1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_modes(sharing: str, attention: tuple[int, ...], feed_forward: tuple[int, ...]) -> None:
    uses = layer_uses(encoder(layers=4, sharing=sharing))
    assert (uses.attention, uses.feed_forward) == (attention, feed_forward)


def test_groups_of_twelve_layers() -> None:
    twelve = encoder(layers=12, groups=4, sharing="all")
    assert [group_of(layer, twelve) for layer in range(12)] == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert layer_uses(twelve).attention == (0, 0, 0, 3, 3, 3, 6, 6, 6, 9, 9, 9)


def test_groups_are_exact_for_all_numbers() -> None:
    """In floating point some are not, as 22 groups of 22 layers, or 14 of 18; no group is left without a layer."""
    for layers in range(1, 49):
        for groups in range(1, layers + 1):
            one = encoder(layers=layers, groups=groups, sharing="all")
            found = [group_of(layer, one) for layer in range(layers)]
            assert found == [floor(Fraction(layer * groups, layers)) for layer in range(layers)]
            assert set(found) == set(range(groups))


def test_inner_layers_come_one_after_another() -> None:
    inner = encoder(layers=4, groups=2, inner_layers=2, sharing="all")
    assert inner.passes == 8
    assert layer_uses(inner).attention == (0, 1, 0, 1, 4, 5, 4, 5)
    assert (layer_uses(inner).attention_sets, layer_uses(inner).feed_forward_sets) == (4, 4)


def test_groups_also_divide_what_alone_is_shared() -> None:
    uses = layer_uses(encoder(layers=4, groups=2, sharing="feed-forward"))
    assert (uses.attention, uses.feed_forward) == ((0, 1, 2, 3), (0, 0, 2, 2))
