"""The packed road on the processor against the padded one that other devices take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from workbench.model.build import Model, build_model, score
from workbench.model.inputs import Inputs
from workbench.model.tap import Tap
from workbench.spec.encoder import EncoderSpec, Sharing

VOCABULARY = 50
HEADS = {"mlm": 0, "next_sentence": 2}


@pytest.mark.parametrize("wanted", [("mlm", "next_sentence"), ("mlm",), ("next_sentence",)])
@pytest.mark.parametrize(
    "changes",
    [{}, {"position_offset": 2}, {"embedding_size": 16}, {"embedding_size": 16, "sharing": Sharing.ALL}],
)
def test_agrees_with_the_logits_of_the_padded_road(
    wanted: tuple[str, ...], changes: dict[str, Any], tiny: EncoderSpec, pairs: Callable[..., Inputs]
) -> None:
    spec = tiny.model_copy(update=changes)
    model = build_model(spec, VOCABULARY, HEADS).double()
    inputs = pairs(9, 4, 9, 6)
    places = torch.tensor([1, 8, 10, 20, 30])
    labels, passage_labels = torch.randint(VOCABULARY, (5,)), torch.tensor([0, 1, -100, 1])
    found = model.scores(inputs, places, labels, passage_labels, wanted)
    assert found.keys() == set(wanted)

    logits = model(inputs, places, Tap())  # a tap takes the padded road
    answers = {"mlm": labels, "next_sentence": passage_labels}
    expected = {name: score(logits[name], answers[name]) for name in wanted}
    for name in wanted:
        torch.testing.assert_close(found[name].loss, expected[name].loss)
        assert torch.equal(found[name].hits, expected[name].hits)
    ours = gradients(model, sum(found[name].loss for name in wanted))
    theirs = gradients(model, sum(expected[name].loss for name in wanted))
    for name, gradient in theirs.items():
        torch.testing.assert_close(ours[name], gradient, msg=lambda text, name=name: f"{name}: {text}")


@pytest.mark.parametrize("changes", [{}, {"embedding_size": 16}, {"sharing": Sharing.ALL}])
def test_bf16_is_close_to_fp32(changes: dict[str, Any], tiny: EncoderSpec, pairs: Callable[..., Inputs]) -> None:
    spec = tiny.model_copy(update=changes)
    model, inputs = build_model(spec, VOCABULARY, HEADS), pairs(9, 4, 9, 6)
    places, labels = torch.tensor([1, 8, 10, 20, 30]), torch.randint(VOCABULARY, (5,))
    passage_labels = torch.tensor([0, 1, 1, 1])
    exact = model.scores(inputs, places, labels, passage_labels, HEADS)
    with torch.autocast("cpu", torch.bfloat16):
        rough = model.scores(inputs, places, labels, passage_labels, HEADS)
    for name in HEADS:
        assert rough[name].loss.item() == pytest.approx(exact[name].loss.item(), rel=0.03)
    ours, theirs = (gradients(model, sum(found[name].loss for name in HEADS)) for found in (rough, exact))
    for name, gradient in theirs.items():
        assert ours[name].dtype is torch.float32
        if "key.bias" not in name:  # its gradient is zero but for rounding
            assert (ours[name] - gradient).norm() < 0.1 * gradient.norm(), name


def gradients(model: Model, loss: torch.Tensor | int) -> dict[str, torch.Tensor]:
    """By parameter, of those that the loss depends on."""
    assert isinstance(loss, torch.Tensor)
    model.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    return {name: p.grad.clone() for name, p in model.named_parameters() if p.grad is not None}
