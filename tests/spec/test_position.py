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
from workbench.spec.position import Position, RunOrder
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import stage_at, stage_groups
from workbench.spec.training import BatchUnit, TrainingSpec


@dataclass
class CountingMaker:
    """Plans of as many passages as ``counts`` says for an epoch (the first again where static), and which were made."""

    counts: list[int]
    dynamic: bool = True
    copies: int = 1
    planned: list[int] = field(default_factory=list)
    counted: list[int] = field(default_factory=list)

    def plan(self, epoch: int) -> Any:
        self.planned.append(epoch)
        return Lengths(np.arange(self._count(epoch)) % 7 + 5)

    def count(self, epoch: int) -> int:
        self.counted.append(epoch)
        return self._count(epoch)

    def _count(self, epoch: int) -> int:
        return self.counts[(epoch if self.dynamic else epoch % self.copies) % len(self.counts)]


@dataclass
class Lengths:
    """As much of a plan as the order of batches looks at."""

    lengths: np.ndarray


def order_of(
    steps: int,
    makers: list[CountingMaker],
    passage: Any,
    batch_size: int = 4,
    unit: BatchUnit = BatchUnit.SEQUENCES,
    together: bool = False,
) -> RunOrder:
    """The order of as many stages as makers, of which the third begins after the first two where some go together."""
    stages = tuple(
        Stage(
            name=str(number),
            share=1.0 + number,
            passage=passage,
            dynamic=maker.dynamic,
            dupe_factor=maker.copies,
            together=together and number in (1, 3),
        )
        for number, maker in enumerate(makers)
    )
    training = TrainingSpec(steps=steps, batch_size=batch_size, batch_unit=unit, accumulation=2)
    return RunOrder(RunSpec(stages=stages, training=training), makers)  # type: ignore[arg-type]


def test_stages_share_the_steps() -> None:
    groups = stage_groups([Stage(name="a", share=1), Stage(name="b", share=2), Stage(name="c", share=0.5)], 100)
    assert [group.end for group in groups] == [29, 86, 100]
    assert [stage_at(groups, step) for step in (0, 28, 29, 85, 86, 99)] == [0, 0, 1, 1, 2, 2]


