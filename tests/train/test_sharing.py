"""What layers share is one tensor for the optimizer, LAMB's ratio, decay, clipping and the average (sheet 3.7)."""

from __future__ import annotations

import pytest
import torch

from workbench.model.build import build_model
from workbench.spec.encoder import EncoderSpec, Sharing
from workbench.spec.training import OptimizerKind, TrainingSpec
from workbench.train.average import WeightAverage
from workbench.train.optim import Optimizer

SINGLE = EncoderSpec(layers=1, hidden=32, heads=4, feed_forward=48, embedding_size=16)


@pytest.mark.parametrize("kind", OptimizerKind)
def test_a_step_with_four_layers_that_share_is_that_of_one_layer(kind: OptimizerKind) -> None:
    """With the same gradient, which is the sum over all uses already."""
    shared = build_model(SINGLE.model_copy(update={"layers": 4, "sharing": Sharing.ALL}), 50, {"mlm": 0})
    single = build_model(SINGLE, 50, {"mlm": 0})
    single.load_state_dict(shared.state_dict())
    training = TrainingSpec(
        optimizer=kind, steps=10, warmup_steps=0, learning_rate=0.1, weight_decay=0.5, gradient_clip=0.5
    )
    weights, moments, averages = [], [], []
    for model in (shared, single):
        optimizer, average = Optimizer(model, training), WeightAverage(model, 0.5)
        for step in range(3):
            torch.manual_seed(step)
            for parameter in model.parameters():
                parameter.grad = torch.randn_like(parameter)
            optimizer.clip()
            optimizer.step(step)
            average.update(step + 1)
        weights.append(model.state_dict())
        moments.append(optimizer.tensors())
        averages.append(average.tensors())
    for of_shared, of_single in (weights, moments, averages):
        assert of_shared.keys() == of_single.keys()
        for name, tensor in of_shared.items():
            assert torch.equal(tensor, of_single[name]), name
