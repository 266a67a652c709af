"""``launch`` as it is typed: a run of two processes that is killed, resumed and stopped."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from workbench.cli import launch, main, make_parser
from workbench.core.paths import Project
from workbench.jobs.command import engine_command
from workbench.store.records import Command, Status
from workbench.store.store import Store

TINY = [
    "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=32", "encoder.positions=32",
    "training.length=32", "training.batch_size=8", "training.steps=100000", "training.warmup_steps=2",
    "training.evaluate_every=50", "training.checkpoint_every=5", "training.evaluation_passages=8",
    "training.threads=1", "training.device=cpu",
]  # fmt: skip


def arguments(*argv: str) -> list[str]:
    """What each process is called with."""
    return launch.child_arguments(make_parser("launch").parse_args(["launch", *argv]))


def test_the_processes_get_the_options_of_a_run() -> None:
    options = ["a.toml", "--corpus=news", "--vocabulary=n", "--name=-x", "--start-from=b@3"]
    overrides = ["--set", "training.steps=5", "--set", "seed=2"]
    assert arguments("--processes", "2", *options, *overrides, "--project", "p", "--json") == [
        "train", *options, *overrides, "--json", "--project", "p",
    ]  # fmt: skip
    assert arguments("--gpus", "2", "--preset", "bert-tiny", "--recipe", "local") == [
        "train", "--preset=bert-tiny", "--recipe=local", "--set", "training.device=cuda",
    ]  # fmt: skip
    assert arguments("--gpus", "2", "--resume", "first") == ["resume", "first"]
    assert arguments("--gpus", "2", "--resume", "first", "--ignore-memory") == ["resume", "first", "--ignore-memory"]
    assert arguments("--processes", "2", "a.toml", "--ignore-memory") == ["train", "a.toml", "--ignore-memory"]
    assert arguments("--processes", "2", "--run-folder", "runs/7", "--json") == ["engine", "runs/7", "--json"]


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--processes", "0", "a.toml"], "--processes must be at least 1"),
        (["--gpus", "2", "--resume", "first", "--name", "x"], "takes no other options of a run: --name=x"),
        (
            ["--processes", "2", "--run-folder", "runs/7", "a.toml"],
            "--run-folder takes no other options of a run: a.toml",
        ),
        (["--processes", "2", "--run-folder", "runs/7", "--resume", "x"], "takes no other options of a run: --resume"),
        (["--processes", "2", "--run-folder", "runs/7", "--ignore-memory"], "takes no other options of a run: --ign"),
        (["a.toml"], "one of the arguments --gpus --processes is required"),
    ],
)
def test_what_makes_no_sense_is_refused(argv: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["launch", *argv]) == 2
    assert sentence in capsys.readouterr().err


@contextmanager
def launched(*argv: str) -> Iterator[subprocess.Popen[str]]:
    """A launcher at work, whose output is lines of JSON; it is ended in any case."""
    command = engine_command()
    process = subprocess.Popen(
        command.with_arguments("launch", *argv, "--json"), env=command.environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=60)


def until(process: subprocess.Popen[str], event: str) -> dict[str, Any]:
    """The next event of a kind."""
    assert process.stdout is not None
    for line in process.stdout:
        found: dict[str, Any] = json.loads(line)
        if found["event"] == event:
            return found
    raise AssertionError(process.communicate()[1])


def children(process: subprocess.Popen[str]) -> dict[str, psutil.Process]:
    """The processes of a run by rank."""
    return {child.environ()["RANK"]: child for child in psutil.Process(process.pid).children()}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to stop or kill a process with")
def test_a_killed_process_ends_the_run_and_it_goes_on_and_stops_as_one(tmp_path: Path) -> None:
    draw = random.Random(3)
    documents = ["\n".join(" ".join(draw.choices(["ab", "cd", "efg", "h"], k=6)) for _ in range(5)) for _ in range(40)]
    (tmp_path / "t.txt").write_text("\n\n".join(documents), encoding="utf-8")
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefgh", *("##" + letter for letter in "abcdefgh")]
    (tmp_path / "v.txt").write_text("\n".join(tokens), encoding="utf-8")
    project = Project(tmp_path / "p")
    begin = ["--processes", "2", "--preset=bert-tiny", f"--corpus={tmp_path / 't.txt'}", "--name=shared",
             f"--vocabulary={tmp_path / 'v.txt'}", *(part for one in TINY for part in ("--set", one))]  # fmt: skip
    with launched(*begin, "--project", str(project.root)) as process:
        assert until(process, "started")["device"] == "2 × cpu"
        until(process, "checkpoint")
        ranks = children(process)
        with Store.open(project) as store:
            assert [(run.name, run.pid) for run in store.runs()] == [("shared", ranks["0"].pid)], "one run, one row"
        ranks["1"].send_signal(signal.SIGKILL)
        ended = until(process, "ended")
        assert ended["outcome"] == "failed"
        assert ended["message"].startswith("Another process of the run has ended")
        assert process.wait(60) == 1
        assert not any(child.is_running() for child in ranks.values())
    with launched("--processes", "2", "--resume", "shared", "--project", str(project.root)) as process:
        assert until(process, "started")["step"] >= 5
        with Store.open(project) as store:
            store.request("shared", Command.PAUSE)
            while until(process, "state")["state"] != "paused":
                continue
            store.request("shared", Command.RESUME)
        until(process, "step")
        os.kill(process.pid, signal.SIGINT)
        ended = until(process, "ended")
        assert (ended["outcome"], process.wait(60)) == ("stopped", 3)
    with Store.open(project) as store:
        run = store.run("shared")
    assert (run.status, run.sessions) == (Status.STOPPED, 2)
    assert (run.folder / "checkpoints" / f"step-{run.step:08d}" / "state.json").is_file(), "a wished stop saves"
