"""Steps of stored runs repeated: equal to the bit, different by one bit, or not to be compared."""

from __future__ import annotations

import json
import math
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.numpy import load_file, save_file

from workbench.cli import main
from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.jobs.proving import prove_in_child
from workbench.store.checkpoints import OPTIMIZER, checkpoint_folders, file_fingerprint, read_state, state_text
from workbench.store.proof import Proof, Verdict, proof_words
from workbench.store.records import Command, Run
from workbench.store.store import Store
from workbench.train.control import Control
from workbench.train.optim import Optimizer
from workbench.train.proving import prove_run

TINY = [
    "encoder.layers=1", "encoder.hidden=16", "encoder.heads=2", "encoder.feed_forward=32", "encoder.positions=34",
    "training.length=32", "training.batch_size=8", "training.steps=20", "training.warmup_steps=2",
    "training.evaluate_every=5", "training.checkpoint_every=5", "training.evaluation_passages=4",
    "training.device=cpu", "training.threads=1",
]  # fmt: skip
LetterFiles = Callable[[Path], tuple[Path, Path]]
Train = Callable[..., Run]
Prove = Callable[..., Proof]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory, letter_files: LetterFiles) -> Project:
    """A project with a corpus, a vocabulary of letters and a run of 20 steps, named “whole”."""
    folder = tmp_path_factory.mktemp("proving")
    text, letters = letter_files(folder)
    project = Project(folder / "项目")
    train_in(project, "whole", "--corpus", str(text), "--vocabulary", str(letters))
    return project


def train_in(project: Project, name: str, *arguments: str, code: int = 0) -> None:
    settings = [part for setting in TINY for part in ("--set", setting)]
    asked = ["train", "--preset", "bert-tiny", "--corpus", "text", "--vocabulary", "letters", *settings, *arguments]
    assert main([*asked, "--name", name, "--project", str(project.root)]) == code


@pytest.fixture
def project(trained: Project, tmp_path: Path) -> Project:
    """A copy of it elsewhere, to be changed."""
    shutil.copytree(trained.root, tmp_path / "elsewhere")
    return Project(tmp_path / "elsewhere")


@pytest.fixture
def train(project: Project) -> Train:
    """Trains a run with settings; ``code`` is the exit code of it."""

    def make(name: str, *settings: str, code: int = 0, more: tuple[str, ...] = ()) -> Run:
        train_in(project, name, *(part for setting in settings for part in ("--set", setting)), *more, code=code)
        return run_of(project, name)

    return make


@pytest.fixture
def prove(project: Project) -> Prove:
    """Proves a run of the project."""

    def call(name: str = "whole", **options: Any) -> Proof:
        with Store.open(project) as store:
            return prove_run(store, name, **options)

    return call


