"""Batches in order, prepared ahead."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice

import numpy as np
import pytest
import torch

from workbench.core.errors import StoppedError
from workbench.core.progress import Cancelled
from workbench.spec.files import apply_overrides
from workbench.spec.position import Position
from workbench.spec.run import RunSpec
from workbench.store.records import Command
from workbench.train import examples as module
from workbench.train.examples import Prepared, ahead
from workbench.train.loop import Trainer

TrainerOf = Callable[..., Trainer]


def num_workers() -> int:
    """Threads that prepare examples."""
    return sum(thread.name.startswith("examples") for thread in threading.enumerate())


def test_ahead_keeps_order_and_ends_its_thread() -> None:
    with closing(ahead(lambda cancelled: iter(range(100)))) as items:
        assert list(islice(items, 5)) == [0, 1, 2, 3, 4]
        assert num_workers() == 1
    assert num_workers() == 0
    assert list(ahead(lambda cancelled: iter(range(9)))) == list(range(9))


def test_ahead_passes_errors_on() -> None:
    def failing(cancelled: Cancelled) -> Iterator[int]:
        yield 1
        raise ValueError("no more")

    with closing(ahead(failing)) as items:
        assert next(items) == 1
        with pytest.raises(ValueError, match="no more"):
            next(items)
    assert num_workers() == 0


def test_what_is_not_wanted_any_more_is_not_made_to_its_end() -> None:
    """R090: an item that takes long to make; the taker waits no longer for it, and its making is told."""
    told: list[bool] = []

    def slow(cancelled: Cancelled) -> Iterator[int]:
        yield 1
        while not cancelled():
            threading.Event().wait(0.001)
        told.append(True)
        raise StoppedError("Stopped.")

    def wait(done: Callable[[float], bool]) -> bool:
        return done(0.1)

    assert list(ahead(slow, wait)) == [1]
    assert told == [True]
    assert num_workers() == 0


def test_the_making_of_a_large_batch_is_given_up_between_its_pieces(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R090: as of a batch size that was mistyped."""
    monkeypatch.setattr(module, "_PIECE_TOKENS", 80)
    source = trainer_of(spec).source
    plan, looks = source.makers[0].plan(0), iter([False, False, True])
    with pytest.raises(StoppedError):
        source.batch(plan, np.arange(8), 0, 0, lambda: next(looks))
    with pytest.raises(StoppedError):
        source.evaluation(0, lambda: True)


def test_a_run_that_waits_for_a_batch_can_be_stopped(spec: RunSpec, trainer_of: TrainerOf) -> None:
    trainer = trainer_of(spec)
    make = trainer.source.batches

    def stuck(step: int, position: Position, cancelled: Cancelled) -> Iterator[Prepared]:
        yield from islice(make(step, position), 2)
        while not cancelled():
            threading.Event().wait(0.001)

    wait = trainer.control.wait_for

    def wish_meanwhile(done: Callable[[float], bool]) -> bool:
        if trainer.state.step == 2:
            trainer.control.wish(Command.STOP_AND_SAVE)
        return wait(done)

    trainer.control.wait_for = wish_meanwhile  # type: ignore[method-assign]
    trainer.source.batches = stuck  # type: ignore[method-assign, assignment]
    assert not trainer.train()
    assert trainer.state.step == 2


def test_a_batch_made_in_pieces_is_the_batch(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = trainer_of(spec).source
    plan = source.makers[0].plan(0)
    rows = np.argsort(plan.lengths, kind="stable")
    assert len(set(plan.lengths.tolist())) > 3, "pieces of different widths"
    for one in (rows, rows[::-1], rows[:1]):
        whole = source.batch(plan, one, 0, 0)
        monkeypatch.setattr(module, "_PIECE_TOKENS", 3 * 40)
        pieces = source.batch(plan, one, 0, 0)
        monkeypatch.undo()
        assert whole.num_tokens == pieces.num_tokens
        for name in ("places", "labels", "passage_labels"):
            assert torch.equal(getattr(whole, name), getattr(pieces, name)), name
        assert torch.equal(whole.inputs.ids, pieces.inputs.ids)
        assert torch.equal(whole.inputs.segments, pieces.inputs.segments)
        assert (whole.inputs.real is None) == (pieces.inputs.real is None)
        if whole.inputs.real is not None:
            assert pieces.inputs.real is not None
            assert torch.equal(whole.inputs.real, pieces.inputs.real)


def test_batches_can_be_taken_up_anywhere(spec: RunSpec, trainer_of: TrainerOf) -> None:
    source = trainer_of(spec).source
    whole = list(source.batches(0, Position()))
    assert len(whole) == 20
    assert whole[-1].after.epoch >= 1, "the run should cross epochs"
    for step in (1, 7, 13):
        rest = list(source.batches(step, whole[step - 1].after))
        assert len(rest) == 20 - step
        for expected, found in zip(whole[step:], rest, strict=True):
            assert found.after == expected.after
            assert torch.equal(found.parts[0].inputs.ids, expected.parts[0].inputs.ids)


def test_epochs_differ_unless_masks_are_static(spec: RunSpec, trainer_of: TrainerOf) -> None:
    for dynamic in (True, False):
        source = trainer_of(apply_overrides(spec, [f"stages.0.dynamic={str(dynamic).lower()}"])).source
        epochs = []
        for epoch in (0, 1):
            plan = source.makers[0].plan(epoch)
            rows = plan.example.argsort()
            epochs.append(source.batch(plan, rows[:8], 0, epoch).inputs.ids)
        assert torch.equal(*epochs) != dynamic


def test_evaluation_is_the_same_every_time(spec: RunSpec, trainer_of: TrainerOf) -> None:
    source = trainer_of(spec).source
    first, second = source.evaluation(0), source.evaluation(0)
    assert sum(len(batch.inputs.ids) for batch in first) == 16
    for a, b in zip(first, second, strict=True):
        assert torch.equal(a.inputs.ids, b.inputs.ids)
        assert torch.equal(a.labels, b.labels)


def test_stages_follow_each_other(spec: RunSpec, trainer_of: TrainerOf) -> None:
    stage = spec.stages[0]
    two = spec.model_copy(update={"stages": (stage, stage.model_copy(update={"name": "second", "share": 3.0}))})
    steps = list(trainer_of(two).source.batches(0, Position()))
    assert [step.stage for step in steps] == [0] * 5 + [1] * 15
    assert steps[5].after == Position(1, 0, 1)
