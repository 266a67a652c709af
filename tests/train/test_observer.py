"""What joins a run's events: time at work, sleep, alerts, measurements."""

from __future__ import annotations

import math
from typing import Any

from workbench.core.events import (
    EvalDone,
    EventBase,
    MachineMeasured,
    Outcome,
    RunEnded,
    RunStarted,
    Slept,
    StateChanged,
    StepDone,
    Warned,
)
from workbench.train.alerts import PATIENCE, POINTS_ABOVE, WINDOW, Alerts
from workbench.train.clocks import Stopwatch, awake_seconds, unbroken_seconds
from workbench.train.observer import Instruments, Observer
from workbench.train.telemetry import Measured

PLACE: dict[str, Any] = {"run": "r", "tokens": 0, "time": 0.0}


def step(number: int, loss: float = 1.0) -> StepDone:
    """A point of the curve."""
    return StepDone(step=number, loss=loss, losses={"mlm": loss}, lr=0.1, gradient_norm=1.0, tokens_per_s=1.0,
                    memory_bytes=1, seconds_left=1.0, **PLACE)  # fmt: skip


def evaluation(number: int, loss: float) -> EvalDone:
    """An evaluation."""
    return EvalDone(step=number, loss=loss, losses={"mlm": loss}, perplexity=math.exp(loss), **PLACE)


class Clocks:
    """Two clocks that a test moves."""

    def __init__(self) -> None:
        self.awake, self.unbroken = 100.0, 5000.0

    def work(self, seconds: float) -> None:
        """Both go on."""
        self.awake += seconds
        self.unbroken += seconds

    def watch(self, seconds: float = 0.0) -> Stopwatch:
        """A stopwatch on them."""
        return Stopwatch(seconds, lambda: self.awake, lambda: self.unbroken)


class Still:
    """A machine that is measured whenever a test says so."""

    def __init__(self) -> None:
        self.next: Measured | None = None

    def measure_if_due(self) -> Measured | None:
        """The next measurement, once."""
        found, self.next = self.next, None
        return found


def observed(clocks: Clocks, seconds: float = 0.0) -> tuple[Observer, list[EventBase], Still]:
    """An observer with what it recorded and its machine."""
    told: list[EventBase] = []
    machine = Still()
    observer = Observer(told.append)
    observer.begin(Instruments(machine, Alerts([100]), clocks.watch(seconds), lambda: 1.25))
    return observer, told, machine


def test_pauses_and_sleep_are_no_time_at_work() -> None:
    clocks = Clocks()
    observer, told, _ = observed(clocks, seconds=50.0)
    clocks.work(7)  # before the session begins
    observer(RunStarted(step=0, device="d", precision="fp32", total_steps=9, session=2, **PLACE))
    clocks.work(10)
    observer(step(1))
    observer(StateChanged(step=1, state="paused", **PLACE))
    clocks.work(1000)
    observer(StateChanged(step=1, state="running", **PLACE))
    clocks.work(5)
    observer(StateChanged(step=1, state="evaluating", **PLACE))
    clocks.work(2)
    observer(StateChanged(step=1, state="running", **PLACE))
    clocks.unbroken += 8 * 3600
    clocks.work(3)
    observer(step(2))
    elapsed = [event.elapsed for event in told if isinstance(event, StepDone)]
    assert elapsed == [60.0, 70.0]
    (slept,) = [event for event in told if isinstance(event, Slept)]
    assert slept.seconds == 8 * 3600
    assert told.index(slept) == len(told) - 2, "sleep is told before the step that it came in"
    assert [event.epoch for event in told if isinstance(event, StepDone)] == [1.25, 1.25]


def test_a_hiccup_of_the_clocks_is_no_sleep() -> None:
    clocks = Clocks()
    watch = clocks.watch()
    watch.go()
    clocks.work(4)
    clocks.unbroken += 2
    assert watch.take_sleep() == 0.0
    assert watch.seconds == 4.0


def test_the_clocks_of_this_machine_go_forward_together() -> None:
    awake, unbroken = awake_seconds(), unbroken_seconds()
    assert awake_seconds() >= awake
    assert unbroken_seconds() >= unbroken


def test_nothing_is_added_before_the_session_begins() -> None:
    told: list[EventBase] = []
    observer = Observer(told.append)
    observer(step(1))
    assert told == [step(1)]


def test_measurements_come_after_an_event_and_never_after_the_end() -> None:
    observer, told, machine = observed(Clocks())
    machine.next = {"processor_use": 50.0, "process_memory": 7}
    observer(step(3))
    (measured,) = [event for event in told if isinstance(event, MachineMeasured)]
    assert (measured.step, measured.processor_use, measured.process_memory, measured.gpu_use) == (3, 50.0, 7, None)
    machine.next = {"processor_use": 1.0}
    observer(RunEnded(step=3, outcome=Outcome.DONE, **PLACE))
    assert isinstance(told[-1], RunEnded)


def warnings(events: list[EventBase], ends: tuple[int, ...] = (10_000,)) -> list[tuple[str, int]]:
    """Kinds and steps of what the rules say."""
    alerts = Alerts(ends)
    found: list[Warned] = [warning for event in events for warning in alerts.of(event)]
    return [(warning.kind, warning.step) for warning in found]


def test_a_loss_that_runs_away_is_told_once_and_one_that_falls_never() -> None:
    falling: list[EventBase] = [step(number, 9.0 - number / 50) for number in range(1, 200)]
    assert warnings(falling) == []
    noisy: list[EventBase] = [step(number, 5.0 + number % 7) for number in range(1, 400)]
    assert warnings(noisy) == []
    away: list[EventBase] = [*falling, *(step(number, 9.0) for number in range(200, 500))]
    ((kind, when),) = warnings(away)
    assert kind == "diverging"
    assert 200 + POINTS_ABOVE <= when <= 200 + POINTS_ABOVE + WINDOW
    with_gaps = [event for event in away for event in (event, step(event.step, math.nan))]
    assert len(warnings(with_gaps)) == 1


def test_a_large_loss_may_rise_by_a_tenth() -> None:
    low: list[EventBase] = [step(number, 100.0) for number in range(1, 101)]
    assert warnings([*low, *(step(number, 109.0) for number in range(101, 300))]) == []
    assert len(warnings([*low, *(step(number, 112.0) for number in range(101, 300))])) == 1


def test_a_new_stage_begins_anew() -> None:
    first: list[EventBase] = [step(number, 2.0) for number in range(1, 201)]
    second: list[EventBase] = [step(number, 9.0) for number in range(201, 400)]
    assert warnings([*first, *second], (200, 1000)) == []
    assert [kind for kind, _ in warnings([*first, *second])] == ["diverging"]


def test_a_loss_that_stands_still_is_told_once() -> None:
    better: list[EventBase] = [evaluation(number, 9.0 * 0.99**number) for number in range(1, 50)]
    assert warnings(better) == []
    still: list[EventBase] = [evaluation(number, 3.0) for number in range(1, 40)]
    assert warnings(still) == [("plateau", 1 + PATIENCE)]
