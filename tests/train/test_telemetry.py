"""Measurements of the machine; the GPU is a stand-in, since hardly any machine that runs tests has one."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from workbench.train.telemetry import EVERY_SECONDS, Gpu, Machine, open_gpu


class NVMLError(Exception):
    """As NVIDIA's library raises it."""


def library(**changes: Any) -> SimpleNamespace:
    """A stand-in for ``pynvml`` with one GPU."""
    return SimpleNamespace(
        **{
            "NVMLError": NVMLError,
            "NVML_TEMPERATURE_GPU": 0,
            "nvmlInit": lambda: None,
            "nvmlDeviceGetHandleByUUID": lambda uuid: uuid,
            "nvmlDeviceGetMemoryInfo": lambda handle: SimpleNamespace(used=123),
            "nvmlDeviceGetUtilizationRates": lambda handle: SimpleNamespace(gpu=97),
            "nvmlDeviceGetTemperature": lambda handle, kind: 61,
            **changes,
        }
    )


def refuse(*_arguments: object) -> None:
    """What a GPU says that keeps something to itself."""
    raise NVMLError


def test_the_processor_is_measured_every_few_seconds() -> None:
    now = [0.0]
    machine = Machine(torch.device("cpu"), lambda: now[0])
    assert machine.measure_if_due() is None
    now[0] = EVERY_SECONDS
    found = machine.measure_if_due()
    assert found is not None
    assert found.keys() == {"processor_use", "process_memory"}
    assert 0 <= found["processor_use"] <= 100
    assert found["process_memory"] > 1 << 20
    assert machine.measure_if_due() is None


def test_a_gpu_tells_what_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Gpu(library(), "h").measure() == {"gpu_memory": 123, "gpu_use": 97, "gpu_temperature": 61}
    assert Gpu(library(nvmlDeviceGetTemperature=refuse), "h").measure() == {"gpu_memory": 123, "gpu_use": 97}
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda device: SimpleNamespace(uuid="abc"))
    monkeypatch.setitem(sys.modules, "pynvml", library())
    gpu = open_gpu(torch.device("cuda"))
    assert gpu is not None
    assert gpu._handle == "GPU-abc"


def test_without_library_driver_or_gpu_there_is_nothing_to_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    assert open_gpu(torch.device("cpu")) is None
    monkeypatch.setitem(sys.modules, "pynvml", library(nvmlInit=refuse))
    assert open_gpu(torch.device("cuda")) is None
    monkeypatch.setitem(sys.modules, "pynvml", None)
    assert open_gpu(torch.device("cuda")) is None
