"""N-grams that were found in passages, as what an encoder is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import pad

from workbench.core.seeding import example_keys
from workbench.model.inputs import Inputs, NgramInputs
from workbench.objectives.examples import EVALUATION_SEED
from workbench.text.document import Ints
from workbench.text.ngram_slots import NgramMatcher, NgramSlots, Passages
from workbench.text.ragged import lengths_of


def ngram_inputs(matcher: NgramMatcher, found: NgramSlots, starts: Ints, width: int) -> NgramInputs | None:
    """The kept ones of what a matcher ``found`` in flat passages that begin at ``starts`` [B + 1] and are padded to
    ``width`` tokens; None where there is none."""
    slots = found.kept_only()
    if not len(slots):
        return None
    counts = lengths_of(slots.starts)
    most = int(counts.max())
    real = np.arange(most) < counts[:, None]
    coverage = matcher.coverage(slots, int(starts[-1]))
    moved = np.arange(len(counts)) * width - starts[:-1]  # where padding before a passage moves its tokens to
    column = np.flatnonzero(real)
    return NgramInputs(
        Inputs(_spread(slots.id, real), _spread(slots.segment, real), None if real.all() else torch.from_numpy(real)),
        torch.from_numpy(coverage.token + moved[slots.owner][coverage.slot]),
        torch.from_numpy(column[coverage.slot]),
        None if coverage.weight is None else torch.from_numpy(coverage.weight),
    )


def _spread(values: Ints, real: NDArray[np.bool_]) -> Tensor:
    """Values [m] as [B, K], with zeros elsewhere."""
    spread = np.zeros(real.shape, dtype=np.int64)
    spread[real] = values
    return torch.from_numpy(spread)


def joined_ngrams(pieces: Sequence[Inputs], width: int) -> NgramInputs | None:
    """The n-grams of padded passages after one another, whose tokens are padded to ``width``."""
    most = max((piece.ngrams.slots.ids.shape[1] for piece in pieces if piece.ngrams is not None), default=0)
    if not most:
        return None
    gathered: tuple[list[Tensor], ...] = ([], [], [])
    tokens, columns, weights, row = [], [], [], 0
    for piece in pieces:
        count, own = piece.ids.shape
        none = torch.zeros(count, 0, dtype=torch.int64)
        slots = Inputs(none, none)
        if piece.ngrams is not None:
            slots, between = piece.ngrams.slots, piece.ngrams.slots.ids.shape[1]
            tokens.append(_moved(piece.ngrams.tokens, own, width, row))
            columns.append(_moved(piece.ngrams.columns, between, most, row))
            weights += [] if piece.ngrams.weights is None else [piece.ngrams.weights]
        there = torch.ones_like(slots.ids, dtype=torch.bool) if slots.real is None else slots.real
        for place, values in enumerate((slots.ids, slots.segments, there)):
            gathered[place].append(pad(values, (0, most - values.shape[1])))
        row += count
    ids, segments, real = map(torch.cat, gathered)
    return NgramInputs(
        Inputs(ids, segments, None if bool(real.all()) else real),
        torch.cat(tokens),
        torch.cat(columns),
        torch.cat(weights) if weights else None,
    )


def _moved(places: Tensor, own: int, width: int, row: int) -> Tensor:
    """Places in rows of ``own`` columns as places in wider rows, of which ``row`` stand before."""
    return (places // own + row) * width + places % own


@dataclass(frozen=True)
class TextNgrams:
    """Finds the n-grams of texts that nobody trains on: what is left to chance is drawn with the seed of evaluations.
    ``longest`` is the sequence length that the cap is for."""

    matcher: NgramMatcher
    longest: int

    def find(self, passages: Passages) -> NgramSlots:
        """All matches in some passages."""
        keys = example_keys(EVALUATION_SEED, 0, 0, np.arange(len(passages.starts) - 1))
        return self.matcher.find(passages, self.longest, keys)

    def inputs(self, passages: Passages, width: int) -> NgramInputs | None:
        """The kept ones as an encoder is given them, for passages that are padded to ``width`` tokens."""
        return ngram_inputs(self.matcher, self.find(passages), passages.starts, width)
