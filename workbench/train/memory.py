"""What to say and to try where memory does not suffice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.model.devices import device_title
from workbench.spec.batches import batch_rule
from workbench.spec.run import RunSpec
from workbench.spec.training import SHORTEST


@contextmanager
def memory_errors(spec: RunSpec, device: torch.device) -> Iterator[None]:
    """Turn torch's errors for want of memory into a sentence with numbers to try."""
    try:
        yield
    except (torch.OutOfMemoryError, MemoryError) as error:
        raise out_of_memory(spec, device) from error
    except RuntimeError as error:
        if "DefaultCPUAllocator" not in str(error):
            raise
        raise out_of_memory(spec, device) from error


def out_of_memory(spec: RunSpec, device: torch.device) -> WorkbenchError:
    """What to try: the same batch in smaller parts, or, where a part is one sequence already, shorter sequences. Told
    of the stage with the largest parts."""
    parts, rules = spec.training.accumulation, [batch_rule(spec, number) for number in range(len(spec.stages))]
    rule = max(rules, key=lambda rule: rule.most_places)
    batch = rule.full_sequences
    more = next((number for number in range(parts + 1, batch + 1) if batch % number == 0), None)
    message = mark("The memory of {device} is too small for {part} sequences of {length} tokens at a time.")
    values = {"device": device_title(device), "part": -(-batch // parts), "length": rule.length}
    if more is None:
        hint = mark("Try training.length={shorter}, or a smaller encoder.")
        return WorkbenchError(message, hint, **values, shorter=max(SHORTEST, rule.length // 2))
    hint = mark("Try training.accumulation={more}: the same batch in parts of {smaller} sequences.")
    return WorkbenchError(message, hint, **values, more=more, smaller=batch // more)