@given(
    st.lists(st.lists(st.integers(1, 30), min_size=1, max_size=4), min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
    st.integers(1, 5),
    st.integers(3, 60),
    st.sampled_from([(4, BatchUnit.SEQUENCES), (40, BatchUnit.TOKENS)]),
)
def test_where_a_step_stands_is_where_the_trainer_comes_to(
    counts: list[list[int]], dynamic: bool, together: bool, copies: int, steps: int, batch: tuple[int, BatchUnit]
) -> None:
    makers = [CountingMaker(epochs, dynamic, copies) for epochs in counts]
    order = order_of(steps, makers, NextSentence(), *batch, together=together)
    walked = [taken.position for taken in order.walk(0, Position())]
    assert len(walked) == steps
    assert [order.at(step) for step in range(steps)] == walked
    assert [order.at(step) for step in reversed(range(steps))] == walked[::-1]


@pytest.mark.parametrize("together", [False, True])
def test_walking_on_from_anywhere_is_the_same(together: bool) -> None:
    def begun() -> RunOrder:
        makers = [CountingMaker([9, 14]), CountingMaker([21]), CountingMaker([7, 30])]
        return order_of(60, makers, NextSentence(), together=together)

    whole = list(begun().walk(0, Position()))
    for step in (1, 10, 11, 29, 30, 31, 59):
        rest = list(begun().walk(step, whole[step - 1].after))
        assert [taken.position for taken in rest] == [taken.position for taken in whole[step:]]
        for one, other in zip(rest, whole[step:], strict=True):
            assert [part.tolist() for part in one.parts] == [part.tolist() for part in other.parts]


def test_stages_of_a_group_go_on_where_they_left_off_without_a_plan_made_twice() -> None:
    """Each goes through its own epochs, as it would alone."""
    makers = [CountingMaker([9, 14]), CountingMaker([21, 13])]
    walked = [taken.position for taken in order_of(60, makers, NextSentence(), together=True).walk(0, Position())]
    for stage, steps in ((0, 20), (1, 40)):
        own = [position for position in walked if position.stage == stage]
        alone = order_of(steps, [CountingMaker(makers[stage].counts)], NextSentence())
        assert [(one.epoch, one.batch) for one in own] == [
            (taken.position.epoch, taken.position.batch) for taken in alone.walk(0, Position())
        ]
        assert makers[stage].planned == sorted(set(makers[stage].planned))
    assert walked[0].stage == 1
    assert [position.stage for position in walked[:6]] == [1, 0, 1, 1, 0, 1]


def test_epochs_are_told_of_the_stage_that_has_read_most() -> None:
    order = order_of(60, [CountingMaker([8]), CountingMaker([40])], NextSentence(), together=True)
    told = [order.epochs(step) for step in range(61)]
    assert told == sorted(told), "20 steps of 2 an epoch"
    assert told[-1] == 10.0
    plain = order_of(60, [CountingMaker([8]), CountingMaker([40])], NextSentence())
    assert [plain.epochs(step) for step in (0, 1, 20, 21, 60)] == [0.0, 0.5, 10.0, 0.1, 4.0]


def test_a_far_step_makes_one_plan_only() -> None:
    maker = CountingMaker([401, 402, 403])
    order = order_of(1_000_000, [maker], NextSentence())
    order.take(order.at(100_000))
    assert len(maker.planned) == 1
    assert 980 < len(maker.counted) < 1000, "one count for each epoch of 101 batches, up to that of the step"
    counted = len(maker.counted)
    order.at(99_999)
    assert len(maker.counted) == counted, "and none twice"


@pytest.mark.parametrize("static", [True, False])
def test_where_epochs_are_alike_none_is_counted_but_the_first(static: bool) -> None:
    maker = CountingMaker([10], dynamic=not static)
    order = order_of(1_000_000, [maker], NextSentence() if static else DocSentences())
    assert order.at(999_999) == Position(0, 333_333, 0)
    assert maker.counted == [0]


def test_static_copies_are_counted_once_each() -> None:
    maker = CountingMaker([8, 12, 16], dynamic=False, copies=3)
    order = order_of(1_000_000, [maker], NextSentence())
    assert order.at(9 * 100_000 + 6) == Position(0, 300_002, 1)
    assert maker.counted == [0, 1, 2]


def test_what_fills_no_batch_comes_last_and_takes_a_step() -> None:
    order = order_of(7, [CountingMaker([10])], DocSentences())
    sizes = [sum(map(len, taken.parts)) for taken in order.walk(0, Position())]
    assert sizes == [4, 4, 2, 4, 4, 2, 4]


def test_each_stage_has_its_own_batches() -> None:
    stages = (Stage(name="short", share=3), Stage(name="long", share=1, length=512, batch_size=2))
    spec = RunSpec(stages=stages, training=TrainingSpec(steps=4, batch_size=4))
    order = RunOrder(spec, [CountingMaker([40]), CountingMaker([40])])  # type: ignore[list-item]
    assert [sum(map(len, taken.parts)) for taken in order.walk(0, Position())] == [4, 4, 4, 2]


def test_the_walk_can_be_given_up() -> None:
    order = order_of(1_000_000, [CountingMaker([4])], NextSentence())
    with pytest.raises(StoppedError):
        order.at(900_000, cancelled=lambda: True)


def test_parts_hold_like_lengths() -> None:
    taken = order_of(10, [CountingMaker([64])], NextSentence(), batch_size=16).take(Position())
    lengths = [taken.plan.lengths[part].tolist() for part in taken.parts]
    assert [len(part) for part in lengths] == [8, 8]
    assert max(lengths[0]) <= min(lengths[1])
