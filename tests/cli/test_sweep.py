"""``sweep`` and ``queue`` as scripts call them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.cli import main
from workbench.cli.sweep import work_off
from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.translation import messages
from workbench.store.claims import Claim
from workbench.store.queue import RunQueue
from workbench.store.records import STATUS_TITLES, Command, Status
from workbench.store.store import Store
from workbench.train.control import Control

SMALL = [
    "training.steps=2", "training.warmup_steps=1", "training.length=16", "training.batch_size=2",
    "training.evaluate_every=1", "training.threads=1", "encoder.layers=1", "encoder.hidden=16", "encoder.heads=1",
    "encoder.feed_forward=16", "encoder.positions=16", "training.device=cpu",
]  # fmt: skip


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
    assert "s-whole-word-seed2" in capsys.readouterr().out
    with Store.open(Project(folder)) as store:
        assert store.runs() == []


def test_a_plan_says_what_differs_with_steps_and_compute(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    more = ("--vary", "encoder.layers=1,2", "--set", "training.steps=100", "--equal-compute", "--dry-run")
    assert main(sweep(folder, "--seeds", "3", *more)) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split() == ["name", "masking", "encoder.layers", "steps", "FLOP"]
    assert [row.split()[0] for row in rows] == [
        f"s-{kind}-layers{layers}" for kind in ("basic", "whole-word") for layers in (1, 2)
    ]
    steps, flops = ([float(row.split()[place]) for row in rows] for place in (3, 4))
    assert steps[0] == steps[2] == 100
    assert steps[1] == steps[3] < 60
    assert max(flops) / min(flops) < 1.02


def test_a_plan_warns_where_losses_can_not_be_compared_and_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    plan = sweep(folder, "--set", "encoder.positions=32", "--vary", "training.length=16,32,64", "--dry-run")
    assert main(plan) == 2
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == (
        "Warning: Not measured on the same targets: the runs differ in Training › Sequence length."
    )
    assert "encoder.positions: Run s-basic-length64-seed1: A sequence length of 64" in told.err
    assert "length32" not in told.err
    assert main([*sweep(folder), "--vary", "encoder.layers=1,two", "--dry-run"]) == 2
    assert capsys.readouterr().err == "encoder.layers: “two” is not a whole number.\n"


def test_recipes_are_those_of_the_preset_with_what_was_set(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    settings = [part for setting in SMALL for part in ("--set", setting)]
    specs = call(capsys, "sweep", "--preset", "electra-tiny", "--name", "s", "--recipes", "mlm,replace-mlm,local",
                 "--project", str(folder), "--dry-run", *settings)  # fmt: skip
    assert [spec["name"] for spec in specs] == ["s-mlm", "s-replace-mlm", "s-local"]
    assert [spec["stages"][0]["tokens"][-1]["kind"] for spec in specs] == ["mlm", "replaced-mlm", "replaced-token"]
    assert {spec["training"]["steps"] for spec in specs} == {2}
    assert {spec["evaluation"]["masks"] for spec in specs} == {"shared"}


def test_memory_is_ignored_where_that_is_asked_for(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.train.run.memory_needed", lambda *_settings: 1 << 60)
    assert main(sweep(folder, "--strategies", "basic", "--seeds", "1", "--set", "training.steps=1")) == 2
    assert "of memory are needed" in capsys.readouterr().err
    assert call(capsys, "queue", "add", "s", "--project", str(folder))
    assert call(capsys, "queue", "work", "--project", str(folder), "--ignore-memory")[-1]["outcome"] == "done"
    more = ("--strategies", "basic", "--seeds", "1", "--name", "t", "--ignore-memory")
    assert call(capsys, *sweep(folder, *more))[-1]["outcome"] == "done"


def test_runs_wait_and_are_worked_off_in_order(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(sweep(folder, "--queue")) == 0
    assert "4" in capsys.readouterr().out
    (waiting,) = call(capsys, "queue", "list", "--project", str(folder))
    assert [run["name"] for run in waiting] == [
        "s-basic-seed1",
        "s-basic-seed2",
        "s-whole-word-seed1",
        "s-whole-word-seed2",
    ]
    (left,) = call(capsys, "queue", "remove", "s-basic-seed2", "--project", str(folder))
    assert len(left) == 3
    call(capsys, "queue", "work", "--project", str(folder))
    with Store.open(Project(folder)) as store:
        runs = {run.name: run for run in store.runs()}
        assert {name: run.status.value for name, run in runs.items()} == {
            "s-basic-seed1": "done", "s-basic-seed2": "created",
            "s-whole-word-seed1": "done", "s-whole-word-seed2": "done",
        }  # fmt: skip
        assert RunQueue(store).runs() == []
        assert {run.sweep for run in runs.values()} == {"s"}
        assert {run.note for run in runs.values()} == {""}, "notes are the user's own"
        unigrams = {run.baselines["unigram"] for run in runs.values() if run.baselines}
        assert len(unigrams) == 1, "the same targets"
    (table,) = call(capsys, "runs", "compare", "--sweep", "s", "--project", str(folder))
    assert table["problems"] == []
    assert [run["name"] for run in table["runs"]] == [
        "s-basic-seed1",
        "s-basic-seed2",
        "s-whole-word-seed1",
        "s-whole-word-seed2",
    ]
    assert table["runs"][3]["settings"] == {"seed": 2, "stages.0.masking.kind": "whole-word"}
    assert table["runs"][0]["results"]["eval/loss"] > 0
    assert table["runs"][1]["results"]["eval/loss"] is None
    assert call(capsys, "runs", "sweeps", "--project", str(folder)) == [[{"name": "s", "runs": 4, "done": 3}]]
    assert main(["runs", "compare", "--sweep", "s", "--project", str(folder)]) == 0
    assert "whole-word" in capsys.readouterr().out
    assert main(["runs", "compare", "--sweep", "other", "--project", str(folder)]) == 2
    assert "There is no sweep “other”" in capsys.readouterr().err
    assert main(["runs", "compare", "s-basic-seed1", "--sweep", "s", "--project", str(folder)]) == 2
    capsys.readouterr()
    assert main(sweep(folder, "--queue")) != 0
    assert "s-basic-seed1" in capsys.readouterr().err


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
    assert "The run s-basic-seed1 is at work in this project." in capsys.readouterr().err.splitlines()[0]
    with Store.open(Project(folder)) as store:
        assert {run.status for run in store.runs()} == {Status.CREATED}
        assert len(RunQueue(store).runs()) == 3


def with_first_taken(folder: Path) -> tuple[Project, list[int], Claim]:
    """The project with a sweep in the queue, the numbers of its runs, and the first of them, which another took."""
    assert main(sweep(folder, "--queue")) == 0
    project = Project(folder)
    with Store.open(project) as store:
        numbers = RunQueue(store).runs()
        taken = RunQueue(store).take(only_while_going=False)
    assert taken is not None
    return project, numbers, taken


def test_certain_runs_wait_for_what_others_do(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process is at work on the first of them: it is waited for, and not done again."""
    project, numbers, taken = with_first_taken(folder)
    done: list[int] = []

    def train(claim: Claim, **more: object) -> int:
        with Store.open(project) as store:
            store.update(claim.run, status=Status.DONE.value)
        done.append(claim.run.id)
        return 0

    def sleep(seconds: float) -> None:
        with Store.open(project) as store:
            store.update(taken.run, status=Status.DONE.value)

    monkeypatch.setattr("workbench.cli.sweep.train_here", train)
    monkeypatch.setattr("workbench.cli.sweep.time.sleep", sleep)
    assert work_off(project, set(numbers[:2]), as_json=False) == 0
    assert done == [numbers[1]]
    told = capsys.readouterr().out
    assert told.count("The run s-basic-seed1 is at work in this project; waiting for its end …") == 1
    with Store.open(project) as store:
        assert RunQueue(store).runs() == numbers[2:]


