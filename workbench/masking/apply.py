"""Puts mask, random or unchanged tokens where units were chosen (sheet 1.2)."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import Keys, uniforms
from workbench.masking.strategy import (
    IGNORE,
    Action,
    Choice,
    MaskedBatch,
    MaskingStrategy,
    Picks,
    RandomPool,
    Replacement,
)
from workbench.text.document import Ints, PassageBatch
from workbench.text.ragged import ranges


class ReplacementVocabulary(Protocol):
    """What replacing needs to know of a vocabulary."""

    @property
    def size(self) -> int:
        """Number of ids."""

    @property
    def mask_id(self) -> int:
        """Id of the mask token."""

    @property
    def ordinary_ids(self) -> NDArray[np.int32]:
        """Ids of tokens that are not special."""


def apply_masks(
    batch: PassageBatch, choice: Choice, strategy: MaskingStrategy, vocabulary: ReplacementVocabulary, keys: Keys
) -> MaskedBatch:
    """Replace the chosen units; ``keys`` [B] are those that the units were chosen with.

    The draws of action and id have purposes of their own, so that neither repeats the draw of the choice.
    """
    rows = np.flatnonzero(choice.chosen)
    start, length = choice.units.start[rows], choice.units.end[rows] - choice.units.start[rows]
    position, unit = ranges(start, length), np.repeat(rows, length)
    owner = batch.owner[position]
    place = position - batch.starts[owner]
    first = np.repeat(start, length) - batch.starts[owner]
    action = _actions(strategy.replacement, strategy.action_draws(keys[owner], place, first))
    original = batch.ids[position]
    replaced = original.copy()
    replaced[action == Action.MASK] = vocabulary.mask_id
    random = action == Action.RANDOM
    replaced[random] = _random_ids(strategy.replacement, vocabulary, keys[owner[random]], place[random])
    input_ids, labels = batch.ids.copy(), np.full(len(batch.ids), IGNORE, dtype=np.int32)
    input_ids[position], labels[position] = replaced, original
    return MaskedBatch(batch, input_ids, labels, choice, Picks(position, unit, action, original, replaced))


def _actions(shares: Replacement, draw: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Actions by shares of mask, random and keep."""
    bounds = (shares.mask, shares.mask + shares.random)
    # Above the sum of two shares that come to 1 lies a last sliver of rounding, which must not become "keep".
    bounds = (bounds[0], 1.0) if bounds[1] > 1.0 - 1e-9 else bounds
    return np.where(draw < bounds[0], Action.MASK, np.where(draw < bounds[1], Action.RANDOM, Action.KEEP)).astype(
        np.uint8
    )


def _random_ids(shares: Replacement, vocabulary: ReplacementVocabulary, keys: Keys, place: Ints) -> NDArray[np.int32]:
    """Ids drawn evenly from the pool, one a token."""
    draw = uniforms(keys, "random id", place)
    if shares.pool is RandomPool.ALL:
        return (draw * vocabulary.size).astype(np.int32)
    ordinary = vocabulary.ordinary_ids
    return ordinary[(draw * len(ordinary)).astype(np.int64)].astype(np.int32)
