"""Learning one task once: epochs until the development examples are no longer predicted better."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.spec.task import TaskSpec
from workbench.text.labelled.records import MAIN_SCORE, TaskKind
from workbench.train.meter import StepResult
from workbench.train.optim import Optimizer
from workbench.train.task.examples import Part, TaskData
from workbench.train.task.metrics import Measured

Predictions = NDArray[np.int64] | NDArray[np.float64]


class Learner(Protocol):
    """What learns: a head on features, or a whole model."""

    @property
    def module(self) -> nn.Module:
        """What has the weights that are learnt."""

    @property
    def steps_per_epoch(self) -> int:
        """How many batches an epoch has."""

    def batches(self, seed: int, epoch: int) -> Iterator[tuple[Tensor, NDArray[np.int64], int]]:
        """For each batch of an epoch the logits [n, outputs], the rows [n] of its targets, and its tokens."""

    def logits(self, part: Part) -> Tensor:
        """The logits of all targets of a part, on the processor; nothing is differentiated."""


@dataclass(frozen=True)
class Goal:
    """Losses and predictions of a kind of task; numbers are learnt in units of their ``deviation`` from the ``mean``
    of the training examples."""

    kind: TaskKind
    mean: float = 0.0
    deviation: float = 1.0

    @staticmethod
    def of(data: TaskData) -> Goal:
        """The goal of a task's training examples."""
        if data.kind is not TaskKind.REGRESSION:
            return Goal(data.kind)
        targets = data.train.targets
        return Goal(data.kind, float(targets.mean()), float(targets.std()) or 1.0)

    def loss(self, logits: Tensor, targets: Predictions) -> Tensor:
        """The mean cross-entropy in nats, or squared error; targets that are -1 do not count."""
        if self.kind is TaskKind.REGRESSION:
            wanted = torch.from_numpy((targets - self.mean) / self.deviation).to(logits.device, logits.dtype)
            return functional.mse_loss(logits[:, 0], wanted)
        asked = torch.from_numpy(targets).to(logits.device)
        return functional.cross_entropy(logits.float(), asked, ignore_index=-1)

    def predictions(self, logits: Tensor) -> Predictions:
        """What logits say: classes [n] or numbers [n]."""
        if self.kind is TaskKind.REGRESSION:
            return logits[:, 0].double().numpy() * self.deviation + self.mean
        return logits.argmax(1).numpy()


class Watcher(Protocol):
    """Whom learning tells, and asks whether to go on."""

    def stepped(self, step: int, result: StepResult, seconds: float) -> None:
        """A step was taken."""

    def evaluated(self, step: int, epoch: int, loss: float, score: float) -> None:
        """An epoch was measured on the development examples."""

    def goes_on(self) -> bool:
        """Wait while paused; False where someone asks to stop."""


@dataclass(frozen=True)
class Learnt:
    """The figures of the best epoch on the test examples, and on the development examples its main score."""

    measured: Measured
    epoch: int
    epochs: int
    development: float | None
    seconds: float


@dataclass
class _Best:
    """The epoch with the highest score on the development examples, of equal ones the one with the lowest loss."""

    epoch: int = 0
    score: float = -math.inf
    loss: float = math.inf
    weights: dict[str, Tensor] = field(default_factory=dict)

    def takes(self, epoch: int, score: float, loss: float, module: nn.Module) -> None:
        if (score, -loss) > (self.score, -self.loss):
            self.epoch, self.score, self.loss = epoch, score, loss
            self.weights = copy.deepcopy(module.state_dict())


def learn(learner: Learner, data: TaskData, task: TaskSpec, hidden: int, seed: int, watcher: Watcher) -> Learnt | None:
    """Train, choose the best epoch and measure it; None where someone asked to stop.

    Raises :class:`WorkbenchError` where the loss is no longer a finite number.
    """
    began, goal, best = time.monotonic(), Goal.of(data), _Best()
    epochs = task.num_epochs(learner.steps_per_epoch)
    optimizer = Optimizer(learner.module, task.training(learner.steps_per_epoch * epochs, hidden))
    step = epoch = 0
    for epoch in range(1, epochs + 1):
        learner.module.train()
        last = time.monotonic()
        for logits, rows, tokens in learner.batches(seed, epoch):
            loss = goal.loss(logits, data.train.targets[rows])
            result = _take_step(optimizer, loss, step, tokens)
            step += 1
            now = time.monotonic()
            watcher.stepped(step, result, now - last)
            if not watcher.goes_on():
                return None
            last = time.monotonic()
        score, loss_there = _measure(learner, goal, data)
        watcher.evaluated(step, epoch, loss_there, score)
        best.takes(epoch, score, loss_there, learner.module)
        if epoch - best.epoch >= task.most_patience(epochs):
            break
    learner.module.load_state_dict(best.weights)
    learner.module.eval()
    measured = data.measure(data.test, goal.predictions(learner.logits(data.test)))
    return Learnt(measured, best.epoch, epoch, best.score, time.monotonic() - began)


def _take_step(optimizer: Optimizer, loss: Tensor, step: int, tokens: int) -> StepResult:
    loss.backward()  # type: ignore[no-untyped-call]
    norm, value = optimizer.clip().item(), loss.item()
    if not (math.isfinite(norm) and math.isfinite(value)):
        raise WorkbenchError(
            mark("The loss of the task is no finite number any more, at step {step}."),
            mark("Try a lower learning rate: {setting}=…"),
            step=step + 1,
            setting="task.learning_rate",
        )
    rate = optimizer.step(step)
    return StepResult(value, {"task": value}, {}, norm, rate, tokens)


def _measure(learner: Learner, goal: Goal, data: TaskData) -> tuple[float, float]:
    """The main score and the loss on the development examples."""
    learner.module.eval()
    part = data.development
    logits = learner.logits(part)
    known = part.targets >= 0 if goal.kind is not TaskKind.REGRESSION else np.ones(len(part.targets), bool)
    loss = goal.loss(logits, part.targets).item() if known.any() else math.inf
    return data.measure(part, goal.predictions(logits)).scores[MAIN_SCORE[data.kind]], loss
