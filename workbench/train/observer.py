"""Between the trainer and the recorder: events pass through stamped with time at work, and warnings join them.

Training knows nothing of it, and nothing of it changes what is trained.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from workbench.core.events import (
    EventBase,
    MachineMeasured,
    RunEnded,
    RunStarted,
    Slept,
    StateChanged,
    StepDone,
)
from workbench.train.alerts import Alerts
from workbench.train.clocks import Stopwatch
from workbench.train.telemetry import Measured

Record = Callable[[EventBase], None]


class Measures(Protocol):
    """Where measurements of the machine come from."""

    def measure_if_due(self) -> Measured | None:
        """What is measured now, or None between two measurements."""


@dataclass(frozen=True)
class Instruments:
    """What a session is observed with: ``stopwatch`` stands at the time of the sessions before, and ``epoch`` says how
    often the training text was read so far."""

    machine: Measures
    alerts: Alerts
    stopwatch: Stopwatch
    epoch: Callable[[], float]


class Observer:
    """Takes a run's events and hands them to ``record``.

    It observes from :meth:`begin` on; what comes before (preparing the corpus) passes as it is.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._with: Instruments | None = None

    def begin(self, instruments: Instruments) -> None:
        """Observe from now on."""
        self._with = instruments

    def __call__(self, event: EventBase) -> None:
        """Pass an event on, and what follows from it."""
        if self._with is None:
            self._record(event)
        else:
            self._observe(event, self._with)

    def _observe(self, event: EventBase, instruments: Instruments) -> None:
        stopwatch = instruments.stopwatch
        if slept := stopwatch.take_sleep():
            self._record(Slept(run=event.run, step=event.step, tokens=event.tokens, time=event.time, seconds=slept))
        if isinstance(event, RunStarted) or (isinstance(event, StateChanged) and event.state != "paused"):
            stopwatch.go()
        elif isinstance(event, StateChanged | RunEnded):
            stopwatch.stand()
        elif isinstance(event, StepDone):
            event = event.model_copy(update={"elapsed": stopwatch.seconds, "epoch": instruments.epoch()})
        self._record(event)
        for warning in instruments.alerts.of(event):
            self._record(warning)
        if not isinstance(event, RunEnded) and (measured := instruments.machine.measure_if_due()) is not None:
            place = {"run": event.run, "step": event.step, "tokens": event.tokens}
            self._record(MachineMeasured(**place, time=time.time(), **measured))
