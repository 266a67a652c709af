"""Losses and accuracies of a batch, by head: sums over its targets, divided by the counts of the whole batch."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from workbench.model.build import Model
from workbench.train.batch import Batch, Counts


@dataclass(frozen=True)
class Losses:
    """``total`` is the weighted sum that is differentiated; ``means``, ``accuracies`` and ``hits`` (which targets [n]
    are predicted) are detached, by head.

    Divided by the counts of a whole batch, those of its parts add up to those of the batch (sheet 0.4).
    """

    total: Tensor
    means: dict[str, Tensor]
    accuracies: dict[str, Tensor]
    hits: dict[str, Tensor]


def compute_losses(model: Model, batch: Batch, counts: Counts, weights: dict[str, float]) -> Losses:
    """Cross-entropy in nats of each head named in ``weights``."""
    total = torch.zeros((), device=batch.labels.device)
    means, accuracies = {}, {}
    scores = model.scores(batch.inputs, batch.places, batch.labels, batch.passage_labels, weights)
    for head, score in scores.items():
        mean = score.loss / counts.of(head)
        total = total + weights[head] * mean
        means[head] = mean.detach()
        accuracies[head] = score.hits.sum() / counts.of(head)
    return Losses(total, means, accuracies, {head: score.hits for head, score in scores.items()})
