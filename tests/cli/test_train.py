"""``train`` and ``resume`` in this process."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from workbench.cli import main
from workbench.cli.train import ProgressBar
from workbench.core.errors import WorkbenchError
from workbench.core.events import (
    CorpusPreparing,
    EvalDone,
    FeaturesComputing,
    Outcome,
    RunEnded,
    StateChanged,
    StepDone,
    Warned,
)
from workbench.core.paths import Project
from workbench.store.records import Command, Status
from workbench.store.store import Store

TINY = [
    "encoder.layers=1", "encoder.hidden=32", "encoder.heads=2", "encoder.feed_forward=64", "encoder.positions=48",
    "training.length=48", "training.batch_size=8", "training.steps=6", "training.warmup_steps=2",
    "training.evaluate_every=3", "training.checkpoint_every=3", "training.evaluation_passages=8",
    "training.threads=1",
]  # fmt: skip
OVERRIDES = [part for override in TINY for part in ("--set", override)]
HALF = ["--set", "training.precision=fp16", "--set", "training.not_finite=lower-scale"]


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A file of 40 documents."""
    draw = random.Random(3)
    words = ["blue", "red", "green", "house", "tree", "river", "runs", "sleeps"]
    documents = ["\n".join(" ".join(draw.choices(words, k=6)) for _ in range(5)) for _ in range(40)]
    path = tmp_path / "colours and things.txt"
    path.write_text("\n\n".join(documents), encoding="utf-8")
    return path


@pytest.fixture
def vocabulary(tmp_path: Path) -> Path:
    """A WordPiece vocabulary file."""
    letters = [chr(code) for code in range(97, 123)]
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *("##" + letter for letter in letters)]
    path = tmp_path / "letters.txt"
    path.write_text("\n".join(tokens), encoding="utf-8")
    return path


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """What was printed, as JSON lines."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_paths_are_brought_into_the_project_and_events_stream(
    text: Path, vocabulary: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = ["--project", str(tmp_path / "p"), "--json"]
    command = ["train", "--preset", "bert-tiny", "--corpus", str(text), "--vocabulary", str(vocabulary), *OVERRIDES]
    assert main([*command, "--name", "first", *place]) == 0
    events = lines(capsys)
    assert {event["run"] for event in events} == {"first"}
    assert all({"event", "run", "step", "tokens", "time"} <= event.keys() for event in events)
    steps = [event for event in events if event["event"] == "step"]
    assert [event["step"] for event in steps] == [1, 2, 3, 4, 5, 6]
    assert {"loss", "losses", "lr", "tokens_per_s"} <= steps[0].keys()
    assert steps[0]["losses"].keys() == {"mlm", "next_sentence"}
    evaluations = [event for event in events if event["event"] == "eval"]
    assert [event["step"] for event in evaluations] == [3, 6]
    assert {"loss", "losses", "perplexity"} <= evaluations[0].keys()
    assert (events[-1]["event"], events[-1]["outcome"]) == ("ended", "done")

    assert main([*command, *place]) == 0, "a second time nothing is imported again"
    assert lines(capsys)[-1]["run"] == "bert-tiny-1"
    project = Project(tmp_path / "p")
    assert [path.name for path in project.corpora.iterdir()] == ["colours and things"]
    assert [path.name for path in project.vocabularies.iterdir()] == ["letters"]
    with Store.open(project) as store:
        run = store.run("first")
    assert (run.corpus, run.vocabulary, run.status) == ("colours and things", "letters", Status.DONE)

    text.write_text(text.read_text(encoding="utf-8") + "\n\nanother document\nof two lines", encoding="utf-8")
    assert main([*command, *place]) == 0, "a file that has changed is another corpus"
    with Store.open(project) as store:
        assert store.run(lines(capsys)[-1]["run"]).corpus == "colours and things-2"

    assert main(["resume", "first", "--project", str(project.root)]) == 1
    assert "complete" in capsys.readouterr().err


def test_a_stopped_run_is_resumed(
    text: Path, vocabulary: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.train.control import Control

    place = ["--project", str(tmp_path / "p")]
    command = ["train", "--preset", "roberta-tiny", "--corpus", str(text), "--vocabulary", str(vocabulary), *OVERRIDES,
               "--set", "encoder.positions=50", "--name", "r"]  # fmt: skip
    with monkeypatch.context() as patch:
        patch.setattr(Control, "take_checkpoint_wish", lambda self: self.wish(Command.STOP_AND_SAVE))
        assert main([*command, *place]) == 3
    assert "Ended: stopped" in capsys.readouterr().out

    def fail(*arguments: object, **more: object) -> int:
        assert main(["resume", "r", *place]) == 1, "it is at work before torch is loaded"
        raise WorkbenchError("A fault before the first event.")

    with monkeypatch.context() as patch:
        patch.setattr("workbench.cli.train.run_here", fail)
        assert main(["resume", "r", *place]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("“r” goes on from step 1: weights, moments, learning rate, order of the")
    assert said.out.count("“r” goes on") == 1
    assert "The run r is already at work." in said.err.splitlines()[0]
    assert main(["resume", "r", *place, "--json"]) == 0
    events = lines(capsys)
    started = next(event for event in events if event["event"] == "started")
    assert (started["step"], started["session"]) == (1, 2)
    assert next(event for event in events if event["event"] == "step")["step"] == 2


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("blue house. red tree.", "next-sentence", "stages.0.passage.kind: Next-sentence pairs need two documents"),
        ("blue house.\n\nred tree.", "sentence-order", "stages.0.passage.kind: Sentence order needs documents of two"),
    ],
    ids=["one document", "single sentences"],
)
def test_a_text_that_has_no_pairs_is_refused_before_there_is_a_run(
    text: str, kind: str, sentence: str, vocabulary: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R056."""
    file = tmp_path / "small.txt"
    file.write_text(text, encoding="utf-8")
    command = ["train", "--preset", "bert-tiny", "--corpus", str(file), "--vocabulary", str(vocabulary), *OVERRIDES,
               "--set", f"stages.0.passage.kind={kind}", "--project", str(tmp_path / "p")]  # fmt: skip
    assert main(command) == 2
    assert sentence in capsys.readouterr().err
    with Store.open(Project(tmp_path / "p")) as store:
        assert store.runs() == []


