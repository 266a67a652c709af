"""Where a run stands in its data, and which passages come next: a function of the seed alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from workbench.core.seeding import derive, purpose_code, uniforms
from workbench.spec.run import Stage
from workbench.text.document import Ints

_WINDOW = 16  #: batches within which passages are sorted by length


@dataclass(frozen=True)
class Position:
    """The batch that comes next: its number within an epoch of a stage."""

    stage: int = 0
    epoch: int = 0
    batch: int = 0


def stage_ends(stages: Sequence[Stage], steps: int) -> list[int]:
    """The step at which each stage ends: shares of the whole, rounded so that they end with the run."""
    shares = np.cumsum([stage.share for stage in stages])
    return [round(float(share) * steps / float(shares[-1])) for share in shares]


def stage_at(ends: Sequence[int], step: int) -> int:
    """The stage of a step."""
    return next(number for number, end in enumerate(ends) if step < end)


def epoch_batches(lengths: Ints, batch_size: int, seed: int, stage: int, epoch: int) -> list[Ints]:
    """Rows of each batch of an epoch; ``lengths`` [n] are tokens of each passage, in shuffled order already.

    Passages of like length come together, so that little padding is computed: within windows of 16 batches rows are
    sorted by length, and then the batches are shuffled. A last batch that is not full is left out, unless it is all
    there is.
    """
    key = derive(np.int64(seed), purpose_code("order of batches"), stage, epoch)
    full = max(1, len(lengths) // batch_size)
    order = np.arange(min(len(lengths), full * batch_size))
    windows = [order[at : at + _WINDOW * batch_size] for at in range(0, len(order), _WINDOW * batch_size)]
    by_length = [window[np.argsort(lengths[window], kind="stable")] for window in windows]
    batches = [rows[at : at + batch_size] for rows in by_length for at in range(0, len(rows), batch_size)]
    return [batches[number] for number in np.argsort(uniforms(key, "batch", np.arange(full)), kind="stable")]
