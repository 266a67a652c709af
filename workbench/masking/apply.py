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
    Granularity,
    MaskedBatch,
    MaskingStrategy,
    Picks,
    RandomPool,
    Replacement,
)
from workbench.text.document import Ints, PassageBatch, UnitKind
from workbench.text.ragged import ranges
from workbench.text.similar import SimilarWords


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
    batch: PassageBatch,
    choice: Choice,
    strategy: MaskingStrategy,
    vocabulary: ReplacementVocabulary,
    keys: Keys,
    similar: SimilarWords | None = None,
) -> MaskedBatch:
    """Replace the chosen units; ``keys`` [B] are those that the units were chosen with, ``similar`` the synonyms.

    The draws of action and id have purposes of their own, so that neither repeats the draw of the choice.
    """
    rows = np.flatnonzero(choice.chosen)
    start, length = choice.units.start[rows], choice.units.end[rows] - choice.units.start[rows]
    position, unit = ranges(start, length), np.repeat(rows, length)
    original = batch.ids[position]
    action, replaced = np.zeros(len(position), dtype=np.uint8), original.copy()
    for part, passages in strategy.replacing(keys):
        own = np.arange(len(position)) if passages is None else np.flatnonzero(passages[batch.owner[position]])
        action[own], replaced[own] = _replace(
            batch, position[own], unit[own], choice.units.start, part, vocabulary, keys, similar
        )
    input_ids, labels = batch.ids.copy(), np.full(len(batch.ids), IGNORE, dtype=np.int32)
    input_ids[position], labels[position] = replaced, original
    return MaskedBatch(batch, input_ids, labels, choice, Picks(position, unit, action, original, replaced))


def _replace(
    batch: PassageBatch,
    position: Ints,
    unit: Ints,
    unit_start: Ints,
    strategy: MaskingStrategy,
    vocabulary: ReplacementVocabulary,
    keys: Keys,
    similar: SimilarWords | None,
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Actions [p] and ids [p] of chosen tokens at ``position`` [p] in units ``unit`` [p], which begin at
    ``unit_start`` [u]."""
    owner = batch.owner[position]
    place = position - batch.starts[owner]
    shares, group = strategy.replacement, _groups(strategy.replacement.per, position, unit, batch)
    head = np.flatnonzero(np.diff(group, prepend=-1))
    begins = position[head] == unit_start[unit[head]]
    action = _actions(shares, strategy.action_draws(keys, owner[head], place[head], begins))[group]
    original = batch.ids[position]
    replaced = original.copy()
    replaced[action == Action.MASK] = vocabulary.mask_id
    if shares.similar:
        _put_similar(replaced, action, original, head, keys[owner[head]], place[head], similar)
    random = action == Action.RANDOM
    replaced[random] = _random_ids(shares, vocabulary, keys[owner[random]], place[random])
    return action, replaced


def _groups(per: Granularity, position: Ints, unit: Ints, batch: PassageBatch) -> Ints:
    """Numbers, from 0 on, of the tokens [p] that share a draw."""
    if per is Granularity.TOKEN or not len(position):
        return np.arange(len(position))
    border = np.diff(unit, prepend=-1) != 0
    if per is Granularity.WORD:
        word = np.searchsorted(batch.layers[UnitKind.WORD].start, position, side="right")
        border |= np.diff(word, prepend=-1) != 0
    return np.cumsum(border) - 1


def _actions(shares: Replacement, draw: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Actions by shares of mask, random and similar; keep is the rest."""
    order = (Action.MASK, Action.RANDOM, Action.SIMILAR)
    bounds = np.cumsum((shares.mask, shares.random, shares.similar))
    # Above the sum of shares that come to 1 lies a last sliver of rounding, which must not become "keep".
    bounds[bounds > 1.0 - 1e-9] = 1.0
    return np.array((*order, Action.KEEP), dtype=np.uint8)[np.searchsorted(bounds, draw, side="right")]


def _put_similar(
    replaced: NDArray[np.int32],
    action: NDArray[np.uint8],
    original: NDArray[np.int32],
    head: Ints,
    keys: Keys,
    place: Ints,
    similar: SimilarWords | None,
) -> None:
    """Put similar words into ``replaced`` [p] where ``action`` [p] asks for one; where there is none, the action
    becomes random. Words begin at ``head`` [w] and are drawn by ``keys`` and ``place`` [w]."""
    words = np.flatnonzero(action[head] == Action.SIMILAR)
    start, length = head[words], np.diff(np.append(head, len(original)))[words]
    row = similar.find(original, start, length) if similar is not None else np.full(len(words), -1)
    found = row >= 0
    action[ranges(start[~found], length[~found])] = Action.RANDOM
    if similar is not None and found.any():
        draw = uniforms(keys[words], "similar word", place[words])
        replaced[ranges(start[found], length[found])] = similar.draw(row[found], draw[found])


def _random_ids(shares: Replacement, vocabulary: ReplacementVocabulary, keys: Keys, place: Ints) -> NDArray[np.int32]:
    """Ids drawn evenly from the pool, one a token."""
    draw = uniforms(keys, "random id", place)
    if shares.pool is RandomPool.ALL:
        return (draw * vocabulary.size).astype(np.int32)
    ordinary = vocabulary.ordinary_ids
    return ordinary[(draw * len(ordinary)).astype(np.int64)].astype(np.int32)
