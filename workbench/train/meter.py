"""What the curve shows: means over the steps since its last point, speed, and the time that is left."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from workbench.core.events import StepDone

_POINTS = 5000  #: points of a run's curve where steps are quick
GATHER_SECONDS = 2.5  #: a result waits no longer for its point, as far as the next step lasts as long as usual
_FORGET = 0.1  #: weight of the newest step in the mean duration
#: A step that lasts so many seconds and so many times as long as usual was interrupted, as by the machine's sleep.
_HELD_SECONDS, _HELD_TIMES = 30.0, 20.0


@dataclass(frozen=True)
class StepResult:
    """One optimizer step: losses and accuracies by head, tokens read (without padding).

    A step without anything to predict has no losses, and NaN for its ``loss`` and ``gradient_norm``. ``task`` is what
    the step was of, in a run that has several.
    """

    loss: float
    losses: dict[str, float]
    accuracies: dict[str, float]
    gradient_norm: float
    rate: float
    tokens: int
    task: str = ""

    @property
    def is_bad(self) -> bool:
        """Whether there was something to predict, and its loss or gradient is not a finite number."""
        return bool(self.losses) and not (math.isfinite(self.loss) and math.isfinite(self.gradient_norm))


@dataclass
class Meter:
    """Gathers steps. Only time spent on steps counts, so that pauses and evaluations do not look like slowness.

    ``steps_left`` says how many steps like the last one are left after so many, where steps are not all alike.
    ``clock`` counts seconds.
    """

    total_steps: int
    steps_left: Callable[[int], float] | None = None
    seconds_a_step: float = 0.0
    clock: Callable[[], float] = time.monotonic
    _results: list[StepResult] = field(default_factory=list)
    _seconds: float = 0.0
    _since: float = 0.0

    @property
    def is_empty(self) -> bool:
        """Whether all steps are on the curve."""
        return not self._results

    @property
    def every(self) -> int:
        """Steps between two points: every step of a short run."""
        return max(1, self.total_steps // _POINTS)

    def add(self, result: StepResult, seconds: float) -> None:
        """Take a step that lasted ``seconds``, waiting for its data included; a held one counts as usual."""
        if not self._results:
            self._since = self.clock()
        known = self.seconds_a_step
        if known and seconds > max(_HELD_SECONDS, _HELD_TIMES * known):
            seconds = known
        self._results.append(result)
        self._seconds += seconds
        self.seconds_a_step = seconds if known == 0 else known + _FORGET * (seconds - known)

    def is_due(self, step: int) -> bool:
        """Whether the curve gets a point after ``step`` steps: at regular ones, and where what was gathered would
        otherwise be old when the next step is done."""
        if step % self.every == 0 or step == self.total_steps:
            return True
        return not self.is_empty and self.clock() - self._since + self.seconds_a_step > GATHER_SECONDS

    def forget(self) -> None:
        """Leave what was gathered off the curve."""
        self._results, self._seconds = [], 0.0

    def point(self, run: str, step: int, tokens: int, memory_bytes: int) -> StepDone:
        """The point for the steps since the last one, which are forgotten."""
        results, seconds = self._results, self._seconds
        self.forget()
        left = self.total_steps - step if self.steps_left is None else self.steps_left(step)
        return StepDone(
            run=run,
            step=step,
            tokens=tokens,
            time=time.time(),
            loss=_mean([result.loss for result in results if result.losses]),
            losses=_means([result.losses for result in results]),
            accuracies=_means([result.accuracies for result in results]),
            lr=results[-1].rate,
            gradient_norm=_mean([result.gradient_norm for result in results if result.losses]),
            tokens_per_s=sum(result.tokens for result in results) / max(seconds, 1e-9),
            memory_bytes=memory_bytes,
            seconds_left=left * self.seconds_a_step,
            tasks=_means([{result.task: result.loss} for result in results if result.task and result.losses]),
        )


def _mean(values: list[float]) -> float:
    """NaN of nothing, which a curve shows as a gap."""
    return sum(values) / len(values) if values else math.nan


def _means(rows: list[dict[str, float]]) -> dict[str, float]:
    """Means by name; where stages differ, over the steps that have the name."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: _mean([row[name] for row in rows if name in row]) for name in names}
