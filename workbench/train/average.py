"""A running average of the weights, kept beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn


class WeightAverage:
    """After update t (from 1), average ← d·average + (1 - d)·weights with d = min(decay, (1 + t)/(10 + t)), the rule of
    TensorFlow's ``ExponentialMovingAverage``: early on, the initial weights are soon forgotten."""

    def __init__(self, model: nn.Module, decay: float) -> None:
        self.decay = decay
        self._weights = dict(model.named_parameters())
        self._average: dict[str, Tensor] = {}
        self.begin()

    def begin(self) -> None:
        """Take the weights as they are for the average."""
        self._average = {name: weight.detach().clone() for name, weight in self._weights.items()}

    def renew(self, names: Iterable[str]) -> None:
        """Begin anew with some weights, which became others at once."""
        for name in names:
            self._average[name].copy_(self._weights[name].detach())

    @torch.no_grad()
    def update(self, updates: int) -> None:
        """Take in the weights after so many updates."""
        kept = min(self.decay, (1 + updates) / (10 + updates))
        torch._foreach_lerp_(list(self._average.values()), list(self._weights.values()), 1 - kept)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Inside, the model has the averaged weights; afterwards its own again, to the bit."""
        self._exchange()
        try:
            yield
        finally:
            self._exchange()

    @torch.no_grad()
    def _exchange(self) -> None:
        for name, weight in self._weights.items():
            weight.data, self._average[name] = self._average[name], weight.data

    def tensors(self) -> dict[str, Tensor]:
        """The average by the names of the parameters, to be saved."""
        return dict(self._average)

    @torch.no_grad()
    def load(self, tensors: dict[str, Tensor]) -> None:
        """Take back what :meth:`tensors` gave."""
        for name, average in self._average.items():
            average.copy_(tensors[name])
