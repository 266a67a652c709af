"""Texts are read with any task id of a model that has a table of tasks, wherever it is asked (ERNIE sheet 2.1)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from workbench.core.errors import ArgumentError
from workbench.model.inputs import Inputs
from workbench.probe.attention import inspect_text
from workbench.probe.serve import ProbeServer
from workbench.probe.subject import Subject, load_subject

MakeRun = Callable[..., Path]
TABLE = ("encoder.task_types=4", "stages.0.passage.kind=next-sentence")
TEXT = "猫在[MASK]"


@pytest.fixture
def folder(make_run: MakeRun) -> Path:
    """A run with a checkpoint and four tasks."""
    return make_run(5, overrides=TABLE)


def chances(subject: Subject, task: int) -> list[float]:
    """The largest at the mask of the text, by the model itself."""
    ids = torch.tensor([[subject.vocabulary.ids_by_token[token] for token in ("[CLS]", *"猫在", "[MASK]", "[SEP]")]])
    with torch.no_grad():
        inputs = Inputs(ids, torch.zeros_like(ids), tasks=torch.tensor([task]))
        row = subject.model(inputs, torch.tensor([3]))["mlm"][0].softmax(-1)
    return sorted(row.tolist(), reverse=True)[:10]


def guessed(answer: dict[str, Any]) -> list[float]:
    return [guess["probability"] for guess in answer["predictions"][0]["guesses"]]


def ask(server: ProbeServer, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(server.answer(json.dumps(request))))
    return answer


def test_every_task_is_another_reading(folder: Path) -> None:
    subject, server = load_subject(folder), ProbeServer(folder)
    seen = []
    for task in range(4):
        found = guessed(ask(server, op="predict", text=TEXT, task_id=task))
        assert found == pytest.approx(chances(subject, task), rel=1e-4)
        seen.append(found)
    assert len({tuple(one) for one in seen}) == 4
    assert guessed(ask(server, op="predict", text=TEXT)) == seen[0], "0 where none is named"


def test_every_operation_takes_it(folder: Path, tmp_path: Path) -> None:
    server = ProbeServer(folder)

    def read(task: int) -> list[Any]:
        out, table = str(tmp_path / "weights.npz"), str(tmp_path / "vectors.npy")
        weights = ask(server, op="attention", text=TEXT, task_id=task, layer=1, head=0, out=out)["weights"]
        ask(server, op="vectors", text=TEXT, task_id=task, layer=0, out=table)
        vectors = np.load(table).tolist()
        ask(server, op="sentences", texts=[TEXT], task_id=task, layer=1, out=table)
        looked = ask(server, op="look", text=TEXT, task_id=task, folder=str(tmp_path))
        near = ask(server, op="neighbours", text=TEXT, task_id=task, position=1, layer=2)
        return [weights, vectors, np.load(table).tolist(), looked["masked"], near["neighbours"]]

    assert all(first != second for first, second in zip(read(0), read(3), strict=True))


def test_the_server_tells_how_many_there_are(folder: Path, make_run: MakeRun) -> None:
    assert ask(ProbeServer(folder), op="info")["task_types"] == 4


def test_the_file_of_an_inspection_has_it(folder: Path, tmp_path: Path) -> None:
    inspect_text(load_subject(folder).reading_as(2), TEXT).save(tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as arrays:
        assert arrays["task_id"] == 2


@pytest.mark.parametrize("task", [4, -1])
def test_a_task_that_there_is_not_is_refused(folder: Path, task: int) -> None:
    with pytest.raises(ArgumentError, match=f"no task id {task}") as refused:
        load_subject(folder).reading_as(task)
    assert "from 0 to 3" in refused.value.render()
    assert f"no task id {task}" in ask(ProbeServer(folder), op="predict", text=TEXT, task_id=task)["error"]
    assert "whole number" in ask(ProbeServer(folder), op="predict", text=TEXT, task_id="two")["error"]


def test_a_model_without_a_table_has_task_0_alone(make_run: MakeRun, tmp_path: Path) -> None:
    subject = load_subject(make_run(5))
    assert subject.reading_as(0).told_task == {}
    with pytest.raises(ArgumentError, match="no table of tasks"):
        subject.reading_as(1)
    inspect_text(subject, TEXT).save(tmp_path / "out.npz")
    with np.load(tmp_path / "out.npz") as arrays:
        assert "task_id" not in arrays
