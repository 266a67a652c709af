"""A run is complete once its last weights have been measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from workbench.core.events import CheckpointSaved, EvalDone, EventBase
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.checkpoints import rank_of
from workbench.store.records import Command
from workbench.train.checkpoint import newest_checkpoint, restore
from workbench.train.evaluated import evaluated_stages
from workbench.train.loop import Trainer


@pytest.mark.parametrize("step", [10, 20])
def test_a_checkpoint_is_told_once_though_the_run_is_stopped_right_after_it(
    spec: RunSpec, trainer_of: Callable[..., Trainer], step: int
) -> None:
    trainer = trainer_of(spec, wishes={step: Command.STOP_AND_SAVE})
    assert not trainer.train()
    trainer.save()  # as whoever stops a run does
    told: list[EventBase] = trainer.journal.events  # type: ignore[attr-defined]
    assert [event.step for event in told if isinstance(event, CheckpointSaved)] == sorted({10, step})


@pytest.mark.parametrize("steps", [20, 17])
def test_a_stop_at_the_last_step_leaves_the_run_to_be_resumed(
    spec: RunSpec, trainer_of: Callable[..., Trainer], steps: int
) -> None:
    spec = apply_overrides(spec, [f"training.steps={steps}"])
    first = trainer_of(spec, wishes={steps: Command.STOP_AND_SAVE})
    assert not first.train()
    second = trainer_of(spec)
    checkpoint = newest_checkpoint(second.checkpoints)
    assert checkpoint is not None
    assert checkpoint.state.step == steps
    second.state = restore(checkpoint, second.model, second.optimizer)
    events: list[EventBase] = []
    second.journal.record = events.append  # type: ignore[method-assign]
    assert second.train()
    assert [event.step for event in events if isinstance(event, EvalDone)] == [0], "the journal stands at its beginning"


def test_a_run_without_an_evaluation_split_is_complete(spec: RunSpec, trainer_of: Callable[..., Trainer]) -> None:
    trainer = trainer_of(spec, wishes={20: Command.STOP_AND_SAVE})
    (first,) = evaluated_stages(trainer.source, trainer.source.order.groups[0])
    trainer._evaluation = {first.made_as: []}
    assert trainer.train()


def test_what_is_measured_after_a_stop_reaches_the_checkpoint(
    spec: RunSpec, trainer_of: Callable[..., Trainer]
) -> None:
    """The best one is known, survives what is dropped, and the next session goes on as if nothing had been."""
    spec = apply_overrides(spec, ["training.evaluate_every=5", "training.keep_checkpoints=1", "training.early_stop=50"])
    undisturbed = trainer_of(spec, folder="undisturbed")
    assert undisturbed.train()

    assert not trainer_of(spec, wishes={20: Command.STOP_AND_SAVE}).train()
    resumed = trainer_of(spec)
    stopped = newest_checkpoint(resumed.checkpoints)
    assert stopped is not None
    assert stopped.state.evaluation_loss is None
    assert rank_of(stopped.path) is None
    resumed.state = restore(stopped, resumed.model, resumed.optimizer)
    assert resumed.train()
    measured, expected = newest_checkpoint(resumed.checkpoints), newest_checkpoint(undisturbed.checkpoints)
    assert measured is not None
    assert expected is not None
    assert measured.state == resumed.state == expected.state
    assert rank_of(measured.path) == rank_of(expected.path)
    assert sorted(path.name for path in measured.path.iterdir()) == sorted(
        path.name for path in expected.path.iterdir()
    )
    for path in expected.path.iterdir():
        assert (measured.path / path.name).read_bytes() == path.read_bytes()


def test_a_stop_in_an_evaluation_in_between_costs_no_best_checkpoint(
    spec: RunSpec, trainer_of: Callable[..., Trainer], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = apply_overrides(
        spec, ["training.checkpoint_every=5", "training.evaluate_every=5", "training.keep_checkpoints=1"]
    )
    assert not trainer_of(spec, wishes={5: Command.STOP_AND_SAVE}).train()
    second = trainer_of(spec)
    checkpoint = newest_checkpoint(second.checkpoints)
    assert checkpoint is not None
    assert checkpoint.state.evaluation_loss is None
    second.state = restore(checkpoint, second.model, second.optimizer)
    losses = iter([3.0, 4.0, 5.0, 6.0])

    def evaluate(self: Trainer, stage: int) -> None:
        self.state = replace(self.state, evaluation_loss=next(losses))

    monkeypatch.setattr(Trainer, "evaluate", evaluate)
    assert second.train()
    assert [path.name for path in sorted(second.checkpoints.iterdir())] == ["step-00000005", "step-00000020"]
