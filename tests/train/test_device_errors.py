"""Devices with too little memory, and devices that fail; whole runs are in ``tests/end_to_end``."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.figures import size
from workbench.spec.files import apply_overrides
from workbench.spec.forecast import forecast
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.spec.training import TrainingSpec
from workbench.train import device_errors as module
from workbench.train.device_errors import device_errors, memory_needed, require_memory, tell_memory
from workbench.train.group import Group
from workbench.train.journal import Journal

CPU = torch.device("cpu")


@pytest.mark.parametrize(
    ("batch", "parts", "sentence"),
    [
        (32, 1, "32 sequences of 512 tokens at a time. Try training.accumulation=2: the same batch in parts of 16"),
        (32, 4, "8 sequences of 512 tokens at a time. Try training.accumulation=8: the same batch in parts of 4"),
        (9, 1, "Try training.accumulation=3: the same batch in parts of 3"),
        (4, 4, "Try training.length=256"),
    ],
)
def test_what_to_try_has_numbers(batch: int, parts: int, sentence: str) -> None:
    """R086: the suggestion."""
    training = TrainingSpec(batch_size=batch, accumulation=parts, length=512)
    with pytest.raises(WorkbenchError) as caught, device_errors(RunSpec(training=training), CPU):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("batch", "parts", "sentence"),
    [
        (32, 1, "16 sequences of 512 tokens at a time. Try training.accumulation=2: the same batch in parts of 8"),
        (9, 1, "5 sequences of 512 tokens at a time. Try training.accumulation=3: the same batch in parts of 2"),
        (4, 2, "1 sequences of 512 tokens at a time. Try training.length=256"),
    ],
)
def test_a_process_among_two_has_half_of_the_batch(batch: int, parts: int, sentence: str) -> None:
    training = TrainingSpec(batch_size=batch, accumulation=parts, length=512)
    with pytest.raises(WorkbenchError) as caught, device_errors(RunSpec(training=training), CPU, Group(size=2)):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
    assert sentence in str(caught.value)


def test_the_processor_can_run_out_too() -> None:
    with pytest.raises(WorkbenchError, match="memory of cpu is too small"), device_errors(RunSpec(), CPU):
        raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes")


def test_other_errors_stay_what_they_are() -> None:
    with pytest.raises(RuntimeError, match="shapes"), device_errors(RunSpec(), CPU):
        raise RuntimeError("shapes do not fit")


def test_memory_of_apples_devices_is_memory() -> None:
    with pytest.raises(WorkbenchError, match=r"too small for 32 sequences"), device_errors(RunSpec(), CPU):
        raise RuntimeError("MPS backend out of memory (MPS allocated: 17.9 GiB)")


@pytest.mark.parametrize(
    "error",
    [
        torch.AcceleratorError("unspecified launch failure\nCUDA kernel errors might be reported later."),
        RuntimeError("CUDA error: unspecified launch failure\nDevice-side assertions were off."),
    ],
    ids=["own class", "by its words"],
)
def test_a_device_that_is_lost_is_one_sentence(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    there = ["cuda:0 (Card)"]
    monkeypatch.setattr(module, "device_title", lambda device: there.pop())  # asked once, while it is there
    with pytest.raises(WorkbenchError) as caught, device_errors(RunSpec(), torch.device("cuda:0")):
        raise error
    told = str(caught.value)
    assert told.startswith("The device cuda:0 (Card) failed in the middle of the run: ")
    assert "unspecified launch failure. What was saved is whole." in told
    assert "\n" not in told


def test_too_little_memory_is_told_before_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """R086: the forecast, by the engine."""
    events: list[Any] = []
    journal = Journal("r", events.append)
    monkeypatch.setattr(module, "memory_free", lambda device: 1000)
    tell_memory(journal, 1000, CPU)
    assert not events
    tell_memory(journal, 1001, CPU)
    (warning,) = events
    assert warning.kind == "memory"
    assert warning.values["needed"] == size(1001)
    assert warning.values["device"] == "cpu"


def test_far_too_little_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """R086: of all that the device has, not of what is free now."""
    monkeypatch.setattr(module, "memory_there", lambda device: 1000)
    require_memory(2000, CPU)
    with pytest.raises(ArgumentError, match=rf"cpu has {size(1000)} in all.*--ignore-memory"):
        require_memory(2001, CPU)


def test_memory_is_reckoned_for_the_processes_of_a_machine() -> None:
    spec = load_preset("bert-tiny")
    halves = apply_overrides(spec, ["training.accumulation=2"])
    for device, times in (("cpu", 2), ("cuda", 1)):
        told = apply_overrides(halves, [f"training.device={device}"])
        two = Group(size=2, local_size=2)
        needed = memory_needed(spec, 30522, 10**9, torch.device(device), two)
        assert needed == times * forecast(told, 30522).memory.total
