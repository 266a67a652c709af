"""Evaluation on the frozen split with fixed masks, and the baselines to hold it against."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import ArrayLike
from torch import Tensor

from workbench.core.events import EvaluatedText
from workbench.model.build import TOKEN_HEAD, Model
from workbench.model.replaced import LIKELIHOOD, REPLACED_MLM
from workbench.train.batch import Batch, Counts, PooledCounts, count
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
    :mod:`workbench.train.characters` counts them; None where nobody knows of what text they are. ``tasks`` are the
    losses of single tasks, each a weighted sum of means over its own targets alone."""

    loss: float
    losses: dict[str, float]
    accuracies: dict[str, float]
    units: UnitTally = field(default_factory=UnitTally)
    bits: float | None = None
    text: EvaluatedText | None = None
    tasks: dict[str, float] = field(default_factory=dict)

    @property
    def bits_per_character(self) -> float | None:
        """None where no character is predicted."""
        if self.bits is None or self.text is None or not self.text.predicted:
            return None
        return self.bits / self.text.predicted

    @property
    def perplexity(self) -> float:
        """Infinite where the loss is too large for it; NaN where no token was predicted."""
        loss = next((self.losses[name] for name in _TOKEN_LOSSES if name in self.losses), math.nan)
        if math.isnan(loss):
            return math.nan
        return math.exp(loss) if loss < 700 else math.inf


@dataclass(frozen=True)
class EvaluationTask:
    """Batches of the evaluation split, and the losses that are measured on them with their weights in the whole loss: 0
    for what an earlier group of stages was trained on, which is told but is no part of it. ``tasks`` are those of whose
    losses something is told by itself, by name with the weights of their own."""

    batches: list[Batch]
    weights: Mapping[str, float]
    tasks: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def predicts(self) -> bool:
        """Whether chosen tokens are predicted."""
        return any(name in self.weights for name in _TOKEN_LOSSES)


@torch.no_grad()
def evaluate(
    model: Model,
    tasks: Sequence[EvaluationTask],
    device: torch.device,
    stopping: Callable[[], bool],
    group: Group = ALONE,
) -> Evaluation | None:
    """The model's losses over the batches of all tasks without dropout; None where nothing with a weight is to be
    predicted in them, or if ``stopping`` became true in between.

    What several tasks ask by one name is a mean over the targets of all. The whole loss is the weighted sum of such
    means over the tasks of the current group alone, so that it can be compared as long as the group lasts.

    Several processes each measure some of the batches, which all of them have; ``stopping`` is asked by all of them
    as often. No random number is drawn, so that evaluating changes nothing about the training around it.
    """
    asked = _asked(tasks)
    if not any(any(one.weights.values()) for one in asked):
        return None
    names = list(dict.fromkeys(name for one in asked for name in one.weights))
    shares = list(dict.fromkeys(name for one in asked for name in share_names(one.weights)))
    numbered = [(number, batch) for number, one in enumerate(asked) for batch in one.batches]
    places = [_places(one.weights, names, shares) for one in asked]
    sums = torch.zeros(1 + len(names) + len(shares), dtype=torch.float64)
    own = torch.zeros(len(asked), len(names), dtype=torch.float64)  # means over the targets of all, of each by itself
    units, bits = UnitTally(), 0.0
    model.eval()
    try:
        for at in range(0, len(numbered), group.size):
            if stopping():
                return None
            if at + group.rank >= len(numbered):
                continue
            number, batch = numbered[at + group.rank]
            one = asked[number]
            found = compute_losses(model, batch.to(device), one.counts, one.weights)
            predicted = next((name for name in _TOKEN_LOSSES if name in found.hits), None)
            if isinstance(batch, EvaluationBatch) and predicted is not None:
                units.add(batch.units, found.hits[predicted].cpu())
                bits += batch.text.bits(found.each[predicted])
            told_shares = (found.accuracies[name] for name in share_names(one.weights))
            values = [found.total, *(found.means[name] for name in one.weights), *told_shares]
            measured = torch.stack(values).cpu()
            sums[places[number]] += measured
            own[number, [names.index(name) for name in one.weights]] += measured[1 : 1 + len(one.weights)]
    finally:
        model.train()
    loss, *rest, bits = group.total(torch.cat([sums, torch.tensor([bits], dtype=torch.float64)])).tolist()
    by_task = _losses_of_tasks(asked, names, group.total(own))
    for counted in (units.targets, units.right, units.units, units.whole):
        group.total(torch.from_numpy(counted))
    losses = dict(zip(names, rest[: len(names)], strict=True))
    accuracies = told(dict(zip(shares, rest[len(names) :], strict=True)))
    predicting = [batch for one in asked if one.predicts for batch in one.batches]
    texts = [batch.text.counts for batch in predicting if isinstance(batch, EvaluationBatch)]
    if len(texts) < len(predicting) or not predicting:
        return Evaluation(loss, losses, accuracies, units, tasks=by_task)
    return Evaluation(loss, losses, accuracies, units, bits, summed(texts), by_task)


@dataclass(frozen=True)
class _Asked(EvaluationTask):
    """A task with what its losses are divided by, and the weights, without those of losses that have nothing to
    predict, that make sums over its batches its part of the whole loss; ``own`` are the counts of its batches alone."""

    counts: Counts = field(kw_only=True)
    own: Counts = field(kw_only=True)


def _asked(tasks: Sequence[EvaluationTask]) -> list[_Asked]:
    """Tasks with the counts of all together: those of current ones by name are what the whole loss is a mean over."""
    counted = [(task.batches, counts, counts.asked(task.weights)) for task in tasks for counts in [count(task.batches)]]
    whole, current, tokens = Counter[str](), Counter[str](), 0
    for _, counts, weights in counted:
        for name, weight in weights.items():
            whole[name] += counts.of(name)
            current[name] += counts.of(name) if weight else 0
        if len(share_names(weights)) > len(weights):  # shares of tokens are told of it
            tokens += counts.tokens
    return [
        _Asked(
            batches,
            {name: weight and weight * (whole[name] / current[name]) for name, weight in weights.items()},
            task.tasks,
            counts=PooledCounts(counts.targets, counts.passages, tokens, by_name=whole),
            own=counts,
        )
        for task, (batches, counts, weights) in zip(tasks, counted, strict=True)
        if weights
    ]


def _losses_of_tasks(asked: Sequence[_Asked], names: Sequence[str], means: Tensor) -> dict[str, float]:
    """The loss of each task that has targets of all that it asks, from ``means`` [tasks, names] over those of all."""
    found: dict[str, float] = {}
    for one, row in zip(asked, means.tolist(), strict=True):
        values = dict(zip(names, row, strict=True))
        for task, weights in one.tasks.items():
            if weights.keys() <= one.weights.keys():
                scaled = {name: values[name] * one.counts.of(name) / one.own.of(name) for name in weights}
                found[task] = sum(weight * scaled[name] for name, weight in weights.items())
    return found


def _places(weights: Mapping[str, float], names: list[str], shares: list[str]) -> list[int]:
    """Where the sums of a task stand among those of all: the whole loss, losses by name, and shares."""
    return [
        0,
        *(1 + names.index(name) for name in weights),
        *(1 + len(names) + shares.index(name) for name in share_names(weights)),
    ]


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
