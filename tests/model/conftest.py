"""A tiny encoder, padded inputs, and one thread."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from workbench.model.inputs import Inputs
from workbench.spec.encoder import EncoderSpec

VOCABULARY = 50


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)


@pytest.fixture
def tiny() -> EncoderSpec:
    """Two layers of 32, four heads, without dropout, deviation large enough for heads to differ."""
    return EncoderSpec(
        layers=2, hidden=32, heads=4, feed_forward=48, positions=40, hidden_dropout=0.0, attention_dropout=0.0,
        initial_deviation=0.2,
    )  # fmt: skip


@pytest.fixture
def pairs() -> Callable[..., Inputs]:
    """Passages of the given lengths as padded pairs: the second half of each has segment 1 (or 0 with ``plain``)."""

    def make(*lengths: int, plain: bool = False) -> Inputs:
        width = max(lengths)
        real = torch.arange(width) < torch.tensor(lengths)[:, None]
        ids = torch.randint(5, VOCABULARY, (len(lengths), width)) * real
        second = (torch.arange(width) >= torch.tensor(lengths)[:, None] // 2) & real
        segments = torch.zeros_like(ids) if plain else second.long()
        return Inputs(ids, segments, None if bool(real.all()) else real)

    return make
