"""torch.compile as an option: it needs a compiler on the machine, and works on the padded road of plain torch."""

from __future__ import annotations

import sys

import torch

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.model.build import Model

_HINT = mark("Set training.compile=false.")


def require_compiling() -> None:
    """Raise :class:`ArgumentError` where this program or its Python can't compile models at all."""
    if getattr(sys, "frozen", False):
        raise ArgumentError(
            mark("The packaged program can't compile models: that takes Python and a compiler on the machine."), _HINT
        )
    from torch._dynamo.eval_frame import is_dynamo_supported  # slow to load, and not in the packaged program

    if not is_dynamo_supported():
        raise ArgumentError(mark("torch can't compile models with this Python or on this system."), _HINT)


def require_compiler(device: torch.device) -> None:
    """As :func:`require_compiling`, and try it on a device with a sum of two numbers."""
    require_compiling()
    try:
        torch.compile(_one_more)(torch.zeros(2, device=device))
    except Exception as error:  # whatever compilers of all kinds fail of
        lines = [line for line in str(error).splitlines() if line.strip()]
        raise ArgumentError(
            mark("torch finds no compiler that works here: {reason}"),
            mark("Install a C++ compiler with Python's headers (for a GPU, Triton), or set training.compile=false."),
            reason=lines[0] if lines else type(error).__name__,
        ) from error


def _one_more(values: torch.Tensor) -> torch.Tensor:
    return values + 1


def compile_model(model: Model) -> None:
    """Have a model compute its scores through compiled code, for batches of any shape; it is compiled at first use."""
    model.padded = torch.compile(model.padded, dynamic=True)  # type: ignore[method-assign]
    if model.generator is not None:  # replaced tokens are read by the encoders themselves
        for encoder in {model.encoder, model.generator.encoder}:
            encoder.padded = torch.compile(encoder.padded, dynamic=True)  # type: ignore[method-assign]
    model.compiled = True
