"""How the passages of an epoch are gathered into batches: by number, or by the tokens that fit (sheet 2.3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workbench.core.seeding import derive, purpose_code, uniforms
from workbench.spec.run import RunSpec
from workbench.spec.training import BatchUnit
from workbench.text.document import Ints

_WINDOW = 16  #: batches within which passages are sorted by length


@dataclass(frozen=True)
class BatchRule:
    """The batches of a stage: passages of at most ``length`` tokens, so many ``sequences`` of them or, where that is
    0, as many as have ``places`` tokens, padding included.

    ``partial`` says whether passages that do not fill a last batch of sequences are one. In places no batch is exactly
    full, and each passage is in one.
    """

    length: int
    sequences: int
    places: int
    partial: bool

    @property
    def full_sequences(self) -> int:
        """How many sequences of full length a batch has."""
        return self.sequences or self.places // self.length

    @property
    def most_places(self) -> int:
        """Tokens that the largest batch computes, padding included."""
        return self.sequences * self.length or max(self.places, self.length)


def batch_rule(spec: RunSpec, stage: int) -> BatchRule:
    """The rule of a stage: its own length and batch size, or where these are 0, those of the training."""
    training, own = spec.training, spec.stages[stage]
    length, size = own.length or training.length, own.batch_size or training.batch_size
    if training.batch_unit is BatchUnit.SEQUENCES:
        return BatchRule(length, size, 0, training.partial_batches)
    places = size if training.batch_unit is BatchUnit.TOKENS else size * length
    return BatchRule(length, 0, places, training.partial_batches)


def longest(spec: RunSpec) -> int:
    """The most tokens that a passage of the run has."""
    return max(batch_rule(spec, stage).length for stage in range(len(spec.stages)))


def num_batches(passages: int, rule: BatchRule) -> int:
    """Batches of an epoch by sequences. One that is not full counts if the rule has it, or if it is all there is."""
    return max(1, -(-passages // rule.sequences) if rule.partial else passages // rule.sequences)


def epoch_batches(lengths: Ints, rule: BatchRule, seed: int, stage: int, epoch: int) -> list[Ints]:
    """Rows of each batch of an epoch; ``lengths`` [n] are tokens of each passage, in shuffled order already.

    Passages of like length come together, so that little padding is computed, and then the batches are shuffled. By
    sequences, rows are sorted within windows of 16 batches, and what fills no batch comes last; by places, all are, as
    in fairseq, so that the number of batches does not depend on the order.
    """
    if rule.places:
        order = np.argsort(lengths, kind="stable")
        batches = np.split(order, place_starts(lengths[order], rule.places)[1:])
        rest = []
    else:
        full = max(1, len(lengths) // rule.sequences)
        order = np.arange(min(len(lengths), full * rule.sequences))
        windows = [order[at : at + _WINDOW * rule.sequences] for at in range(0, len(order), _WINDOW * rule.sequences)]
        by_length = [window[np.argsort(lengths[window], kind="stable")] for window in windows]
        batches = [rows[at : at + rule.sequences] for rows in by_length for at in range(0, len(rows), rule.sequences)]
        rest = [np.arange(len(order), len(lengths))] if rule.partial and len(order) < len(lengths) else []
    key = derive(np.int64(seed), purpose_code("order of batches"), stage, epoch)
    turn = np.argsort(uniforms(key, "batch", np.arange(len(batches))), kind="stable")
    return [batches[number] for number in turn] + rest


def place_starts(lengths: Ints, places: int) -> list[int]:
    """Where batches begin among passages of growing ``lengths`` [n]: one is added while their number times its length
    is at most ``places``; the first always fits."""
    starts, at = [0], 0
    while True:
        most = lengths[at : at + max(1, places // int(lengths[at]))]
        at += max(1, int(np.searchsorted(most * np.arange(1, len(most) + 1), places, side="right")))
        if at >= len(lengths):
            return starts
        starts.append(at)
