"""The order of batches, and where each step stands in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import StoppedError
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentences import DocSentences
from workbench.spec.position import Position, RunOrder, epoch_batches, stage_at, stage_ends
from workbench.spec.run import RunSpec, Stage
from workbench.spec.training import TrainingSpec


@dataclass
class CountingMaker:
    """Plans of as many passages as ``counts`` says for an epoch (the first again where static), and which were made."""

    counts: list[int]
    dynamic: bool = True
    planned: list[int] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)

    def plan(self, epoch: int) -> Any:
        self.planned.append(epoch)
        return Lengths(np.arange(self._count(epoch)) % 7 + 5)

    def count(self, epoch: int) -> int:
        self.counted.append(epoch)
        return self._count(epoch)

    def _count(self, epoch: int) -> int:
        return self.counts[epoch % len(self.counts) if self.dynamic else 0]


@dataclass
class Lengths:
    """As much of a plan as the order of batches looks at."""

    lengths: np.ndarray


def order_of(steps: int, makers: list[CountingMaker], passage: Any, batch_size: int = 4) -> RunOrder:
    stages = tuple(
        Stage(name=str(number), share=1.0 + number, passage=passage, dynamic=maker.dynamic)
        for number, maker in enumerate(makers)
    )
    spec = RunSpec(stages=stages, training=TrainingSpec(steps=steps, batch_size=batch_size, accumulation=2))
    return RunOrder(spec, makers)  # type: ignore[arg-type]


@given(st.lists(st.integers(5, 40), min_size=1, max_size=300), st.integers(1, 9), st.integers(0, 3))
def test_each_passage_comes_once_in_full_batches(lengths: list[int], size: int, epoch: int) -> None:
    batches = epoch_batches(np.array(lengths), size, 1, 0, epoch)
    rows = np.concatenate(batches)
    assert len(set(rows.tolist())) == len(rows)
    assert all(len(batch) == min(size, len(lengths)) for batch in batches)
    assert len(lengths) - len(rows) < size


def test_like_lengths_come_together() -> None:
    lengths = np.random.default_rng(0).integers(5, 129, 1024)
    batches = epoch_batches(lengths, 32, 1, 0, 0)
    padded = sum(len(batch) * int(lengths[batch].max()) for batch in batches)
    assert padded < 1.1 * lengths.sum()


def test_order_follows_the_seed_and_the_epoch() -> None:
    lengths = np.random.default_rng(0).integers(5, 129, 500)
    orders = [
        np.concatenate(epoch_batches(lengths, 16, seed, stage, epoch)).tolist()
        for seed, stage, epoch in ((1, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1))
    ]
    assert orders[0] == orders[1]
    assert all(order != orders[0] for order in orders[2:])


def test_stages_share_the_steps() -> None:
    ends = stage_ends([Stage(name="a", share=1), Stage(name="b", share=2), Stage(name="c", share=0.5)], 100)
    assert ends == [29, 86, 100]
    assert [stage_at(ends, step) for step in (0, 28, 29, 85, 86, 99)] == [0, 0, 1, 1, 2, 2]


@given(
    st.lists(st.lists(st.integers(1, 30), min_size=1, max_size=4), min_size=1, max_size=3),
    st.booleans(),
    st.integers(3, 60),
)
def test_where_a_step_stands_is_where_the_trainer_comes_to(counts: list[list[int]], dynamic: bool, steps: int) -> None:
    order = order_of(steps, [CountingMaker(epochs, dynamic) for epochs in counts], NextSentence())
    walked = [taken.position for taken in order.walk(0, Position())]
    assert len(walked) == steps
    assert [order.at(step) for step in range(steps)] == walked
    assert [order.at(step) for step in reversed(range(steps))] == walked[::-1]


def test_walking_on_from_anywhere_is_the_same() -> None:
    order = order_of(40, [CountingMaker([9, 14]), CountingMaker([21])], NextSentence())
    whole = list(order.walk(0, Position()))
    for step in (1, 13, 14, 39):
        rest = list(order.walk(step, whole[step - 1].after))
        assert [taken.position for taken in rest] == [taken.position for taken in whole[step:]]
        for one, other in zip(rest, whole[step:], strict=True):
            assert [part.tolist() for part in one.parts] == [part.tolist() for part in other.parts]


def test_a_far_step_makes_one_plan_only() -> None:
    maker = CountingMaker([401, 402, 403])
    order = order_of(1_000_000, [maker], NextSentence())
    order.take(order.at(100_000))
    assert len(maker.planned) == 1
    assert len(maker.counted) == 1001, "one count for each epoch of 100 batches, up to that of the step"
    order.at(99_999)
    assert len(maker.counted) == 1001, "and none twice"


@pytest.mark.parametrize("static", [True, False])
def test_where_epochs_are_alike_none_is_counted_but_the_first(static: bool) -> None:
    maker = CountingMaker([10], dynamic=not static)
    order = order_of(1_000_000, [maker], NextSentence() if static else DocSentences())
    assert order.at(999_999) == Position(0, 499_999, 1)
    assert maker.counted == [0]


def test_the_walk_can_be_given_up() -> None:
    order = order_of(1_000_000, [CountingMaker([4])], NextSentence())
    with pytest.raises(StoppedError):
        order.at(900_000, cancelled=lambda: True)


def test_parts_hold_like_lengths() -> None:
    taken = order_of(10, [CountingMaker([64])], NextSentence(), batch_size=16).take(Position())
    lengths = [taken.plan.lengths[part].tolist() for part in taken.parts]
    assert [len(part) for part in lengths] == [8, 8]
    assert max(lengths[0]) <= min(lengths[1])
