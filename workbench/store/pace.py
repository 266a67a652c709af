"""How long runs will take, by the arithmetic that an earlier one did a second."""

from __future__ import annotations

from collections.abc import Callable

from workbench.core.errors import WorkbenchError
from workbench.spec.forecast import flops_per_step, forecast
from workbench.spec.run import RunSpec
from workbench.store.records import Run
from workbench.store.store import Store


def flops_per_second(store: Store, vocabulary_size: Callable[[RunSpec], int]) -> float | None:
    """What the newest measured run did, by the size that ``vocabulary_size`` gives for its spec; None where none has
    been measured."""
    for run in store.runs():
        speed = store.final_values(run).get("tokens_per_s", 0.0) if run.step else 0.0
        if speed > 0 and (spec := _readable(run)) is not None:
            return speed * forecast(spec, vocabulary_size(spec)).flops_per_token
    return None


def run_flops(spec: RunSpec, vocabulary_size: int) -> float:
    """Forward and backward passes of all steps, batches counted as full."""
    return spec.training.steps * flops_per_step(spec, vocabulary_size)


def _readable(run: Run) -> RunSpec | None:
    try:
        return run.spec
    except WorkbenchError:
        return None  # of another program's version: its speed says nothing here
