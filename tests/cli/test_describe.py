"""``presets`` and ``describe`` as scripts call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.errors import ArgumentError
from workbench.spec.files import save_spec
from workbench.spec.presets import load_preset


def described(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The JSON that ``describe`` prints."""
    assert main(["describe", *arguments, "--json"]) == 0
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def test_presets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["presets", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    names = [row["name"] for row in listed]
    assert names[:2] == ["albert-tiny", "albert-base"]
    assert listed[names.index("bert-tiny")] == {
        "name": "bert-tiny", "layers": 2, "hidden": 128, "recipes": ["paper", "local"], "recipe": "local"
    }  # fmt: skip
    assert main(["presets"]) == 0
    told = capsys.readouterr().out
    assert "roberta-base" in told
    (small,) = [line for line in told.splitlines() if line.startswith("electra-small")]
    assert {"local", "paper,", "replace-mlm,", "two-stage,", "adversarial"} <= set(small.split())


def test_a_generator(capsys: pytest.CaptureFixture[str]) -> None:
    """Sheet 4.8: the encoder with its head, the generator, and both together with the embeddings once."""
    assert main(["describe", "--preset", "electra-small"]) == 0
    told = capsys.readouterr().out
    assert "parameters: 14,196,219" in told
    assert "encoder with heads: 13,549,057" in told
    assert "generator with head: 4,620,026, of which 3,972,864 are shared" in told
    assert "Hint" not in told
    data = described(capsys, "--preset", "electra-small")["parameters"]
    assert (data["generator"], data["shared"]) == (4_620_026, 3_972_864)
    assert main(["describe", "--preset", "electra-small", "--set", "generator.width=0.75"]) == 0
    assert "Hint: Generators of 1/4 to 1/2" in capsys.readouterr().out
    assert main(["describe", "--preset", "electra-small", "--set", "stages.0.masking.kind=basic"]) == 0
    assert "Hint: The generator sees other tokens in the place of 10%" in capsys.readouterr().out


def test_a_preset(capsys: pytest.CaptureFixture[str]) -> None:
    data = described(capsys, "--preset", "bert-base", "--vocabulary-size", "21128")
    assert (data["parameters"]["total"], data["parameters"]["body"]) == (102_882_442, 102_267_648)
    assert set(data["parameters"]) == {"total", "body", "heads", "by_part"}
    assert data["memory_free"] > 0
    assert data["memory"]["total"] == sum(size for part, size in data["memory"].items() if part != "total")
    assert isinstance(data["flops_per_token"], int)
    assert described(capsys, "--preset", "roberta-base")["parameters"]["total"] == 124_697_433


def test_overrides_and_recipes(capsys: pytest.CaptureFixture[str]) -> None:
    local = described(capsys, "--preset", "bert-tiny", "--set", "encoder.layers=3")
    assert local["parameters"]["total"] == 4_433_468 + 198_272
    paper = described(capsys, "--preset", "bert-tiny", "--recipe", "paper")
    assert paper["memory"]["activations"] > local["memory"]["activations"]


def test_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save_spec(load_preset("bert-mini"), tmp_path / "a.toml")
    assert described(capsys, str(tmp_path / "a.toml"))["parameters"]["total"] == 11_267_900
    assert main(["describe", str(tmp_path / "a.toml")]) == 0
    assert "11,267,900" in capsys.readouterr().out


def test_a_spec_with_errors_lists_them_all(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    wrong = ["--set", "encoder.heads=3", "--set", "encoder.vocabulary_size=21128", "--vocabulary-size", "21130"]
    assert main(["describe", "--preset", "bert-tiny", *wrong, "--json"]) == 2
    output = capsys.readouterr()
    errors = json.loads(output.out)["errors"]
    assert [error["path"] for error in errors] == ["encoder.heads", "encoder.vocabulary_size"]
    assert "21128" in errors[1]["message"]
    assert "21130" in errors[1]["message"]
    assert len(output.err.splitlines()) == 2
    (tmp_path / "a.toml").write_text("seed = 'x'\nsteps = 3\n", encoding="utf-8")
    assert main(["describe", str(tmp_path / "a.toml"), "--json"]) == 2
    assert {error["path"] for error in json.loads(capsys.readouterr().out)["errors"]} == {"seed", "steps"}


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["a.toml", "--preset", "bert-tiny"],
        ["--preset", "bert-tny"],
        ["--preset", "bert-tiny", "--recipe", "none"],
        ["a.toml", "--recipe", "paper"],
        ["none.toml"],
        ["--preset", "bert-tiny", "--set", "steps"],
        ["--preset", "bert-tiny", "--vocabulary", "v", "--vocabulary-size", "5"],
        ["--preset", "bert-tiny", "--vocabulary-size", "0"],
    ],
)
def test_wrong_arguments(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert len(output.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "path", "words"),
    [
        (["--preset", "bert-tiny", "--vocabulary", "nope"], "vocabulary", "no vocabulary named “nope”"),
        (["--preset", "bert-tiny", "--vocabulary-size", "-1"], "--vocabulary-size", "-1 is too small"),
        (["--preset", "bert-tiny", "--vocabulary-size", "x"], "", "invalid int value"),
        (["/nonexistent/a.toml"], "/nonexistent/a.toml", "can't be read"),
        (["--preset", "bert-tny"], "", "Did you mean “bert-tiny”?"),
        ([], "", "Give either"),
    ],
)
def test_errors_are_json_where_json_is_asked_for(
    arguments: list[str], path: str, words: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["describe", *arguments, "--json", "--project", str(tmp_path)]) == 2
    output = capsys.readouterr()
    (error,) = json.loads(output.out)["errors"]
    assert error["path"] == path
    assert words in error["message"]
    assert output.err == (f"{path}: " if path else "") + error["message"] + "\n"


