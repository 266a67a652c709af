"""Tables of tasks and roles on their way to transformers and back, without transformers (ERNIE sheet 2.1)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import torch
from safetensors.torch import load_file, save_file

from workbench.core.errors import WorkbenchError
from workbench.model.exchange.exporting import export_checkpoint
from workbench.model.exchange.loading import load_checkpoint
from workbench.model.weights import load_tensors
from workbench.spec.check import problems

if TYPE_CHECKING:
    from tests.model.exchange.conftest import Desk, Made

PAIRS = 'stages=[{ passage = { kind = "next-sentence" }, masking = { kind = "ernie" } }]'
TASKS = "ernie.embeddings.task_type_embeddings.weight"


@pytest.fixture
def made(desk: Desk) -> Made:
    """An ERNIE 2 with both heads and a table of roles."""
    return desk.make(desk.spec("ernie2-tiny", PAIRS, "encoder.roles=2"), desk.words())


def test_the_table_of_roles_is_left_out_and_that_is_said(desk: Desk, made: Made, tmp_path: Path) -> None:
    done = export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    (note,) = (note.render() for note in done.notes)
    assert note == "Not written, as ErnieForPreTraining has no place for it: encoder.embeddings.role."
    table = load_file(tmp_path / "out" / "model.safetensors")[TASKS]
    assert made.model.encoder.embeddings.task is not None
    assert torch.equal(table, made.model.encoder.embeddings.task.weight)


def test_a_loaded_ernie_trains_on_with_its_preset(desk: Desk, made: Made, tmp_path: Path) -> None:
    export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    run, report = load_checkpoint(desk.project, tmp_path / "out", "back")
    assert (report.family, report.architecture) == ("ernie", "ErnieForPreTraining")
    assert run.spec.encoder.task_types == 16
    assert {stage.masking.kind for stage in run.spec.stages} == {"ernie"}
    assert problems(run.spec) == []
    before, after = load_tensors(desk.weights_of(made.run)), load_tensors(desk.weights_of(run))
    assert before.keys() - after.keys() == {"encoder.embeddings.role.weight"}
    assert all(torch.equal(before[name], tensor) for name, tensor in after.items())


def edit_config(folder: Path, **values: object) -> None:
    config = json.loads((folder / "config.json").read_text()) | values
    (folder / "config.json").write_text(json.dumps(config))


def test_a_table_that_the_config_does_not_use_is_not_taken(desk: Desk, made: Made, tmp_path: Path) -> None:
    """transformers would not look at it either."""
    export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    edit_config(tmp_path / "out", use_task_id=False)
    run, report = load_checkpoint(desk.project, tmp_path / "out", "back")
    assert report.unexpected == (TASKS,)
    assert run.spec.encoder.task_types == 0


def test_a_table_that_is_missing_is_asked_about(desk: Desk, made: Made, tmp_path: Path) -> None:
    export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    weights = tmp_path / "out" / "model.safetensors"
    save_file({name: one for name, one in load_file(weights).items() if name != TASKS}, weights, {"format": "pt"})
    with pytest.raises(WorkbenchError, match="task_type_embeddings"):
        load_checkpoint(desk.project, tmp_path / "out", "back")
    run, _report = load_checkpoint(desk.project, tmp_path / "out", "back", accept_missing=True)
    assert load_tensors(desk.weights_of(run))["encoder.embeddings.task.weight"].shape == (16, 32)


def test_a_setting_that_is_no_yes_or_no_is_refused(desk: Desk, made: Made, tmp_path: Path) -> None:
    export_checkpoint(desk.project, made.run.name, tmp_path / "out")
    edit_config(tmp_path / "out", use_task_id="yes")
    with pytest.raises(WorkbenchError, match="no usable use_task_id"):
        load_checkpoint(desk.project, tmp_path / "out", "back")
