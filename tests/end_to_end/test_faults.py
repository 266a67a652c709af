"""Runs that meet a fault: bad numbers, too little memory, a device that is lost, a damaged file."""

from __future__ import annotations

import gc
import math
import weakref
from collections.abc import Callable

import numpy as np
import pytest
import torch

from workbench.core.errors import WorkbenchError
from workbench.core.events import EventBase, Outcome, RunEnded, Warned
from workbench.core.paths import Project
from workbench.store.records import Run, Status
from workbench.store.store import Store
from workbench.train.examples import Prepared
from workbench.train.loop import Trainer
from workbench.train.meter import StepResult
from workbench.train.optim import Optimizer
from workbench.train.run import run_engine

NewRun = Callable[..., Run]


def at_step(monkeypatch: pytest.MonkeyPatch, step: int, error: Exception) -> None:
    """Have the framework raise an error in the step of a number."""
    clip, calls = Optimizer.clip, []

    def failing(self: Optimizer) -> torch.Tensor:
        calls.append(0)
        if len(calls) == step:
            raise error
        return clip(self)

    monkeypatch.setattr(Optimizer, "clip", failing)


def poison(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Give a weight no number before the step of a number, as long as that is computed."""
    take_step = Trainer.take_step

    def poisoned(self: Trainer, prepared: Prepared) -> StepResult:
        if self.state.step + 1 != step:
            return take_step(self, prepared)
        weight = next(self.model.parameters()).data
        kept = weight.clone()
        weight.fill_(math.nan)
        try:
            return take_step(self, prepared)
        finally:
            weight.copy_(kept)

    monkeypatch.setattr(Trainer, "take_step", poisoned)


def test_a_skipped_step_is_a_gap_in_the_series_and_said_of_the_run(
    project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R085: no number at step 5, from the engine to the store."""
    poison(monkeypatch, 5)
    run = new_run("training.not_finite=skip")
    events: list[EventBase] = []
    assert run_engine(run.folder, events.append) == 0
    with Store.open(project) as store:
        row, series = store.run(run.id), store.series(run.id, "loss")
    assert (row.status, row.step) == (Status.DONE, 20)
    assert row.message == "1 step was not taken, as its loss or gradient was not a finite number."
    assert series.steps[np.isnan(series.values)].tolist() == [5]
    assert [(event.kind, event.step) for event in events if isinstance(event, Warned)] == [("not-finite", 5)]
    assert isinstance(events[-1], RunEnded)
    assert events[-1].outcome is Outcome.DONE


def test_by_itself_a_bad_step_ends_the_run(project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch) -> None:
    """R085: what happens where nobody chose a policy."""
    poison(monkeypatch, 5)
    run = new_run()
    events: list[EventBase] = []
    with pytest.raises(WorkbenchError, match=r"The loss of step 5 is not a finite number \(loss nan"):
        run_engine(run.folder, events.append)
    (warning,) = (event for event in events if isinstance(event, Warned))
    assert (warning.kind, warning.step, warning.values["loss"]) == ("not-finite", 5, "nan")
    with Store.open(project) as store:
        row, series = store.run(run.id), store.series(run.id, "loss")
    assert row.status is Status.FAILED
    assert "The loss of step 5" in row.message
    assert series.steps[np.isnan(series.values)].tolist() == [5]


def test_what_a_failed_run_held_is_free_when_it_has_ended(new_run: NewRun, monkeypatch: pytest.MonkeyPatch) -> None:
    """R086: the memory comes back."""
    models: list[weakref.ref[torch.nn.Module]] = []
    train = Trainer.train
    monkeypatch.setattr(Trainer, "train", lambda self: models.append(weakref.ref(self.model)) or train(self))  # type: ignore[func-returns-value]
    run = new_run()
    with monkeypatch.context() as patch:
        at_step(patch, 3, torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"))
        with pytest.raises(WorkbenchError, match=r"too small for 8 sequences.*parts of 4"):
            run_engine(run.folder)
    gc.collect()
    assert [model() for model in models] == [None]


def test_a_device_that_is_lost_is_one_sentence_and_the_run_goes_on_later(
    project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = new_run()
    with monkeypatch.context() as patch:
        at_step(patch, 12, torch.AcceleratorError("CUDA error: the launch timed out\nCUDA kernel errors might …"))
        with pytest.raises(WorkbenchError, match=r"The device cpu failed .*: CUDA error: the launch timed out\. What"):
            run_engine(run.folder)
    with Store.open(project) as store:
        row = store.run(run.id)
        assert (row.status, row.resumable) == (Status.FAILED, True)
        assert "\n" not in row.message
        assert run_engine(run.folder) == 0
        assert store.series(run.id, "loss").steps.tolist() == list(range(1, 21))


def test_ids_that_the_model_has_no_rows_for_are_refused(project: Project, new_run: NewRun) -> None:
    assert run_engine(new_run("training.steps=1", "training.warmup_steps=0").folder) == 0
    (ids,) = project.prepared.glob("*/ids.npy")
    whole = ids.read_bytes()
    damaged = np.load(ids)
    damaged[:] = 999
    np.save(ids, damaged)
    run = new_run("training.steps=1", "training.warmup_steps=0")
    try:
        with pytest.raises(WorkbenchError, match=r"the token 999, but the vocabulary has only the tokens 0 to \d+\."):
            run_engine(run.folder)
    finally:
        ids.write_bytes(whole)
    assert run_engine(run.folder) == 0
