"""Events survive JSON, non-finite numbers included."""

from __future__ import annotations

import math

from workbench.core.events import CorpusPreparing, EvalDone, StepDone, event_from_json, event_to_json


def test_non_finite_losses_survive_json() -> None:
    event = StepDone(
        run="r", step=3, time=1.0, loss=math.nan, losses={"mlm": math.inf, "next_sentence": -math.inf}, lr=0.1,
        gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1, seconds_left=2.0,
    )  # fmt: skip
    line = event_to_json(event)
    assert '"loss":"NaN"' in line
    back = event_from_json(line)
    assert isinstance(back, StepDone)
    assert math.isnan(back.loss)
    assert back.losses == {"mlm": math.inf, "next_sentence": -math.inf}


def test_the_union_finds_the_kind() -> None:
    event = EvalDone(run="r", step=1, time=0.0, loss=1.0, losses={}, perplexity=math.e)
    assert event_from_json(event_to_json(event)) == event


def test_preparing_says_how_far_it_is() -> None:
    event = CorpusPreparing(run="r", step=0, time=0.0, fraction=0.42)
    line = event_to_json(event)
    assert '"event":"preparing"' in line
    assert event_from_json(line) == event
