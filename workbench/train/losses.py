"""Losses and accuracies of a batch, by head: sums over its targets, divided by the counts of the whole batch."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from workbench.masking.strategy import IGNORE
from workbench.model.build import TOKEN_HEAD, Model
from workbench.train.batch import Batch, Counts


@dataclass(frozen=True)
class Losses:
    """``total`` is the weighted sum that is differentiated; ``means`` and ``accuracies`` are detached, by head.

    Divided by the counts of a whole batch, those of its parts add up to those of the batch (sheet 0.4).
    """

    total: Tensor
    means: dict[str, Tensor]
    accuracies: dict[str, Tensor]


def compute_losses(model: Model, batch: Batch, counts: Counts, weights: dict[str, float]) -> Losses:
    """Cross-entropy in nats of each head named in ``weights``; logits are widened to fp32 first."""
    total = torch.zeros((), device=batch.labels.device)
    means, accuracies = {}, {}
    for head, logits in model(batch.inputs, batch.places).items():
        if head not in weights:
            continue
        labels = batch.labels if head == TOKEN_HEAD else batch.passage_labels
        mean = functional.cross_entropy(logits.float(), labels, ignore_index=IGNORE, reduction="sum") / counts.of(head)
        total = total + weights[head] * mean
        means[head] = mean.detach()
        accuracies[head] = (logits.detach().argmax(-1) == labels).sum() / counts.of(head)
    return Losses(total, means, accuracies)
