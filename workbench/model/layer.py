"""One post-norm block of the encoder (sheet 0.1)."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.attention.relative import RelativeAttention
from workbench.model.attention.softmax import SoftmaxAttention
from workbench.model.packed import add_and_norm, linear
from workbench.model.packing import Packing
from workbench.model.tap import Tap
from workbench.spec.encoder import Activation, EncoderSpec, PositionKind
from workbench.spec.sharing import layer_uses


def gelu_tanh(values: Tensor) -> Tensor:
    """The tanh form of GELU; differs from the erf form by at most 4.73e-4 (sheet 0.2)."""
    return functional.gelu(values, approximate="tanh")


ACTIVATIONS: dict[Activation, Callable[[Tensor], Tensor]] = {
    Activation.GELU: functional.gelu,
    Activation.GELU_TANH: gelu_tanh,
    Activation.RELU: functional.relu,
}


ATTENTIONS: dict[PositionKind, type[SoftmaxAttention]] = {
    PositionKind.ABSOLUTE: SoftmaxAttention,
    PositionKind.RELATIVE: RelativeAttention,
}


class Layer(nn.Module):
    """x1 = LN(x + Drop(W_o Attn(x))); x2 = LN(x1 + Drop(W_2 act(W_1 x1))); nothing is dropped inside the FFN.

    Attention and feed-forward block, each with its norm, may be those of earlier layers (ALBERT, sheet 3.2).
    """

    def __init__(self, spec: EncoderSpec, attention: Layer | None = None, feed_forward: Layer | None = None) -> None:
        super().__init__()
        self.dropout = spec.hidden_dropout
        self.activation = ACTIVATIONS[spec.activation]
        if attention is None:
            self.attention = ATTENTIONS[spec.position_kind](spec.hidden, spec.heads, spec.attention_dropout)
            self.attention_output = nn.Linear(spec.hidden, spec.hidden)
            self.attention_norm = nn.LayerNorm(spec.hidden, eps=spec.layer_norm_epsilon)
        else:
            self.attention = attention.attention
            self.attention_output = attention.attention_output
            self.attention_norm = attention.attention_norm
        if feed_forward is None:
            self.expand = nn.Linear(spec.hidden, spec.feed_forward)
            self.contract = nn.Linear(spec.feed_forward, spec.hidden)
            self.feed_forward_norm = nn.LayerNorm(spec.hidden, eps=spec.layer_norm_epsilon)
        else:
            self.expand = feed_forward.expand
            self.contract = feed_forward.contract
            self.feed_forward_norm = feed_forward.feed_forward_norm

    def forward(self, hidden: Tensor, keys: Tensor | None, tap: Tap | None = None) -> Tensor:
        """[B, N, H] -> [B, N, H]; ``keys`` [B, 1, 1, N] is True where a key may be seen."""
        attended = self.attention_output(self.attention(hidden, keys, tap))
        hidden = self.attention_norm(hidden + self.drop(attended))
        contracted = self.contract(self.activation(self.expand(hidden)))
        normed: Tensor = self.feed_forward_norm(hidden + self.drop(contracted))
        return normed

    def packed(self, hidden: Tensor, packing: Packing, dtype: torch.dtype) -> Tensor:
        """The same for packed tokens [T, H] on the processor; matrix products are computed in ``dtype``."""
        dropout = self.dropout if self.training else 0.0
        mixed = self.attention.packed(hidden.to(dtype), packing)
        hidden = add_and_norm(hidden, linear(mixed, self.attention_output, dtype), self.attention_norm, dropout)
        expanded = self.activation(linear(hidden.to(dtype), self.expand, dtype))
        return add_and_norm(hidden, linear(expanded, self.contract, dtype), self.feed_forward_norm, dropout)

    def drop(self, values: Tensor) -> Tensor:
        """Dropout before a residual."""
        return functional.dropout(values, self.dropout, self.training)


def make_layers(spec: EncoderSpec) -> list[Layer]:
    """A layer for each pass, made of its own blocks and those of the layers that it shares with."""
    uses = layer_uses(spec)
    layers: list[Layer] = []
    for number, (attention, feed_forward) in enumerate(zip(uses.attention, uses.feed_forward, strict=True)):
        layers.append(
            Layer(
                spec,
                layers[attention] if attention < number else None,
                layers[feed_forward] if feed_forward < number else None,
            )
        )
    return layers
