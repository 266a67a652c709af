"""Points of the curve."""

from __future__ import annotations

import itertools

import pytest

from workbench.train.meter import Meter, StepResult


def result(loss: float, tokens: int = 100) -> StepResult:
    """A step with one objective."""
    return StepResult(loss, {"mlm": loss}, {"mlm": 0.5}, 2 * loss, 1e-3, tokens)


def test_a_point_is_the_mean_of_its_steps() -> None:
    meter = Meter(10)
    meter.add(result(1.0), 0.5)
    meter.add(result(3.0, 300), 1.5)
    point = meter.point("run", 2, 400, 77)
    assert (point.loss, point.losses, point.gradient_norm) == (2.0, {"mlm": 2.0}, 4.0)
    assert point.tokens_per_s == 200
    assert point.seconds_left == pytest.approx(8 * meter.seconds_a_step)
    assert point.memory_bytes == 77
    meter.add(result(5.0), 1.0)
    assert meter.point("run", 3, 500, 77).loss == 5.0


def test_steps_to_come_may_be_longer() -> None:
    meter = Meter(10, lambda done: 4.0 * (10 - done))
    meter.add(result(1.0), 0.5)
    assert meter.point("run", 1, 100, 77).seconds_left == pytest.approx(36 * 0.5)


def test_long_runs_have_fewer_points() -> None:
    assert [step for step in range(1, 8) if Meter(7).is_due(step)] == [1, 2, 3, 4, 5, 6, 7]
    long = Meter(1_000_001)
    assert long.every == 200
    assert not long.is_due(1)
    assert long.is_due(400)
    assert long.is_due(1_000_001)


def test_a_step_that_was_held_counts_as_a_usual_one() -> None:
    meter = Meter(10)
    for _ in range(3):
        meter.add(result(1.0), 2.0)
    meter.add(result(1.0), 8 * 3600.0)
    assert meter.seconds_a_step == 2.0
    point = meter.point("run", 4, 400, 0)
    assert point.seconds_left == 12.0
    meter.add(result(1.0), 25.0)
    assert meter.seconds_a_step == pytest.approx(2.0 + 0.1 * 23.0), "a slow step is one"
    long = Meter(10)
    for seconds in (20.0, 380.0):
        long.add(result(1.0), seconds)
    assert long.seconds_a_step == pytest.approx(20.0 + 0.1 * 360.0), "nineteen times as slow is no sleep"


@pytest.mark.parametrize(("seconds", "every"), [(30.0, 1), (2.6, 1), (1.0, 3), (0.7, 4), (0.001, 200)])
def test_no_result_waits_long_for_its_point(seconds: float, every: int) -> None:
    clock = [0.0]
    meter = Meter(1_000_001, clock=lambda: clock[0])
    done: list[float] = []
    points: list[int] = []
    for step in range(1, 1001):
        clock[0] += seconds
        done.append(clock[0])
        meter.add(result(1.0), seconds)
        if meter.is_due(step):
            meter.point("run", step, 100, 0)
            points.append(step)
            assert clock[0] - done[0] <= 2.5
            done.clear()
    assert {after - before for before, after in itertools.pairwise(points)} <= {every, 200 % every or every}
    assert meter.is_empty is (points[-1] == 1000)
