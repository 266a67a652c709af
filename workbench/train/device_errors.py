"""What may go wrong with a device: too little memory, which is said before a run starts too, and its loss."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from workbench.core.errors import WorkbenchError
from workbench.core.events import Warned
from workbench.core.figures import size
from workbench.core.texts import mark
from workbench.model.devices import device_title, memory_free, memory_there
from workbench.spec.batches import batch_rule
from workbench.spec.forecast import forecast
from workbench.spec.memory import is_far_too_much, too_much
from workbench.spec.run import RunSpec
from workbench.spec.training import SHORTEST, Device
from workbench.train.group import ALONE, Group
from workbench.train.journal import Journal


def memory_needed(
    spec: RunSpec, vocabulary_size: int, text_places: int, device: torch.device, group: Group = ALONE
) -> int:
    """Bytes that a run is likely to need of a device. The processor's memory is shared by the processes of the
    machine."""
    parts = spec.training.accumulation * group.size
    there = spec.training.model_copy(update={"device": Device(device.type), "accumulation": parts})
    needed = forecast(spec.model_copy(update={"training": there}), vocabulary_size, text_places).memory.total
    return needed * (group.local_size if device.type == "cpu" else 1)


def require_memory(needed: int, device: torch.device) -> None:
    """Raise :class:`ArgumentError` where a run needs far more than the device has in all."""
    if is_far_too_much(needed, there := memory_there(device)):
        raise too_much(needed, device_title(device), there)


def tell_memory(journal: Journal, needed: int, device: torch.device) -> None:
    """Warn before the first step where a run is likely to need more than the device has free."""
    if needed > (free := memory_free(device)):
        template = mark(
            "About {needed} of memory are needed, and {device} has {free} free. A smaller batch or more accumulation "
            "helps."
        )
        values = {"needed": size(needed), "device": device_title(device), "free": size(free)}
        journal.tell(Warned, kind="memory", message=template, values=values)


_NO_MEMORY = ("DefaultCPUAllocator", "MPS backend out of memory")  #: in errors that have no class of their own


@contextmanager
def device_errors(spec: RunSpec, device: torch.device, group: Group = ALONE) -> Iterator[None]:
    """Turn torch's errors for want of memory into a sentence with numbers to try, and those of a device that fails or
    is lost into one that says so."""
    title = device_title(device)  # of one that is lost nothing can be asked any more
    try:
        yield
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise out_of_memory(spec, title, group) from error
    except RuntimeError as error:
        reason = str(error).strip().partition("\n")[0]
        if any(words in reason for words in _NO_MEMORY):
            raise out_of_memory(spec, title, group) from error
        if not (isinstance(error, torch.AcceleratorError) or "CUDA error" in reason):
            raise
        raise WorkbenchError(
            mark("The device {device} failed in the middle of the run: {reason}."),
            mark("What was saved is whole. Resume the run; if the device does not come back, restart the machine, or "
                 "go on with another device."),
            device=title, reason=reason.rstrip("."),
        ) from error  # fmt: skip


def out_of_memory(spec: RunSpec, title: str, group: Group = ALONE) -> WorkbenchError:
    """What to try: the same batch in smaller parts, or, where a part is one sequence already, shorter sequences. Told
    of the stage with the largest parts, and of the share of one process."""
    parts, rules = spec.training.accumulation, [batch_rule(spec, number) for number in range(len(spec.stages))]
    rule = max(rules, key=lambda rule: rule.most_places)
    batch = rule.full_sequences
    share = -(-batch // group.size)
    more = next((number for number in range(parts + 1, share + 1) if batch % number == 0), None)
    message = mark("The memory of {device} is too small for {part} sequences of {length} tokens at a time.")
    values = {"device": title, "part": -(-share // parts), "length": rule.length}
    if more is None:
        hint = mark("Try training.length={shorter}, or a smaller encoder.")
        return WorkbenchError(message, hint, **values, shorter=max(SHORTEST, rule.length // 2))
    hint = mark("Try training.accumulation={more}: the same batch in parts of {smaller} sequences.")
    return WorkbenchError(message, hint, **values, more=more, smaller=-(-share // more))
