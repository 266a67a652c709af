"""Puts mask, random or unchanged tokens where units were chosen (sheet 1.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import Keys, spread_uniforms, uniforms
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
from workbench.text.document import Ints, PassageBatch, UnitKind, Units
from workbench.text.ragged import borders_of, lengths_of, ranges, starts_of
from workbench.text.similar import SimilarWords

_MASK, _RANDOM, _SIMILAR = (np.uint8(action) for action in (Action.MASK, Action.RANDOM, Action.SIMILAR))
#: Actions from low draws to high ones.
_BY_DRAW = np.array([Action.MASK, Action.RANDOM, Action.SIMILAR, Action.KEEP], dtype=np.uint8)


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
    rows = choice.chosen.nonzero()[0]
    units, lengths = choice.units, choice.units.lengths[rows]
    row = np.arange(len(rows)).repeat(lengths)
    unit = rows[row]
    position = np.arange(len(row)) + (units.start[rows] - starts_of(lengths)[:-1])[row]
    owner = np.arange(len(batch)).repeat(lengths_of(position.searchsorted(batch.starts)))
    tokens = _Tokens(position, owner, position - batch.starts[owner], unit, batch.ids[position])
    action, replaced = np.empty(len(position), dtype=np.uint8), np.empty(len(position), dtype=np.int32)
    for part, passages in strategy.replacing(keys):
        if passages is None:
            action, replaced = _replace(batch, tokens, units, part, vocabulary, keys, similar)
        else:
            own = passages[owner].nonzero()[0]
            action[own], replaced[own] = _replace(batch, tokens.take(own), units, part, vocabulary, keys, similar)
    input_ids, labels = batch.ids.copy(), np.full(len(batch.ids), IGNORE, dtype=np.int32)
    input_ids[position], labels[position] = replaced, tokens.original
    return MaskedBatch(batch, input_ids, labels, choice, Picks(position, unit, action, tokens.original, replaced))


@dataclass(frozen=True)
class _Tokens:
    """Chosen tokens [p] in order: flat ``position``, passage, place in it, row of their unit, and id."""

    position: Ints
    owner: Ints
    place: Ints
    unit: Ints
    original: NDArray[np.int32]

    def take(self, rows: Ints) -> _Tokens:
        """Some of them."""
        return _Tokens(self.position[rows], self.owner[rows], self.place[rows], self.unit[rows], self.original[rows])


def _replace(
    batch: PassageBatch,
    tokens: _Tokens,
    units: Units,
    strategy: MaskingStrategy,
    vocabulary: ReplacementVocabulary,
    keys: Keys,
    similar: SimilarWords | None,
) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """Actions [p] and ids [p] of chosen tokens [p] of ``units``."""
    shares = strategy.replacement
    head = None if shares.per is Granularity.TOKEN else _heads(shares.per, tokens, batch)
    owner, place, position, unit = tokens.owner, tokens.place, tokens.position, tokens.unit
    if head is not None:
        owner, place, position, unit = owner[head], place[head], position[head], unit[head]
    action = _actions(shares, strategy.action_draws(keys, owner, place, position == units.start[unit]))
    if head is not None:
        action = action.repeat(lengths_of(np.append(head, len(tokens.owner))))
    replaced = np.where(action == _MASK, np.int32(vocabulary.mask_id), tokens.original)
    if shares.similar and head is not None:
        _put_similar(replaced, action, tokens.original, head, keys[owner], place, similar)
    random = (action == _RANDOM).nonzero()[0]
    draw = spread_uniforms(keys, tokens.owner[random], "random id", tokens.place[random])
    replaced[random] = _random_ids(shares, vocabulary, draw)
    return action, replaced


def _heads(per: Granularity, tokens: _Tokens, batch: PassageBatch) -> Ints:
    """The first of the tokens [p] that share a draw: those of a unit, or of a word in it."""
    border = borders_of(tokens.unit)
    if per is Granularity.WORD:
        begins = np.zeros(len(batch.ids), dtype=np.bool_)
        begins[batch.layers[UnitKind.WORD].start] = True
        border |= begins[tokens.position]
    return border.nonzero()[0]


def _actions(shares: Replacement, draw: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Actions by shares of mask, random and similar; keep is the rest."""
    passed = np.zeros(len(draw), dtype=np.uint8)
    bound = 0.0
    for share in (shares.mask, shares.random, shares.similar):
        bound += share
        # Above the sum of shares that come to 1 lies a last sliver of rounding, which must not become "keep".
        passed += draw >= (bound if bound < 1.0 - 1e-9 else 1.0)
    return _BY_DRAW[passed]


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
    if similar is None:
        action[action == _SIMILAR] = _RANDOM
        return
    words = (action[head] == _SIMILAR).nonzero()[0]
    start, length = head[words], lengths_of(np.append(head, len(original)))[words]
    row = similar.find(original, start, length)
    found = row >= 0
    action[ranges(start[~found], length[~found])] = _RANDOM
    if found.any():
        draw = uniforms(keys[words], "similar word", place[words])
        replaced[ranges(start[found], length[found])] = similar.draw(row[found], draw[found])


def _random_ids(shares: Replacement, vocabulary: ReplacementVocabulary, draw: NDArray[np.float64]) -> NDArray[np.int32]:
    """Ids drawn evenly from the pool by numbers ``draw`` [n] in [0, 1)."""
    if shares.pool is RandomPool.ALL:
        return (draw * vocabulary.size).astype(np.int32)
    ordinary = vocabulary.ordinary_ids
    return ordinary[(draw * len(ordinary)).astype(np.int64)].astype(np.int32)
