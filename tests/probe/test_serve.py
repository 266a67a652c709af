"""One JSON answer for each JSON request."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench.probe.serve import ProbeServer

MakeRun = Callable[..., Path]


def ask(server: ProbeServer, **request: Any) -> dict[str, Any]:
    """One question."""
    answer: dict[str, Any] = json.loads(json.dumps(server.answer(json.dumps(request))))
    return answer


def test_info_and_loading(make_run: MakeRun) -> None:
    server = ProbeServer(make_run(5, 20))
    assert ask(server, id=1, op="info") == {"id": 1, "step": 20, "steps": [5, 20], "layers": 2, "heads": 4, "room": 24}
    assert ask(server, id=2, op="load", checkpoint=5)["step"] == 5
    assert ask(server, op="info")["step"] == 5, "what is loaded stays"
    assert ask(server, op="load")["step"] == 20


def test_attention_in_a_file_and_of_one_head(make_run: MakeRun, tmp_path: Path) -> None:
    server = ProbeServer(make_run(5, 20))
    out = str(tmp_path / "out.npz")
    answer = ask(server, id=3, op="attention", text="猫在[MASK]", pair="狗", layer=1, head=2, out=out, top=2)
    assert answer["tokens"] == ["[CLS]", "猫", "在", "[MASK]", "[SEP]", "狗", "[SEP]"]
    assert answer["segments"] == [0, 0, 0, 0, 0, 1, 1]
    assert answer["out"] == out
    with np.load(out) as arrays:
        np.testing.assert_allclose(arrays["attention"][1, 2], answer["weights"], rtol=1e-6)
    assert [len(prediction["guesses"]) for prediction in answer["predictions"]] == [2]
    other = ask(server, op="attention", text="猫在[MASK]", pair="狗", layer=1, head=2, checkpoint=5)
    assert other["step"] == 5
    assert other["weights"] != answer["weights"]
    assert "out" not in other


def test_predictions(make_run: MakeRun) -> None:
    answer = ask(ProbeServer(make_run(5)), id=4, op="predict", text="[MASK]")
    assert answer["predictions"][0]["position"] == 1
    assert len(answer["predictions"][0]["guesses"]) == 10


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"op": "atention", "text": "x"}, "Did you mean “attention”?"),
        ({"op": "attention"}, "has no text"),
        ({"op": "attention", "text": "猫", "layer": 2, "head": 0}, "“layer” must be"),
        ({"op": "predict", "text": "猫", "top": 0}, "“top” must be"),
        ({"op": "info", "checkpoint": "last"}, "must be the step"),
        ({"op": "info", "checkpoint": 6}, "no checkpoint of step 6"),
        ({"op": "predict", "text": "猫" * 40}, "42 tokens"),
        ({"op": "attention", "text": "猫", "out": "/no/such/folder/f.npz"}, "f.npz can't be written"),
    ],
)
def test_wrong_requests_get_a_sentence(make_run: MakeRun, request_: dict[str, Any], sentence: str) -> None:
    server = ProbeServer(make_run(5))
    answer = ask(server, id=9, **request_)
    assert answer["id"] == 9
    assert sentence in answer["error"]
    assert ask(server, op="info")["step"] == 5


def test_serving_a_stream(make_run: MakeRun) -> None:
    written: list[str] = []
    ProbeServer(make_run(5)).serve(['{"id":1,"op":"info"}\n', "\n", "nonsense\n", "[1]\n"], written.append)
    answers = [json.loads(line) for line in written]
    assert answers[0]["step"] == 5
    assert ["one JSON object" in answer["error"] for answer in answers[1:]] == [True, True]
