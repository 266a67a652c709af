"""Errors for want of memory; whole runs are in ``tests/end_to_end/test_training.py``."""

from __future__ import annotations

import pytest
import torch

from workbench.core.errors import WorkbenchError
from workbench.spec.run import RunSpec
from workbench.spec.training import TrainingSpec
from workbench.train.memory import memory_errors

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
    training = TrainingSpec(batch_size=batch, accumulation=parts, length=512)
    with pytest.raises(WorkbenchError) as caught, memory_errors(RunSpec(training=training), CPU):
        raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB")
    assert sentence in str(caught.value)


def test_the_processor_can_run_out_too() -> None:
    with pytest.raises(WorkbenchError, match="memory of cpu is too small"), memory_errors(RunSpec(), CPU):
        raise RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes")


def test_other_errors_stay_what_they_are() -> None:
    with pytest.raises(RuntimeError, match="shapes"), memory_errors(RunSpec(), CPU):
        raise RuntimeError("shapes do not fit")