@pytest.fixture
def stop_at(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has the next run asked to stop, saving or not, once its last event stands at a step."""

    def at(step: int, how: Command = Command.STOP_AND_SAVE) -> None:
        looks = Control._look

        def look(control: Control) -> None:
            looks(control)
            with sqlite3.connect(control._store.project.database) as database:
                (reached,) = database.execute("SELECT step FROM runs WHERE id = ?", [control._run.id]).fetchone()
            database.close()
            if reached >= step:
                monkeypatch.setattr(Control, "_look", looks)
                control.wish(how)

        monkeypatch.setattr("workbench.store.recorder.WRITE_SECONDS", 0.0)
        monkeypatch.setattr(Control, "_look", look)

    return at


def run_of(project: Project, name: str) -> Run:
    with Store.open(project) as store:
        return store.run(name)


def change(project: Project, sql: str) -> None:
    """Change the database as nobody should."""
    with closing(sqlite3.connect(project.database)) as database, database:
        assert database.execute(sql).rowcount


def contents(project: Project) -> dict[str, bytes]:
    """All files of the project but its database."""
    files = (path for path in project.root.rglob("*") if path.is_file() and not path.name.startswith("workbench.db"))
    return {str(path): path.read_bytes() for path in files}


def test_the_last_steps_come_out_the_same_and_nothing_but_the_verdict_is_kept(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    files, place = contents(project), ["--project", str(project.root)]
    with Store.open(project) as store:
        points = list(store.metrics("whole"))
    capsys.readouterr()
    assert main(["prove", "whole", *place]) == 0
    assert capsys.readouterr().out.startswith("bit-equal over steps 16 to 20: ")
    assert contents(project) == files
    with Store.open(project) as store:
        assert list(store.metrics("whole")) == points
        proof = store.run("whole").proof
    assert proof is not None
    assert (proof.verdict, proof.first, proof.last, proof.weights) == (Verdict.EQUAL, 16, 20, True)
    compared = [point for point in points if point.step > 15 and point.name.split("/")[0] in
                ("loss", "accuracy", "lr", "gradient_norm", "eval")]  # fmt: skip
    assert proof.points == len(compared) > 5 * 7
    assert main(["runs", "show", "whole", "--json", *place]) == 0
    shown = json.loads(capsys.readouterr().out)["proof"]
    assert (shown["verdict"], shown["words"]) == ("equal", str(proof_words(proof)))


def test_json_tells_progress_and_at_last_the_verdict(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["prove", "whole", "--from", "0", "--steps", "7", "--json", "--project", str(project.root)]) == 0
    *progress, verdict = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["total"] for line in progress if line["phase"] == "repeating steps"} == {7}
    assert (verdict["first"], verdict["last"], verdict["weights"]) == (1, 7, False)


@pytest.mark.parametrize("metric", ["loss", "lr", "gradient_norm", "accuracy/mlm", "eval/loss"])
def test_one_bit_of_a_recorded_point_is_a_difference(
    project: Project, prove: Prove, metric: str, capsys: pytest.CaptureFixture[str]
) -> None:
    step = 20 if metric == "eval/loss" else 18
    with Store.open(project) as store:
        series = store.series("whole", metric)
    value = dict(zip(series.steps.tolist(), series.values.tolist(), strict=True))[step]
    other = math.nextafter(value, 9.0)
    change(project, f"UPDATE metrics SET value = {other!r} WHERE name = '{metric}' AND step = {step}")
    proof = prove()
    assert proof.verdict is Verdict.DIFFERENT
    assert proof.difference is not None
    assert (proof.difference.step, proof.difference.name) == (step, metric)
    assert (proof.difference.recorded, proof.difference.repeated) == (other, value)
    capsys.readouterr()
    assert main(["prove", "whole", "--project", str(project.root)]) == 1
    assert f"differ first at step {step}: {metric} was recorded as {other!r}, repeated as {value!r}" in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize("kind", ["weight", "exp_avg/", "random/cpu"])
def test_one_bit_of_the_newest_checkpoint_is_a_difference(project: Project, prove: Prove, kind: str) -> None:
    folder = checkpoint_folders(run_of(project, "whole").folder)[20]
    path = folder / ("model.safetensors" if kind == "weight" else OPTIMIZER)
    tensors = load_file(path)
    name = next(name for name in tensors if kind in name)
    tensors[name] = tensors[name].copy()
    tensors[name].reshape(-1).view("u1")[0] ^= 1
    save_file(tensors, path)
    state = read_state(folder)
    state["files"][path.name] = file_fingerprint(path)
    (folder / "state.json").write_text(state_text(state))
    proof = prove()
    assert proof.verdict is Verdict.DIFFERENT
    assert proof.difference is not None
    assert (proof.difference.step, proof.difference.name) == (20, name)


@pytest.mark.parametrize(
    "settings",
    [
        ["training.optimizer=lamb", "training.average_decay=0.9", "training.evaluate_average=true"],
        ["training.accumulation=2", "training.early_stop=1", "training.least_improvement=90"],
        ["training.bias_correction=false", "stages.0.dynamic=false", "stages.0.dupe_factor=2"],
        ["training.precision=bf16"],
    ],
    ids=lambda settings: settings[0].rpartition(".")[-1],
)
def test_any_recipe_is_proven_from_the_start(train: Train, prove: Prove, settings: list[str]) -> None:
    run = train("other", *settings)
    proof = prove("other", wanted=0)
    assert (proof.verdict, proof.first, proof.last, proof.weights) == (Verdict.EQUAL, 1, run.step, True), proof


def test_weights_of_another_run_to_begin_with(train: Train, prove: Prove) -> None:
    train("child", more=("--start-from", "whole@15"))
    assert prove("child", wanted=0).verdict is Verdict.EQUAL


def test_the_stretch_is_chosen_by_the_checkpoints(train: Train, prove: Prove, project: Project) -> None:
    train("one", "training.checkpoint_every=20", "training.keep_checkpoints=1")
    assert (prove("one").first, prove("one").last, prove("one").weights) == (1, 20, True)
    assert [prove(most=3).last, prove(most=3).weights] == [18, False]
    assert (prove(wanted=10).first, prove(wanted=10).last) == (11, 20)
    with pytest.raises(ArgumentError, match=r"no checkpoint of step 7.*There are: .*10, 15, 20"):
        prove(wanted=7)
    with pytest.raises(WorkbenchError, match="no steps after step 20"):
        prove(wanted=20)
    newest = checkpoint_folders(run_of(project, "whole").folder)[20]
    (newest / "model.safetensors").write_bytes(b"damaged")
    assert (prove().first, prove().last, prove().weights) == (11, 15, True)
    with pytest.raises(ArgumentError, match="checkpoint of step 20 is damaged"):
        prove(wanted=20)


def test_points_after_the_only_checkpoint(train: Train, prove: Prove, stop_at: Callable[..., None]) -> None:
    stop_at(18, Command.STOP_NOW)
    train("lost", "training.checkpoint_every=12", code=3)
    proof = prove("lost")
    assert (proof.verdict, proof.first, proof.weights) == (Verdict.EQUAL, 13, False)
    assert proof.last >= 18


def test_means_over_steps_and_sessions_in_between(
    train: Train, prove: Prove, project: Project, stop_at: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.train.meter._POINTS", 5)
    monkeypatch.setattr("workbench.train.meter.GATHER_SECONDS", 1e9)
    stop_at(8, Command.STOP_NOW)
    train("parts", code=3)
    assert main(["resume", "parts", "--project", str(project.root)]) == 0
    with Store.open(project) as store:
        assert store.series("parts", "loss").steps.tolist() == [4, 5, 8, 10, 12, 15, 16, 20]
        assert [session.start_step for session in store.sessions("parts")] == [0, 5]
    nothing = prove("parts", wanted=0, most=3)
    assert nothing.verdict is Verdict.NOT_COMPARABLE, "where nothing is compared nothing is equal"
    assert str(proof_words(nothing)) == "not comparable: the curve has no point of these steps alone; take more of them"
    proof = prove("parts", wanted=0)
    assert (proof.verdict, proof.first, proof.last) == (Verdict.EQUAL, 1, 20), proof
    change(project, "UPDATE metrics SET lost = 1 WHERE step = 15")
    assert prove("parts").points < proof.points / 2, "the mean of step 16 began before the checkpoint"
    assert prove("parts").verdict is Verdict.EQUAL


def test_a_run_that_ended_in_a_number_that_is_none_ends_so_again(
    train: Train, prove: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Optimizer.step

    def spoil(optimizer: Optimizer, step: int) -> float:
        rate = take(optimizer, step)
        if step == 8:
            for parameter in optimizer.parameters():
                parameter.detach().fill_(math.nan)
        return rate

    monkeypatch.setattr(Optimizer, "step", spoil)
    assert train("nan", code=1).step == 9
    proof = prove("nan")
    assert (proof.verdict, proof.first, proof.last) == (Verdict.EQUAL, 6, 10), proof


def test_another_corpus_cannot_be_compared(project: Project, prove: Prove) -> None:
    change(project, "UPDATE runs SET corpus_fingerprint = 'another'")
    proof = prove()
    assert proof.verdict is Verdict.NOT_COMPARABLE
    assert "imported again or changed since" in str(proof_words(proof))
    assert run_of(project, "whole").proof == proof
    assert main(["prove", "whole", "--project", str(project.root)]) == 1


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("UPDATE runs SET device = 'cuda:0 (A GPU)'", "the run computed on cuda:0 (A GPU), the repetition on cpu"),
        ("""UPDATE events SET data = replace(data, '"torch":"', '"torch":"0.') WHERE event = 'started'""",
         "the run computed with torch 0."),
        ("""UPDATE events SET data = replace(data, '"processor":"', '"processor":"old ') WHERE event = 'started'""",
         "the run computed with the processor old "),
        ("""UPDATE events SET data = replace(data, '"processes":"1"', '"processes":"2"') WHERE event = 'started'""",
         "not comparable: 2 processes trained the run, and each draws dropout for itself, which one process can't "
         "repeat bit for bit; "),
    ],
)  # fmt: skip
def test_what_may_round_otherwise_is_told_with_the_largest_difference(
    project: Project, prove: Prove, sql: str, words: str
) -> None:
    change(project, sql)
    assert prove().verdict is Verdict.EQUAL, "what is equal is equal"
    change(project, "UPDATE metrics SET value = value * 1.001 WHERE name = 'loss' AND step = 17")
    proof = prove()
    assert proof.verdict is Verdict.NOT_COMPARABLE
    assert words in str(proof_words(proof))
    assert str(proof_words(proof)).endswith("the largest relative difference is 1.0e-03")
    assert run_of(project, "whole").proof == proof


def test_steps_are_repeated_with_as_many_threads(project: Project, prove: Prove) -> None:
    change(project, """UPDATE events SET data = replace(data, '"threads":"1"', '"threads":"2"')""")
    seen: list[int] = []
    with pytest.raises(StoppedError):
        prove(progress=lambda _: seen.append(torch.get_num_threads()), cancelled=lambda: 2 in seen)
    assert seen[-2:] == [1, 2]


def test_a_run_at_work_is_refused_and_a_cancel_keeps_no_verdict(project: Project, prove: Prove) -> None:
    asked: list[Progress] = []
    with pytest.raises(StoppedError):
        prove(progress=asked.append, cancelled=lambda: len(asked) > 2)
    assert run_of(project, "whole").proof is None
    with Store.open(project) as store:
        store.update("whole", status="running", host="elsewhere")
    with pytest.raises(WorkbenchError, match="still at work"):
        prove()


def test_the_window_has_it_done_in_a_child(project: Project) -> None:
    told: list[Progress] = []
    proof = prove_in_child(project, run_of(project, "whole"), progress=told.append, cancelled=lambda: False)
    assert (proof.verdict, proof.first, proof.last) == (Verdict.EQUAL, 16, 20)
    assert run_of(project, "whole").proof == proof
    assert told
    with Store.open(project) as store:
        store.update("whole", status="running", host="elsewhere", proof=None)
    with pytest.raises(WorkbenchError, match="still at work"):
        prove_in_child(project, run_of(project, "whole"), progress=told.append, cancelled=lambda: False)
