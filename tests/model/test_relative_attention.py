"""Relative attention against loops over heads, queries and keys in float64 (ERNIE sheet 3.3)."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from workbench.model.attention.relative import RelativeAttention, aligned, distance_vectors
from workbench.model.build import build_model
from workbench.model.inputs import Inputs
from workbench.model.packing import Packing
from workbench.model.tap import Tap
from workbench.spec.encoder import EncoderSpec, PositionKind


def vector_of(distance: int, width: int) -> list[float]:
    """r of one distance: sines, then cosines, of rates from 1 to 1/10,000."""
    half = width // 2
    rates = [math.exp(-math.log(10_000) / max(half - 1, 1) * place) for place in range(half)]
    sines, cosines = ([function(distance * rate) for rate in rates] for function in (math.sin, math.cos))
    return [*sines, *cosines, *[0.0] * (width - 2 * half)]


def naive(attention: RelativeAttention, hidden: Tensor) -> Tensor:
    """Of one passage [n, H]."""
    count, width = len(hidden), hidden.shape[1] // attention.heads
    parts = [
        part(hidden).view(count, attention.heads, width) for part in (attention.query, attention.key, attention.value)
    ]
    query, key, value = parts
    mixed = []
    for i in range(count):
        heads = []
        for head in range(attention.heads):
            scores = []
            for j in range(count):
                distance = torch.tensor(vector_of(j - i, width), dtype=torch.float64)
                content = (query[i, head] + attention.content_bias[head]) @ key[j, head]
                place = (query[i, head] + attention.position_bias[head]) @ distance
                scores.append((content + place) / math.sqrt(width))
            chances = torch.stack(scores).softmax(0)
            heads.append((chances[:, None] * value[:, head]).sum(0))
        mixed.append(torch.cat(heads))
    return torch.stack(mixed)


@pytest.mark.parametrize("road", ["padded", "explicit", "packed"])
@pytest.mark.parametrize("heads", [4, 6], ids=["even", "odd width"])
def test_agrees_with_the_naive_version_in_output_and_gradient(road: str, heads: int) -> None:
    hidden_size = 30 if heads == 6 else 32
    attention = RelativeAttention(hidden_size, heads, 0.0).double()
    real = torch.arange(7) < torch.tensor([7, 4, 7])[:, None]
    hidden = torch.randn(3, 7, hidden_size, dtype=torch.float64, requires_grad=True)
    if road == "packed":
        packing = Packing.of(Inputs(real.long(), real.long(), real))
        rows = hidden.flatten(0, 1).index_select(0, packing.tokens)
        found = packing.unpack(attention.packed(rows, packing))
    else:
        found = attention(hidden, real[:, None, None, :], Tap() if road == "explicit" else None)
    expected = torch.zeros_like(found)
    for row, length in enumerate((7, 4, 7)):
        expected = expected.index_put((torch.tensor(row), torch.arange(length)), naive(attention, hidden[row, :length]))
    mixing = torch.randn_like(found) * real[..., None]
    torch.testing.assert_close(found * real[..., None], expected, rtol=1e-9, atol=1e-10)
    weights = [hidden, *attention.parameters()]
    mine, theirs = (
        torch.autograd.grad((value * mixing).sum(), weights, retain_graph=True) for value in (found, expected)
    )
    for one, other in zip(mine, theirs, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-7, atol=1e-9)


def test_distances_have_a_sign_and_rows_move_by_one() -> None:
    vectors = distance_vectors(3, 4, torch.zeros(1, dtype=torch.float64))
    torch.testing.assert_close(vectors, torch.tensor([vector_of(t, 4) for t in range(-2, 3)], dtype=torch.float64))
    assert not torch.equal(vectors[0], vectors[4])
    by_distance = torch.tensor([[-2, -1, 0, 1, 2]] * 3)
    assert aligned(by_distance).tolist() == [[0, 1, 2], [-1, 0, 1], [-2, -1, 0]]


def test_both_biases_begin_as_xavier_has_them(tiny: EncoderSpec) -> None:
    """Variance 2 / (A + D), whatever the deviation of other weights."""
    spec = tiny.model_copy(update={"position_kind": PositionKind.RELATIVE, "hidden": 512, "heads": 16, "layers": 4})
    model = build_model(spec, 50, {"mlm": 0})
    drawn = torch.cat(
        [p.flatten() for name, p in model.named_parameters() if name.endswith(("content_bias", "position_bias"))]
    )
    assert len(drawn) == 4 * 2 * 512
    assert float(drawn.detach().std()) == pytest.approx(math.sqrt(2 / (16 + 32)), rel=0.05)


def test_order_matters_although_there_is_no_table(tiny: EncoderSpec, pairs: Callable[..., Inputs]) -> None:
    """Without a table or distances, tokens that change places would take their vectors along."""
    spec = tiny.model_copy(update={"position_kind": PositionKind.RELATIVE})
    model = build_model(spec, 50, {"mlm": 0}).eval()
    assert not any("position.weight" in name for name in model.state_dict())
    inputs = pairs(6, plain=True)
    turned = Inputs(inputs.ids.flip(1), inputs.segments)
    there, back = model.encoder(inputs), model.encoder(turned).flip(1)
    assert (there - back).abs().max() > 1e-3
    with torch.no_grad():
        for module in model.modules():
            if isinstance(module, RelativeAttention):
                module.distance_scores = lambda query: query.new_zeros(*query.shape[:3], query.shape[2])  # type: ignore[method-assign]
    torch.testing.assert_close(model.encoder(inputs), model.encoder(turned).flip(1), rtol=1e-4, atol=1e-5)


def test_longer_passages_than_any_before_and_padding_change_nothing(
    tiny: EncoderSpec, pairs: Callable[..., Inputs]
) -> None:
    spec = tiny.model_copy(update={"position_kind": PositionKind.RELATIVE})
    model = build_model(spec, 50, {"mlm": 0}).double().eval()
    inputs = pairs(40, 5)
    alone = Inputs(inputs.ids[1:, :5], inputs.segments[1:, :5])
    for tap in (None, Tap()):
        torch.testing.assert_close(model.encoder(inputs, tap)[1, :5], model.encoder(alone, tap)[0])
    tap = Tap()
    seen, fused = model.encoder(inputs, tap), model.encoder.padded(inputs)
    torch.testing.assert_close(seen, fused)
    assert tap.stacked().shape == (2, 2, 4, 40, 40)
