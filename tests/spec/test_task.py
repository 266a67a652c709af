"""Tasks as data: usual values, files, overrides, and their place in a run's spec."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.core.errors import SpecError
from workbench.spec.files import apply_overrides, dump_spec, load_spec, spec_data
from workbench.spec.rate import learning_rate
from workbench.spec.run import RunSpec
from workbench.spec.task import Pooling, TaskMode, TaskSpec
from workbench.spec.task_files import load_task, save_task, task_overrides
from workbench.text.labelled.records import TaskKind


def test_usual_values_hang_on_mode_and_size() -> None:
    probe, tuned = TaskSpec(), TaskSpec(mode=TaskMode.FINE_TUNE)
    assert (probe.rate(128), probe.rate(768)) == (2e-3, 2e-3)
    assert [tuned.rate(hidden) for hidden in (128, 256, 512, 768)] == [3e-4, 3e-4, 1e-4, 3e-5]
    assert TaskSpec(mode=TaskMode.FINE_TUNE, learning_rate=0.5).rate(128) == 0.5
    assert (probe.takes_mean, tuned.takes_mean) == (True, False)
    assert TaskSpec(pooling=Pooling.FIRST).takes_mean is False
    assert (probe.num_epochs(100), tuned.num_epochs(100), TaskSpec(epochs=7).num_epochs(1)) == (30, 4, 7)
    assert (probe.num_epochs(10), probe.num_epochs(1)) == (60, 100), "few examples are read more often"
    assert (tuned.num_epochs(20), tuned.num_epochs(2)) == (10, 20)
    assert [probe.most_patience(epochs) for epochs in (1, 30, 100)] == [2, 8, 25]


def test_the_recipe_warms_up_and_ends_at_zero() -> None:
    training = TaskSpec(learning_rate=1.0, warmup_share=0.1).training(200, 128)
    assert [learning_rate(training, step) for step in (0, 10, 20, 110, 200)] == pytest.approx([0, 0.5, 1, 0.5, 0])


def test_a_task_survives_its_file(tmp_path: Path) -> None:
    task = TaskSpec(file="mood.tsv", kind=TaskKind.PAIR, seeds=5, learning_rate=0.25)
    save_task(task, tmp_path / "task.toml")
    loaded = load_task(tmp_path / "task.toml")
    assert loaded == task.model_copy(update={"file": str(tmp_path / "mood.tsv")}), "files lie beside it"
    (tmp_path / "bad.toml").write_text('kind = "pears"\nepochs = -1\n', encoding="utf-8")
    with pytest.raises(SpecError) as error:
        load_task(tmp_path / "bad.toml")
    assert {problem.path for problem in error.value.problems} == {"kind", "epochs"}


def test_overrides() -> None:
    task = task_overrides(TaskSpec(), ["epochs=3", "task.mode=fine-tune", "random_weights=false"])
    assert (task.epochs, task.mode, task.random_weights) == (3, TaskMode.FINE_TUNE, False)
    with pytest.raises(SpecError, match="There is no setting “epoch”"):
        task_overrides(TaskSpec(), ["epoch=3"])
    with pytest.raises(SpecError, match="written as path=value"):
        task_overrides(TaskSpec(), ["epochs"])


def test_a_runs_spec_without_a_task_is_written_as_before(tmp_path: Path) -> None:
    spec = RunSpec()
    assert "task" not in spec_data(spec)
    assert "task" not in json.loads(spec.model_dump_json())
    with_task = spec.model_copy(update={"task": TaskSpec(file="a.tsv")})
    (tmp_path / "spec.toml").write_text(dump_spec(with_task), encoding="utf-8")
    assert load_spec(tmp_path / "spec.toml") == with_task
    assert apply_overrides(with_task, ["task.epochs=9"]).task == TaskSpec(file="a.tsv", epochs=9)
