"""Elapsed and remaining time while the clock of the machine is set, and while it sleeps."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from typing import Any

import pytest

from workbench.core.events import EventBase, Slept, StepDone
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.train import clocks
from workbench.train.alerts import Alerts
from workbench.train.clocks import Stopwatch
from workbench.train.loop import Trainer
from workbench.train.meter import Meter, StepResult
from workbench.train.observer import Instruments, Observer

TrainerOf = Callable[..., Trainer]
YEAR = 365 * 86400.0
RESULT = StepResult(1.0, {"mlm": 1.0}, {"mlm": 0.5}, 1.0, 1e-3, 1000)


class Nothing:
    def measure_if_due(self) -> None:
        return None


def observed_by(trainer: Trainer, stopwatch: Stopwatch) -> list[EventBase]:
    """What comes of a trainer's events behind an observer."""
    told: list[EventBase] = []
    observer = Observer(told.append)
    observer.begin(Instruments(Nothing(), Alerts([trainer.spec.training.steps]), stopwatch, lambda: 0.0))
    trainer.journal.record = observer
    return told


@pytest.mark.parametrize("jumps", [[0.0, -YEAR], [0.0, YEAR], [0.0, YEAR, -YEAR]], ids=["back", "forward", "both"])
def test_setting_the_clock_changes_no_time_of_a_run(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch, jumps: list[float]
) -> None:
    real, jump = time.time, itertools.cycle(jumps)
    monkeypatch.setattr(time, "time", lambda: real() + next(jump))
    trainer = trainer_of(spec)
    began = time.monotonic()
    told = observed_by(trainer, Stopwatch())
    assert trainer.train()
    lasted = time.monotonic() - began
    points = [event for event in told if isinstance(event, StepDone)]
    elapsed = [point.elapsed for point in points]
    assert elapsed == sorted(elapsed)  # type: ignore[type-var]
    assert all(0 <= point.elapsed <= lasted for point in points)  # type: ignore[operator]
    assert all(0 <= point.seconds_left <= 20 * lasted for point in points)
    assert all(point.tokens_per_s > 0 for point in points)
    assert not [event for event in told if isinstance(event, Slept)]


def test_a_night_in_the_middle_of_a_run_is_told_and_not_counted(
    spec: RunSpec, trainer_of: TrainerOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stand-in clocks that go on by a second at each look; one of them stands still for the night."""
    ticks, night = itertools.count(), [0.0]
    awake = lambda: float(next(ticks))
    trainer = trainer_of(apply_overrides(spec, ["training.steps=10", "training.warmup_steps=1"]))
    advance = trainer.advance

    def sleeps_before_step_5(*arguments: Any) -> None:
        if trainer.state.step == 4:
            night[0] = 8 * 3600.0
        advance(*arguments)

    monkeypatch.setattr(trainer, "advance", sleeps_before_step_5)
    told = observed_by(trainer, Stopwatch(awake=awake, unbroken=lambda: float(next(ticks)) + night[0]))
    assert trainer.train()
    (slept,) = [event for event in told if isinstance(event, Slept)]
    assert slept.seconds == pytest.approx(8 * 3600, abs=10)
    elapsed = [event.elapsed for event in told if isinstance(event, StepDone)]
    assert elapsed == sorted(elapsed)  # type: ignore[type-var]
    assert elapsed[-1] < 3600, "the night is not counted"  # type: ignore[operator]


def test_a_step_that_slept_says_nothing_of_the_time_that_is_left() -> None:
    """Where the only clock there is goes on while the machine sleeps, as a step's own does on some systems."""
    meter = Meter(total_steps=100)
    for step in range(1, 6):
        meter.add(RESULT, 2.0)
        meter.point("r", step, 0, 0)
    meter.add(RESULT, 8 * 3600.0)
    point = meter.point("r", 6, 0, 0)
    assert point.seconds_left == pytest.approx(94 * 2.0)
    assert point.tokens_per_s == pytest.approx(500.0)


def test_no_clock_of_the_stopwatch_is_one_that_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: pytest.fail("the clock on the wall was looked at"))
    assert clocks.awake_seconds() > 0
    assert clocks.unbroken_seconds() > 0
