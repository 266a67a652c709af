"""The encoder against a slow float64 version written from the formulas of sheet 0.1, 3.1 and 3.2."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from workbench.model.build import Model, build_model
from workbench.model.inputs import Inputs
from workbench.model.tap import Tap
from workbench.spec.encoder import Activation, EncoderSpec

VOCABULARY = 50
HEADS = {"mlm": 0, "next_sentence": 2}
Weights = dict[str, Tensor]
#: By what is shared, groups and inner layers: the layers whose attention and whose feed-forward block come in turn.
USES = {
    ("none", 1, 1): ((0, 0), (1, 1), (2, 2)),
    ("all", 1, 1): ((0, 0), (0, 0), (0, 0)),
    ("attention", 1, 1): ((0, 0), (0, 1), (0, 2)),
    ("feed-forward", 1, 1): ((0, 0), (1, 0), (2, 0)),
    ("all", 2, 1): ((0, 0), (0, 0), (2, 2)),
    ("all", 3, 1): ((0, 0), (1, 1), (2, 2)),
    ("all", 1, 2): ((0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 1)),
    ("attention", 2, 2): ((0, 0), (1, 1), (0, 2), (1, 3), (4, 4), (5, 5)),
}


def layer_norm(x: Tensor, weight: Tensor, bias: Tensor, epsilon: float) -> Tensor:
    """One vector, by the definition."""
    mean = x.sum() / len(x)
    variance = ((x - mean) ** 2).sum() / len(x)
    return (x - mean) / torch.sqrt(variance + epsilon) * weight + bias


def activation(x: Tensor, kind: Activation) -> Tensor:
    """GELU in both forms, and ReLU."""
    if kind is Activation.GELU:
        return x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))
    if kind is Activation.GELU_TANH:
        return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    return torch.clamp(x, min=0)


def naive_attention(vectors: list[Tensor], w: Weights, name: str, heads: int) -> list[Tensor]:
    """Position by position and head by head."""

    def project(part: str) -> list[Tensor]:
        return [w[f"{name}.{part}.weight"] @ x + w[f"{name}.{part}.bias"] for x in vectors]

    queries, keys, values = project("query"), project("key"), project("value")
    width = len(vectors[0]) // heads
    mixed = []
    for query in queries:
        parts = []
        for head in range(heads):
            cut = slice(head * width, (head + 1) * width)
            exponents = [torch.exp(query[cut] @ key[cut] / math.sqrt(width)) for key in keys]
            total = torch.stack(exponents).sum()
            weighted = [e / total * value[cut] for e, value in zip(exponents, values, strict=True)]
            parts.append(torch.stack(weighted).sum(0))
        mixed.append(torch.cat(parts))
    return mixed


def naive_encoder(ids: list[int], segments: list[int], w: Weights, spec: EncoderSpec) -> list[Tensor]:
    """Hidden vectors of one passage without padding."""

    def norm(x: Tensor, name: str) -> Tensor:
        return layer_norm(x, w[f"encoder.{name}.weight"], w[f"encoder.{name}.bias"], spec.layer_norm_epsilon)

    def linear(x: Tensor, name: str) -> Tensor:
        return w[f"encoder.{name}.weight"] @ x + w[f"encoder.{name}.bias"]

    table = "encoder.embeddings."
    hidden = [
        norm(
            w[table + "word.weight"][token]
            + w[table + "position.weight"][spec.position_offset + place]
            + w[table + "segment.weight"][segment],
            "embeddings.norm",
        )
        for place, (token, segment) in enumerate(zip(ids, segments, strict=True))
    ]
    if spec.embedding_size:
        hidden = [linear(x, "embeddings.projection") for x in hidden]
    for attention, feed_forward in USES[spec.sharing.value, spec.groups, spec.inner_layers][: spec.passes]:
        name = f"layers.{attention}"
        mixed = naive_attention(hidden, w, f"encoder.{name}.attention", spec.heads)
        hidden = [norm(x + linear(m, f"{name}.attention_output"), f"{name}.attention_norm")
                  for x, m in zip(hidden, mixed, strict=True)]  # fmt: skip
        name = f"layers.{feed_forward}"
        inner = [activation(linear(x, f"{name}.expand"), spec.activation) for x in hidden]
        hidden = [norm(x + linear(i, f"{name}.contract"), f"{name}.feed_forward_norm")
                  for x, i in zip(hidden, inner, strict=True)]  # fmt: skip
    return hidden


def naive_logits(inputs: Inputs, places: list[tuple[int, int]], w: Weights, spec: EncoderSpec) -> dict[str, Tensor]:
    """Both heads: at (passage, token) places, and for each passage."""
    count = len(inputs.ids)
    lengths = [inputs.ids.shape[1]] * count if inputs.real is None else inputs.real.sum(1).tolist()
    hidden = [
        naive_encoder(inputs.ids[b, : lengths[b]].tolist(), inputs.segments[b, : lengths[b]].tolist(), w, spec)
        for b in range(count)
    ]
    found = []
    for passage, place in places:
        x = activation(
            w["heads.mlm.dense.weight"] @ hidden[passage][place] + w["heads.mlm.dense.bias"], spec.activation
        )
        x = layer_norm(x, w["heads.mlm.norm.weight"], w["heads.mlm.norm.bias"], spec.layer_norm_epsilon)
        found.append(w["encoder.embeddings.word.weight"] @ x + w["heads.mlm.bias"])
    logits = {"mlm": torch.stack(found)}
    if spec.pooler:
        pooled = [torch.tanh(w["encoder.pooler.weight"] @ h[0] + w["encoder.pooler.bias"]) for h in hidden]
        rows = [w["heads.next_sentence.linear.weight"] @ p + w["heads.next_sentence.linear.bias"] for p in pooled]
        logits["next_sentence"] = torch.stack(rows)
    return logits


def randomised(spec: EncoderSpec, heads: dict[str, int]) -> Model:
    """A float64 model whose norms and biases are random too, so that leaving one out is seen."""
    model = build_model(spec, VOCABULARY, heads).double()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * 0.3)
    return model


FAMILIES = {
    "bert": {},
    "bert, tanh": {"activation": Activation.GELU_TANH},
    "roberta": {"position_offset": 2, "segments": 1, "pooler": False, "layer_norm_epsilon": 1e-5},
    "albert": {"embedding_size": 16, "activation": Activation.GELU_TANH},
    "wide embedding": {"embedding_size": 40},
    "relu": {"activation": Activation.RELU, "layer_norm_epsilon": 0.05},
}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("lengths", [(7, 7), (9, 4)], ids=["full", "padded"])
def test_agrees_with_the_naive_version_in_output_and_gradient(
    family: str, lengths: tuple[int, ...], tiny: EncoderSpec, pairs: Callable[..., Inputs]
) -> None:
    spec = tiny.model_copy(update=FAMILIES[family])
    model = randomised(spec, HEADS if spec.pooler else {"mlm": 0})
    inputs = pairs(*lengths, plain=spec.segments == 1)
    width = inputs.ids.shape[1]
    places = [(0, 1), (0, 5), (1, 0), (1, 3)]
    flat = torch.tensor([b * width + n for b, n in places])

    weights = {name: p.detach().clone().requires_grad_() for name, p in model.named_parameters()}
    expected = naive_logits(inputs, places, weights, spec)
    found = model(inputs, flat)
    assert found.keys() == expected.keys()
    for name in found:
        torch.testing.assert_close(found[name], expected[name], rtol=1e-9, atol=1e-10)

    mixing = {name: torch.randn_like(value) for name, value in expected.items()}
    sum((found[name] * mixing[name]).sum() for name in found).backward()
    sum((expected[name] * mixing[name]).sum() for name in found).backward()
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name
        expected_gradient = weights[name].grad
        assert expected_gradient is not None
        torch.testing.assert_close(parameter.grad, expected_gradient, rtol=1e-7, atol=1e-9, msg=lambda m, n=name: n + m)


@pytest.mark.parametrize(("sharing", "groups", "inner_layers"), USES)
@pytest.mark.parametrize("road", ["packed", "padded"])
def test_shared_layers_agree_with_it(
    road: str, sharing: str, groups: int, inner_layers: int, tiny: EncoderSpec, pairs: Callable[..., Inputs]
) -> None:
    """Also in the gradient, which is summed over the uses of a tensor."""
    uses = {"sharing": sharing, "groups": groups, "inner_layers": inner_layers}
    spec = EncoderSpec.model_validate({**tiny.model_dump(), "layers": 3, "embedding_size": 16, **uses})
    model, inputs = randomised(spec, HEADS), pairs(5, 3)
    weights = {name: p.detach().clone().requires_grad_() for name, p in model.named_parameters()}
    expected = naive_logits(inputs, [(0, 1), (1, 2)], weights, spec)
    found = model(inputs, torch.tensor([1, 7]), None if road == "packed" else Tap())
    mixing = {name: torch.randn_like(value) for name, value in expected.items()}
    for name in HEADS:
        torch.testing.assert_close(found[name], expected[name], rtol=1e-9, atol=1e-10)
    sum((found[name] * mixing[name]).sum() for name in HEADS).backward()
    sum((expected[name] * mixing[name]).sum() for name in HEADS).backward()
    for name, parameter in model.named_parameters():
        torch.testing.assert_close(
            parameter.grad, weights[name].grad, rtol=1e-7, atol=1e-9, msg=lambda m, n=name: n + m
        )


def test_single_precision_is_close_to_it(tiny: EncoderSpec, pairs: Callable[..., Inputs]) -> None:
    model = randomised(tiny, HEADS)
    inputs = pairs(9, 4)
    exact = model(inputs, torch.tensor([1, 11]))
    single = model.float()(inputs, torch.tensor([1, 11]))
    for name in exact:
        torch.testing.assert_close(single[name].double(), exact[name], rtol=1e-4, atol=1e-4)


def test_padding_changes_nothing(tiny: EncoderSpec, pairs: Callable[..., Inputs]) -> None:
    model = randomised(tiny, HEADS)
    inputs = pairs(12, 5)
    short = Inputs(inputs.ids[1:, :5], inputs.segments[1:, :5])
    padded, alone = model(inputs, torch.tensor([12 + 3])), model(short, torch.tensor([3]))
    torch.testing.assert_close(padded["mlm"][0], alone["mlm"][0])
    torch.testing.assert_close(padded["next_sentence"][1], alone["next_sentence"][0])


def test_the_tap_sees_probabilities_and_changes_nothing(tiny: EncoderSpec, pairs: Callable[..., Inputs]) -> None:
    model = build_model(tiny, VOCABULARY, HEADS).eval()
    inputs = pairs(9, 4)
    tap = Tap()
    seen, fused = model.encoder(inputs, tap), model.encoder(inputs)
    assert inputs.real is not None
    assert (seen - fused)[inputs.real].abs().max() < 1e-5
    probabilities = tap.stacked()
    assert probabilities.shape == (2, 2, 4, 9, 9)
    torch.testing.assert_close(probabilities.sum(-1), torch.ones(2, 2, 4, 9))
    assert bool((probabilities[:, 1, :, :, 4:] == 0).all()), "padding is looked at by nobody"


def test_dropout_sits_in_four_places_and_sleeps_in_evaluation(
    tiny: EncoderSpec, pairs: Callable[..., Inputs], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = tiny.model_copy(update={"hidden_dropout": 0.1, "attention_dropout": 0.1})
    model, inputs = build_model(spec, VOCABULARY, HEADS), pairs(6, 6)
    assert not any(isinstance(module, torch.nn.Dropout) for module in model.modules())
    calls: list[bool] = []
    drop = torch.nn.functional.dropout

    def counting(x: Tensor, p: float, training: bool) -> Tensor:
        calls.append(training)
        return drop(x, p, training)

    monkeypatch.setattr("torch.nn.functional.dropout", counting)
    model(inputs, torch.tensor([1]), Tap())
    assert calls == [True] * (1 + 3 * spec.layers)
    model.eval()
    torch.testing.assert_close(model(inputs, torch.tensor([1])), model(inputs, torch.tensor([1])), rtol=0, atol=0)
