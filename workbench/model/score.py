"""What an objective makes of a model's predictions: summed losses and which of them are right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import torch
from torch import Tensor
from torch.nn import functional

from workbench.masking.strategy import IGNORE

#: The right answers [B, N] of padded passages to questions about tokens, by head.
TokenLabels = Mapping[str, Tensor]
NO_QUESTIONS: TokenLabels = MappingProxyType({})


@dataclass(frozen=True)
class Score:
    """Cross-entropy summed over n targets, and which of them are predicted: ``hits`` [n]; ``each`` [n] is that of each
    target by itself, None where nobody worked it out. Of a question with two answers, ``second`` [3] counts the targets
    of which the second one is right, is guessed, and both."""

    loss: Tensor
    hits: Tensor
    each: Tensor | None = None
    second: Tensor | None = None


def widened(logits: Tensor) -> Tensor:
    """Logits in fp32 at least."""
    return logits if logits.dtype is torch.float64 else logits.float()


def score(logits: Tensor, labels: Tensor) -> Score:
    """Of logits [n, classes], widened to fp32 first, and labels [n] of which some may be :data:`IGNORE`."""
    wide = widened(logits)
    loss = functional.cross_entropy(wide, labels, ignore_index=IGNORE, reduction="sum")
    return Score(loss, logits.detach().argmax(-1) == labels, each_loss(wide, labels))


def question_score(logits: Tensor, labels: Tensor) -> Score:
    """The same of logits [n, 2], with what precision and recall of the second answer are made of."""
    found = score(logits, labels)
    right = labels == 1
    both = found.hits & right
    guessed = both | (~found.hits & (labels == 0))
    return replace(found, second=torch.stack([right.sum(), guessed.sum(), both.sum()]))


def each_loss(logits: Tensor, labels: Tensor) -> Tensor | None:
    """The cross-entropy of each label [n]; None while one trains, which needs the sum alone."""
    if torch.is_grad_enabled():
        return None
    return functional.cross_entropy(logits, labels, ignore_index=IGNORE, reduction="none")
