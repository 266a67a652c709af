"""Heads and features against plain operations, and the frozen encoder stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from workbench.model.build import build_model
from workbench.model.encoder import Encoder
from workbench.spec.run import RunSpec
from workbench.spec.task import TaskSpec
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary
from workbench.train.task import learners
from workbench.train.task.batches import looking_rows, make_batch, training_rows
from workbench.train.task.examples import TaskData, read_task
from workbench.train.task.heads import HeadForm, TunedModel, mean_between
from workbench.train.task.learners import Features, TunedLearner
from workbench.train.task.learning import Goal


@pytest.fixture
def encoder(spec: RunSpec, letters: Vocabulary) -> Encoder:
    torch.manual_seed(5)
    return build_model(spec.encoder, letters.size, {}).encoder.eval()


@pytest.fixture
def read(files: Callable[[str], Path], spec: RunSpec, letters: Vocabulary) -> Callable[[str], TaskData]:
    def make(kind: str) -> TaskData:
        task = TaskSpec.model_validate({"file": str(files(kind)), "kind": kind})
        return read_task(task, spec.encoder, Tokenizer(letters))

    return make


def form_of(data: TaskData, *, mean: bool = True) -> HeadForm:
    pair = data.train.examples[0].pair is not None
    return HeadForm(16, data.outputs, data.kind.value == "tagging", mean, pair)


def alone(encoder: Encoder, data: TaskData, row: int) -> torch.Tensor:
    """Hidden vectors [n, H] of one training example by itself."""
    with torch.no_grad():
        return encoder(make_batch(data.train, np.array([row]), 0).inputs)[0].double()


@pytest.mark.parametrize("kind", ["classification", "pair", "tagging"])
def test_features_are_those_of_each_example_alone(
    read: Callable[[str], TaskData], encoder: Encoder, tmp_path: Path, kind: str
) -> None:
    data = read(kind)
    features = Features(encoder, data, form_of(data), tmp_path, 0, lambda tokens: True)
    naive = []
    for row in range(len(data.train)):
        hidden = alone(encoder, data, row)
        a, b, c, d = data.train.inputs.sides[row].tolist()
        if kind == "tagging":
            naive += [hidden[place] for place in data.train.inputs.alignments[row].carriers.tolist()]
            continue
        first = hidden[a:b].mean(0)
        second = hidden[c:d].mean(0) if kind == "pair" else None
        naive.append(first if second is None else torch.cat([first, second, (first - second).abs(), first * second]))
    wanted = torch.stack(naive).numpy()
    wanted = (wanted - wanted.mean(0)) / wanted.std(0)
    assert np.abs(features.of(data.train) - wanted).max() < 1e-3


def test_large_features_lie_in_a_file_and_are_the_same(
    read: Callable[[str], TaskData], encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = read("classification")
    plain = Features(encoder, data, form_of(data), tmp_path, 0, lambda tokens: True)
    monkeypatch.setattr(learners, "MOST_IN_MEMORY", 100)
    mapped = Features(encoder, data, form_of(data), tmp_path, 0, lambda tokens: True)
    assert isinstance(mapped.of(data.train), np.memmap)
    assert np.array_equal(mapped.of(data.test), plain.of(data.test))


def test_features_can_be_given_up(read: Callable[[str], TaskData], encoder: Encoder, tmp_path: Path) -> None:
    data = read("classification")
    assert Features(encoder, data, form_of(data), tmp_path, 0, lambda tokens: False).whole is False


def test_the_mean_over_no_token_is_zero() -> None:
    hidden = torch.ones(2, 3, 4)
    found = mean_between(hidden, torch.tensor([1, 2]), torch.tensor([3, 2]))
    assert found.tolist() == [[1.0] * 4, [0.0] * 4]


@pytest.mark.parametrize("kind", ["classification", "tagging"])
def test_logits_do_not_hang_on_the_batch(read: Callable[[str], TaskData], encoder: Encoder, kind: str) -> None:
    data = read(kind)
    learner = TunedLearner(TunedModel(encoder, form_of(data, mean=False), 0.1).eval(), data, TaskSpec(), 0)
    together = learner.logits(data.train)
    with torch.no_grad():
        for row in (0, 7, 30):
            batch = make_batch(data.train, np.array([row]), 0)
            assert torch.allclose(learner.module(batch), together[batch.target_rows], atol=1e-5)


def test_an_encoder_without_pooler_gets_a_layer_of_the_heads_own(spec: RunSpec, letters: Vocabulary) -> None:
    for pooler in (True, False):
        body = build_model(spec.encoder.model_copy(update={"pooler": pooler}), letters.size, {}).encoder
        assert (TunedModel(body, HeadForm(16, 2, False, False, False), 0.0).dense is None) is pooler
        assert TunedModel(body, HeadForm(16, 2, True, False, False), 0.0).dense is None


def test_every_row_comes_once_an_epoch_in_another_order() -> None:
    lengths = np.arange(100) % 7 + 1
    epochs = [[rows.tolist() for rows in training_rows(lengths, 8, 3, epoch)] for epoch in (1, 2)]
    for batches in epochs:
        assert sorted(row for batch in batches for row in batch) == list(range(100))
    assert epochs[0] != epochs[1]
    assert epochs[0] == [rows.tolist() for rows in training_rows(lengths, 8, 3, 1)]
    assert sorted(np.concatenate(list(looking_rows(lengths))).tolist()) == list(range(100))


def test_numbers_are_learnt_in_units_of_their_deviation(read: Callable[[str], TaskData]) -> None:
    data = read("regression")
    goal = Goal.of(data)
    exact = torch.from_numpy((data.train.targets - goal.mean) / goal.deviation)[:, None]
    assert goal.loss(exact, data.train.targets).item() < 1e-12
    assert np.allclose(goal.predictions(exact), data.train.targets)
