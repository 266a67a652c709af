"""``sweep`` and ``queue`` as scripts call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.translation import messages
from workbench.store.queue import RunQueue
from workbench.store.records import STATUS_TITLES, Status
from workbench.store.store import Store
from workbench.text.corpus import import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, save_vocabulary

SMALL = [
    "training.steps=2", "training.warmup_steps=1", "training.length=16", "training.batch_size=2",
    "training.evaluate_every=1", "training.threads=1", "encoder.layers=1", "encoder.hidden=16", "encoder.heads=1",
    "encoder.feed_forward=16", "encoder.positions=16", "training.device=cpu",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a corpus of letters and a vocabulary for it."""
    project = Project(tmp_path / "project").create()
    text = tmp_path / "letters.txt"
    text.write_text("\n\n".join(f"abc bcd cde {'def ' * n}. fgh abc.\nbead face." for n in range(1, 30)), "utf-8")
    import_corpus(project, "letters", [text], ImportSettings(evaluation_share=0.2))
    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", *map(chr, range(97, 123))]
    save_vocabulary(project, Vocabulary.make("signs", VocabularyKind.CHARACTER, signs))
    return project.root


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Any]:
    """What a command prints with --json, a document a line."""
    assert main([*arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def sweep(folder: Path, *more: str) -> list[str]:
    """A sweep of two strategies and two seeds on the little project."""
    settings = [part for setting in SMALL for part in ("--set", setting)]
    return ["sweep", "--preset", "bert-tiny", "--name", "s", "--strategies", "basic,whole-word", "--seeds", "1,2",
            "--corpus", "letters", "--vocabulary", "signs", "--project", str(folder), *settings, *more]  # fmt: skip


def test_a_plan_makes_nothing(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(sweep(folder, "--dry-run")) == 0
    assert "s-whole-word-2" in capsys.readouterr().out
    with Store.open(Project(folder)) as store:
        assert store.runs() == []


def test_runs_wait_and_are_worked_off_in_order(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(sweep(folder, "--queue")) == 0
    assert "4" in capsys.readouterr().out
    (waiting,) = call(capsys, "queue", "list", "--project", str(folder))
    assert [run["name"] for run in waiting] == ["s-basic-1", "s-basic-2", "s-whole-word-1", "s-whole-word-2"]
    (left,) = call(capsys, "queue", "remove", "s-basic-2", "--project", str(folder))
    assert len(left) == 3
    call(capsys, "queue", "work", "--project", str(folder))
    with Store.open(Project(folder)) as store:
        runs = {run.name: run for run in store.runs()}
        assert {name: run.status.value for name, run in runs.items()} == {
            "s-basic-1": "done", "s-basic-2": "created", "s-whole-word-1": "done", "s-whole-word-2": "done",
        }  # fmt: skip
        assert RunQueue(store).runs() == []
        assert {run.sweep for run in runs.values()} == {"s"}
        assert {run.note for run in runs.values()} == {""}, "notes are the user's own"
        unigrams = {run.baselines["unigram"] for run in runs.values() if run.baselines}
        assert len(unigrams) == 1, "the same targets"
    (table,) = call(capsys, "runs", "compare", "--sweep", "s", "--project", str(folder))
    assert table["problems"] == []
    assert [run["name"] for run in table["runs"]] == ["s-basic-1", "s-basic-2", "s-whole-word-1", "s-whole-word-2"]
    assert table["runs"][3]["settings"] == {"seed": 2, "stages.0.masking.kind": "whole-word"}
    assert table["runs"][0]["results"]["eval/loss"] > 0
    assert table["runs"][1]["results"]["eval/loss"] is None
    assert call(capsys, "runs", "sweeps", "--project", str(folder)) == [[{"name": "s", "runs": 4, "done": 3}]]
    assert main(["runs", "compare", "--sweep", "s", "--project", str(folder)]) == 0
    assert "whole-word" in capsys.readouterr().out
    assert main(["runs", "compare", "--sweep", "other", "--project", str(folder)]) == 2
    assert "There is no sweep “other”" in capsys.readouterr().err
    assert main(["runs", "compare", "s-basic-1", "--sweep", "s", "--project", str(folder)]) == 2
    capsys.readouterr()
    assert main(sweep(folder, "--queue")) != 0
    assert "s-basic-1" in capsys.readouterr().err


def test_who_works_the_queue_off_second_is_told(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(sweep(folder, "--queue")) == 0
    work = ["queue", "work", "--project", str(folder)]

    def fail(*arguments: object, **more: object) -> int:
        assert main(work) == 1, "a run is at work before torch is loaded"
        raise WorkbenchError("A fault before the first event.")

    monkeypatch.setattr("workbench.cli.train.run_here", fail)
    assert main(work) == 1
    assert "The run s-basic-1 is at work in this project." in capsys.readouterr().err.splitlines()[0]
    with Store.open(Project(folder)) as store:
        assert {run.status for run in store.runs()} == {Status.CREATED}
        assert len(RunQueue(store).runs()) == 3


def test_a_wrong_seed_is_said(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main([*sweep(folder), "--seeds", "1,x"]) == 2
    assert "x" in capsys.readouterr().err


def test_tables_say_states_in_the_language_of_the_terminal(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(sweep(folder, "--queue")) == 0
    title = STATUS_TITLES[Status.CREATED]
    chinese = messages("zh_CN")[title]
    for command in (["queue", "list"], ["runs", "compare", "--sweep", "s"]):
        for locale, expected in (("en_US.UTF-8", title), ("zh_CN.UTF-8", chinese)):
            monkeypatch.setenv("LC_ALL", locale)
            capsys.readouterr()
            assert main([*command, "--project", str(folder)]) == 0
            assert capsys.readouterr().out.count(f" {expected} ") == 4
