"""A run is complete once its last weights have been measured."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workbench.core.events import CheckpointSaved, EvalDone, EventBase
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.records import Command
from workbench.train.checkpoint import newest_checkpoint, restore
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
    trainer._evaluation = {0: []}
    assert trainer.train()