def test_who_waited_for_a_run_that_was_killed_has_it_wait_again(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, numbers, killed = with_first_taken(folder)

    def train(claim: Claim, **more: object) -> int:
        with Store.open(project) as store:
            store.update(claim.run, status=Status.DONE.value)
        return 0

    def sleep(seconds: float) -> None:
        with Store.open(project) as store:
            store.update(killed.run, status=Status.RUNNING.value, process_started=1.0)

    monkeypatch.setattr("workbench.cli.sweep.train_here", train)
    monkeypatch.setattr("workbench.cli.sweep.time.sleep", sleep)
    assert work_off(project, {numbers[3]}, as_json=False) == 0
    assert "The run s-basic-seed1 was cut off" in capsys.readouterr().out
    with Store.open(project) as store:
        assert RunQueue(store).runs() == numbers[:3]


def test_the_run_that_is_stopped_waits_again_before_the_others(
    capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(sweep(folder, "--queue")) == 0
    work = ["queue", "work", "--project", str(folder), "--ignore-memory"]
    with Store.open(Project(folder)) as store:
        numbers = RunQueue(store).runs()
    with monkeypatch.context() as patch:
        patch.setattr(Control, "take_checkpoint_wish", lambda self: self.wish(Command.STOP_AND_SAVE))
        assert main(work) == 3
    assert "waits in the queue again" in capsys.readouterr().err
    with Store.open(Project(folder)) as store:
        assert RunQueue(store).runs() == numbers
    assert main(work) == 0
    with Store.open(Project(folder)) as store:
        assert {run.status for run in store.runs()} == {Status.DONE}
    capsys.readouterr()
    assert main(work) == 0
    assert "No run waits" in capsys.readouterr().out


def test_waiting_for_others_can_be_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(sweep(folder, "--queue")) == 0
    project = Project(folder)
    with Store.open(project) as store:
        numbers = RunQueue(store).runs()
        RunQueue(store).take(only=None, only_while_going=False)

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("workbench.cli.sweep.time.sleep", interrupt)
    with pytest.raises(StoppedError, match="wait in the queue"):
        work_off(project, {numbers[1]}, as_json=True)


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


def test_a_run_whose_process_was_killed_is_taken_up_again(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(sweep(folder, "--queue", "--strategies", "basic")) == 0
    queue = ["queue", "--project", str(folder)]
    with Store.open(Project(folder)) as store:
        numbers = RunQueue(store).runs()
        taken = RunQueue(store).take(only_while_going=False)
        assert taken is not None
        store.update(taken.run, status=Status.RUNNING.value, process_started=1.0)
        assert RunQueue(store).runs() == numbers[1:]
    capsys.readouterr()
    assert main([queue[0], "work", *queue[1:], "--ignore-memory"]) == 0
    told = capsys.readouterr().out
    assert "The run s-seed1 was cut off; it waits in the queue again, before the others." in told
    with Store.open(Project(folder)) as store:
        assert {run.status for run in store.runs()} == {Status.DONE}


def test_a_run_that_can_not_be_trained_does_not_wait(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(sweep(folder, "--strategies", "basic", "--set", "training.steps=1")) == 0
    capsys.readouterr()
    assert main(["queue", "add", "s-seed1", "--project", str(folder)]) == 1
    assert "The run s-seed1 is complete." in capsys.readouterr().err
    with Store.open(Project(folder)) as store:
        assert RunQueue(store).runs() == []


def test_corpora_of_a_mixture_are_brought_into_the_project(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    """As those of a single run are."""
    text = tmp_path / "more.txt"
    text.write_text("\n\n".join(f"abc {'d ' * n}.\nfgh." for n in range(1, 20)), encoding="utf-8")
    settings = [part for setting in SMALL for part in ("--set", setting)]
    command = ["sweep", "--preset", "bert-tiny", "--seeds", "1,2", "--vocabulary", "signs", "--project", str(folder),
               "--queue", *settings]  # fmt: skip
    assert main([*command, "--name", "none", "--mix", "letters=1,forum=1"]) == 2
    assert "choose another with --stage-corpus forum=NAME" in capsys.readouterr().err
    assert main([*command, "--name", "m", "--mix", f"letters=1,{text}=1"]) == 0
    with Store.open(Project(folder)) as store:
        runs = store.runs()
    assert {run.name for run in runs} == {"m-seed1", "m-seed2"}
    assert {(run.corpus, *(stage.corpus for stage in run.spec.stages)) for run in runs} == {("letters", "", "more")}
