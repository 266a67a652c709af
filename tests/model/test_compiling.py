"""torch.compile: the same losses and gradients, or a clear refusal."""

from __future__ import annotations

import shutil
import sys
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.errors import ArgumentError
from workbench.model import compiling
from workbench.model.build import Model, build_model
from workbench.model.generator import Chosen
from workbench.model.inputs import Inputs
from workbench.model.replaced import DETECTION, LIKELIHOOD, answers
from workbench.spec.encoder import EncoderSpec
from workbench.spec.generator import GeneratorPlan, GeneratorSharing, GeneratorSpec, generator_encoder

HEADS = {"mlm": 0, "next_sentence": 2}


def small_model() -> Model:
    """One layer without dropout, the same each time."""
    torch.manual_seed(3)
    spec = EncoderSpec(layers=1, hidden=16, heads=2, feed_forward=32, positions=16, hidden_dropout=0.0,
                       attention_dropout=0.0)  # fmt: skip
    return build_model(spec, 40, HEADS)


def losses(model: Model, lengths: list[int], wanted: tuple[str, ...]) -> dict[str, float]:
    """Losses of a batch of passages by head; their gradients are added to the model's."""
    width, draw = max(lengths), np.random.default_rng(len(lengths))
    real = torch.arange(width) < torch.tensor(lengths)[:, None]
    ids = torch.from_numpy(draw.integers(5, 40, (len(lengths), width))) * real
    places = torch.tensor([1, width + 2])
    scores = model.scores(
        Inputs(ids, torch.zeros_like(ids), None if real.all() else real), places, torch.tensor([7, 9]),
        torch.arange(len(lengths)) % 2, wanted,
    )  # fmt: skip
    sum((score.loss for score in scores.values()), torch.zeros(())).backward()  # type: ignore[no-untyped-call]
    return {name: float(score.loss.detach()) for name, score in scores.items()}


def compare(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold a compiled model against a plain one, with a head that is not asked."""
    plain, compiled = small_model(), small_model()
    compile_with = torch.compile
    monkeypatch.setattr(
        torch, "compile", lambda function, **options: compile_with(function, backend=backend, **options)
    )
    compiling.compile_model(compiled)
    try:
        expected = losses(plain, [6, 4, 5], ("mlm",))
        assert losses(compiled, [6, 4, 5], ("mlm",)) == pytest.approx(expected, abs=1e-5)
    finally:
        torch._dynamo.reset()
    own = dict(compiled.named_parameters())
    for name, parameter in plain.named_parameters():
        if parameter.grad is None:
            assert own[name].grad is None, f"{name} is not asked for"
        else:
            torch.testing.assert_close(own[name].grad, parameter.grad, atol=1e-5, rtol=1e-5)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_compiled_model_computes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compare("inductor" if shutil.which("g++") else "aot_eager", monkeypatch)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_both_networks_are_compiled_where_tokens_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each encoder once, also where it is one for both; losses and guesses stay."""
    compile_with = torch.compile
    compiled: list[object] = []

    def noted(function: object, **options: Any) -> Any:
        compiled.append(getattr(function, "__self__", None))
        return compile_with(function, backend="eager", **options)  # type: ignore[call-overload]

    monkeypatch.setattr(torch, "compile", noted)
    for sharing in (GeneratorSharing.EMBEDDINGS, GeneratorSharing.ALL):
        found = []
        for compiling_it in (False, True):
            model = electra_model(sharing)
            if compiling_it:
                compiling.compile_model(model)
                assert model.generator is not None
                assert compiled == [model, *{model.encoder, model.generator.encoder}]
                compiled.clear()
            places, labels = torch.tensor([1, 4, 9]), torch.tensor([7, 9, 11])
            ids = (torch.arange(16) % 30 + 5).reshape(2, 8)
            chosen = Chosen(places, labels, torch.tensor([[1, 2], [3, 4], [5, 6]], dtype=torch.int32))
            try:
                told = answers(model, Inputs(ids, ids * 0), chosen, torch.full((2,), -100), [LIKELIHOOD, DETECTION])
            finally:
                torch._dynamo.reset()
            found.append([float(score.loss.detach()) for score in told.scores.values()])
        assert found[1] == pytest.approx(found[0], abs=1e-4)


def electra_model(sharing: GeneratorSharing) -> Model:
    torch.manual_seed(3)
    spec = EncoderSpec(layers=1, hidden=16, heads=2, feed_forward=32, positions=16, hidden_dropout=0.0,
                       attention_dropout=0.0)  # fmt: skip
    settings = GeneratorSpec(width=1, sharing=sharing)
    plan = GeneratorPlan(generator_encoder(spec, settings), settings)
    return build_model(spec, 40, {"replaced_token": 0}, generator=plan)


def test_the_packaged_program_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(ArgumentError, match=r"packaged program can't compile models.*training\.compile=false"):
        compiling.require_compiler(torch.device("cpu"))


def test_a_machine_without_a_compiler_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(function: object) -> object:
        raise RuntimeError("\nNo working C++ compiler found in (None, 'g++')\nmore")

    monkeypatch.setattr(torch, "compile", fail)
    with pytest.raises(ArgumentError, match=r"no compiler that works here: No working C\+\+ compiler found.*headers"):
        compiling.require_compiler(torch.device("cpu"))
