"""``inspect`` and ``probe-server``."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from workbench.cli import main
from workbench.core.paths import Project
from workbench.model.build import model_of
from workbench.model.weights import save_tensors
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

TINY = ["encoder.hidden=32", "encoder.feed_forward=64", "encoder.positions=32", "training.length=32"]


ELECTRA = ["generator.width=0.5", 'stages.0.tokens=[{ kind = "generator-mlm" }, { kind = "replaced-token" }]']


@pytest.fixture
def run(tmp_path: Path, request: pytest.FixtureRequest) -> Run:
    """A run with one checkpoint."""
    torch.set_num_threads(1)
    project = Project(tmp_path / "p").create()
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"猫在桌子上"]
    vocabulary = Vocabulary.make("signs", VocabularyKind.CHARACTER, tokens)
    save_vocabulary(project, vocabulary)
    electra = ELECTRA if "electra" in request.node.name else []
    tasks = ["encoder.task_types=4"] if "task_id" in request.node.name else []
    spec = apply_overrides(RunSpec(corpus="none", vocabulary="signs"), [*TINY, *electra, *tasks])
    with Store.open(project) as store:
        made = store.create_run(spec, name="cat")
    folder = made.folder / "checkpoints" / "step-00000009"
    folder.mkdir(parents=True)
    model = model_of(spec, vocabulary.size)
    save_tensors(folder / "model.safetensors", model.state_dict())
    (folder / "state.json").write_text('{"step": 9}')
    return made


def test_arrays_and_summary(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.npz"
    command = [
        "inspect",
        "cat",
        "--text",
        "猫在[MASK]",
        "--pair",
        "桌子",
        "--out",
        str(out),
        "--project",
        str(tmp_path / "p"),
    ]
    assert main([*command, "--json", "--top", "3"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["tokens"] == ["[CLS]", "猫", "在", "[MASK]", "[SEP]", "桌", "子", "[SEP]"]
    assert (summary["run"], summary["step"], summary["shape"]) == ("cat", 9, [2, 2, 8, 8])
    assert [len(prediction["guesses"]) for prediction in summary["predictions"]] == [3]
    with np.load(out) as arrays:
        assert arrays["tokens"].tolist() == summary["tokens"]
        np.testing.assert_allclose(arrays["attention"].sum(-1), 1, atol=1e-5)
    before = out.read_bytes()
    assert main(command) == 2
    assert "write over it with --overwrite." in capsys.readouterr().err
    assert out.read_bytes() == before
    assert main([*command, "--overwrite"]) == 0
    assert "8 tokens, 2 layers, 2 heads" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    [
        ({"cat": "dog"}, 2, "dog"),
        ({"--checkpoint": "8"}, 2, "no checkpoint of step 8. There are: 9"),
        ({"--text": "猫" * 50}, 1, "52 tokens"),
        ({"--out": "/no/such/folder/x.npz"}, 1, "can't be written"),
        ({"--text": " "}, 2, "The text is empty."),
        ({"--pair": ""}, 2, "after --pair"),
    ],
)
def test_what_cannot_be_inspected_is_one_sentence(
    changes: dict[str, str], code: int, sentence: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"--text": "猫", "--out": str(tmp_path / "x.npz"), **{k: v for k, v in changes.items() if k[0] == "-"}}
    arguments = [part for option in options.items() for part in option]
    assert main(["inspect", changes.get("cat", "cat"), *arguments, "--project", str(tmp_path / "p")]) == code
    assert sentence in capsys.readouterr().err


def test_what_electra_puts_in_and_finds(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["inspect", "cat", "--text", "猫在桌子上", "--replaced", "--project", str(tmp_path / "p")]
    assert main([*command, "--json", "--seed", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["run"], found["step"]) == ("cat", 9)
    (one,) = found["replaced"]["replacements"]
    assert found["replaced"]["corrupted"]["tokens"][one["position"]] == one["drawn"]
    assert main([*command, "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert f"{one['position']}: {one['original']} → {one['drawn']} (" in told
    assert "as typed: [CLS] " in told
    assert "with the guesses: [CLS] " in told


def test_a_mask_is_in_the_arrays_and_in_what_electra_reads(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.npz"
    command = ["inspect", "cat", "--text", "猫在桌子上", "--out", str(out), "--json", "--project", str(tmp_path / "p")]
    assert main([*command, "--mask", "桌", "--pair", "桌", "--replaced"]) == 0
    told = json.loads(capsys.readouterr().out)
    tokens = ["[CLS]", "猫", "在", "[MASK]", "子", "上", "[SEP]", "[MASK]", "[SEP]"]
    assert told["tokens"] == told["replaced"]["as_typed"]["tokens"] == tokens
    assert [one["position"] for one in told["predictions"]] == [3, 7]
    assert [one["position"] for one in told["replaced"]["replacements"]] == [3, 7]


def test_something_must_be_asked_for(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "cat", "--text", "猫", "--project", str(tmp_path / "p")]) == 2
    assert "--replaced" in capsys.readouterr().err
    assert main(["inspect", "cat", "--text", "猫", "--replaced", "--project", str(tmp_path / "p")]) == 2
    assert "neither a generator nor a detector" in capsys.readouterr().err


def test_the_server_answers_on_standard_output(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = '{"id": 1, "op": "info"}\n{"id": 2, "op": "predict", "text": "猫[MASK]"}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(requests.encode("utf-8")), encoding="ascii"))
    assert main(["probe-server", str(run.folder)]) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first["id"], first["step"]) == (1, 9)
    assert second["predictions"][0]["position"] == 2


def test_a_drawing_and_a_page(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, drawing = tmp_path / "page.html", tmp_path / "heat.svg"
    command = ["inspect", "cat", "--text", "猫在桌子上", "--mask", "桌子", "--svg", str(drawing), "--project",
               str(tmp_path / "p")]  # fmt: skip
    shown = ["--layer", "1", "--head", "2", "--between", "word", "--specials", "renormalise"]
    assert main([*command, "--html", str(page), *shown, "--json", "--top", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["html"], told["svg"]) == (str(page), str(drawing))
    assert told["tokens"] == ["[CLS]", "猫", "在", "[MASK]", "[MASK]", "上", "[SEP]"]
    assert [(one["original"], len(one["before"])) for one in told["masked"]] == [("桌", 2), ("子", 2)]
    text = drawing.read_text(encoding="utf-8")
    assert "桌子" in text
    assert "[CLS]" not in text
    assert "Layer 1, head 2; Words; hidden tokens, rows renormalised" in text
    whole = page.read_text(encoding="utf-8")
    assert "Attention of cat" in whole
    assert text in whole, "the same drawing"
    assert "http" not in whole.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert main(command) == 2
    assert "--overwrite" in capsys.readouterr().err
    assert main([*command, "--overwrite"]) == 0
    assert capsys.readouterr().out.strip().endswith("heat.svg")
    assert "Layer 2, mean of all heads; Each token" in drawing.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--layer", "3"], "--layer must be at most 2"),
        (["--layer", "0"], "--layer must be at least 1"),
        (["--head", "9"], "--head must be at most 2"),
        (["--mask", "狗"], "no “狗” to mask"),
        (["--between", "letter"], "letter"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(
    options: list[str], sentence: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["inspect", "cat", "--text", "猫", "--svg", str(tmp_path / "x.svg"), "--project", str(tmp_path / "p")]
    assert main([*command, *options]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()


def test_a_page_says_that_a_list_has_gone(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = run.folder / "spec.toml"
    text = spec.read_text(encoding="utf-8")
    spec.write_text(text.replace("ngram_lists = []", 'ngram_lists = ["gone"]'), encoding="utf-8")
    command = ["inspect", "cat", "--text", "猫", "--svg", str(tmp_path / "x.svg"), "--project", str(tmp_path / "p")]
    assert main([*command, "--between", "word"]) == 2
    assert "gone" in capsys.readouterr().err
    assert main(command) == 0


def test_a_task_id_is_read_with_and_told(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, page = tmp_path / "out.npz", tmp_path / "page.html"
    place = ("--project", str(tmp_path / "p"), "--overwrite")
    command = ["inspect", "cat", "--text", "猫在[MASK]", "--out", str(out), "--html", str(page), *place]
    weights = []
    for task in ("0", "3"):
        assert main([*command, "--task-id", task, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["task_id"] == int(task)
        with np.load(out) as arrays:
            assert arrays["task_id"] == int(task)
            weights.append(arrays["attention"])
    assert not np.allclose(*weights)
    assert "<td>3</td>" in page.read_text(encoding="utf-8").replace(" ", "")
    assert main([*command, "--task-id", "3"]) == 0
    assert "Texts are read with task id 3." in capsys.readouterr().out
    assert main([*command, "--task-id", "4"]) == 2
    assert "no task id 4" in capsys.readouterr().err
