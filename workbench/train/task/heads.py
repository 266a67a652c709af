"""What stands for a text or a token of a task, and the map from there to classes, numbers or tags."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.encoder import Encoder
from workbench.train.task.batches import TaskBatch


@dataclass(frozen=True)
class HeadForm:
    """What a head stands on: hidden vectors of the size ``hidden``, of ``tokens`` or of texts; of texts the ``mean`` or
    the first token's, of one text or a ``pair``. It gives so many ``outputs``."""

    hidden: int
    outputs: int
    tokens: bool
    mean: bool
    pair: bool

    @property
    def width(self) -> int:
        """Numbers in a vector."""
        return 4 * self.hidden if self.mean and self.pair and not self.tokens else self.hidden


def vectors_of(encoder: Encoder, batch: TaskBatch, form: HeadForm) -> Tensor:
    """What a head's linear map is applied to, [B, D] or [C, D]."""
    hidden: Tensor = encoder(batch.inputs)
    if form.tokens:
        return hidden.flatten(0, 1).index_select(0, batch.places)
    return text_vectors(encoder, hidden, batch.sides, mean=form.mean, pair=form.pair)


def text_vectors(encoder: Encoder, hidden: Tensor, sides: Tensor, *, mean: bool, pair: bool) -> Tensor:
    """One vector a text [B, D] of hidden vectors [B, N, H]; ``sides`` [B, 4] are places of first and second texts.

    The summary of the first token, or the mean over a text's own tokens, special ones left out; of a pair then both
    means u and v with |u - v| and u * v (InferSent, Conneau et al. 2017), as a linear map alone could not compare them.
    """
    if not mean:
        return encoder.summary(hidden[:, 0])
    first = mean_between(hidden, sides[:, 0], sides[:, 1])
    if not pair:
        return first
    second = mean_between(hidden, sides[:, 2], sides[:, 3])
    return torch.cat([first, second, (first - second).abs(), first * second], dim=1)


def mean_between(hidden: Tensor, begin: Tensor, end: Tensor) -> Tensor:
    """The mean [B, H] over places from ``begin`` [B] to before ``end`` [B]; zeros where there are none."""
    places = torch.arange(hidden.shape[1], device=hidden.device)
    inside = ((places >= begin[:, None]) & (places < end[:, None])).to(hidden.dtype)
    total = torch.bmm(inside[:, None, :], hidden)[:, 0]
    return total / inside.sum(1, keepdim=True).clamp(min=1.0)


class TunedModel(nn.Module):
    """An encoder that is fine-tuned with a head. Where the encoder has no pooler and the first token stands for a text,
    the head brings a layer of its own, as those of RoBERTa and ELECTRA do."""

    def __init__(self, encoder: Encoder, form: HeadForm, dropout: float) -> None:
        super().__init__()
        self.encoder, self.form, self.dropout = encoder, form, dropout
        own = not (form.tokens or form.mean or encoder.pooler is not None)
        self.dense = nn.Linear(form.hidden, form.hidden) if own else None
        self.linear = nn.Linear(form.width, form.outputs)

    def forward(self, batch: TaskBatch) -> Tensor:
        """Logits of texts [B, outputs] or of tokens [C, outputs]."""
        vectors = vectors_of(self.encoder, batch, self.form)
        if self.dense is not None:
            vectors = torch.tanh(self.dense(vectors))
        logits: Tensor = self.linear(functional.dropout(vectors, self.dropout, self.training))
        return logits
