"""Losses about replaced tokens against a naive reference in float64, on both roads, with a generator that says what it
is told (sheet 4.2, 4.5, 4.7)."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from workbench.model.build import Model, build_model
from workbench.model.generator import Chosen, Guesses
from workbench.model.inputs import Inputs
from workbench.model.packing import Packing
from workbench.model.replaced import (
    ALL_TOKENS_MLM,
    DETECTION,
    DETECTION_CHOSEN,
    LIKELIHOOD,
    REPLACED_MLM,
    answers,
    corrupted,
)
from workbench.model.score import Score
from workbench.spec.encoder import EncoderSpec
from workbench.spec.generator import GeneratorPlan, GeneratorSpec, generator_encoder

VOCABULARY = 50
HEADS = {"replaced_token": 0, "replaced_mlm": 0, "all_tokens_mlm": 0}
PLACES = [1, 2, 8, 9, 12]
ASKED = [DETECTION, DETECTION_CHOSEN, REPLACED_MLM, ALL_TOKENS_MLM]


class Told(nn.Module):
    """A generator that puts in what a test says; at the second and the last chosen token it guesses right."""

    def guess(self, inputs: Inputs, chosen: Chosen, packing: Packing | None) -> Guesses:
        drawn = chosen.labels % 40 + 6
        drawn[1], drawn[-1] = chosen.labels[1], chosen.labels[-1]
        return Guesses(drawn, Score(torch.zeros(()), torch.zeros(len(drawn), dtype=torch.bool)))


@pytest.fixture
def model(tiny: EncoderSpec) -> Model:
    plan = GeneratorPlan(generator_encoder(tiny, GeneratorSpec()), GeneratorSpec())
    made = build_model(tiny, VOCABULARY, HEADS, generator=plan).double()
    made.generator = Told()  # type: ignore[assignment]
    for parameter in made.parameters():
        nn.init.normal_(parameter, std=0.3)
    return made


def on_road(model: Model, packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Model, "packs", lambda self, inputs: packed)


def chosen_of(inputs: Inputs) -> Chosen:
    places = torch.tensor(PLACES)
    return Chosen(places, inputs.ids.flatten()[places], torch.zeros(len(places), 2, dtype=torch.int32))


def masked(inputs: Inputs, chosen: Chosen) -> Inputs:
    return corrupted(inputs, chosen.places, torch.full_like(chosen.labels, 4))


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def gelu(x: float) -> float:
    return 0.5 * x * (1 + math.erf(x / math.sqrt(2)))


def affine(x: list[float], weight: Tensor, bias: Tensor) -> list[float]:
    return [
        sum(w * v for w, v in zip(row, x, strict=True)) + b
        for row, b in zip(weight.tolist(), bias.tolist(), strict=True)
    ]


def vocabulary_chances(x: list[float], head: nn.Module, table: Tensor) -> list[float]:
    hidden = [gelu(v) for v in affine(x, head.dense.weight, head.dense.bias)]  # type: ignore[union-attr, arg-type]
    mean = sum(hidden) / len(hidden)
    spread = math.sqrt(sum((v - mean) ** 2 for v in hidden) / len(hidden) + 1e-12)
    weight, bias = head.norm.weight.tolist(), head.norm.bias.tolist()  # type: ignore[union-attr, operator]
    normed = [(v - mean) / spread * w + b for v, w, b in zip(hidden, weight, bias, strict=True)]
    logits = affine(normed, table, head.bias)  # type: ignore[arg-type]
    most = max(logits)
    powers = [math.exp(v - most) for v in logits]
    return [power / sum(powers) for power in powers]


def naive(model: Model, inputs: Inputs, drawn: list[int]) -> dict[str, float]:
    """Sums of the losses token by token; ``drawn`` stands at PLACES, ``inputs`` are the text itself."""
    read = corrupted(inputs, torch.tensor(PLACES), torch.tensor(drawn))
    hidden = model.encoder.padded(read).detach().flatten(0, 1).tolist()
    text, there = inputs.ids.flatten().tolist(), read.ids.flatten().tolist()
    real = [True] * len(text) if inputs.real is None else inputs.real.flatten().tolist()
    table, sums = model.encoder.embeddings.word.weight, dict.fromkeys(ASKED, 0.0)
    detector, copier = model.heads["replaced_token"], model.heads["all_tokens_mlm"]
    for place, vector in enumerate(hidden):
        if not real[place]:
            continue
        inner = [gelu(v) for v in affine(vector, detector.dense.weight, detector.dense.bias)]  # type: ignore
        (logit,) = affine(inner, detector.output.weight, detector.output.bias)  # type: ignore
        fake = sigmoid(logit)
        loss = -math.log(fake if text[place] != there[place] else 1 - fake)
        sums[DETECTION] += loss
        (copying,) = affine(vector, copier.copy.weight, copier.copy.bias)  # type: ignore
        copy = sigmoid(copying)
        chance = (1 - copy) * vocabulary_chances(vector, copier, table)[text[place]]
        sums[ALL_TOKENS_MLM] -= math.log(chance + copy * (text[place] == there[place]))
        if place in PLACES:
            sums[DETECTION_CHOSEN] += loss
            sums[REPLACED_MLM] -= math.log(vocabulary_chances(vector, model.heads["replaced_mlm"], table)[text[place]])
    return sums


@pytest.mark.parametrize("packed", [True, False])
def test_losses_are_those_of_the_naive_reference(
    packed: bool, model: Model, pairs: Callable[..., Inputs], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_road(model, packed, monkeypatch)
    inputs = pairs(6, 4, 3)
    chosen = chosen_of(inputs)
    assert model.generator is not None
    drawn = model.generator.guess(inputs, chosen, None).drawn.tolist()
    found = answers(model, masked(inputs, chosen), chosen, torch.full((3,), -100), ASKED)
    expected = naive(model, inputs, drawn)
    for name in ASKED:
        assert found.scores[name].loss.item() == pytest.approx(expected[name], rel=1e-9), name
    assert len(found.scores[DETECTION].hits) == 13, "all tokens but padding, [CLS] and [SEP] among them"
    assert len(found.scores[DETECTION_CHOSEN].hits) == len(PLACES)
    assert found.tallies["replaced"] == 3, "two of five guesses are right, and count as original"


def test_both_roads_have_the_same_gradients(
    model: Model, pairs: Callable[..., Inputs], monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs = pairs(6, 4, 3)
    chosen = chosen_of(inputs)
    gradients = []
    for packed in (True, False):
        on_road(model, packed, monkeypatch)
        found = answers(model, masked(inputs, chosen), chosen, torch.full((3,), -100), ASKED)
        total = sum(weight * found.scores[name].loss for weight, name in enumerate(ASKED, 1))
        assert isinstance(total, Tensor)
        names = [name for name, _ in model.named_parameters()]
        gradients.append(
            dict(zip(names, torch.autograd.grad(total, list(model.parameters()), allow_unused=True), strict=True))
        )
    for name, gradient in gradients[0].items():
        if gradient is None:
            assert name.startswith(("encoder.pooler", "generator")), name
        else:
            torch.testing.assert_close(gradient, gradients[1][name], msg=lambda text, name=name: f"{name}: {text}")


def test_the_detector_counts_what_it_calls_and_finds(model: Model, pairs: Callable[..., Inputs]) -> None:
    inputs = pairs(6, 4, 3)
    chosen = chosen_of(inputs)
    head = model.heads["replaced_token"]
    for bias, called, found in ((50.0, 13, 3), (-50.0, 0, 0)):
        nn.init.zeros_(head.output.weight)  # type: ignore[arg-type, union-attr]
        nn.init.constant_(head.output.bias, bias)  # type: ignore[arg-type, union-attr]
        told = answers(model, masked(inputs, chosen), chosen, torch.full((3,), -100), [DETECTION])
        assert (int(told.tallies["called"]), int(told.tallies["found"])) == (called, found)
        assert int(told.scores[DETECTION].hits.sum()) == (3 if called else 10)


def test_every_chosen_position_is_overwritten(model: Model, pairs: Callable[..., Inputs]) -> None:
    """Also those that kept their token in the generator's input; no [MASK] is left."""
    inputs = pairs(6, 4, 3)
    chosen = chosen_of(inputs)
    seen: list[Tensor] = []
    model.encoder.register_forward_pre_hook(lambda _module, given: seen.append(given[0].ids))
    encode = model.encoder.packed
    model.encoder.packed = lambda given, *rest: (seen.append(given.ids), encode(given, *rest))[1]  # type: ignore
    answers(model, masked(inputs, chosen), chosen, torch.full((3,), -100), [DETECTION])
    (read,) = seen
    assert model.generator is not None
    drawn = model.generator.guess(inputs, chosen, None).drawn
    assert torch.equal(read.flatten()[chosen.places], drawn)
    others = torch.ones(read.numel(), dtype=torch.bool)
    others[chosen.places] = False
    assert torch.equal(read.flatten()[others], inputs.ids.flatten()[others])


