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


@pytest.mark.parametrize("road", ROADS)
def test_without_a_match_it_is_the_encoder_alone_bit_for_bit(road: str, tiny: EncoderSpec, pairs: Pairs) -> None:
    """Also with dropout, of which nothing is drawn for n-grams that are not there."""
    encoder, ngrams = specs(tiny, 2, hidden_dropout=0.1, attention_dropout=0.1)
    model = build_model(encoder, VOCABULARY, HEADS, ngrams=ngrams)
    plain = build_model(encoder, VOCABULARY, HEADS)
    plain.load_state_dict({name: model.state_dict()[name] for name in plain.state_dict()})
    inputs = pairs(9, 4)
    for training in (True, False):
        found = []
        for one in (model, plain):
            torch.manual_seed(3)
            found.append(hidden_by(road, one.train(training).encoder, inputs)[inputs.real])
        assert torch.equal(*found)


@pytest.mark.parametrize("road", ROADS)
def test_weights_of_zero_leave_the_encoder_as_it_is(road: str, tiny: EncoderSpec, pairs: Pairs) -> None:
    model = build_model(specs(tiny, 2)[0], VOCABULARY, HEADS, ngrams=specs(tiny, 2)[1]).eval()
    inputs = with_ngrams(pairs(9, 4), [(3, 1, 2), (7, 1, 4)], [(5, 1, 2)], weighted=True)
    assert inputs.ngrams is not None
    assert inputs.ngrams.weights is not None
    nothing = replace(inputs, ngrams=replace(inputs.ngrams, weights=torch.zeros_like(inputs.ngrams.weights)))
    alone = replace(inputs, ngrams=None)
    assert torch.equal(*(hidden_by(road, model.encoder, one)[inputs.real] for one in (nothing, alone)))
    assert not torch.equal(*(hidden_by(road, model.encoder, one)[inputs.real] for one in (inputs, alone)))


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("order", ["none", "relative"])
def test_slots_may_change_places_in_zen_1_and_not_in_zen_2(
    road: str, order: str, tiny: EncoderSpec, pairs: Pairs
) -> None:
    model = build_model(specs(tiny, 2)[0], VOCABULARY, HEADS, ngrams=specs(tiny, 2, ngrams_order=order)[1]).double()
    plain, found = pairs(9), [(3, 1, 2), (7, 1, 4), (5, 6, 2)]
    first, moved = (
        hidden_by(road, model.eval().encoder, with_ngrams(plain, one)) for one in (found, [*found[1:], found[0]])
    )
    difference = float((first - moved).detach().abs().max())
    assert difference < 1e-12 if order == "none" else difference > 1e-3


@pytest.mark.parametrize("road", ROADS)
def test_a_token_in_three_ngrams_gets_the_plain_sum_after_every_layer(
    road: str, tiny: EncoderSpec, pairs: Pairs
) -> None:
    """Layers whose weights are 0 pass on the LayerNorm's bias alone, so that the last vectors are sums that no norm
    follows: one vector for each n-gram that covers the token."""
    encoder, ngrams = specs(tiny, 1)
    model = build_model(encoder, VOCABULARY, HEADS, ngrams=ngrams).double().eval()
    assert model.encoder.ngrams is not None
    with torch.no_grad():
        for layer in model.encoder.layers:
            layer.feed_forward_norm.weight.zero_()
        side = model.encoder.ngrams.layers[0].feed_forward_norm
        side.weight.zero_()
        side.bias.fill_(1.0)
    inputs = with_ngrams(pairs(9), [(3, 2, 2), (7, 1, 4), (5, 3, 4)])
    hidden = hidden_by(road, model.encoder, inputs)[0]
    assert hidden.detach().mean(1).tolist() == pytest.approx([0, 1, 2, 3, 2, 1, 1, 0, 0], abs=1e-12)


def test_padding_slots_are_seen_by_nobody_and_no_slot_at_all_is_no_fault(tiny: EncoderSpec, pairs: Pairs) -> None:
    """A passage without an n-gram beside one with some: its attention has nothing to look at, and must not be NaN."""
    model = randomised(*specs(tiny, 2))
    plain = pairs(9, 9)
    inputs = with_ngrams(plain, [(3, 1, 2), (7, 1, 4), (5, 3, 2)], [])
    tap = Tap()
    hidden = model.encoder(inputs, tap)
    assert bool(torch.isfinite(hidden).all())
    hidden.sum().backward()
    assert all(bool(torch.isfinite(p.grad).all()) for p in model.parameters() if p.grad is not None)
    few = with_ngrams(plain, [(3, 1, 2)], [(4, 1, 2), (6, 2, 3)])
    tap = Tap()
    model.encoder(few, tap)
    assert tap.ngrams is not None
    assert tap.ngrams.stacked().shape == (2, 2, 4, 2, 2)
    assert not tap.ngrams.stacked()[:, 0, :, :, 1].any()
    alone = replace(few, ids=few.ids[:1], segments=few.segments[:1], ngrams=with_ngrams(pairs(9), [(3, 1, 2)]).ngrams)
    assert alone.ngrams is not None
    segments = few.ngrams.slots.segments[:1, :1] if few.ngrams is not None else alone.ngrams.slots.segments
    alone = replace(alone, ngrams=replace(alone.ngrams, slots=replace(alone.ngrams.slots, segments=segments)))
    torch.testing.assert_close(model.encoder(few)[0], model.encoder(alone)[0])


def test_the_tap_changes_nothing_and_sees_both_encoders(tiny: EncoderSpec, pairs: Pairs) -> None:
    model = build_model(specs(tiny, 2)[0], VOCABULARY, HEADS, ngrams=specs(tiny, 2)[1]).eval()
    inputs = with_ngrams(pairs(9, 9), [(3, 1, 2), (7, 1, 4)], [(5, 1, 2)])
    tap = Tap()
    seen, trained = model.encoder(inputs, tap), model.encoder(inputs)
    assert float((seen - trained).detach().abs().max()) < 1e-5
    assert (len(tap.attention), len(tap.hidden)) == (3, 4)
    assert tap.ngrams is not None
    assert (len(tap.ngrams.attention), len(tap.ngrams.hidden)) == (2, 3)
    assert torch.equal(tap.hidden[-1], seen)


def test_row_0_begins_and_stays_at_zero(tiny: EncoderSpec) -> None:
    encoder, ngrams = specs(tiny, 2)
    model = build_model(encoder, VOCABULARY, HEADS, ngrams=ngrams)
    assert model.encoder.ngrams is not None
    table = model.encoder.ngrams.table.weight
    assert not table[0].any()
    assert table[1:].any(dim=1).all()
    table.sum().backward()
    assert table.grad is not None
    assert not table.grad[0].any()
    assert table.grad[1:].all()


def test_half_precision_on_the_processor_is_near(tiny: EncoderSpec, pairs: Pairs) -> None:
    model = build_model(specs(tiny, 2)[0], VOCABULARY, HEADS, ngrams=specs(tiny, 2)[1]).eval()
    inputs = with_ngrams(pairs(9, 9), [(3, 1, 2), (7, 1, 4)], [(5, 1, 2)], weighted=True)
    exact = model.encoder(inputs)
    with torch.autocast("cpu", torch.bfloat16):
        packed, padded = model.encoder(inputs), model.encoder.padded(inputs)
    assert packed.dtype is padded.dtype is torch.float32
    for narrow in (packed, padded):
        assert float((narrow - exact).detach().abs().max()) < 0.15
        narrow.sum().backward(retain_graph=True)
