"""Losses and accuracies of a batch, by name: sums over its targets, divided by the counts of the whole batch."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from workbench.model.build import Model
from workbench.model.generator import Chosen
from workbench.model.replaced import DETECTION, DETECTION_CHOSEN, GENERATED, OF_GENERATOR, Answers, answers
from workbench.objectives.registry import TOKEN_OBJECTIVES
from workbench.train.batch import Batch, Counts

PLAIN = "mlm"  #: the loss of masked text, which needs a reading of its own beside corrupted text
REPLACED, PRECISION, RECALL = "replaced", "detection_precision", "detection_recall"
_CALLED, _FOUND = "called", "found"
_QUESTIONS = frozenset(kind.head for _, kind in TOKEN_OBJECTIVES.items() if kind.classes)
#: Of a question with two answers, after its name: where the second is right, is guessed, and both.
_RIGHT, _GUESSED, _BOTH = _SECOND = ("_right", "_guessed", "_both")


@dataclass(frozen=True)
class Losses:
    """``total`` is the weighted sum that is differentiated; ``means``, ``accuracies``, ``hits`` (which targets [n]
    are predicted) and ``each`` (the losses of targets [n], of those that were worked out) are detached, by name.
    Besides, ``accuracies`` has the shares of :func:`share_names`.

    Divided by the counts of a whole batch, those of its parts add up to those of the batch (sheet 0.4).
    """

    total: Tensor
    means: dict[str, Tensor]
    accuracies: dict[str, Tensor]
    hits: dict[str, Tensor]
    each: dict[str, Tensor]


def compute_losses(model: Model, batch: Batch, counts: Counts, weights: Mapping[str, float]) -> Losses:
    """Cross-entropy in nats of each loss named in ``weights``."""
    total = torch.zeros((), device=batch.labels.device)
    means, accuracies = {}, {}
    found = _answers(model, batch, weights)
    for name, score in found.scores.items():
        mean = score.loss / counts.of(name)
        total = total + weights[name] * mean
        means[name] = mean.detach()
        accuracies[name] = score.hits.sum() / counts.of(name)
        if score.second is not None:
            shares = (score.second / counts.of(name)).unbind()
            accuracies |= {name + part: share for part, share in zip(_SECOND, shares, strict=True)}
    accuracies |= {name: number / counts.tokens for name, number in found.tallies.items()}
    hits = {name: score.hits for name, score in found.scores.items()}
    each = {name: score.each for name, score in found.scores.items() if score.each is not None}
    return Losses(total, means, accuracies, hits, each)


def _answers(model: Model, batch: Batch, wanted: Collection[str]) -> Answers:
    if not GENERATED.intersection(wanted):
        asked = batch.inputs, batch.places, batch.labels, batch.passage_labels, wanted, batch.token_labels
        return Answers(model.scores(*asked), {})
    assert batch.words is not None
    chosen = Chosen(batch.places, batch.labels, batch.words)
    others = [name for name in wanted if name != PLAIN]
    found = answers(model, batch.inputs, chosen, batch.passage_labels, others, batch.token_labels)
    if len(others) == len(wanted):
        return found
    plain = model.scores(batch.inputs, batch.places, batch.labels, batch.passage_labels, [PLAIN])
    return Answers({**found.scores, **plain}, found.tallies)


def share_names(weights: Collection[str]) -> list[str]:
    """What ``accuracies`` hold for these losses: one for each; where corrupted text is read, the shares of all tokens
    that were replaced, and that a detector calls replaced and rightly so; of a question with two answers those of the
    second."""
    names = list(weights)
    if any(name in GENERATED and name not in OF_GENERATOR for name in names):
        names.append(REPLACED)
    if DETECTION in weights or DETECTION_CHOSEN in weights:
        names += [_CALLED, _FOUND]
    return names + [name + part for name in weights if name in _QUESTIONS for part in _SECOND]


def told(accuracies: Mapping[str, float]) -> dict[str, float]:
    """Accuracies of a whole batch as they are shown, with precision and recall of a detector, and of the second answer
    to a question, in place of what they come from; each is left out where it would be a share of nothing."""
    rates = [(PRECISION, _FOUND, _CALLED), (RECALL, _FOUND, REPLACED)]
    parts = {_CALLED, _FOUND}
    for name in _QUESTIONS.intersection(accuracies):
        rates += [(f"{name}_precision", name + _BOTH, name + _GUESSED), (f"{name}_recall", name + _BOTH, name + _RIGHT)]
        parts.update(name + part for part in _SECOND)
    shown = {name: value for name, value in accuracies.items() if name not in parts}
    for name, some, whole in rates:
        if accuracies.get(whole) and some in accuracies:
            shown[name] = accuracies[some] / accuracies[whole]
    return shown