def test_losses_at_the_start_are_those_of_the_sheet() -> None:
    """4.11: ln V + 0.026 for a generator of E = 128, ln 2 for the detector; the mean of All-Tokens MLM."""
    torch.manual_seed(1)
    spec = EncoderSpec(layers=1, hidden=64, heads=1, feed_forward=64, embedding_size=128, positions=64, pooler=False)
    plan = GeneratorPlan(generator_encoder(spec, GeneratorSpec(width=1)), GeneratorSpec(width=1))
    size = 21_128
    model = build_model(spec, size, {"replaced_token": 0, "all_tokens_mlm": 0}, generator=plan).eval()
    ids = torch.randint(5, size, (8, 50))
    places = torch.arange(0, 400, 7)
    words = torch.randint(1 << 31, (len(places), 2)).int()
    chosen = Chosen(places, ids.flatten()[places], words)
    inputs = masked(Inputs(ids, ids * 0), chosen)
    with torch.no_grad():
        found = answers(model, inputs, chosen, torch.full((8,), -100), [LIKELIHOOD, DETECTION, ALL_TOKENS_MLM])
    means = {name: float(score.loss) / len(score.hits) for name, score in found.scores.items()}
    assert means[LIKELIHOOD] == pytest.approx(math.log(size) + 0.026, abs=0.15)
    assert means[DETECTION] == pytest.approx(math.log(2), abs=0.02)
    share = len(places) / 400
    mixed = (1 - share) * math.log(2) + share * (math.log(2) + math.log(size))
    assert means[ALL_TOKENS_MLM] == pytest.approx(mixed, abs=0.1)
    assert int(found.tallies["replaced"]) >= len(places) - 2, "at the start the generator guesses nothing"
