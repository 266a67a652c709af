"""Neighbours and vectors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from workbench.model.encoding import encode_text
from workbench.probe.serve import ProbeServer
from workbench.probe.subject import load_subject
from workbench.probe.vectors import hidden_vectors, sentence_neighbours, table_neighbours

MakeRun = Callable[..., Path]


def cosine(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any]) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))


def test_neighbours_in_the_table_are_those_of_the_cosines(make_run: MakeRun) -> None:
    subject = load_subject(make_run(5))
    table = subject.model.encoder.embeddings.word.weight.detach().double().numpy()
    token = subject.vocabulary.ids_by_token["猫"]
    ordinary = [number for number in range(len(table)) if not subject.vocabulary.is_special[number] and number != token]
    expected = sorted(ordinary, key=lambda number: -cosine(table[token], table[number]))
    found = table_neighbours(subject, token, 4)
    assert [one.id for one in found] == expected[:4]
    assert found[0].cosine == pytest.approx(cosine(table[token], table[expected[0]]), abs=1e-5)
    assert len(table_neighbours(subject, token, 999)) == len(ordinary)


def test_neighbours_in_the_sentence_are_those_of_the_hidden_vectors(make_run: MakeRun) -> None:
    subject = load_subject(make_run(5))
    encoded = encode_text("猫在桌子上。", None, subject.vocabulary, subject.spec.encoder)
    vectors = hidden_vectors(subject, encoded, 2).double().numpy()
    found = sentence_neighbours(subject, encoded, 3, 2, 99)
    assert {one.position for one in found} == set(range(8)) - {3}
    assert [one.cosine for one in found] == sorted((one.cosine for one in found), reverse=True)
    assert found[0].position is not None
    assert found[0].cosine == pytest.approx(cosine(vectors[3], vectors[found[0].position]), abs=1e-5)


def test_the_last_hidden_vectors_are_the_output(make_run: MakeRun) -> None:
    subject = load_subject(make_run(5))
    encoded = encode_text("猫在桌子上。", None, subject.vocabulary, subject.spec.encoder)
    with torch.no_grad():
        output = subject.model.encoder(encoded.inputs())[0]
    torch.testing.assert_close(hidden_vectors(subject, encoded, 2), output, atol=1e-5, rtol=0)


def test_vectors_in_files(make_run: MakeRun, tmp_path: Path) -> None:
    server = ProbeServer(make_run(5))
    out = str(tmp_path / "v.npy")

    def ask(**request: Any) -> dict[str, Any]:
        answer: dict[str, Any] = server.answer(json.dumps({"out": out, **request}))
        return answer

    assert ask(op="vectors", text="猫在", layer=0)["tokens"] == ["[CLS]", "猫", "在", "[SEP]"]
    tokens = np.load(out)
    assert tokens.shape == (4, 32)
    ask(op="vectors", text="猫在", layer=2)
    last = np.load(out)
    assert ask(op="sentences", texts=["猫在", "狗"], layer=2)["count"] == 2
    sentences = np.load(out)
    assert sentences.shape == (2, 32)
    np.testing.assert_allclose(sentences[0], last[1:3].mean(0), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({"op": "vectors", "text": "猫", "layer": 3}, "“layer” must be a whole number below 3."),
        ({"op": "vectors", "text": "猫"}, "“layer” must be"),
        ({"op": "vectors", "text": "猫", "layer": 1, "out": 7}, "“out” must be a path."),
        ({"op": "neighbours", "text": "猫", "position": 3}, "“position” must be"),
        ({"op": "sentences", "texts": [], "layer": 1}, "“texts” must be a list of sentences."),
        ({"op": "look", "text": "猫"}, "“folder” must be a path."),
        ({"op": "look", "text": "猫", "hidden": [[0, 1]], "folder": "x"}, "list of [part, start, end]"),
        ({"op": "info", "run": 7}, "“run” must be a path."),
    ],
)
def test_wrong_requests_get_a_sentence(make_run: MakeRun, request_: dict[str, Any], sentence: str) -> None:
    answer = ProbeServer(make_run(5)).answer(json.dumps(request_))
    assert sentence in answer["error"]
