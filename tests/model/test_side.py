"""The n-gram encoder against a slow float64 version with a dense matrix, and the identities of ERNIE sheet 3."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
import torch
from torch import Tensor

from workbench.model.build import Model, build_model
from workbench.model.encoder import Encoder
from workbench.model.inputs import Inputs, NgramInputs
from workbench.model.tap import Tap
from workbench.spec.encoder import EncoderSpec
from workbench.spec.ngrams import NgramSpec

VOCABULARY, ROWS = 50, 20
HEADS = {"mlm": 0, "next_sentence": 2}
Pairs = Callable[..., Inputs]
ROADS = ["packed", "padded"]
RELATIVE = {"position_kind": "relative"}


def specs(tiny: EncoderSpec, layers: int, **changes: object) -> tuple[EncoderSpec, NgramSpec]:
    """An encoder of three layers with n-gram layers beside; changes of ``ngrams_…`` are for these."""
    own = {name.removeprefix("ngrams_"): value for name, value in changes.items() if name.startswith("ngrams_")}
    others = {name: value for name, value in changes.items() if not name.startswith("ngrams_")}
    encoder = EncoderSpec.model_validate({**tiny.model_dump(), "layers": 3, **others})
    return encoder, NgramSpec.model_validate({"layers": layers, "rows": ROWS, "lists": ("a",), **own})


def randomised(spec: EncoderSpec, ngrams: NgramSpec | None) -> Model:
    """A float64 model whose norms and biases are random too."""
    model = build_model(spec, VOCABULARY, HEADS, ngrams=ngrams).double()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() == 1:
                parameter.add_(torch.randn_like(parameter) * 0.3)
    return model


def with_ngrams(inputs: Inputs, *found: list[tuple[int, int, int]], weighted: bool = False) -> Inputs:
    """N-grams (id, start, length) of each passage, with random weights or with 1."""
    width, most = inputs.ids.shape[1], max(map(len, found))
    slots = torch.zeros(len(found), most, dtype=torch.int64)
    segments, real = torch.zeros_like(slots), torch.zeros_like(slots, dtype=torch.bool)
    tokens, columns = [], []
    for row, ngrams in enumerate(found):
        for slot, (number, start, length) in enumerate(ngrams):
            slots[row, slot], real[row, slot] = number, True
            segments[row, slot] = inputs.segments[row, start]
            tokens += [row * width + start + place for place in range(length)]
            columns += [row * most + slot] * length
    weights = torch.rand(len(tokens), dtype=torch.float64) if weighted else None
    side = NgramInputs(
        Inputs(slots, segments, None if bool(real.all()) else real),
        torch.tensor(tokens),
        torch.tensor(columns),
        weights,
    )
    return replace(inputs, ngrams=side)


def hidden_by(road: str, encoder: Encoder, inputs: Inputs) -> Tensor:
    return encoder(inputs, None if road == "packed" else Tap())  # type: ignore[no-any-return]


def naive_hidden(encoder: Encoder, inputs: Inputs, row: int) -> Tensor:
    """One passage by itself, n-grams one by one through the layers, and M as a dense matrix."""
    assert encoder.ngrams is not None
    assert inputs.ngrams is not None
    width = inputs.ids.shape[1]
    length = width if inputs.real is None else int(inputs.real[row].sum())
    slots, most = inputs.ngrams.slots, inputs.ngrams.slots.ids.shape[1]
    count = most if slots.real is None else int(slots.real[row].sum())
    x = encoder.embeddings(Inputs(inputs.ids[row : row + 1, :length], inputs.segments[row : row + 1, :length]))
    matrix = torch.zeros(length, count, dtype=torch.float64)
    for number, (token, column) in enumerate(zip(inputs.ngrams.tokens, inputs.ngrams.columns, strict=True)):
        if int(token) // width == row:
            weight = 1.0 if inputs.ngrams.weights is None else float(inputs.ngrams.weights[number])
            matrix[int(token) % width, int(column) % most] = weight
    side = encoder.ngrams
    ids, segments = slots.ids[row, :count], slots.segments[row, :count]
    u = side.norm(side.table.weight[ids] + side.segment.weight[segments])[None]
    for number, layer in enumerate(encoder.layers):
        if number < len(side.layers) and count:
            u = side.layers[number](u, None)
        x = layer(x, None)
        x = x + matrix @ u if count else x
    return x[0]


CASES: dict[str, dict[str, object]] = {
    "zen 1": {},
    "as many layers": {"layers_beside": 3},
    "shared": {"sharing": "all"},
    "narrow embeddings": {"embedding_size": 16},
    "relative": {**RELATIVE, "ngrams_order": "relative"},
    "weights": {"weighted": True},
}


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("lengths", [(9, 9), (9, 4, 7)], ids=["full", "padded"])
def test_agrees_with_the_naive_version_in_output_and_gradient(
    road: str, case: str, lengths: tuple[int, ...], tiny: EncoderSpec, pairs: Pairs
) -> None:
    changes = dict(CASES[case])
    weighted, beside = bool(changes.pop("weighted", False)), int(str(changes.pop("layers_beside", 2)))
    model = randomised(*specs(tiny, beside, **changes))
    nested = [(3, 1, 2), (7, 1, 4), (3, 6, 2)]
    inputs = with_ngrams(pairs(*lengths), *[nested, [], [(5, 2, 3)]][: len(lengths)], weighted=weighted)
    found = hidden_by(road, model.encoder, inputs)
    rows = [naive_hidden(model.encoder, inputs, row) for row in range(len(lengths))]
    mixing = torch.randn_like(found)
    loss = expected = torch.zeros((), dtype=torch.float64)
    for row, naive in enumerate(rows):
        torch.testing.assert_close(found[row, : len(naive)], naive, rtol=1e-9, atol=1e-10)
        loss = loss + (found[row, : len(naive)] * mixing[row, : len(naive)]).sum()
        expected = expected + (naive * mixing[row, : len(naive)]).sum()
    names, weights = zip(*model.encoder.named_parameters(), strict=True)
    own, naive_gradients = (
        torch.autograd.grad(value, weights, allow_unused=True, retain_graph=True) for value in (loss, expected)
    )
    for name, mine, theirs in zip(names, own, naive_gradients, strict=True):
        if name.startswith("pooler"):
            continue
        assert mine is not None, name
        torch.testing.assert_close(mine, theirs, rtol=1e-7, atol=1e-9, msg=lambda m, n=name: n + m)
    assert not own[names.index("ngrams.table.weight")][0].any()
