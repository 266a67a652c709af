"""Checkpoints that are whole or not there, and which of them are kept."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from dataclasses import replace

import pytest

from workbench.spec.files import apply_overrides
from workbench.spec.position import Position
from workbench.spec.run import RunSpec
from workbench.store.checkpoints import MODEL, OPTIMIZER, STATE, read_state
from workbench.train.checkpoint import (
    AVERAGE,
    CheckpointFolder,
    Content,
    State,
    drop_old,
    newest_checkpoint,
    save_checkpoint,
)
from workbench.train.loop import Trainer
from workbench.train.patience import Patience

Whole = Callable[[Trainer], list[CheckpointFolder]]
TrainerOf = Callable[..., Trainer]


@pytest.fixture
def trainer(spec: RunSpec, trainer_of: TrainerOf) -> Trainer:
    """One that has taken a step, so that there are moments to save."""
    trainer = trainer_of(spec)
    trainer.take_step(next(trainer.source.batches(0, Position())))
    return trainer


def save(trainer: Trainer, *states: State) -> None:
    """Save the same weights under several states."""
    for state in states:
        save_checkpoint(trainer.checkpoints, Content(trainer.model, trainer.optimizer, state))


def test_the_state_comes_back(trainer: Trainer, whole_checkpoints: Whole) -> None:
    state = State(500, 12345, Position(1, 2, 3), 4.25, Patience(4.125, 3))
    save(trainer, state)
    (found,) = whole_checkpoints(trainer)
    assert found.state == state
    assert found.path.name == "step-00000500"
    assert {path.name for path in found.path.iterdir()} == {MODEL, OPTIMIZER, STATE}
    assert json.loads((found.path / STATE).read_text())["step"] == 500


@pytest.mark.parametrize("name", [MODEL, OPTIMIZER, STATE])
@pytest.mark.parametrize("damage", ["cut", "flipped", "gone"])
def test_damaged_checkpoints_are_passed_over(
    trainer: Trainer, name: str, damage: str, whole_checkpoints: Whole
) -> None:
    save(trainer, State(1), State(2))
    path = trainer.checkpoints / "step-00000002" / name
    content = bytearray(path.read_bytes())
    if damage == "gone":
        path.unlink()
    else:
        content[len(content) // 2] ^= 0xFF
        path.write_bytes(content[: len(content) // 2] if damage == "cut" else content)
    newest = newest_checkpoint(trainer.checkpoints)
    assert newest is not None
    assert newest.state.step == 1
    assert [one.state.step for one in whole_checkpoints(trainer)] == [1]
    save(trainer, State(2))
    assert [one.state.step for one in whole_checkpoints(trainer)] == [1, 2], "a damaged one is replaced"


def test_what_a_crash_left_is_cleared_away(trainer: Trainer) -> None:
    left = trainer.checkpoints / ".partial-123"
    left.mkdir(parents=True)
    (left / MODEL).write_bytes(b"half")
    assert newest_checkpoint(trainer.checkpoints) is None
    save(trainer, State(1))
    assert [path.name for path in trainer.checkpoints.iterdir()] == ["step-00000001"]


def test_the_newest_and_the_best_are_kept(trainer: Trainer, whole_checkpoints: Whole) -> None:
    loss = [9.0, 3.0, 5.0, None, 6.0]
    save(trainer, *(State(step, evaluation_loss=value) for step, value in enumerate(loss, 1)))
    drop_old(trainer.checkpoints, 2)
    assert [one.state.step for one in whole_checkpoints(trainer)] == [2, 4, 5]
    drop_old(trainer.checkpoints, 1)
    assert [one.state.step for one in whole_checkpoints(trainer)] == [2, 5]


def test_the_best_is_one_of_the_last_stage_that_was_measured(trainer: Trainer, whole_checkpoints: Whole) -> None:
    """An easier first stage has lower losses, which say nothing about the stages after it."""
    measured = [(0, 1.0), (1, 7.0), (1, 5.0), (1, math.nan), (1, 6.0), (2, None)]
    save(
        trainer,
        *(State(step, 0, Position(stage), loss) for step, (stage, loss) in enumerate(measured, 1)),
    )
    drop_old(trainer.checkpoints, 1)
    assert [one.state.step for one in whole_checkpoints(trainer)] == [3, 6]


def test_the_best_is_one_of_the_last_group_that_was_measured(trainer: Trainer, whole_checkpoints: Whole) -> None:
    """Stages 1 and 2 are one group, whichever took the step; what is measured later is noted with it."""
    measured = [(0, 0, 1.0), (1, 1, 5.0), (2, 1, 7.0), (1, 1, 6.0)]
    save(trainer, State(2, 0, Position(1)))
    save(
        trainer,
        *(
            State(step, 0, Position(stage), loss, measured_stage=first)
            for step, (stage, first, loss) in enumerate(measured, 1)
        ),
    )
    assert newest_checkpoint(trainer.checkpoints) == whole_checkpoints(trainer)[-1]
    assert whole_checkpoints(trainer)[1].state.measured_stage == 1
    drop_old(trainer.checkpoints, 1)
    assert [one.state.step for one in whole_checkpoints(trainer)] == [2, 4]


def test_a_state_of_before_there_was_patience_is_read(trainer: Trainer, whole_checkpoints: Whole) -> None:
    save(trainer, State(5))
    file = trainer.checkpoints / "step-00000005" / STATE
    data = read_state(file.parent)
    del data["patience"]
    file.write_text(json.dumps(data))
    assert whole_checkpoints(trainer)[0].state == State(5)


def test_the_average_is_kept_and_checked(spec: RunSpec, trainer_of: TrainerOf, whole_checkpoints: Whole) -> None:
    trainer = trainer_of(apply_overrides(spec, ["training.average_decay=0.9"]))
    path = save_checkpoint(trainer.checkpoints, Content(trainer.model, trainer.optimizer, State(1), trainer.average))
    assert {file.name for file in path.iterdir()} == {MODEL, OPTIMIZER, AVERAGE, STATE}
    (path / AVERAGE).write_bytes(b"damaged")
    assert not whole_checkpoints(trainer)


def test_saving_a_step_twice_keeps_the_first(trainer: Trainer, whole_checkpoints: Whole) -> None:
    state = State(7, 70)
    save(trainer, state)
    save(trainer, replace(state, tokens=71))
    assert whole_checkpoints(trainer)[0].state == state


def test_all_of_a_checkpoint_is_on_the_disk_before_it_has_its_name(
    trainer: Trainer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a loss of power a name without its content would be no checkpoint."""
    target, flushed = trainer.checkpoints / "step-00000001", []
    flush = os.fsync

    def note(handle: int) -> None:
        flushed.append((os.fstat(handle).st_ino, target.exists()))
        flush(handle)

    monkeypatch.setattr("os.fsync", note)
    save(trainer, State(1))
    before = {path.stat().st_ino for path in (*target.iterdir(), target)}
    assert before <= {number for number, named in flushed if not named}
    assert flushed[-1] == (trainer.checkpoints.stat().st_ino, True), "and then the name"
