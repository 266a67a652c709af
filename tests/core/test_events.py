"""Events survive JSON, non-finite numbers included."""

from __future__ import annotations

import json
import math
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.events import (
    CorpusPreparing,
    EvalDone,
    Outcome,
    RunEnded,
    StepDone,
    Warned,
    event_from_json,
    event_to_json,
)
from workbench.core.texts import Text


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


PLACE: dict[str, Any] = {"run": "r", "step": 3, "time": 1.0}
WORDS = WorkbenchError("No room: {reason}.", "Free {size}.", reason=Text("{n} files", {"n": 2}), size="1 GB").text


def test_why_a_run_ended_travels_as_a_text_and_in_english() -> None:
    line = event_to_json(RunEnded(**PLACE, outcome=Outcome.FAILED, words=WORDS))
    assert json.loads(line)["message"] == "No room: 2 files. Free 1 GB."
    back = event_from_json(line)
    assert isinstance(back, RunEnded)
    assert (back.words, back.said, back.message) == (WORDS, WORDS, "No room: 2 files. Free 1 GB.")
    chinese = {
        "No room: {reason}.": "空间不足：{reason}。",
        "{n} files": "{n} 个文件",
        "Free {size}.": "请腾出 {size}。",
    }
    assert back.said.render(lambda text: chinese.get(text, text)) == "空间不足：2 个文件。请腾出 1 GB。"


def test_an_end_of_an_older_version_has_its_message_alone() -> None:
    line = '{"run":"r","step":3,"tokens":0,"time":1.0,"event":"ended","outcome":"failed","message":"A {brace}."}'
    back = event_from_json(line)
    assert isinstance(back, RunEnded)
    assert (back.words, str(back.said)) == (None, "A {brace}.")


def test_texts_among_the_values_of_a_warning_stay_such() -> None:
    event = Warned(**PLACE, kind="k", message="Mind: {why}", values={"why": WORDS, "count": 2})
    back = event_from_json(event_to_json(event))
    assert back == event
    assert isinstance(back, Warned)
    assert back.words == Text("Mind: {why}", {"why": WORDS, "count": 2})
    old = json.loads(event_to_json(event)) | {"values": {"loss": "nan", "count": 2, "names": ["a", "b"]}}
    read = event_from_json(json.dumps(old))
    assert isinstance(read, Warned)
    assert read.values == {"loss": "nan", "count": 2, "names": ["a", "b"]}, "values of an older version"
