"""Training steps: accumulation, bad numbers, wishes."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.events import CheckpointSaved, EvalDone, EventBase, StateChanged, StepDone, Warned
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.training import OptimizerKind
from workbench.store.records import Command
from workbench.train.checkpoint import CheckpointFolder, State
from workbench.train.control import Wishes
from workbench.train.loop import Trainer

Whole = Callable[[Trainer], list[CheckpointFolder]]
TrainerOf = Callable[..., Trainer]
Events = Callable[[Trainer, type[EventBase]], list[Any]]
Losses = Callable[[Trainer], list[float]]


def test_parts_of_a_batch_change_nothing_but_memory(spec: RunSpec, trainer_of: TrainerOf, losses: Losses) -> None:
    """R083: batches of 8 and of 4 × 2 with unequal numbers of targets: the same losses and weights."""
    plain = apply_overrides(
        spec, ["encoder.hidden_dropout=0", "encoder.attention_dropout=0", "training.steps=5", "training.warmup_steps=0",
               "stages.0.dynamic=false"],
    )  # fmt: skip
    whole = trainer_of(plain, "whole")
    parts = trainer_of(apply_overrides(plain, ["training.accumulation=4"]), "parts")
    prepared = next(parts.source.batches(0, parts.state.position))
    assert len({len(part.labels) for part in prepared.parts}) > 1, "parts should differ in their numbers of targets"
    whole.train()
    parts.train()
    assert losses(parts) == pytest.approx(losses(whole), abs=1e-5)
    for name, weight in whole.model.state_dict().items():
        torch.testing.assert_close(parts.model.state_dict()[name], weight, rtol=0, atol=1e-5, msg=name)


@pytest.mark.parametrize("optimizer", OptimizerKind)
def test_training_does_without_torch_compile(
    spec: RunSpec, trainer_of: TrainerOf, optimizer: OptimizerKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That takes as long to load as torch itself; torch's own optimizers load it."""
    monkeypatch.setitem(sys.modules, "torch._dynamo", None)
    assert trainer_of(apply_overrides(spec, [f"training.optimizer={optimizer}", "training.steps=2"])).train()


