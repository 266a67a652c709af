"""A small spec, and events to fill a store with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workbench.core.events import EvalDone, RunStarted, StepDone
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec


@pytest.fixture
def spec() -> RunSpec:
    """A small spec."""
    return load_preset("bert-tiny").model_copy(update={"corpus": "letters", "vocabulary": "words"})


@pytest.fixture
def step() -> Callable[..., StepDone]:
    """Makes step events."""

    def make(number: int, loss: float = 5.0, run: str = "r") -> StepDone:
        return StepDone(
            run=run, step=number, tokens=number * 100, time=1000.0 + number, loss=loss, losses={"mlm": loss}, lr=1e-3,
            gradient_norm=1.0, tokens_per_s=500.0, memory_bytes=1 << 20, seconds_left=9.0,
        )  # fmt: skip

    return make


@pytest.fixture
def started() -> Callable[..., RunStarted]:
    """Makes the first event of a session."""

    def make(step: int = 0, session: int = 1) -> RunStarted:
        return RunStarted(
            run="r", step=step, time=1000.0, device="cpu", precision="fp32", total_steps=100, session=session,
            baselines={"uniform": 10.3},
        )  # fmt: skip

    return make


@pytest.fixture
def evaluation() -> Callable[..., EvalDone]:
    """Makes evaluation events."""

    def make(step: int, loss: float = 6.0) -> EvalDone:
        return EvalDone(
            run="r", step=step, tokens=step * 100, time=2000.0, loss=loss, losses={"mlm": loss}, perplexity=9.0
        )

    return make
