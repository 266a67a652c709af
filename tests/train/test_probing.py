"""Probe sentences: what is asked, what is hidden, and that asking leaves no trace."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from workbench.core.events import EvalDone, ProbesDone, event_from_json, event_to_json
from workbench.spec.run import RunSpec
from workbench.train.loop import Trainer
from workbench.train.probing import TOP, Probes


def probes_of(trainer: Trainer, *texts: str) -> Probes:
    """Probes for a trainer's own vocabulary."""
    vocabulary = trainer.source.makers[0].source.vocabulary
    return Probes(texts, vocabulary, trainer.spec.encoder)  # type: ignore[arg-type]


def test_guesses_are_those_of_a_softmax_over_the_whole_vocabulary(
    spec: RunSpec, trainer_of: Callable[..., Trainer]
) -> None:
    trainer = trainer_of(spec)
    before = torch.get_rng_state()
    (found,) = probes_of(trainer, "ab[MASK]d [[ef]]").ask(trainer.model, torch.device("cpu"))
    assert torch.equal(torch.get_rng_state(), before)
    assert trainer.model.training
    assert found.text == "ab[MASK]d [[ef]]"
    assert found.tokens == ("[CLS]", "a", "b", "[MASK]", "d", "[MASK]", "[MASK]", "[SEP]")
    assert [mask.position for mask in found.masks] == [3, 5, 6]
    assert [mask.answer for mask in found.masks] == ["", "e", "f"]
    vocabulary = trainer.source.makers[0].source.vocabulary
    names = [vocabulary.token(number) for number in range(31)]  # type: ignore[attr-defined]
    ids = torch.tensor([[names.index(token) for token in found.tokens]])
    trainer.model.eval()
    from workbench.model.inputs import Inputs

    logits = trainer.model(Inputs(ids, torch.zeros_like(ids)), torch.tensor([3, 5, 6]))["mlm"].detach().double()
    chances = (logits.exp() / logits.exp().sum(-1, keepdim=True)).tolist()
    for mask, row in zip(found.masks, chances, strict=True):
        order = sorted(range(31), key=lambda number: -row[number])
        assert [guess.token for guess in mask.guesses] == [names[number] for number in order[:TOP]]
        assert [guess.probability for guess in mask.guesses] == pytest.approx(sorted(row)[::-1][:TOP], rel=1e-4)
        if mask.answer:
            assert mask.probability == pytest.approx(row[names.index(mask.answer)], rel=1e-4)
            assert mask.rank == order.index(names.index(mask.answer)) + 1


def test_sentences_that_ask_nothing_or_are_too_long_are_left_out(
    spec: RunSpec, trainer_of: Callable[..., Trainer]
) -> None:
    trainer = trainer_of(spec)
    probes = probes_of(trainer, "abc", "[MASK]" * 50, "a[MASK]")
    assert [found.text for found in probes.ask(trainer.model, torch.device("cpu"))] == ["a[MASK]"]
    assert len(probes.problems) == 1
    assert "40" in probes.problems[0].render()


def test_they_are_told_after_every_evaluation(
    spec: RunSpec, trainer_of: Callable[..., Trainer], events: Callable[..., list[EvalDone | ProbesDone]]
) -> None:
    trainer = trainer_of(spec.model_copy(update={"probes": ("a[MASK]c",)}))
    assert trainer.train()
    told = events(trainer, EvalDone | ProbesDone)
    assert [type(event) for event in told] == [EvalDone, ProbesDone] * 2
    assert [event.step for event in told] == [10, 10, 20, 20]
    assert event_from_json(event_to_json(told[1])) == told[1]
    plain = trainer_of(spec, "plain")
    assert plain.train()
    for name, weight in plain.model.state_dict().items():
        assert torch.equal(weight, trainer.model.state_dict()[name]), f"probing changed {name}"
