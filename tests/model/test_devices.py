"""A device that is not there is refused, and never replaced."""

from __future__ import annotations

import pytest
import torch

from workbench.core.errors import ArgumentError
from workbench.model.devices import available_devices, choose_device, device_title, memory_in_use
from workbench.spec.training import Device, Precision


@pytest.fixture
def only_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a GPU."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)


@pytest.mark.usefixtures("only_a_processor")
@pytest.mark.parametrize("wanted", [Device.CUDA, Device.MPS])
def test_a_missing_device_is_refused_and_the_others_are_named(wanted: Device) -> None:
    """R092: never another one."""
    with pytest.raises(ArgumentError, match=f"“{wanted.value}” is not there. This machine has: cpu") as caught:
        choose_device(wanted)
    assert caught.value.exit_code == 2


@pytest.mark.usefixtures("only_a_processor")
@pytest.mark.parametrize("wanted", [Device.AUTO, Device.CPU])
def test_fp16_is_refused_where_it_is_not_computed(wanted: Device) -> None:
    with pytest.raises(ArgumentError, match=r"fp16 is computed on NVIDIA GPUs only.*Choose the precision bf16"):
        choose_device(wanted, Precision.FP16)


@pytest.mark.usefixtures("only_a_processor")
def test_auto_takes_what_is_there() -> None:
    assert choose_device(Device.AUTO, Precision.BF16) == torch.device("cpu")
    assert [info.name for info in available_devices()] == ["cpu"]


def test_the_processor_is_always_there() -> None:
    assert choose_device(Device.CPU).type == "cpu"
    assert device_title(torch.device("cpu")) == "cpu"
    assert memory_in_use(torch.device("cpu")) > 10_000_000
    assert available_devices()[-1].as_dict()["memory_bytes"] > 0