def test_the_vocabulary_is_looked_up(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Found:
        size = 21128

    def find(project: object, name: str) -> Found:
        if name == "none":
            raise ArgumentError("There is no vocabulary “none”.")
        asked.append(name)
        return Found()

    monkeypatch.setattr("workbench.text.vocabulary.find_vocabulary", find)
    assert described(capsys, "--preset", "bert-tiny", "--vocabulary", "zh")["parameters"]["total"] == 3_221_642
    assert described(capsys, "--preset", "bert-tiny", "--set", "vocabulary=mine")["vocabulary_size"] == 21128
    assert asked == ["zh", "mine"]
    assert main(["describe", "--preset", "bert-tiny", "--vocabulary", "none"]) == 2


def test_stages_are_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "stages.toml"
    path.write_text(
        'preset = "bert-tiny"\n[[stages]]\nname = "basic"\nshare = 2\n'
        '[[stages]]\nname = "短语"\nshare = 1\nlength = 64\nmasking = { kind = "mixture", rate = 0.2 }\n',
        encoding="utf-8",
    )
    assert main(["describe", str(path), "--set", "training.steps=301"]) == 0
    lines = capsys.readouterr().out.splitlines()
    last = lines.index("stages:") + 3
    table = [line.split() for line in lines[last - 1 : last + 1]]
    assert table[0] == ["basic", "1-201", "66.7%", "#" * 20 + "." * 10, "128", "Single", "tokens", "15.0%"]
    assert table[1][:4] == ["短语", "202-301", "33.3%", "." * 20 + "#" * 10]
    assert table[1][4] == "64"
    assert "(Whole words 33%, Phrases 33%, Entities 33%)" in lines[last]
    assert main(["describe", str(path), "--set", "training.steps=301", "--json"]) == 0
    stages = json.loads(capsys.readouterr().out)["stages"]
    assert [(stage["first_step"], stage["last_step"]) for stage in stages] == [(1, 201), (202, 301)]


def test_a_stage_that_hides_nothing_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    whole = ["--set", "stages.0.masking.rate=0", "--set", "stages.0.tokens=[]"]
    assert main(["describe", "--preset", "bert-tiny", *whole]) == 0
    assert "no masks" in capsys.readouterr().out
