"""``runs`` as scripts call it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.events import (
    EvalDone,
    Guess,
    Outcome,
    ProbedMask,
    ProbedSentence,
    ProbesDone,
    RunEnded,
    RunStarted,
    StepDone,
)
from workbench.core.paths import Project
from workbench.core.texts import Text
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.store.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with two runs, of which the first has a curve with NaN and infinity in it."""
    spec = load_preset("bert-tiny")
    with Store.open(Project(tmp_path / "项目").create()) as store:
        first = store.create_run(spec, name="first")
        store.create_run(apply_overrides(spec, ["seed=5", "stages.0.masking.rate=0.3"]), name="second")
        for number, value in enumerate([1.0, math.nan, math.inf, -math.inf], start=1):
            step = StepDone(
                run="first", step=number, tokens=number * 10, time=5.0, loss=value, losses={"mlm": value}, lr=1e-3,
                gradient_norm=1.0, tokens_per_s=1.0, memory_bytes=1, seconds_left=math.inf,
            )  # fmt: skip
            store.record(first, [step])
        store.record(first, [EvalDone(run="first", step=4, time=5.0, loss=2.5, losses={"mlm": 2.5}, perplexity=12.0)])
    return tmp_path / "项目"


def lines(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> list[Any]:
    """What a command prints, one JSON document a line."""
    assert main(["runs", *arguments, "--project", str(folder), "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_list_and_show(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (listed,) = lines(capsys, folder, "list")
    assert [(run["number"], run["name"], run["status"]) for run in listed] == [
        (2, "second", "created"),
        (1, "first", "created"),
    ]
    (shown,) = lines(capsys, folder, "show", "first")
    assert shown["spec"]["encoder"]["hidden"] == 128
    assert shown["final"]["loss"] == "-inf"
    assert lines(capsys, folder, "show", "1") == [shown]
    for arguments in (["list"], ["show", "2"], ["metrics", "1"], ["compare", "1", "2"]):
        assert main(["runs", *arguments, "--project", str(folder)]) == 0
        assert capsys.readouterr().out


def test_the_list_says_how_runs_ended_where_any_said_something(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    assert main(["runs", "list", "--project", str(folder)]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split()[-1] == "note"
    with Store.open(Project(folder)) as store:
        words = Text("The disk of {folder} is full.", {"folder": "here"})
        store.record("first", [RunEnded(run="first", step=4, time=9.0, outcome=Outcome.FAILED, words=words)])
    assert main(["runs", "list", "--project", str(folder)]) == 0
    header, second, first = capsys.readouterr().out.splitlines()
    assert header.split()[-1] == "message"
    assert first.endswith("  The disk of here is full.")
    assert second.split()[1] == "second"
    assert second in rows[0]


def test_metrics_are_one_line_a_point(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    points = lines(capsys, folder, "metrics", "first")
    assert set(points[0]) == {"name", "step", "tokens", "time", "value"}
    losses = [(point["step"], point["tokens"], point["value"]) for point in points if point["name"] == "loss"]
    assert losses == [(1, 10, 1.0), (2, 20, "nan"), (3, 30, "inf"), (4, 40, "-inf")]


def test_lost_steps_are_shown_to_who_asks(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert lines(capsys, folder, "metrics", "first", "--lost") == []
    with Store.open(Project(folder)) as store:
        begun = RunStarted(run="first", step=2, time=9.0, device="cpu", precision="fp32", total_steps=4, session=1)
        store.record("first", [begun])
    kept = [point["step"] for point in lines(capsys, folder, "metrics", "first") if point["name"] == "loss"]
    assert kept == [1, 2]
    lost = [point for point in lines(capsys, folder, "metrics", "first", "--lost") if point["name"] == "loss"]
    assert [(point["step"], point["tokens"], point["value"], point["session"]) for point in lost] == [
        (3, 30, "inf", 0), (4, 40, "-inf", 0),
    ]  # fmt: skip
    assert main(["runs", "metrics", "first", "--lost", "--project", str(folder)]) == 0
    assert "loss\t3\t30\t5.000\tinf\t0" in capsys.readouterr().out.splitlines()


def test_compare_says_what_differs(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (compared,) = lines(capsys, folder, "compare", "first", "second")
    assert compared["differing"] == {"seed": [1, 5], "stages.0.masking.rate": [0.15, 0.3]}
    assert compared["final"]["eval/loss"] == [2.5, None]
    with Store.open(Project(folder)) as store:
        evaluated = EvalDone(run="second", step=1, tokens=1, time=2.0, loss=2 / 3, losses={}, perplexity=2.0)
        store.record(2, [evaluated])
    assert main(["runs", "compare", "first", "second", "--project", str(folder)]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["eval/loss", "2.5", "0.66667"] in rows


def test_delete_restore_purge_rename_note(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert lines(capsys, folder, "delete", "first")[0]["deleted"] is True
    assert [run["name"] for run in lines(capsys, folder, "list")[0]] == ["second"]
    assert [run["name"] for run in lines(capsys, folder, "list", "--deleted")[0]] == ["first"]
    assert lines(capsys, folder, "restore", "first")[0]["deleted"] is False
    assert lines(capsys, folder, "rename", "first", "初")[0]["name"] == "初"
    assert lines(capsys, folder, "note", "初", "good")[0]["note"] == "good"
    assert lines(capsys, folder, "purge", "初") == [{"number": 1, "name": "初", "purged": True}]
    assert not (folder / "runs" / "000001").exists()


def test_a_person_is_told_what_was_done(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    for arguments, words in (
        (["delete", "1"], "The run first is in the trash; “runs restore first” brings it back."),
        (["restore", "1"], "The run first is back from the trash."),
        (["rename", "1", "初"], "The run is named 初 now."),
        (["note", "初", "good"], "The note of the run 初 is replaced."),
        (["purge", "初"], "The run 初 is deleted for good, its files too."),
    ):
        assert main(["runs", *arguments, "--project", str(folder)]) == 0
        assert capsys.readouterr() == (words + "\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "secnd"],
        ["rename", "first", "second"],
        ["rename", "first", "7"],
        ["rename", "first", "CON"],
        ["rename", "first", "a/b"],
        ["rename", "first", "x "],
        ["compare", "first"],
        ["compare"],
        ["frobnicate"],
    ],
)
def test_wrong_arguments(arguments: list[str], capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["runs", *arguments, "--project", str(folder)]) == 2
    output = capsys.readouterr()
    assert (output.out, len(output.err.splitlines())) == ("", 1)


def test_a_folder_without_a_project_is_not_made_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["runs", "list", "--project", str(tmp_path / "none")]) == 2
    assert "no project" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_probes_are_told_by_evaluation(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    def probed(step: int, chance: float) -> ProbesDone:
        guesses = (Guess(token="京", probability=chance), Guess(token="海", probability=0.1))
        mask = ProbedMask(position=3, guesses=guesses, answer="海", probability=0.1, rank=2)
        sentence = ProbedSentence(text="首都[[海]]", tokens=("[CLS]", "首", "都", "[MASK]", "[SEP]"), masks=(mask,))
        return ProbesDone(run="first", step=step, time=5.0, sentences=(sentence,))

    with Store.open(Project(folder)) as store:
        store.record("first", [probed(10, 0.2), probed(20, 0.4), probed(30, 0.9)])
        resumed = RunStarted(run="first", step=20, time=6.0, device="cpu", precision="fp32", total_steps=99, session=2)
        store.record("first", [resumed, probed(25, 0.5)])
    found = lines(capsys, folder, "probes", "first")
    assert [(event["step"], event["sentences"][0]["masks"][0]["guesses"][0]["probability"]) for event in found] == [
        (10, 0.2), (20, 0.4), (25, 0.5),
    ]  # fmt: skip
    assert lines(capsys, folder, "probes", "first", "--last") == found[-1:]
    assert main(["runs", "probes", "first", "--last", "--project", str(folder)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "25" in told[0]
    assert "首都[[海]]" in told[0]
    assert "京 50.0%" in told[1]
    assert "(海 10.0%, #2)" in told[1]
    assert lines(capsys, folder, "probes", "second") == []


def test_that_there_are_no_probes_is_said(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    with Store.open(Project(folder)) as store:
        store.create_run(apply_overrides(load_preset("bert-tiny"), ['probes=["[MASK] b"]']), name="asked")
    for name, told in (("first", "has no probe sentences"), ("asked", "has answered its probe sentences yet")):
        assert main(["runs", "probes", name, "--project", str(folder)]) == 0
        assert told in capsys.readouterr().out
    assert lines(capsys, folder, "probes", "first") == []


def test_a_capsule_may_be_written_over(capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "there.zip"
    file.write_bytes(b"")
    assert main(["runs", "capsule", "first", str(file), "--project", str(folder)]) == 2
    assert "or write over it with --overwrite" in capsys.readouterr().err


def test_a_run_without_steps_has_none_to_prove(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["prove", "second", "--project", str(folder)]) == 1
    assert "The run has taken no step that could be repeated. Train it first." in capsys.readouterr().err