@pytest.fixture
def stopped(text: Path, vocabulary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where there is a run “r” that was stopped and saved after its first step: options that name the project."""
    from workbench.train.control import Control

    place = ["--project", str(tmp_path / "p")]
    command = ["train", "--preset", "bert-tiny", "--corpus", str(text), "--vocabulary", str(vocabulary), *OVERRIDES]
    with monkeypatch.context() as patch:
        patch.setattr(Control, "take_checkpoint_wish", lambda self: self.wish(Command.STOP_AND_SAVE))
        assert main([*command, "--name", "r", *place]) == 3
    return place


def test_what_was_asked_of_a_run_before_counts_no_more_when_it_is_resumed(stopped: list[str], tmp_path: Path) -> None:
    with Store.open(Project(tmp_path / "p")) as store:
        store.request("r", Command.STOP_NOW)
        assert main(["resume", "r", *stopped]) == 0
        assert store.run("r").status is Status.DONE


def test_settings_that_cannot_be_read_are_said_before_anything_is_promised(
    stopped: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (settings,) = (tmp_path / "p" / "runs").glob("*/spec.toml")
    settings.write_text("preset = ", encoding="utf-8")
    capsys.readouterr()
    assert main(["resume", "r", *stopped]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{settings.parent} has no settings that can be read: spec.toml: Line 1 is not valid TOML" in said.err
    assert "Mend its spec.toml, or put it back from a copy." in said.err


def test_far_too_large_a_run_is_refused_before_it_is_made_unless_that_is_wished(
    text: Path, vocabulary: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """R086: and one that was made, when it is resumed."""
    place = ["--project", str(tmp_path / "p")]
    command = ["train", "--preset", "bert-tiny", "--corpus", str(text), "--vocabulary", str(vocabulary), *OVERRIDES]
    huge = ["--set", "training.batch_size=10000000", "--set", "training.steps=2"]
    monkeypatch.setattr("workbench.train.device_errors.memory_there", lambda device: 1 << 10)
    assert main([*command, *huge, *place]) == 2
    assert "of memory are needed, and cpu has 1\u2009KiB in all." in capsys.readouterr().err
    with Store.open(Project(tmp_path / "p")) as store:
        assert store.runs() == []
    assert main([*command, *huge, "--name", "r", *place, "--ignore-memory"]) == 0, "a batch is at most an epoch"
    with Store.open(Project(tmp_path / "p")) as store:
        store.update(store.run("r"), status=Status.STOPPED.value)
    capsys.readouterr()
    assert main(["resume", "r", *place]) == 2
    assert "--ignore-memory starts a run" in capsys.readouterr().err
    assert main(["resume", "r", *place, "--ignore-memory"]) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--preset", "bert-tiny"], "No corpus is given"),
        (["--preset", "bert-tiny", "--corpus", "TEXT"], "No vocabulary is given"),
        (["--preset", "bert-tinny"], "Did you mean"),
        (["--preset", "bert-tiny", "--set", "encoder.heads=3"], "encoder.heads"),
        (["--preset", "bert-tiny", "--set", "training.device=cuda"], "“cuda” is not there. This machine has: cpu"),
        (["--preset", "bert-tiny", "--set", "training.device=mps"], "“mps” is not there. This machine has: cpu"),
        (["--preset", "bert-tiny", *HALF], "fp16 is computed on NVIDIA GPUs only, and the device here is "),
        ([], "Give either a spec file or --preset"),
    ],
)
def test_what_cannot_be_trained_is_one_sentence(
    arguments: list[str], sentence: str, text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    given = [str(text) if argument == "TEXT" else argument for argument in arguments]
    assert main(["train", *given, "--project", str(tmp_path / "p")]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert "Traceback" not in error
    if (tmp_path / "p").exists():
        with Store.open(Project(tmp_path / "p")) as store:
            assert not store.runs()


def test_a_run_that_fails_ends_its_stream_with_the_event_that_says_so(
    vocabulary: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "con.txt"
    long = "as long as a whole passage is " * 3  # which is known only once the text is tokenised
    text.write_text("\n\n".join(f"{long}{number}.\n{long}." for number in range(40)), encoding="utf-8")
    command = ["train", "--preset", "bert-tiny", "--corpus", str(text), "--vocabulary", str(vocabulary), *OVERRIDES]
    pairs = ["--set", "stages.0.passage.kind=sentence-order"]
    assert main([*command, *pairs, "--project", str(tmp_path / "p"), "--json"]) == 1
    output = capsys.readouterr()
    told = [json.loads(line) for line in output.out.splitlines()]
    assert all("event" in event for event in told)
    assert (told[-1]["event"], told[-1]["outcome"]) == ("ended", "failed")
    assert output.err == told[-1]["message"] + "\n"
    assert (tmp_path / "p" / "corpora" / "con-").is_dir(), "the nearest name that every system can hold"


@pytest.mark.skipif(os.name == "nt", reason="a pipe without a reader is told otherwise on Windows")
def test_a_run_goes_on_when_nobody_reads_what_it_prints(text: Path, vocabulary: Path, tmp_path: Path) -> None:
    command = ["train", "--preset", "bert-tiny", "--corpus", str(text), "--vocabulary", str(vocabulary), *OVERRIDES]
    reader, writer = os.pipe()
    os.close(reader)
    code = (
        f"import sys; from workbench.cli import main; sys.exit(main({[*command, '--project', str(tmp_path / 'p')]!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
    with Store.open(Project(tmp_path / "p")) as store:
        assert store.run(1).status is Status.DONE


def test_damaged_things_beside_those_asked_for_hinder_nothing(
    text: Path, vocabulary: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for parent in ("corpora", "vocabularies"):
        (tmp_path / "p" / parent / "damaged").mkdir(parents=True)
    place = ["--project", str(tmp_path / "p")]
    given = ["--corpus", str(text), "--vocabulary", str(vocabulary), *OVERRIDES]
    assert main(["train", "--preset", "bert-tiny", *given, *place]) == 0
    capsys.readouterr()
    for option, kind in (("--corpus", "corpus"), ("--vocabulary", "vocabulary")):
        assert main(["train", "--preset", "bert-tiny", *given, option, "damaged", *place]) == 1
        assert f"The {kind} “damaged” is damaged" in capsys.readouterr().err


def test_a_corpus_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["train", "--preset", "bert-tiny", "--corpus", "nothing", "--vocabulary", "none"]
    assert main([*command, "--project", str(tmp_path / "p")]) == 2
    assert "There is no corpus named “nothing”" in capsys.readouterr().err


def test_the_progress_bar(capsys: pytest.CaptureFixture[str]) -> None:
    place: dict[str, Any] = {"run": "r", "step": 5, "tokens": 9, "time": 0.0}
    bar = ProgressBar(is_terminal=True)
    bar.total = 10
    bar.show(
        StepDone(
            **place, loss=2.5, losses={}, lr=0, gradient_norm=1, tokens_per_s=1234, memory_bytes=1, seconds_left=65
        )
    )
    bar.show(CorpusPreparing(**place, fraction=0.25))
    bar.show(FeaturesComputing(**place, fraction=0.5))
    bar.show(StateChanged(**place, state="paused"))
    bar.show(Warned(**place, kind="k", message="Mind the gap."))
    bar.show(RunEnded(**place, outcome=Outcome.STOPPED))
    out = capsys.readouterr().out
    for part in (
        "[############............] 5/10", "1,234 tokens/s", "1:05", "Paused.", "Mind the gap.", "stopped",
        "[######..................] preparing the corpus… 25%",
        "[############............] computing features… 50%",
    ):  # fmt: skip
        assert part in out


def test_kinds_of_units_are_told_in_the_language_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = {"char": 0.168, "word": 0.0}
    done = EvalDone(run="r", step=5, time=0.0, loss=2.5, losses={}, perplexity=12.0, whole_units=shares)
    for language, told in (("C", "single tokens 16.8%, words 0.0%"), ("zh_CN.UTF-8", "单个词元 16.8%、词 0.0%")):
        monkeypatch.setenv("LC_ALL", language)
        ProgressBar(is_terminal=False).show(done)
        assert capsys.readouterr().out.rstrip().endswith(told)
