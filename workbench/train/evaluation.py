"""Evaluation on the frozen split with fixed masks, and the baselines to hold it against."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import ArrayLike

from workbench.model.build import TOKEN_HEAD, Model
from workbench.train.batch import Batch, count
from workbench.train.group import ALONE, Group
from workbench.train.losses import compute_losses
from workbench.train.unit_accuracy import EvaluationBatch, UnitTally


@dataclass(frozen=True)
class Evaluation:
    """Losses in nats and accuracies by head, of those heads that had something to predict; ``perplexity`` is e to the
    loss of the masked tokens; ``units`` tells accuracies by the kind of unit that a masked token belongs to."""

    loss: float
    losses: dict[str, float]
    accuracies: dict[str, float]
    units: UnitTally = field(default_factory=UnitTally)

    @property
    def perplexity(self) -> float:
        """Infinite where the loss is too large for it."""
        loss = self.losses.get(TOKEN_HEAD, self.loss)
        return math.exp(loss) if loss < 700 else math.inf


@torch.no_grad()
def evaluate(
    model: Model,
    batches: list[Batch],
    weights: dict[str, float],
    device: torch.device,
    stopping: Callable[[], bool],
    group: Group = ALONE,
) -> Evaluation | None:
    """The model's losses over batches without dropout; None where nothing is to be predicted in them, or if
    ``stopping`` became true in between.

    Several processes each measure some of the batches, which all of them have; ``stopping`` is asked by all of them
    as often. No random number is drawn, so that evaluating changes nothing about the training around it.
    """
    counts = count(batches)
    weights = counts.asked(weights)
    if not weights:
        return None
    names = list(weights)
    sums = torch.zeros(2 * len(names) + 1, dtype=torch.float64)
    units = UnitTally()
    model.eval()
    try:
        for at in range(0, len(batches), group.size):
            if stopping():
                return None
            if at + group.rank >= len(batches):
                continue
            batch = batches[at + group.rank]
            found = compute_losses(model, batch.to(device), counts, weights)
            if isinstance(batch, EvaluationBatch) and TOKEN_HEAD in found.hits:
                units.add(batch.units, found.hits[TOKEN_HEAD].cpu())
            values = [found.total, *(found.means[n] for n in names), *(found.accuracies[n] for n in names)]
            sums += torch.stack(values).cpu()
    finally:
        model.train()
    loss, *rest = group.total(sums).tolist()
    for counted in (units.targets, units.right, units.units, units.whole):
        group.total(torch.from_numpy(counted))
    losses, accuracies = (dict(zip(names, part, strict=True)) for part in (rest[: len(names)], rest[len(names) :]))
    return Evaluation(loss, losses, accuracies, units)


def baselines(unigram_counts: ArrayLike, batches: list[Batch]) -> dict[str, float]:
    """What a model that learnt nothing, and one that learnt only how frequent tokens are, lose at the targets, in nats.

    ``ln_v`` is the uniform guess. ``unigram`` is the mean of -ln q over the targets of the evaluation batches, where
    q(token) = (count in the training split + 1) / (its tokens + V); without targets, the entropy of q itself.
    """
    smoothed = np.asarray(unigram_counts, dtype=np.float64) + 1
    surprise = -np.log(smoothed / smoothed.sum())
    labels = torch.cat([batch.labels for batch in batches]).numpy() if batches else np.zeros(0, np.int64)
    unigram = surprise[labels].mean() if len(labels) else (smoothed / smoothed.sum() * surprise).sum()
    return {"ln_v": math.log(len(smoothed)), "unigram": float(unigram)}
