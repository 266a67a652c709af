"""Steps whose loss or gradient is not a finite number: never taken, marked, and then as the policy says."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from workbench.core.errors import WorkbenchError
from workbench.core.events import EvalDone, EventBase, StepDone, Warned
from workbench.spec.files import apply_overrides
from workbench.spec.rate import learning_rate
from workbench.spec.run import RunSpec
from workbench.store.records import Command
from workbench.train.bad_steps import BadSteps
from workbench.train.checkpoint import newest_checkpoint, restore
from workbench.train.loop import Trainer
from workbench.train.meter import StepResult

TrainerOf = Callable[..., Trainer]
Events = Callable[[Trainer, type[EventBase]], list[Any]]
Losses = Callable[[Trainer], list[float]]
SKIP = "training.not_finite=skip"
HALF = ["training.precision=fp16", "training.not_finite=lower-scale"]


def poison(trainer: Trainer, steps: Collection[int], value: float = math.nan) -> dict[int, dict[str, torch.Tensor]]:
    """Put a number into the gradients of these steps; what was saved if each were the last is kept before it."""
    clip, before = trainer.optimizer.clip, {}

    def poisoned() -> torch.Tensor:
        step = trainer.state.step + 1
        if step in steps:
            before[step] = saved(trainer)
            next(trainer.model.parameters()).grad[0, 0] = value  # type: ignore[index]
        return clip()

    trainer.optimizer.clip = poisoned  # type: ignore[method-assign]
    return before


def saved(trainer: Trainer) -> dict[str, torch.Tensor]:
    """Copies of weights, moments and average."""
    average = trainer.average.tensors() if trainer.average is not None else {}
    tensors = {**trainer.model.state_dict(), **trainer.optimizer.tensors(), **average}
    return {name: tensor.clone() for name, tensor in tensors.items()}


def assert_equal(one: dict[str, torch.Tensor], other: dict[str, torch.Tensor]) -> None:
    assert one.keys() == other.keys()
    for name, tensor in one.items():
        assert torch.equal(tensor, other[name]), name


def test_a_skipped_step_is_counted_and_marked_and_changes_nothing_else(
    spec: RunSpec, trainer_of: TrainerOf, events: Events
) -> None:
    """R085: the fifth step, skipped."""
    trainer = trainer_of(apply_overrides(spec, [SKIP, "training.average_decay=0.9"]))
    before = poison(trainer, {5})
    kept: dict[str, torch.Tensor] = {}
    advance = trainer.advance

    def watch(prepared: Any, result: Any) -> None:
        if trainer.state.step == 4:
            kept.update(saved(trainer))
        advance(prepared, result)

    trainer.advance = watch  # type: ignore[method-assign]
    assert trainer.train()
    assert_equal(kept, before[5])
    assert trainer.state.step == 20, "planned steps are taken"
    assert trainer.state.bad_steps == BadSteps(total=1, in_a_row=0)
    points = events(trainer, StepDone)
    assert [point.step for point in points if math.isnan(point.gradient_norm)] == [5], "the series has a gap"
    assert points[4].lr == learning_rate(spec.training, 4), "the schedule goes on"
    (warning,) = events(trainer, Warned)
    assert (warning.kind, warning.step) == ("not-finite", 5), "the point is marked where it is"
    assert all(bool(parameter.isfinite().all()) for parameter in trainer.model.parameters())
    assert str(trainer.journal.remark) == "1 step was not taken, as its loss or gradient was not a finite number."


def test_the_batch_of_a_skipped_step_is_used_up(spec: RunSpec, trainer_of: TrainerOf, losses: Losses) -> None:
    """With a rate of nearly nothing the weights stay, so that each batch has a loss of its own."""
    still = ["training.learning_rate=1e-30", "encoder.hidden_dropout=0", "encoder.attention_dropout=0"]
    straight, skipping = (trainer_of(apply_overrides(spec, [SKIP, *still]), name) for name in ("one", "other"))
    poison(skipping, {5})
    assert straight.train()
    assert skipping.train()
    assert losses(skipping) == losses(straight)
    assert len(set(losses(straight))) == 20


@pytest.mark.parametrize("value", [math.inf, math.nan])
def test_many_bad_steps_in_a_row_end_the_run(
    spec: RunSpec, trainer_of: TrainerOf, value: float, events: Events
) -> None:
    trainer = trainer_of(apply_overrides(spec, [SKIP, "training.not_finite_limit=3"]))
    poison(trainer, {4, 6, 7, 10, 11, 12}, value)
    with pytest.raises(WorkbenchError, match=r"^3 steps in a row up to step 12 had no finite loss and gradient"):
        trainer.train()
    assert trainer.state.step == 11
    assert [warning.step for warning in events(trainer, Warned)] == [4, 6, 7, 10, 11, 12]
    assert events(trainer, StepDone)[-1].step == 12
    assert all(bool(parameter.isfinite().all()) for parameter in trainer.model.parameters())


@pytest.mark.parametrize("policy", [[SKIP], HALF], ids=["skip", "fp16"])
def test_a_bad_step_leaves_resuming_exact(
    spec: RunSpec, trainer_of: TrainerOf, policy: list[str], losses: Losses
) -> None:
    """R080, R085: the loss scale and the count of bad steps are resumed too."""
    spec = apply_overrides(spec, [*policy, "training.early_epsilon=true", "training.average_decay=0.9"])
    bad = {5, 12, 13, 14, 17}
    straight = trainer_of(spec, "straight")
    poison(straight, bad)
    assert straight.train()
    first = trainer_of(spec, "halves", {13: Command.STOP_AND_SAVE})
    poison(first, bad)
    assert not first.train()
    assert first.state.bad_steps == BadSteps(total=3, in_a_row=2)
    first.save()
    torch.manual_seed(99)
    second = trainer_of(spec, "halves")
    poison(second, bad)
    checkpoint = newest_checkpoint(second.checkpoints)
    assert checkpoint is not None
    second.state = restore(checkpoint, second.model, second.optimizer, second.average)
    assert second.state == first.state
    assert second.train()
    assert second.state == straight.state
    assert second.state.bad_steps.total == 5
    assert losses(first) + losses(second) == pytest.approx(losses(straight), abs=0.0, nan_ok=True)
    assert_equal(saved(second), saved(straight))


def test_a_session_knows_of_the_bad_steps_before_it(spec: RunSpec, trainer_of: TrainerOf) -> None:
    spec = apply_overrides(spec, [SKIP, "training.not_finite_limit=3"])
    first = trainer_of(spec, "halves", {13: Command.STOP_AND_SAVE})
    poison(first, {12, 13, 14})
    assert not first.train()
    first.save()
    second = trainer_of(spec, "halves")
    poison(second, {12, 13, 14})
    checkpoint = newest_checkpoint(second.checkpoints)
    assert checkpoint is not None
    second.state = restore(checkpoint, second.model, second.optimizer)
    with pytest.raises(WorkbenchError, match="3 steps in a row up to step 14"):
        second.train()


@pytest.mark.parametrize("policy", [[], [SKIP, "training.not_finite_limit=2"]], ids=["stop", "skip"])
def test_the_end_of_a_run_promises_no_checkpoint_that_is_not_there(
    spec: RunSpec, trainer_of: TrainerOf, policy: list[str]
) -> None:
    for first, told in ((5, "no checkpoint was saved before"), (15, "(the last checkpoint is|from an earlier)")):
        trainer = trainer_of(apply_overrides(spec, policy), f"checkpoints-{first}")
        poison(trainer, {first, first + 1})
        with pytest.raises(WorkbenchError, match=told):
            trainer.train()


def test_a_step_without_anything_to_predict_ends_no_row_of_bad_ones() -> None:
    """R085: it says nothing of the weights, good or bad."""
    bad = StepResult(math.nan, {"mlm": math.nan}, {}, 1.0, 0.1, 10)
    empty = StepResult(math.nan, {}, {}, math.nan, 0.1, 10)
    good = StepResult(2.0, {"mlm": 2.0}, {}, 1.0, 0.1, 10)
    row = BadSteps().after(bad).after(empty).after(bad)
    assert row == BadSteps(total=2, in_a_row=2)
    assert row.after(good) == BadSteps(total=2, in_a_row=0)


def test_the_step_that_ends_a_run_has_its_own_speed(
    spec: RunSpec, trainer_of: TrainerOf, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R085: by a clock that goes on by a second whenever it is asked."""
    clock = count()
    monkeypatch.setattr("workbench.train.loop.time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    trainer = trainer_of(spec)
    poison(trainer, {5})
    with pytest.raises(WorkbenchError):
        trainer.train()
    *_, before, last = events(trainer, StepDone)
    assert (last.step, last.tokens_per_s) == (5, pytest.approx(before.tokens_per_s, rel=0.5))


def test_fp16_lowers_its_scale_and_goes_on(spec: RunSpec, trainer_of: TrainerOf, events: Events) -> None:
    """R085: the policy that lowers the scale."""
    trainer = trainer_of(apply_overrides(spec, HALF))
    before = poison(trainer, {5, 8}, math.inf)
    first = trainer.optimizer.scale.value
    assert first > 1
    assert trainer.train()
    assert trainer.optimizer.scale.value == first / 4
    assert [warning.step for warning in events(trainer, Warned)] == [5, 8]
    assert "went down from 32768 to 16384" in str(events(trainer, Warned)[1].words)
    assert before[8]["scaler/scale"] == first / 2
    assert before[8]["scaler/_growth_tracker"] == 2, "good steps since the scale changed"


def test_fp16_learns_like_fp32(spec: RunSpec, trainer_of: TrainerOf, events: Events, losses: Losses) -> None:
    """On the processor, where people are refused it, but which has the same scaler and the same arithmetic."""
    exact, half = trainer_of(spec, "fp32"), trainer_of(apply_overrides(spec, HALF), "fp16")
    assert exact.train()
    assert half.train()
    assert not events(half, Warned), "gradients are scaled back before they are clipped"
    assert all(parameter.dtype == torch.float32 for parameter in half.model.parameters())
    assert losses(half) != losses(exact)
    assert losses(half) == pytest.approx(losses(exact), abs=0.02)
    norms = [[point.gradient_norm for point in events(trainer, StepDone)] for trainer in (half, exact)]
    assert norms[0] == pytest.approx(norms[1], rel=0.05)
    assert events(half, EvalDone)[-1].loss == pytest.approx(events(exact, EvalDone)[-1].loss, abs=0.02)


def test_a_loss_that_is_not_finite_lowers_the_scale_though_the_gradient_is(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch, events: Events
) -> None:
    from workbench.train import learner

    trainer = trainer_of(apply_overrides(spec, HALF))
    compute = learner.compute_losses

    def infinite(*arguments: Any) -> Any:
        found = compute(*arguments)
        if trainer.state.step == 2:
            found.means["mlm"] += math.inf
        return found

    monkeypatch.setattr(learner, "compute_losses", infinite)
    first = trainer.optimizer.scale.value
    assert trainer.train()
    assert trainer.optimizer.scale.value == first / 2
    assert [point.step for point in events(trainer, StepDone) if point.loss == math.inf] == [3]
