"""The generator: sharing by storage, gradient paths, and REINFORCE against the analytic gradient (sheet 4.2 to 4.6)."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from workbench.model.build import Model, build_model, count_parameters
from workbench.model.generator import Chosen, OpenGuesses
from workbench.model.inputs import Inputs
from workbench.model.replaced import ADVERSARIAL, DETECTION, LIKELIHOOD, answers, corrupted
from workbench.model.score import Score
from workbench.spec.encoder import EncoderSpec
from workbench.spec.generator import GeneratorPlan, GeneratorSpec, generator_encoder

VOCABULARY = 50
NONE, EMBEDDINGS, ALL = "none", "embeddings", "all"


def built(spec: EncoderSpec, sharing: str = EMBEDDINGS, *, adversarial: bool = False, **changes: object) -> Model:
    settings = GeneratorSpec.model_validate({"sharing": sharing, **({"width": 1} if sharing == ALL else {}), **changes})
    plan = GeneratorPlan(generator_encoder(spec, settings), settings, adversarial)
    return build_model(spec, VOCABULARY, {"replaced_token": 0}, generator=plan).double()


def batch(pairs: Callable[..., Inputs]) -> tuple[Inputs, Chosen]:
    """Masked passages and what was chosen in them."""
    text = pairs(9, 7)
    places = torch.tensor([1, 3, 4, 10, 12])
    words = torch.randint(1 << 31, (5, 2), generator=torch.Generator().manual_seed(2)).int()
    chosen = Chosen(places, text.ids.flatten()[places], words)
    return corrupted(text, places, torch.full((5,), 4)), chosen


def gradients(model: Model, inputs: Inputs, chosen: Chosen, *losses: str) -> set[str]:
    """The names of the parameters that a sum of losses reaches with a gradient that is not 0."""
    model.zero_grad()
    found = answers(model, inputs, chosen, torch.full((2,), -100), losses)
    sum((score.loss for score in found.scores.values()), torch.zeros(())).backward()  # type: ignore[no-untyped-call]
    return {name for name, one in model.named_parameters() if one.grad is not None and bool(one.grad.any())}


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("sharing", [NONE, EMBEDDINGS, ALL])
def test_the_detector_teaches_shared_weights_and_never_the_generators_own(
    sharing: str, packed: bool, tiny: EncoderSpec, pairs: Callable[..., Inputs], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Model, "packs", lambda self, inputs: packed)
    model = built(tiny, sharing)
    inputs, chosen = batch(pairs)
    detector = gradients(model, inputs, chosen, LIKELIHOOD, DETECTION) - gradients(model, inputs, chosen, LIKELIHOOD)
    alone = gradients(model, inputs, chosen, DETECTION)
    assert not any(name.startswith("generator.") for name in alone | detector)
    tables = {f"encoder.embeddings.{table}.weight" for table in ("word", "position", "segment", "norm")}
    assert tables <= alone, "not detached for the detector"
    generator = gradients(model, inputs, chosen, LIKELIHOOD)
    assert (tables <= generator) == (sharing != NONE)
    assert any(name.startswith("encoder.layers") for name in generator) == (sharing == ALL)


def test_shared_embeddings_get_the_sum_of_both_gradients(tiny: EncoderSpec, pairs: Callable[..., Inputs]) -> None:
    model = built(tiny)
    inputs, chosen = batch(pairs)
    found = {}
    for losses in ((LIKELIHOOD,), (DETECTION,), (LIKELIHOOD, DETECTION)):
        gradients(model, inputs, chosen, *losses)
        table = model.encoder.embeddings.word.weight.grad
        assert table is not None
        found[losses] = table.clone()
    torch.testing.assert_close(found[LIKELIHOOD, DETECTION], found[(LIKELIHOOD,)] + found[(DETECTION,)])


@pytest.mark.parametrize("sharing", [NONE, EMBEDDINGS, ALL])
def test_sharing_is_by_storage(sharing: str, tiny: EncoderSpec) -> None:
    """One tensor, counted, saved and moved once; the norm too, the map from E to H never."""
    model = built(tiny.model_copy(update={"embedding_size": 16}), sharing)
    assert model.generator is not None
    mine, theirs = model.encoder.embeddings, model.generator.encoder.embeddings
    for name, weight in mine.named_parameters():
        shared = dict(theirs.named_parameters()).get(name, getattr_at(theirs, name))
        same = shared is weight
        assert same == (sharing == ALL or (sharing == EMBEDDINGS and not name.startswith("projection"))), name
    names = list(model.state_dict())
    assert len(names) == len({tensor.data_ptr() for tensor in model.state_dict().values()})
    assert sum(tensor.numel() for tensor in model.state_dict().values()) == count_parameters(model)
    model.load_state_dict({name: tensor * 2 for name, tensor in model.state_dict().items()})
    assert (theirs.word.weight is mine.word.weight) == (sharing != NONE)


def getattr_at(module: torch.nn.Module, path: str) -> Tensor:
    found: object = module
    for part in path.split("."):
        found = getattr(found, part)
    assert isinstance(found, Tensor)
    return found


def test_a_generator_of_a_quarter_has_a_head_for_each_64_of_its_width(tiny: EncoderSpec) -> None:
    base = tiny.model_copy(update={"hidden": 768, "heads": 12, "feed_forward": 3072, "layers": 12})
    for width, expected in ((1 / 3, (256, 4, 1024)), (1 / 4, (192, 3, 768)), (0.05, (38, 1, 152))):
        found = generator_encoder(base, GeneratorSpec(width=width))
        assert (found.hidden, found.heads, found.feed_forward) == expected
        assert (found.embedding_width, found.layers, found.pooler) == (768, 12, False)
    assert generator_encoder(base, GeneratorSpec(depth=0.5)).layers == 6


def test_guesses_depend_on_their_words_and_never_on_what_stands_beside(
    tiny: EncoderSpec, pairs: Callable[..., Inputs], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = built(tiny)
    assert model.generator is not None
    inputs, chosen = batch(pairs)
    drawn = []
    for packed in (True, False):
        monkeypatch.setattr(Model, "packs", lambda self, inputs, packed=packed: packed)
        from workbench.model.packing import Packing

        packing = Packing.of(inputs) if packed else None
        drawn.append(model.generator.guess(inputs, chosen, packing).drawn.tolist())
    part = Chosen(chosen.places[:3], chosen.labels[:3], chosen.words[:3])
    assert drawn[0] == drawn[1]
    assert model.generator.guess(inputs, part, None).drawn.tolist() == drawn[0][:3]
    others = Chosen(chosen.places, chosen.labels, chosen.words ^ 5)
    assert model.generator.guess(inputs, others, None).drawn.tolist() != drawn[0]


def test_a_generator_may_be_kept_from_guessing_right(tiny: EncoderSpec, pairs: Callable[..., Inputs]) -> None:
    model = built(tiny, disallow_correct=True)
    assert model.generator is not None
    inputs, chosen = batch(pairs)
    with torch.no_grad():  # one that is sure of the text
        model.generator.head.dense.weight.zero_()
        model.generator.head.bias[chosen.labels] = 100.0
    for shift in range(20):
        words = chosen.words ^ shift
        drawn = model.generator.guess(inputs, Chosen(chosen.places, chosen.labels, words), None).drawn
        assert not bool((drawn == chosen.labels).any())


def test_reinforce_is_the_gradient_of_the_expected_reward() -> None:
    """On a vocabulary of four: the mean over all draws, weighted by their chances, is the analytic gradient of the
    negative expected reward, whatever the baseline; and the baseline learns e^-R."""
    logits = torch.tensor([0.3, -1.0, 0.8, 0.1], dtype=torch.float64, requires_grad=True)
    rewards = torch.tensor([0.2, 1.5, 0.7, 3.0], dtype=torch.float64)
    for baseline in (-2.0, 0.0, 1.3):
        level = torch.tensor([baseline], dtype=torch.float64, requires_grad=True)
        log_chances = logits.log_softmax(0)
        total, learned = torch.zeros(4, dtype=torch.float64), 0.0
        for token, chance in enumerate(log_chances.detach().exp().tolist()):
            guess = OpenGuesses(
                torch.tensor([token]), Score(torch.zeros(()), torch.zeros(1)), log_chances[token : token + 1], level
            )
            loss = guess.rewarded(rewards[token : token + 1].clone().requires_grad_())
            to_logits, to_level = torch.autograd.grad(loss, (logits, level), retain_graph=True)
            total += chance * to_logits
            learned += chance * float(to_level)
        (expected,) = torch.autograd.grad(-(logits.softmax(0) * rewards).sum(), logits)
        torch.testing.assert_close(total, expected)
        chances = log_chances.detach().exp()
        target = float((chances * (-rewards).exp()).sum())
        assert learned == pytest.approx(1 / (1 + math.exp(-baseline)) - target)


def test_the_reward_is_the_detectors_own_loss_and_teaches_only_the_generator(
    tiny: EncoderSpec, pairs: Callable[..., Inputs]
) -> None:
    model = built(tiny, NONE, adversarial=True)
    inputs, chosen = batch(pairs)
    reached = gradients(model, inputs, chosen, ADVERSARIAL, DETECTION) - gradients(model, inputs, chosen, DETECTION)
    assert {"generator.baseline.weight", "generator.head.bias"} <= reached
    assert all(name.startswith("generator.") for name in reached)
    assert model.generator is not None
    guesses = model.generator.guess_openly(inputs, chosen, None)
    logits = model.heads["replaced_token"](model.encoder.padded(corrupted(inputs, chosen.places, guesses.drawn)))
    at = logits.flatten()[chosen.places].tolist()
    fake = (guesses.drawn != chosen.labels).tolist()
    rewards = [math.log1p(math.exp(-x if y else x)) for x, y in zip(at, fake, strict=True)]
    levels = [-math.log(1 / (1 + math.exp(-b))) for b in guesses.baseline.tolist()]
    surrogate = -sum(
        chance * (reward - level)
        for chance, reward, level in zip(guesses.log_chances.tolist(), rewards, levels, strict=True)
    )
    learned = sum(
        -math.exp(-reward) * math.log(math.exp(-level)) - (1 - math.exp(-reward)) * math.log(1 - math.exp(-level))
        for reward, level in zip(rewards, levels, strict=True)
    )
    found = answers(model, inputs, chosen, torch.full((2,), -100), [ADVERSARIAL, DETECTION])
    assert found.scores[ADVERSARIAL].loss.item() == pytest.approx(surrogate + learned, rel=1e-9)


def test_an_encoder_can_begin_with_the_weights_of_a_generator_as_large(tiny: EncoderSpec) -> None:
    model = built(tiny, NONE, width=1)
    assert model.generator is not None
    taken = model.take_over_generator()
    own = dict(model.named_parameters())
    assert set(taken) == {name for name in own if name.startswith("encoder.") and "pooler" not in name}
    for name in taken:
        assert torch.equal(own[name], own[f"generator.{name}"])
        assert own[name] is not own[f"generator.{name}"]
