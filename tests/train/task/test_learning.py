"""Epochs: the best one is kept by the rule, learning ends in time, and a loss that is no number ends it with words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Text
from workbench.spec.task import TaskSpec
from workbench.text.labelled.encoding import Encoded
from workbench.text.labelled.records import Example, TaskKind
from workbench.train.meter import StepResult
from workbench.train.task.examples import Part, TaskData
from workbench.train.task.learning import learn


def part(count: int) -> Part:
    none = np.zeros(0, np.int64)
    examples = tuple(Example("x", number) for number in range(count))
    encoded = Encoded(none.astype(np.int32), none.astype(np.int32), np.zeros(count + 1, np.int64), none)
    return Part(examples, encoded, np.arange(count) % 2, none, none)


def data() -> TaskData:
    return TaskData(TaskKind.CLASSIFICATION, ("a", "b"), (), part(4), part(4), part(6), Text(""), (), "d")


class Scripted:
    """Predicts so many of the development examples right after each epoch, with a logit that says how sure it is; its
    weight counts the epochs."""

    steps_per_epoch = 1

    def __init__(self, right: list[int], sureness: list[float], loss: float = 1.0) -> None:
        self.module = nn.Linear(1, 1, bias=False)
        nn.init.zeros_(self.module.weight)
        self._right, self._sureness, self._loss, self.epoch = right, sureness, loss, 0

    def batches(self, seed: int, epoch: int) -> Iterator[tuple[Tensor, NDArray[np.int64], int]]:
        yield self.module.weight * self._loss * torch.ones(2, 2), np.array([0, 1]), 7
        self.epoch = epoch
        with torch.no_grad():
            self.module.weight.fill_(float(epoch))

    def logits(self, part: Part) -> Tensor:
        if len(part) == 6:  # the test examples: as many right as the epoch whose weights are there
            return self._said(part, int(self.module.weight.item()), 1.0)
        return self._said(part, self._right[self.epoch - 1], self._sureness[self.epoch - 1])

    @staticmethod
    def _said(part: Part, right: int, sureness: float) -> Tensor:
        said = [target if place < right else 1 - target for place, target in enumerate(part.targets.tolist())]
        return torch.eye(2)[said] * sureness


class Watching:
    """Notes epochs, and stops where it is told to."""

    def __init__(self, stop_after: int = 10**6) -> None:
        self.epochs: list[int] = []
        self.steps = 0
        self._stop_after = stop_after

    def stepped(self, step: int, result: StepResult, seconds: float) -> None:
        self.steps = step

    def evaluated(self, step: int, epoch: int, loss: float, score: float) -> None:
        self.epochs.append(epoch)

    def goes_on(self) -> bool:
        return self.steps < self._stop_after


def run(learner: Any, watcher: Watching | None = None, **settings: Any) -> Any:
    return learn(
        learner, data(), TaskSpec.model_validate({"epochs": 6, "patience": 3, **settings}), 8, 1, watcher or Watching()
    )


def test_the_best_epoch_is_kept_and_measured() -> None:
    found = run(Scripted([1, 3, 2, 2, 2, 2], [1.0] * 6))
    assert (found.epoch, found.epochs, found.development) == (2, 5, 0.75), (
        "three epochs without a better one are enough"
    )
    assert found.measured.scores["accuracy"] == pytest.approx(2 / 6), "measured with the weights of epoch 2"


def test_of_equal_scores_the_lower_loss_wins() -> None:
    """All right: the surer, the lower the loss."""
    found = run(Scripted([4, 4, 4, 4], [1.0, 3.0, 2.0, 3.0]), epochs=4)
    assert (found.epoch, found.epochs) == (2, 4)


def test_who_stops_gets_nothing() -> None:
    watcher = Watching(stop_after=2)
    assert run(Scripted([1] * 6, [1.0] * 6), watcher) is None
    assert watcher.epochs == [1]


def test_a_loss_that_is_no_number_ends_the_task() -> None:
    with pytest.raises(WorkbenchError, match="no finite number any more, at step 1"):
        run(Scripted([1] * 6, [1.0] * 6, loss=float("nan")))
