"""What a generator puts into a sentence and what a detector makes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from workbench.core.errors import ArgumentError
from workbench.model.encoding import encode_text
from workbench.probe.attention import inspect_text, predict_text
from workbench.probe.replaced import replace_tokens
from workbench.probe.serve import ProbeServer
from workbench.probe.subject import Subject, load_subject

MakeRun = Callable[..., Path]
ELECTRA = ("generator.width=0.5", 'stages.0.tokens=[{ kind = "generator-mlm" }, { kind = "replaced-token" }]')
COPYING = (ELECTRA[0], 'stages.0.tokens=[{ kind = "generator-mlm" }, { kind = "all-tokens-mlm" }]')
TEXT = "猫在桌子上。狗abc"


@pytest.fixture
def subject(make_run: MakeRun) -> Subject:
    return load_subject(make_run(5, overrides=ELECTRA))


def test_guesses_are_drawn_by_the_seed_at_as_many_places_as_in_training(subject: Subject) -> None:
    found = replace_tokens(subject, TEXT, seed=3)
    assert found == replace_tokens(subject, TEXT, seed=3)
    assert found != replace_tokens(subject, TEXT, seed=4)
    assert len(found.replacements) == round(0.15 * 12)
    assert found.corrupted is not None
    tokens = list(found.as_typed.tokens)
    for one in found.replacements:
        assert tokens[one.position] == one.original
        tokens[one.position] = one.drawn
    assert tuple(tokens) == found.corrupted.tokens


def test_a_last_stage_that_hides_nothing_does_not_say_how_many_are_guessed(make_run: MakeRun) -> None:
    stage = '{{ name = "{}", masking = {{ kind = "basic", rate = {} }}, passage = {{ kind = "{}" }}, tokens = [{}] }}'
    guessing = stage.format("guess", 0.4, "doc-sentences", '{ kind = "generator-mlm" }, { kind = "replaced-token" }')
    whole = stage.format("whole", 0.0, "sentence-order", "")
    subject = load_subject(make_run(5, overrides=(ELECTRA[0], f"stages=[{guessing}, {whole}]")))
    assert len(replace_tokens(subject, TEXT, seed=3).replacements) == round(0.4 * 12)


def test_chances_are_those_of_the_networks(subject: Subject) -> None:
    found = replace_tokens(subject, "猫在桌", chosen=[2])
    (one,) = found.replacements
    vocabulary, model = subject.vocabulary, subject.model
    assert model.generator is not None
    masked = encode_text("猫[MASK]桌", None, vocabulary, subject.spec.encoder)
    with torch.no_grad():
        guessed = model.generator.logits(masked.inputs(), torch.tensor([2])).softmax(-1)[0]
        assert one.probability == pytest.approx(float(guessed[vocabulary.ids_by_token[one.drawn]]), rel=1e-5)
        assert one.original_probability == pytest.approx(float(guessed[vocabulary.ids_by_token["在"]]), rel=1e-5)
        read = encode_text("".join(["猫", one.drawn, "桌"]), None, vocabulary, subject.spec.encoder)
        assert found.corrupted is not None
        if found.corrupted.tokens == tuple(map(vocabulary.token, read.ids)):
            logits = model.heads["replaced_token"](model.encoder(read.inputs()))[0]
            assert found.corrupted.chances == pytest.approx(logits.sigmoid().tolist(), rel=1e-4)
        typed = encode_text("猫在桌", None, vocabulary, subject.spec.encoder)
        logits = model.heads["replaced_token"](model.encoder(typed.inputs()))[0]
        assert found.as_typed.chances == pytest.approx(logits.sigmoid().tolist(), rel=1e-4)


def test_masks_in_the_text_are_filled_and_have_no_original(subject: Subject) -> None:
    found = replace_tokens(subject, "猫[MASK]桌")
    (one,) = found.replacements
    assert (one.position, one.original, one.original_probability) == (2, "", None)


def test_nothing_may_be_chosen(subject: Subject) -> None:
    found = replace_tokens(subject, "猫在桌", chosen=[])
    assert found.replacements == ()
    assert found.corrupted == found.as_typed


def test_special_tokens_cannot_be_chosen(subject: Subject) -> None:
    for place in (0, 4, 99):
        with pytest.raises(ArgumentError, match="ordinary tokens"):
            replace_tokens(subject, "猫在桌", chosen=[place])


def test_where_tokens_are_copied_replaced_is_what_would_not_be(make_run: MakeRun) -> None:
    subject = load_subject(make_run(5, overrides=COPYING))
    found = replace_tokens(subject, "猫在桌")
    encoded = encode_text("猫在桌", None, subject.vocabulary, subject.spec.encoder)
    with torch.no_grad():
        head: Any = subject.model.heads["all_tokens_mlm"]
        copying = head.copying(subject.model.encoder(encoded.inputs()))[0].sigmoid()
    assert found.as_typed.chances == pytest.approx((1 - copying).tolist(), rel=1e-4)


def test_a_run_without_either_says_so(make_run: MakeRun) -> None:
    with pytest.raises(ArgumentError, match="neither a generator nor a detector"):
        replace_tokens(load_subject(make_run(5)), "猫")


def test_the_generator_says_what_is_expected_at_masks(subject: Subject) -> None:
    looked = inspect_text(subject, "猫[MASK]桌", top=3)
    assert looked.predictions == predict_text(subject, "猫[MASK]桌", top=3)
    masked = encode_text("猫[MASK]桌", None, subject.vocabulary, subject.spec.encoder)
    assert subject.model.generator is not None
    with torch.no_grad():
        best = subject.model.generator.logits(masked.inputs(), torch.tensor([2]))[0].softmax(-1).topk(3)
    (prediction,) = looked.predictions
    assert [guess.probability for guess in prediction.guesses] == pytest.approx(best.values.tolist(), rel=1e-5)


def test_the_server_answers(make_run: MakeRun) -> None:
    server = ProbeServer(make_run(5, overrides=ELECTRA))

    def ask(**request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = server.answer(json.dumps({"op": "replaced", **request}))
        return answer

    answer = ask(text="猫在桌", seed=2, chosen=[1, 3])
    assert [one["position"] for one in answer["replacements"]] == [1, 3]
    assert len(answer["as_typed"]["chances"]) == len(answer["corrupted"]["tokens"]) == 5
    assert answer["step"] == 5
    assert "whole number" in ask(text="猫", seed="x")["error"]
    assert "ordinary tokens" in ask(text="猫", chosen=["a"])["error"]
    assert "ordinary tokens" in ask(text="猫", chosen=[7])["error"]
