"""The hidden vectors of real tokens in rows, and what heads make of them, on the packed road and on the padded one."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from workbench.model.encoder import Encoder
from workbench.model.heads import VocabularyHead
from workbench.model.inputs import Inputs
from workbench.model.packed import work_dtype
from workbench.model.packing import Packing, rounded
from workbench.model.score import each_loss, widened
from workbench.model.token_loss import Look, token_loss
from workbench.model.word_rows import TableGradient

_ROWS = 1 << 12  #: rows of predictions looked at a time on the padded road


@dataclass(frozen=True)
class TokenRows:
    """Hidden vectors [R, H] of passages, of which ``real`` [T] are the rows of real tokens and ``first`` [B] those of
    each passage's first one; ``packing`` and ``gradient`` are there on the packed road only."""

    encoder: Encoder
    hidden: Tensor
    real: Tensor
    first: Tensor
    packing: Packing | None
    gradient: TableGradient

    @staticmethod
    def of(encoder: Encoder, inputs: Inputs, packing: Packing | None) -> TokenRows:
        """Run an encoder: over real tokens alone where their ``packing`` is given, else over the padded passages."""
        gradient, shape = TableGradient(), inputs.ids.shape
        if packing is not None:
            hidden = encoder.packed(inputs, packing, gradient)
            return TokenRows(encoder, hidden, torch.arange(packing.count), packing.firsts, packing, gradient)
        hidden = encoder.padded(inputs).flatten(0, 1)
        every = torch.arange(shape.numel(), device=inputs.ids.device)
        real = every if inputs.real is None else every[inputs.real.flatten()]
        return TokenRows(encoder, hidden, real, every[:: shape[1]], None, gradient)

    def at(self, places: Tensor) -> Tensor:
        """Rows [P] of places [P] in the flattened [B * N]."""
        return places if self.packing is None else self.packing.rows(places)

    def of_padded(self, values: Tensor) -> Tensor:
        """Values [R] of the rows from those of the passages [B, N]."""
        return values.flatten() if self.packing is None else self.packing.take(values)

    @property
    def table(self) -> Tensor:
        """The word table [V, E], which decoders are tied to."""
        return self.encoder.embeddings.word.weight

    def logits(self, head: VocabularyHead, rows: Tensor) -> Tensor:
        """Predictions [P, V] at rows [P], widened to fp32."""
        return widened(head(self.hidden.index_select(0, rows), self.table))

    def token_losses(
        self, head: VocabularyHead, rows: Tensor, labels: Tensor, look: Look | None = None, *, each: bool = False
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """The losses of predicting ``labels`` [P] at ``rows`` [P], summed or ``each``; which are right [P]; and all
        losses [P] without a gradient, None where nobody worked them out."""
        if self.packing is not None:
            dtype = work_dtype(self.table)
            features = head.features(self.hidden.index_select(0, rounded(rows))).to(dtype)
            return token_loss(features, self.table, head.bias, labels, dtype, self.gradient, each=each, look=look)
        logits = self.logits(head, rows)
        if look is not None:
            for start in range(0, len(rows), _ROWS):
                part = slice(start, start + _ROWS)
                look(part, logits[part].detach().softmax(-1))
        losses = functional.cross_entropy(logits, labels, reduction="none" if each else "sum")
        return losses, logits.detach().argmax(-1) == labels, each_loss(logits, labels)
