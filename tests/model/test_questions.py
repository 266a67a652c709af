"""Questions about tokens: one reading for all of them, on the packed road, the padded one, and over a generator's
guesses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from workbench.masking.strategy import IGNORE
from workbench.model.build import Model, build_model
from workbench.model.generator import Chosen
from workbench.model.inputs import Inputs
from workbench.model.replaced import DETECTION, answers, corrupted
from workbench.spec.encoder import EncoderSpec
from workbench.spec.generator import GeneratorPlan, GeneratorSpec, generator_encoder

VOCABULARY = 50
QUESTIONS = ("capitalization", "token_document")
HEADS = {"mlm": 0, "next_sentence": 2, **dict.fromkeys(QUESTIONS, 2)}
PLACES = torch.tensor([1, 8, 10, 20, 30])


def labels_for(inputs: Inputs) -> dict[str, Tensor]:
    """Drawn answers, none for a third of the tokens and for padding; the first token, which is filler too, has one."""
    real = torch.ones_like(inputs.ids, dtype=torch.bool) if inputs.real is None else inputs.real
    draws = [torch.randint(3, inputs.ids.shape) for _ in QUESTIONS]
    for draw in draws:
        draw[:, 0] = 1
    return {name: torch.where(real & (draw < 2), draw, IGNORE) for name, draw in zip(QUESTIONS, draws, strict=True)}


def gradients(model: Model, losses: list[Tensor]) -> dict[str, Tensor]:
    model.zero_grad()
    torch.stack(losses).sum().backward()  # type: ignore[no-untyped-call]
    return {name: weight.grad.clone() for name, weight in model.named_parameters() if weight.grad is not None}


@pytest.mark.parametrize("lengths", [(9, 4, 9, 6), (9, 9, 9, 9)])
def test_both_roads_agree_with_the_definition(
    lengths: tuple[int, ...], tiny: EncoderSpec, pairs: Callable[..., Inputs], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = build_model(tiny, VOCABULARY, HEADS).double()
    inputs = pairs(*lengths)
    token_labels = labels_for(inputs)
    labels, passage_labels = torch.randint(VOCABULARY, (5,)), torch.tensor([0, 1, IGNORE, 1])
    asked = inputs, PLACES, labels, passage_labels, tuple(HEADS), token_labels
    packed = model.scores(*asked)
    by_packed = gradients(model, [score.loss for score in packed.values()])
    monkeypatch.setattr(Model, "packs", lambda self, inputs: False)
    padded = model.scores(*asked)
    by_padded = gradients(model, [score.loss for score in padded.values()])

    hidden = model.encoder.padded(inputs)
    naive = {name: sum_of(hidden, model, name, answers) for name, answers in token_labels.items()}
    for name, (loss, right) in naive.items():
        for found in (packed[name], padded[name]):
            torch.testing.assert_close(found.loss, loss)
            assert int(found.hits.sum()) == right
    rest = [score.loss for name, score in model.scores(*asked).items() if name not in QUESTIONS]
    expected = gradients(model, [*rest, *(loss for loss, _ in naive.values())])
    assert by_packed.keys() == by_padded.keys() == expected.keys()
    for name, gradient in expected.items():
        torch.testing.assert_close(by_packed[name], gradient, msg=lambda text, name=name: f"packed {name}: {text}")
        torch.testing.assert_close(by_padded[name], gradient, msg=lambda text, name=name: f"padded {name}: {text}")


def sum_of(hidden: Tensor, model: Model, name: str, answers: Tensor) -> tuple[Tensor, int]:
    """-ln of the softmax of a linear map at each token with an answer, one by one, and how many are guessed right."""
    weight, bias = model.get_parameter(f"heads.{name}.linear.weight"), model.get_parameter(f"heads.{name}.linear.bias")
    total, right = hidden.new_zeros(()), 0
    for row, column in (answers != IGNORE).nonzero().tolist():
        chances = (weight @ hidden[row, column] + bias).softmax(0)
        answer = int(answers[row, column])
        total = total - chances[answer].log()
        right += int(chances.argmax()) == answer
    return total, right


@pytest.mark.parametrize("packed", [True, False])
def test_a_generators_guesses_are_what_is_read(
    packed: bool, tiny: EncoderSpec, pairs: Callable[..., Inputs], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question is put to the text with the guesses in it, in the reading that detection makes anyway."""
    monkeypatch.setattr(Model, "packs", lambda self, inputs: packed)
    plan = GeneratorPlan(generator_encoder(tiny, GeneratorSpec()), GeneratorSpec())
    model = build_model(tiny, VOCABULARY, {"replaced_token": 0, "capitalization": 2}, generator=plan).double()
    inputs = pairs(9, 4, 9, 6)
    chosen = Chosen(PLACES, torch.randint(5, VOCABULARY, (5,)), torch.randint(1 << 40, (5, 2)))
    answered = labels_for(inputs)
    read: list[Inputs] = []
    monkeypatch.setattr("workbench.model.replaced.corrupted", lambda *of: read.append(corrupted(*of)) or read[-1])
    unasked = torch.full((4,), IGNORE)
    found = answers(model, inputs, chosen, unasked, [DETECTION, "capitalization"], answered)
    loss, right = sum_of(model.encoder.padded(read[0]), model, "capitalization", answered["capitalization"])
    torch.testing.assert_close(found.scores["capitalization"].loss, loss)
    assert int(found.scores["capitalization"].hits.sum()) == right
    assert found.scores.keys() == {DETECTION, "capitalization"}
