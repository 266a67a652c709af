"""Evaluation on the frozen split with fixed masks, and the baselines to hold it against."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import ArrayLike

from workbench.core.events import EvaluatedText
from workbench.model.build import TOKEN_HEAD, Model
from workbench.model.replaced import GENERATED, LIKELIHOOD, REPLACED_MLM
from workbench.train.batch import Batch, count
from workbench.train.characters import summed
from workbench.train.group import ALONE, Group
from workbench.train.losses import compute_losses, share_names, told
from workbench.train.unit_accuracy import EvaluationBatch, UnitTally

#: Losses that predict each chosen token, from the one that says most to the one that says least.
_TOKEN_LOSSES = (TOKEN_HEAD, REPLACED_MLM, LIKELIHOOD)


@dataclass(frozen=True)
class Evaluation:
    """Losses in nats and accuracies by name, of those that had something to predict; ``perplexity`` is e to the loss of
    the masked tokens, which the generator predicts where there is one; ``units`` tells accuracies by the kind of unit
    that a masked token belongs to. ``bits`` are those of the predicted tokens of ``text``, as
    :mod:`workbench.train.characters` counts them; None where nobody knows of what text they are."""

    loss: float
    losses: dict[str, float]
    accuracies: dict[str, float]
    units: UnitTally = field(default_factory=UnitTally)
    bits: float | None = None
    text: EvaluatedText | None = None

    @property
    def bits_per_character(self) -> float | None:
        """None where no character is predicted."""
        if self.bits is None or self.text is None or not self.text.predicted:
            return None
        return self.bits / self.text.predicted

    @property
    def perplexity(self) -> float:
        """Infinite where the loss is too large for it; NaN where only a detector was asked, which predicts no token."""
        loss = next((self.losses[name] for name in _TOKEN_LOSSES if name in self.losses), self.loss)
        if loss is self.loss and not GENERATED.isdisjoint(self.losses):
            return math.nan
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
    shares = share_names(names)
    sums = torch.zeros(1 + len(names) + len(shares), dtype=torch.float64)
    units, bits = UnitTally(), 0.0
    model.eval()
    try:
        for at in range(0, len(batches), group.size):
            if stopping():
                return None
            if at + group.rank >= len(batches):
                continue
            batch = batches[at + group.rank]
            found = compute_losses(model, batch.to(device), counts, weights)
            predicted = next((name for name in _TOKEN_LOSSES if name in found.hits), None)
            if isinstance(batch, EvaluationBatch) and predicted is not None:
                units.add(batch.units, found.hits[predicted].cpu())
                bits += batch.text.bits(found.each[predicted])
            values = [found.total, *(found.means[n] for n in names), *(found.accuracies[n] for n in shares)]
            sums += torch.stack(values).cpu()
    finally:
        model.train()
    loss, *rest, bits = group.total(torch.cat([sums, torch.tensor([bits], dtype=torch.float64)])).tolist()
    for counted in (units.targets, units.right, units.units, units.whole):
        group.total(torch.from_numpy(counted))
    losses = dict(zip(names, rest[: len(names)], strict=True))
    accuracies = told(dict(zip(shares, rest[len(names) :], strict=True)))
    texts = [batch.text.counts for batch in batches if isinstance(batch, EvaluationBatch)]
    if len(texts) < len(batches) or not any(name in weights for name in _TOKEN_LOSSES):
        return Evaluation(loss, losses, accuracies, units)
    return Evaluation(loss, losses, accuracies, units, bits, summed(texts))


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
