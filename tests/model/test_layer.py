"""Check values of the activations (sheet 0.2)."""

from __future__ import annotations

import pytest
import torch

from workbench.model.layer import ACTIVATIONS
from workbench.spec.encoder import Activation


@pytest.mark.parametrize(
    ("kind", "value"), [(Activation.GELU, 0.8413447), (Activation.GELU_TANH, 0.8411920), (Activation.RELU, 1.0)]
)
def test_activations_at_one(kind: Activation, value: float) -> None:
    assert ACTIVATIONS[kind](torch.tensor(1.0, dtype=torch.float64)).item() == pytest.approx(value, abs=5e-8)


def test_the_two_forms_of_gelu_differ_by_so_much() -> None:
    x = torch.linspace(-6, 6, 20001, dtype=torch.float64)
    difference = (ACTIVATIONS[Activation.GELU](x) - ACTIVATIONS[Activation.GELU_TANH](x)).abs()
    assert difference.max().item() == pytest.approx(4.73e-4, abs=1e-6)
