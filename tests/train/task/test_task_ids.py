"""Labelled texts are read with a task id of the model, which stays with the result."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from workbench.core.errors import ArgumentError
from workbench.core.events import EventBase, TaskEvaluated, TaskPrepared
from workbench.core.paths import Project
from workbench.model.build import build_model
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.task import TaskSpec
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.task_matrix import task_matrix
from workbench.store.task_words import prepared_texts
from workbench.store.tasks import Trial, same_task
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary
from workbench.train.run import run_engine
from workbench.train.task.batches import make_batch
from workbench.train.task.examples import read_task

NewTask = Callable[..., Run]


@pytest.fixture
def spec(spec: RunSpec) -> RunSpec:
    """The same with three tasks."""
    return apply_overrides(spec, ["encoder.task_types=3", "encoder.initial_deviation=0.5"])


def losses(run: Run) -> tuple[list[float], list[EventBase]]:
    """On the development examples, epoch by epoch, and all events."""
    events: list[EventBase] = []
    assert run_engine(run.folder, events.append) == 0
    return [event.loss for event in events if isinstance(event, TaskEvaluated)], events


@pytest.mark.parametrize("mode", ["probe", "fine-tune"])
def test_another_task_id_is_another_reading_and_is_told(project: Project, new_task: NewTask, mode: str) -> None:
    settings = {"mode": mode, "epochs": 1, "seeds": 1, "random_weights": False}
    first, second = (new_task("classification", task_id=number, **settings) for number in (0, 2))
    (one, _), (other, events) = losses(first), losses(second)
    assert one != other
    (prepared,) = (event for event in events if isinstance(event, TaskPrepared))
    assert prepared.task_id == 2
    assert "Texts are read with task id 2." in [text.render() for text in prepared_texts(prepared)]
    with Store.open(project) as store:
        kept = store.run(second).spec.task
        assert kept is not None
        assert kept.task_id == 2
        parent = store.run("base")
        assert [column.name for column in task_matrix(store, [parent]).columns] == [
            "classification", "classification #2"
        ]  # fmt: skip
        found = same_task(store, parent, Trial(kept))
        assert found is not None
        assert found.id == second.id


def test_inputs_of_a_batch_have_it(files: Callable[[str], object], letters: Vocabulary, spec: RunSpec) -> None:
    task = TaskSpec(file=str(files("classification")), task_id=1)
    data = read_task(task, spec.encoder, Tokenizer(letters))
    batch = make_batch(data.train, np.arange(5), letters.pad_id, None, data.task_id)
    assert batch.inputs.tasks is not None
    assert batch.inputs.tasks.tolist() == [1] * 5
    encoder = build_model(spec.encoder, letters.size, {}).encoder.eval()
    bare = make_batch(data.train, np.arange(5), letters.pad_id)
    assert not torch.allclose(encoder(batch.inputs), encoder(bare.inputs))


def test_without_a_table_nothing_is_told(files: Callable[[str], object], letters: Vocabulary, spec: RunSpec) -> None:
    encoder = spec.encoder.model_copy(update={"task_types": 0})
    assert read_task(TaskSpec(file=str(files("classification"))), encoder, Tokenizer(letters)).task_id is None


def test_a_task_id_that_the_model_has_not_is_refused_before_a_run_is_made(new_task: NewTask) -> None:
    with pytest.raises(ArgumentError, match="no task id 3"):
        new_task("classification", task_id=3)
