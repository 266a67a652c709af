"""The learning rate of every step: a function of the recipe, and of where stages begin where the schedule begins anew
with them (ERNIE sheet 2.5); for the trainer and for the curve before the start.

Steps count from 0 (sheet section 0.5): the first update has the rate of step 0, which a warm-up makes 0, and step N,
which no update has, is where a decay ends.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping

from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import StageGroup, stage_groups
from workbench.spec.training import Schedule, TrainingSpec


def learning_rate(training: TrainingSpec, step: int) -> float:
    """The rate of the update after ``step`` earlier ones (0 for the first).

    During the warm-up it is p·t/w, which the schedules that begin their decay where warm-up ends reach p with.
    """
    decayed = _SCHEDULES[training.schedule](training, step)
    if step >= training.warmup_steps:
        return decayed
    warm = step / training.warmup_steps
    return decayed * warm if training.schedule is Schedule.ELECTRA else training.learning_rate * warm


class RunRate:
    """The rate of each step of a run: :func:`learning_rate` of its recipe or, where the schedule begins anew, of each
    group of stages as if it were a run by itself, with the warm-up of its first stage where that has one.

    ``parts`` are (step that it begins with, recipe of as many steps as it has) in order.
    """

    def __init__(self, spec: RunSpec) -> None:
        training = spec.training
        self.parts: list[tuple[int, TrainingSpec]] = [(0, training)]
        if training.restart_schedule:
            groups = [group for group in stage_groups(spec.stages, training.steps) if group.end > group.begin]
            self.parts = [(group.begin, _recipe_of(training, spec.stages[group.first], group)) for group in groups]
        self._begins = [begin for begin, _ in self.parts]

    def __call__(self, step: int) -> float:
        """The rate of the update after ``step`` earlier ones."""
        begin, training = self.parts[bisect_right(self._begins, step) - 1]
        return learning_rate(training, step - begin)

    @property
    def warmups(self) -> list[int]:
        """The warm-up of each part, in steps of its own; of each group of stages where the schedule begins anew."""
        return [training.warmup_steps for _, training in self.parts]

    @property
    def peak(self) -> int:
        """The step of the highest rate, the first of several."""
        return max((begin + peak_step(training) for begin, training in self.parts), key=self)

    @property
    def warm(self) -> list[int]:
        """The steps that a warm-up ends with, as far as it ends within its part."""
        return [
            begin + training.warmup_steps
            for begin, training in self.parts
            if 0 < training.warmup_steps < training.steps
        ]


def _recipe_of(training: TrainingSpec, first: Stage, group: StageGroup) -> TrainingSpec:
    """The recipe of a group as a run by itself."""
    own = {} if first.warmup_steps is None else {"warmup_steps": first.warmup_steps}
    return training.model_copy(update={"steps": group.end - group.begin, **own})


def peak_step(training: TrainingSpec) -> int:
    """The step of the highest rate: the last step of the warm-up or the first after it, where that is higher; in
    ELECTRA's product, half of the run if the warm-up is longer than that."""
    steps, warmup = training.steps, min(training.warmup_steps, training.steps)
    near = {max(0, warmup - 1), warmup, min(warmup, steps // 2)}
    return max(sorted(near), key=lambda step: learning_rate(training, step))


def _constant(training: TrainingSpec, step: int) -> float:
    return training.learning_rate


def _from_the_start(training: TrainingSpec, step: int) -> float:
    """p·(1 - t/N)."""
    return training.learning_rate * (1 - step / training.steps)


def _linear(training: TrainingSpec, step: int) -> float:
    return training.learning_rate * _left(training, step)


def _polynomial(training: TrainingSpec, step: int) -> float:
    """fairseq's: end + (p - end)·(1 - (t - w)/(N - w))^power."""
    end = training.end_learning_rate
    return end + (training.learning_rate - end) * math.pow(_left(training, step), training.decay_power)


def _cosine(training: TrainingSpec, step: int) -> float:
    """Half a cosine wave from p down to the end."""
    end = training.end_learning_rate
    return end + (training.learning_rate - end) * 0.5 * (1 + math.cos(math.pi * (1 - _left(training, step))))


def _noam(training: TrainingSpec, step: int) -> float:
    """p·√(w/t): that of Vaswani et al. (2017), given by its peak; without warm-up it begins at step 1."""
    return training.learning_rate * math.sqrt(max(1, training.warmup_steps) / max(1, step))


def _left(training: TrainingSpec, step: int) -> float:
    """What is left of the decay, 1 where warm-up ends and 0 at the end of the run; fairseq's warm-up includes step w,
    so that a run that is all warm-up ends at its peak."""
    if step <= training.warmup_steps:
        return 1.0
    return 1 - (step - training.warmup_steps) / (training.steps - training.warmup_steps)


_SCHEDULES: Mapping[Schedule, Callable[[TrainingSpec, int], float]] = {
    Schedule.LINEAR: _linear,
    Schedule.BERT: _from_the_start,
    Schedule.ELECTRA: _from_the_start,
    Schedule.POLYNOMIAL: _polynomial,
    Schedule.COSINE: _cosine,
    Schedule.NOAM: _noam,
    Schedule.CONSTANT: _constant,
}