def test_batches_with_nothing_to_predict_are_skipped_and_counted(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    """R083, R085: no targets at all are no number, and no step."""
    rare = ["training.batch_size=1", "training.steps=40", "stages.0.masking.rate=0.005",
            "stages.0.masking.at_least_one=false"]  # fmt: skip
    trainer = trainer_of(apply_overrides(spec, [*rare, "stages.0.passage.kind=full-sentences"]))
    trainer.train()
    steps = events(trainer, StepDone)
    skipped = [step for step in steps if math.isnan(step.loss)]
    assert 0 < len(skipped) < len(steps) == 40
    assert all(not step.losses and not step.accuracies for step in skipped)
    assert all(step.losses["mlm"] > 0 for step in steps if step not in skipped)
    (warning,) = events(trainer, Warned)
    assert (warning.kind, warning.values) == ("no-targets", {"count": len(skipped)})


def test_a_skipped_batch_changes_no_weight(spec: RunSpec, trainer_of: TrainerOf) -> None:
    nothing = ["stages.0.masking.rate=0.0001", "stages.0.masking.at_least_one=false", "training.batch_size=1"]
    trainer = trainer_of(apply_overrides(spec, [*nothing, "stages.0.passage.kind=full-sentences", "training.steps=2"]))
    before = {name: weight.clone() for name, weight in trainer.model.state_dict().items()}
    trainer.train()
    assert trainer.skipped == 2
    assert all(torch.equal(weight, before[name]) for name, weight in trainer.model.state_dict().items())


def test_a_head_without_targets_does_not_draw_the_curve_of_its_loss_down(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    nothing = ["stages.0.masking.rate=0.0001", "stages.0.masking.at_least_one=false", "training.batch_size=1"]
    trainer = trainer_of(apply_overrides(spec, [*nothing, "training.steps=2"]))
    trainer.train()
    assert [step.losses.keys() for step in events(trainer, StepDone)] == [{"next_sentence"}] * 2
    assert not events(trainer, Warned)


def test_the_loss_falls_and_both_objectives_are_told(spec: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    trainer = trainer_of(apply_overrides(spec, ["training.steps=60", "training.evaluate_every=30"]))
    trainer.train()
    first, *_, last = events(trainer, EvalDone)
    assert last.losses["mlm"] < first.losses["mlm"] < math.log(31) + 0.1
    assert last.perplexity == pytest.approx(math.exp(last.losses["mlm"]))
    assert last.loss == pytest.approx(last.losses["mlm"] + last.losses["next_sentence"])
    step = events(trainer, StepDone)[-1]
    assert step.losses.keys() == step.accuracies.keys() == {"mlm", "next_sentence"}
    assert 0 <= step.accuracies["mlm"] <= 1
    assert step.tokens_per_s > 0
    assert step.memory_bytes > 0
    assert step.seconds_left == 0


def test_weights_of_objectives_count(spec: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    trainer = trainer_of(
        apply_overrides(spec, ["stages.0.passage.weight=0", "training.steps=1", "stages.0.tokens.0.weight=2"])
    )
    trainer.train()
    step = events(trainer, StepDone)[0]
    assert step.losses.keys() == {"mlm"}
    assert step.loss == pytest.approx(2 * step.losses["mlm"])


def test_bf16_learns_like_fp32(spec: RunSpec, trainer_of: TrainerOf, losses: Losses) -> None:
    exact = trainer_of(spec, "fp32")
    coarse = trainer_of(apply_overrides(spec, ["training.precision=bf16"]), "bf16")
    exact.train()
    coarse.train()
    assert all(parameter.dtype == torch.float32 for parameter in coarse.model.parameters())
    assert losses(coarse) != losses(exact)
    assert losses(coarse)[-1] == pytest.approx(losses(exact)[-1], abs=0.1)


def test_a_number_that_is_not_finite_ends_the_run_and_touches_no_weight(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch, events: Events
) -> None:
    """R085: the policy that stops."""
    trainer = trainer_of(spec)
    clip, calls = trainer.optimizer.clip, []

    def poisoned() -> torch.Tensor:
        calls.append(0)
        if len(calls) == 5:
            gradient = next(trainer.model.parameters()).grad
            assert gradient is not None
            gradient.fill_(math.nan)
        return clip()

    monkeypatch.setattr(trainer.optimizer, "clip", poisoned)
    with pytest.raises(WorkbenchError, match="step 5 is not a finite number"):
        trainer.train()
    assert all(bool(parameter.isfinite().all()) for parameter in trainer.model.parameters())
    assert trainer.state.step == 4
    bad = events(trainer, StepDone)[-1]
    assert bad.step == 5
    assert math.isnan(bad.gradient_norm)
    assert [warning.kind for warning in events(trainer, Warned)] == ["not-finite"]


def test_wishes_are_obeyed(spec: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    trainer = trainer_of(spec, wishes={3: Command.CHECKPOINT, 5: Command.PAUSE, 7: Command.STOP_AND_SAVE})
    rounds = []

    def beat() -> None:
        rounds.append(time.monotonic())
        if len(rounds) == 3:
            trainer.control.wish(Command.RESUME)

    trainer.beat = beat
    assert not trainer.train()
    assert trainer.state.step == 7
    assert [event.step for event in events(trainer, CheckpointSaved)] == [4]
    states = [(event.step, event.state) for event in events(trainer, StateChanged)]
    assert (5, "paused") in states
    assert states[states.index((5, "paused")) + 1] == (5, "running")


def test_a_stop_at_once_saves_nothing(spec: RunSpec, trainer_of: TrainerOf, whole_checkpoints: Whole) -> None:
    trainer = trainer_of(spec, wishes={4: Command.STOP_NOW})
    assert not trainer.train()
    assert not whole_checkpoints(trainer)
    with pytest.raises(StoppedError):
        trainer.take_step(next(trainer.source.batches(0, trainer.state.position)))


@pytest.mark.parametrize("layer", [1, 2, 3, 4], ids=["forward", "between", "back", "last"])
def test_a_stop_at_once_ends_a_step_between_layers(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch, layer: int
) -> None:
    """Two layers there and two back: before each of them a step can be given up, and no weight has changed then."""
    trainer = trainer_of(spec)
    before = {name: weight.clone() for name, weight in trainer.model.named_parameters()}
    looks: list[bool] = []

    def stopping_now(_control: Wishes) -> bool:
        looks.append(True)
        return len(looks) > layer  # the first look is before the part of the batch

    monkeypatch.setattr(Wishes, "stopping_now", property(stopping_now))
    with pytest.raises(StoppedError, match="Stopped at once"):
        trainer.train()
    assert len(looks) == layer + 1
    assert trainer.state.step == 0
    assert all(torch.equal(weight, before[name]) for name, weight in trainer.model.named_parameters())
    monkeypatch.undo()
    assert trainer.model.encoder.watch.look is None


def test_a_stop_ends_an_evaluation(spec: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    trainer = trainer_of(spec, wishes={10: Command.STOP_AND_SAVE})
    assert not trainer.train()
    assert not events(trainer, EvalDone)
    assert trainer.model.training


def test_a_full_disk_pauses_the_run_and_loses_nothing(
    spec: RunSpec, trainer_of: TrainerOf, whole_checkpoints: Whole, events: Events
) -> None:
    trainer = trainer_of(spec)
    trainer.save()
    (whole,) = whole_checkpoints(trainer)
    trainer.state = State(step=10)

    def full(path: Path, tensors: object) -> None:
        path.write_bytes(b"0" * 10_000)
        raise OSError(28, "No space left on device")

    def make_room() -> None:
        assert whole_checkpoints(trainer) == [whole]
        assert not list(trainer.checkpoints.glob(".partial*"))
        patch.undo()
        trainer.control.wish(Command.RESUME)

    trainer.beat = make_room
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("workbench.train.checkpoint.save_tensors", full)
        trainer.save()
    (warning,) = events(trainer, Warned)
    assert "No space left" in str(warning.words)
    assert [event.state for event in events(trainer, StateChanged)][-4:] == ["saving", "paused", "running", "running"]
    assert [checkpoint.state.step for checkpoint in whole_checkpoints(trainer)] == [0, 10]


def test_a_stop_while_the_disk_is_full_says_why_nothing_was_saved(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, tensors: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("workbench.train.checkpoint.save_tensors", full)
    trainer = trainer_of(spec, wishes={0: Command.STOP_AND_SAVE})
    with pytest.raises(WorkbenchError, match="step 0 could not be written: No space left"):
        trainer.save()


def test_no_step_waits_for_its_point_while_the_run_does_something_else(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch, events: Events
) -> None:
    monkeypatch.setattr("workbench.train.meter._POINTS", 3)
    spec = apply_overrides(spec, ["training.checkpoint_every=7", "training.evaluate_every=9"])
    trainer = trainer_of(spec, wishes={10: Command.PAUSE})
    monkeypatch.setattr(trainer.control, "wait_while_paused", lambda beat: trainer.control.wish(Command.RESUME))
    assert trainer.meter.every == 6
    assert trainer.train()
    assert [event.step for event in events(trainer, StepDone)] == [6, 7, 9, 10, 12, 14, 18, 20]


def test_only_evaluations_of_the_last_stage_are_waited_for_in_vain(
    spec: RunSpec, trainer_of: TrainerOf, events: Callable[..., list[Any]]
) -> None:
    """What another stage asks may be harder: with those of the first stage, step 15 would be the second in vain."""
    two = spec.model_copy(update={"stages": (spec.stages[0], spec.stages[0].model_copy(update={"name": "second"}))})
    patient = ["training.early_stop=2", "training.least_improvement=50", "training.evaluate_every=5"]
    trainer = trainer_of(apply_overrides(two, patient))
    assert trainer.train()
    assert [event.step for event in events(trainer, EvalDone)] == [5, 10, 15, 20]
