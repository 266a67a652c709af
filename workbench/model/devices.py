"""Which devices are there, and which one a run gets; one that is missing is an error, never another in its stead."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import psutil
import torch

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.spec.training import Device, Precision


@dataclass(frozen=True)
class DeviceInfo:
    """One device: ``name`` as torch takes it (``cpu``, ``cuda:0``, ``mps``), what it is, and its memory in bytes."""

    name: str
    title: str
    memory_bytes: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def available_devices() -> list[DeviceInfo]:
    """All devices, the best first; the processor is always there."""
    return [*_cuda(), *_mps(), DeviceInfo("cpu", platform.processor() or "CPU", psutil.virtual_memory().total)]


def _cuda() -> Iterator[DeviceInfo]:
    for index in range(torch.cuda.device_count() if torch.cuda.is_available() else 0):
        properties = torch.cuda.get_device_properties(index)
        yield DeviceInfo(f"cuda:{index}", properties.name, properties.total_memory)


def _mps() -> Iterator[DeviceInfo]:
    if torch.backends.mps.is_available():
        yield DeviceInfo("mps", "Apple GPU", psutil.virtual_memory().total)


def choose_device(wanted: Device, precision: Precision = Precision.FP32) -> torch.device:
    """The torch device for a spec's choice; :class:`ArgumentError` where it is not there or lacks the precision."""
    there = available_devices()
    fitting = [info for info in there if wanted is Device.AUTO or info.name.split(":")[0] == wanted.value]
    if not fitting:
        raise ArgumentError(
            mark("The device “{wanted}” is not there."),
            mark("This machine has: {there}. Choose one of them, or “auto”."),
            wanted=wanted.value,
            there=", ".join(f"{info.name} ({info.title})" for info in there),
        )
    device = torch.device(fitting[0].name)
    if precision is Precision.BF16 and device.type == "cuda" and not torch.cuda.is_bf16_supported():
        raise ArgumentError(
            mark("{title} cannot compute in bf16."), mark("Choose the precision fp16 or fp32."), title=fitting[0].title
        )
    if precision is Precision.FP16 and device.type != "cuda":
        raise ArgumentError(
            mark("fp16 is computed on NVIDIA GPUs only, and the device here is {title}."),
            mark("Choose the precision bf16 or fp32."),
            title=fitting[0].title,
        )
    return device


def device_title(device: torch.device) -> str:
    """The device for a person: ``cuda:0 (NVIDIA ...)``, ``cpu``."""
    if device.type == "cpu":
        return "cpu"
    return next(f"{info.name} ({info.title})" for info in available_devices() if info.name == str(device))


def memory_free(device: torch.device) -> int:
    """Bytes that a run could still take on a device; on Apple's chips it shares the machine's."""
    if device.type == "cuda":
        return int(torch.cuda.mem_get_info(device)[0])
    return int(psutil.virtual_memory().available)


def memory_there(device: torch.device) -> int:
    """Bytes that a device has in all."""
    if device.type == "cuda":
        return int(torch.cuda.get_device_properties(device).total_memory)
    return int(psutil.virtual_memory().total)


def memory_in_use(device: torch.device) -> int:
    """Bytes: the most that torch has held on a CUDA device, else what this process has in memory for itself.

    Pages of mapped files do not count where the system tells them apart (Linux): a corpus that is read through
    would look like a leak, and the system takes its pages back whenever it needs them.
    """
    if device.type == "cuda":
        return torch.cuda.max_memory_allocated(device)
    memory = psutil.Process().memory_info()
    return int(memory.rss - getattr(memory, "shared", 0))
