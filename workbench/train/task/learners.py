"""The two ways in which weights are tried: a linear map on features of the frozen encoder, and the whole model."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from workbench.model.encoder import Encoder
from workbench.spec.task import TaskSpec
from workbench.train.task.batches import looking_rows, make_batch, shuffled, training_rows
from workbench.train.task.examples import Part, TaskData
from workbench.train.task.heads import HeadForm, TunedModel, vectors_of

Floats = NDArray[np.float32]
Looked = Callable[[int], bool]  #: told how many tokens were read; False to stop
MOST_IN_MEMORY = 1 << 29  #: bytes of features that are not mapped from a file


class Features:
    """Vectors [n, D] of the targets of each part, by an encoder that stays as it is, in units of the deviation from the
    mean over the training examples. Computed once; large ones lie in a file of ``folder`` without a name."""

    def __init__(
        self, encoder: Encoder, data: TaskData, form: HeadForm, folder: Path, pad: int, looked: Looked
    ) -> None:
        self._encoder, self._form, self._folder, self._pad = encoder.eval(), form, folder, pad
        self._ngrams, self._task_id = data.ngrams, data.task_id
        self.whole = True  #: False where someone asked to stop meanwhile
        parts = (data.train, data.development, data.test)
        self._of = {id(part): self._computed(part, looked) for part in parts if self.whole}
        if self.whole:
            _standardise(self.of(data.train), [self.of(part) for part in parts])

    def of(self, part: Part) -> Floats:
        """The features of a part."""
        return self._of[id(part)]

    def _computed(self, part: Part, looked: Looked) -> Floats:
        device = next(self._encoder.parameters()).device
        rows = self._room((len(part.targets), self._form.width))
        with torch.inference_mode():
            for chosen in looking_rows(part.inputs.lengths):
                batch = make_batch(part, chosen, self._pad, self._ngrams, self._task_id)
                rows[batch.target_rows] = vectors_of(self._encoder, batch.to(device), self._form).float().cpu().numpy()
                if not looked(batch.num_tokens):
                    self.whole = False
                    break
        return rows

    def _room(self, shape: tuple[int, int]) -> Floats:
        if math.prod(shape) * 4 <= MOST_IN_MEMORY:
            return np.empty(shape, np.float32)
        with tempfile.TemporaryFile(dir=self._folder) as file:  # what is mapped stays until nobody needs it
            return np.memmap(file, np.float32, "w+", shape=shape)


def _standardise(train: Floats, parts: list[Floats]) -> None:
    """Bring features to mean 0 and deviation 1 over the training examples, in place and some rows at a time."""
    block = max(1, (1 << 24) // train.shape[1])
    total = np.zeros(train.shape[1])
    squares = np.zeros(train.shape[1])
    for at in range(0, len(train), block):
        total += train[at : at + block].sum(0, dtype=np.float64)
    mean = total / len(train)
    for at in range(0, len(train), block):
        squares += ((train[at : at + block] - mean) ** 2).sum(0)
    deviation = np.maximum(np.sqrt(squares / len(train)), 1e-6)
    for part in parts:
        for at in range(0, len(part), block):
            part[at : at + block] = (part[at : at + block] - mean) / deviation


class FrozenLearner:
    """A linear map on features; the processor alone is quick enough for it."""

    def __init__(self, features: Features, data: TaskData, task: TaskSpec, form: HeadForm) -> None:
        self._features, self._train = features, data.train
        self._size = task.batch_of(tokens=form.tokens)
        self.module = nn.Linear(form.width, form.outputs)

    @property
    def steps_per_epoch(self) -> int:
        """How many batches an epoch has."""
        return -(-len(self._train.targets) // self._size)

    def batches(self, seed: int, epoch: int) -> Iterator[tuple[Tensor, NDArray[np.int64], int]]:
        """The batches of an epoch; no token is read for them any more."""
        features = self._features.of(self._train)
        order = shuffled(len(features), seed, epoch)
        for at in range(0, len(order), self._size):
            rows = order[at : at + self._size]
            yield self.module(torch.from_numpy(features[rows])), rows, 0

    @torch.no_grad()
    def logits(self, part: Part) -> Tensor:
        """The logits of a part."""
        features = self._features.of(part)
        block = 1 << 13
        return torch.cat(
            [
                self.module(torch.from_numpy(np.array(features[at : at + block])))
                for at in range(0, len(features), block)
            ]
        )


class TunedLearner:
    """An encoder that learns with its head."""

    def __init__(self, module: TunedModel, data: TaskData, task: TaskSpec, pad: int) -> None:
        self.module = module
        self._train, self._task, self._pad = data.train, task, pad
        self._ngrams, self._task_id = data.ngrams, data.task_id
        self._device = next(module.parameters()).device

    @property
    def steps_per_epoch(self) -> int:
        """How many batches an epoch has."""
        return -(-len(self._train) // self._task.batch_size)

    def batches(self, seed: int, epoch: int) -> Iterator[tuple[Tensor, NDArray[np.int64], int]]:
        """The batches of an epoch."""
        for rows in training_rows(self._train.inputs.lengths, self._task.batch_size, seed, epoch):
            batch = make_batch(self._train, rows, self._pad, self._ngrams, self._task_id)
            if len(batch.target_rows):
                yield self.module(batch.to(self._device)), batch.target_rows, batch.num_tokens

    @torch.no_grad()
    def logits(self, part: Part) -> Tensor:
        """The logits of a part."""
        found = torch.zeros(len(part.targets), self.module.form.outputs)
        for rows in looking_rows(part.inputs.lengths):
            batch = make_batch(part, rows, self._pad, self._ngrams, self._task_id)
            found[torch.from_numpy(batch.target_rows)] = self.module(batch.to(self._device)).float().cpu()
        return found
