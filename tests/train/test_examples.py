"""Batches in order, prepared ahead."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice

import pytest
import torch

from workbench.spec.files import apply_overrides
from workbench.spec.position import Position
from workbench.spec.run import RunSpec
from workbench.train.examples import ahead
from workbench.train.loop import Trainer

TrainerOf = Callable[..., Trainer]


def num_workers() -> int:
    """Threads that prepare examples."""
    return sum(thread.name.startswith("examples") for thread in threading.enumerate())


def test_ahead_keeps_order_and_ends_its_thread() -> None:
    with closing(ahead(iter(range(100)))) as items:
        assert list(islice(items, 5)) == [0, 1, 2, 3, 4]
        assert num_workers() == 1
    assert num_workers() == 0
    assert list(ahead(iter(range(9)))) == list(range(9))


def test_ahead_passes_errors_on() -> None:
    def failing() -> Iterator[int]:
        yield 1
        raise ValueError("no more")

    with closing(ahead(failing())) as items:
        assert next(items) == 1
        with pytest.raises(ValueError, match="no more"):
            next(items)
    assert num_workers() == 0


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
