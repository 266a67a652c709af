"""What the machine does while it trains: processor, memory, and an NVIDIA GPU where there is one that tells."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any

import psutil
import torch

EVERY_SECONDS = 5.0
Measured = dict[str, float]


class Machine:
    """Measures at most every few seconds; ``clock`` counts seconds. Names are the fields of ``MachineMeasured``."""

    def __init__(self, device: torch.device, clock: Callable[[], float] = time.monotonic) -> None:
        self._process = psutil.Process()
        self._gpu = open_gpu(device)
        self._clock = clock
        self._last = clock()
        psutil.cpu_percent()  # the first call only begins the stretch that the next one measures

    def measure_if_due(self) -> Measured | None:
        """What is measured now; None where the last time was a moment ago."""
        if self._clock() - self._last < EVERY_SECONDS:
            return None
        self._last = self._clock()
        found: Measured = {
            "processor_use": psutil.cpu_percent(),
            "process_memory": self._process.memory_info().rss,
        }
        return found | (self._gpu.measure() if self._gpu else {})


class Gpu:
    """One NVIDIA GPU through NVIDIA's own library."""

    def __init__(self, library: Any, handle: Any) -> None:
        self._library, self._handle = library, handle

    def measure(self) -> Measured:
        """Memory in use (of all processes), share of time in use and temperature, as far as this GPU tells them."""
        library = self._library
        questions: dict[str, Callable[[], float]] = {
            "gpu_memory": lambda: library.nvmlDeviceGetMemoryInfo(self._handle).used,
            "gpu_use": lambda: library.nvmlDeviceGetUtilizationRates(self._handle).gpu,
            "gpu_temperature": lambda: library.nvmlDeviceGetTemperature(self._handle, library.NVML_TEMPERATURE_GPU),
        }
        found: Measured = {}
        for name, ask in questions.items():
            try:
                found[name] = ask()
            except library.NVMLError:  # a virtual GPU may keep its temperature to itself
                continue
        return found


def open_gpu(device: torch.device) -> Gpu | None:
    """The GPU that is trained on; None where it is none of NVIDIA's, or ``nvidia-ml-py`` or the driver is missing.

    It is found by its identity, since the driver counts GPUs that are hidden from this process.
    """
    if device.type != "cuda":
        return None
    try:
        library: Any = importlib.import_module("pynvml")
    except ImportError:
        return None
    try:
        library.nvmlInit()
        identity = torch.cuda.get_device_properties(device).uuid
        return Gpu(library, library.nvmlDeviceGetHandleByUUID(f"GPU-{identity}"))
    except library.NVMLError:
        return None
