"""Runs from their folder to their last event: stopped, killed, resumed, moved, out of memory."""

from __future__ import annotations

import math
import os
import shutil
import signal
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil
import pytest
import torch
from safetensors.torch import load_file

from workbench.cli.train import create_run
from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.events import (
    CorpusPreparing,
    EvalDone,
    EventBase,
    Outcome,
    RunEnded,
    RunStarted,
    StateChanged,
    StepDone,
    Warned,
    event_from_json,
)
from workbench.core.paths import Project
from workbench.jobs.process import mark_lost, start_run
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.records import Command, Run, Status
from workbench.store.store import Store
from workbench.text.corpus import import_corpus
from workbench.text.corpus_writer import EVALUATION
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import find_vocabulary
from workbench.train.checkpoint import newest_checkpoint
from workbench.train.control import Control
from workbench.train.loop import Trainer
from workbench.train.run import run_engine

NewRun = Callable[..., Run]


def stop_when(project: Project, run: Run, when: Callable[[EventBase], bool], command: Command) -> Callable[..., None]:
    """A listener that asks something of a run, as another process would, when an event comes."""

    def listen(event: EventBase) -> None:
        if when(event):
            with Store.open(project) as store:
                store.request(run.id, command)

    return listen


def curve(project: Project, run: Run) -> list[tuple[int, float]]:
    """The loss by step."""
    with Store.open(project) as store:
        series = store.series(run.id, "loss")
    return list(zip(series.steps.tolist(), series.values.tolist(), strict=True))


def test_a_run_tells_its_whole_story(project: Project, new_run: NewRun) -> None:
    run = new_run(name="whole")
    events: list[EventBase] = []
    assert run_engine(run.folder, events.append) == 0
    assert all(event.run == "whole" for event in events)
    assert isinstance(events[0], StateChanged)
    started = next(event for event in events if isinstance(event, RunStarted))
    assert (started.device, started.precision, started.total_steps, started.session) == ("cpu", "fp32", 20, 1)
    assert started.baselines["ln_v"] == pytest.approx(math.log(find_vocabulary(project, "letters").size))
    assert 1.5 < started.baselines["unigram"] < started.baselines["ln_v"]
    assert [event.step for event in events if isinstance(event, StepDone)] == list(range(1, 21))
    assert [event.step for event in events if isinstance(event, EvalDone)] == [5, 10, 15, 20]
    last = events[-1]
    assert isinstance(last, RunEnded)
    assert (last.outcome, last.step) == (Outcome.DONE, 20)
    with Store.open(project) as store:
        row = store.run("whole")
        assert (row.status, row.step, row.tokens, row.device) == (Status.DONE, 20, last.tokens, "cpu")
        assert [checkpoint.step for checkpoint in store.checkpoints("whole")] == [10, 15, 20]
        assert isinstance(event_from_json(store.events("whole")[-1]), RunEnded)
        assert row.corpus_fingerprint
        assert row.versions["torch"] == torch.__version__.split("+")[0] or row.versions["torch"] == torch.__version__


def test_preparing_the_corpus_says_how_far_it_is(
    project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.text.prepared._CHUNK_CHARACTERS", 1000)
    monkeypatch.setattr("workbench.train.telling._TELL_SECONDS", 0.0)
    shutil.rmtree(project.prepared, ignore_errors=True)
    run = new_run("training.steps=1", "training.warmup_steps=1")
    shown: list[tuple[Status, float | None]] = []
    told: list[float] = []

    def listen(event: EventBase) -> None:
        if isinstance(event, CorpusPreparing):
            told.append(event.fraction)
            with Store.open(project) as store:
                shown.append((store.run(run.id).status, store.run(run.id).prepared))

    assert run_engine(run.folder, listen) == 0
    assert told == sorted(told)
    assert len(told) > 3
    assert told[-1] == 1.0
    assert shown[1:] == [(Status.PREPARING, share) for share in told[:-1]], "the listener is told before the store"
    with Store.open(project) as store:
        assert store.run(run.id).prepared is None
        assert not any('"preparing"' in line and "fraction" in line for line in store.events(run.id))
    told.clear()
    assert run_engine(new_run("training.steps=1", "training.warmup_steps=1").folder, listen) == 0
    assert not told, "it is prepared once"


def test_stop_and_resume_continue_one_curve_to_the_bit(project: Project, new_run: NewRun) -> None:
    """R080, R081: the same losses as without a stop, in one run of two sessions whose second begins a step on."""
    straight, run = new_run(name="straight"), new_run(name="stopped")
    assert run_engine(straight.folder) == 0
    listener = stop_when(project, run, lambda event: isinstance(event, StepDone) and event.step == 12,
                         Command.STOP_AND_SAVE)  # fmt: skip
    assert run_engine(run.folder, listener) == 3
    with Store.open(project) as store:
        assert store.run(run.id).status is Status.STOPPED
        stopped_at = store.run(run.id).step
    assert 12 <= stopped_at < 20
    assert run_engine(run.folder) == 0
    assert curve(project, run) == curve(project, straight)
    with Store.open(project) as store:
        sessions = store.sessions(run.id)
        ends = "SELECT min(step), max(step) FROM metrics WHERE run = ? AND name = 'loss' GROUP BY session"
        assert list(map(tuple, store.query(ends, [run.id]))) == [(1, stopped_at), (stopped_at + 1, 20)]
    assert [(session.number, session.start_step) for session in sessions] == [(1, 0), (2, stopped_at)]
    assert [session.outcome for session in sessions] == ["stopped", "done"]


def test_a_project_can_be_moved_between_two_sessions(project: Project, new_run: NewRun, tmp_path: Path) -> None:
    """R080: also after the run folder was moved."""
    straight, run = new_run(name="straight-2"), new_run(name="moved")
    run_engine(straight.folder)
    run_engine(
        run.folder, stop_when(project, run, lambda e: isinstance(e, StepDone) and e.step == 7, Command.STOP_AND_SAVE)
    )
    elsewhere = Project(tmp_path / "elsewhere")
    shutil.copytree(project.root, elsewhere.root)
    assert run_engine(elsewhere.runs / run.folder.name) == 0
    assert curve(elsewhere, run) == curve(project, straight)


@pytest.mark.parametrize("phase", ["preparing", "running", "paused", "evaluating", "saving"])
@pytest.mark.parametrize("command", [Command.STOP_AND_SAVE, Command.STOP_NOW])
def test_a_stop_in_any_phase_ends_the_run(project: Project, new_run: NewRun, phase: str, command: Command) -> None:
    """R090: asked twice in each of five phases, a run ends with its threads, and its last checkpoint loads."""
    run = new_run()
    events: list[EventBase] = []
    before = set(threading.enumerate())
    ask = stop_when(project, run, lambda event: isinstance(event, StateChanged) and event.state == phase, command)
    pause = stop_when(project, run, lambda event: isinstance(event, StepDone) and event.step == 7, Command.PAUSE)

    def listen(event: EventBase) -> None:
        events.append(event)
        if phase == "paused":
            pause(event)
        if len([e for e in events if isinstance(e, StateChanged) and e.state == phase]) == 1:
            ask(event)
            ask(event)

    assert run_engine(run.folder, listen) == 3
    last = events[-1]
    assert isinstance(last, RunEnded)
    assert last.outcome is Outcome.STOPPED
    checkpoint = newest_checkpoint(run.folder / "checkpoints")
    if phase == "preparing":
        assert last.step == 0
        assert checkpoint is None, "no step was taken"
    elif command is Command.STOP_AND_SAVE:
        assert checkpoint is not None
        assert checkpoint.state.step == last.step
    assert set(threading.enumerate()) <= before
    with Store.open(project) as store:
        row = store.run(run.id)
        assert (row.status, store.pending_commands(run)) == (Status.STOPPED, [])
    events.clear()
    assert run_engine(run.folder, events.append) == 0
    begin = next(event for event in events if isinstance(event, RunStarted))
    assert begin.step == (0 if checkpoint is None else checkpoint.state.step)


def test_pausing_holds_the_run_until_it_is_let_go(project: Project, new_run: NewRun) -> None:
    run = new_run("training.steps=8")
    states: list[str] = []

    def listen(event: EventBase) -> None:
        command = None
        if isinstance(event, StepDone) and event.step == 3:
            command = Command.PAUSE
        elif isinstance(event, StateChanged):
            states.append(event.state)
            command = Command.RESUME if event.state == "paused" else None
        if command is not None:
            with Store.open(project) as store:
                store.request(run.id, command)

    assert run_engine(run.folder, listen) == 0
    assert states[states.index("paused") + 1] == "running"


def test_ctrl_c_stops_and_saves(new_run: NewRun) -> None:
    run = new_run()
    before = signal.getsignal(signal.SIGINT)

    def listen(event: EventBase) -> None:
        if isinstance(event, StepDone) and event.step == 6:
            os.kill(os.getpid(), signal.SIGINT)

    assert run_engine(run.folder, listen) == 3
    checkpoint = newest_checkpoint(run.folder / "checkpoints")
    assert checkpoint is not None
    assert 6 <= checkpoint.state.step < 20
    assert signal.getsignal(signal.SIGINT) is before


def test_want_of_memory_is_said_with_numbers_and_the_next_run_starts(
    project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R086: at step 3; half the batch starts in the same process."""
    run = new_run()
    take_step = Trainer.take_step

    def failing(self: Trainer, prepared: object) -> object:
        if self.state.step == 2:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return take_step(self, prepared)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "take_step", failing)
        with pytest.raises(WorkbenchError, match=r"too small for 8 sequences.*accumulation=2.*parts of 4"):
            run_engine(run.folder)
    with Store.open(project) as store:
        assert store.run(run.id).status is Status.FAILED
        assert "accumulation=2" in store.run(run.id).message
    assert run_engine(new_run("training.batch_size=4", "training.steps=4").folder) == 0


def test_a_failure_of_ours_is_recorded_too(project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch) -> None:
    run = new_run()
    monkeypatch.setattr(Control, "take_checkpoint_wish", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run_engine(run.folder)
    with Store.open(project) as store:
        row = store.run(run.id)
    assert row.status is Status.FAILED
    assert "ZeroDivisionError" in row.message


def test_a_device_that_is_not_there_ends_the_run(
    project: Project, new_run: NewRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R092: the engine refuses, and no device stands in the run's row."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    run = new_run("training.device=cuda")
    with pytest.raises(ArgumentError, match="“cuda” is not there"):
        run_engine(run.folder)
    with Store.open(project) as store:
        assert (store.run(run.id).status, store.run(run.id).device) == (Status.FAILED, "")


def test_bad_checkpoints_are_passed_over(new_run: NewRun) -> None:
    run = new_run("training.steps=10")
    assert run_engine(run.folder) == 0
    (run.folder / "checkpoints" / "step-00000010" / "model.safetensors").write_bytes(b"broken")
    events: list[EventBase] = []
    assert run_engine(run.folder, events.append) == 0
    assert next(event for event in events if isinstance(event, RunStarted)).step == 5
    assert events[-1].step == 10
    (warned,) = (event for event in events if isinstance(event, Warned) and event.kind == "damaged-checkpoint")
    said = f"“{run.name}” goes on from the checkpoint of step 5, as the one of step 10 is damaged."
    assert str(warned.words) == said


def test_nothing_reaches_for_the_network(new_run: NewRun, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    assert run_engine(new_run("training.steps=3", "training.warmup_steps=1").folder) == 0


def test_a_corpus_without_an_evaluation_split_is_trained_with_a_warning(
    project: Project, tiny: RunSpec, tmp_path: Path
) -> None:
    text = tmp_path / "few.txt"
    text.write_text("the cat sat.\na dog ran.\nbirds sang.\n\nthe mat is green.\ntwo cats sat.", encoding="utf-8")
    corpus = import_corpus(project, "few", [text], ImportSettings(evaluation_share=0.0))
    spec = apply_overrides(tiny, ["training.steps=5"])
    run = create_run(project, spec, corpus, find_vocabulary(project, "letters"))
    events: list[EventBase] = []
    assert run_engine(run.folder, events.append) == 0
    assert [event.kind for event in events if isinstance(event, Warned)] == ["no-evaluation"]
    assert not any(isinstance(event, EvalDone) for event in events)


def test_an_evaluation_split_of_single_sentences_is_said_to_be_that(
    project: Project, tiny: RunSpec, tmp_path: Path
) -> None:
    text = tmp_path / "lone.txt"
    text.write_text("the cat sat.\na dog ran.\n\nthe mat is green.\n\ntwo cats sat.", encoding="utf-8")
    corpus = import_corpus(project, "lone", [text], ImportSettings(evaluation_share=0.0))
    np.save(corpus.folder / EVALUATION, np.array([False, True, True]))
    settings = ["training.steps=2", "training.warmup_steps=1", "stages.0.passage.kind=sentence-order"]
    run = create_run(project, apply_overrides(tiny, settings), corpus, find_vocabulary(project, "letters"))
    events: list[EventBase] = []
    assert run_engine(run.folder, events.append) == 0
    (warned,) = [event for event in events if isinstance(event, Warned) and event.kind == "no-evaluation"]
    assert str(warned.words).startswith("The evaluation split has single sentences only (2 documents)")


def test_a_killed_engine_is_found_and_goes_on_from_its_checkpoint(project: Project, new_run: NewRun) -> None:
    run = new_run("training.steps=100000", "training.keep_checkpoints=2", name="killed")
    child = start_run(project, run)
    checkpoints = run.folder / "checkpoints"
    until = time.monotonic() + 120
    while newest_checkpoint(checkpoints) is None and time.monotonic() < until:
        assert child.poll() is None, (run.folder / "engine.log").read_text(encoding="utf-8")
        time.sleep(0.1)
    psutil.Process(child.pid).kill()
    child.wait()
    checkpoint = newest_checkpoint(checkpoints)
    assert checkpoint is not None
    with Store.open(project) as store:
        assert [lost.name for lost in mark_lost(store)] == ["killed"]
        assert store.run("killed").status is Status.LOST
    events: list[EventBase] = []
    listener = stop_when(project, run, lambda event: isinstance(event, StepDone), Command.STOP_AND_SAVE)

    def listen(event: EventBase) -> None:
        events.append(event)
        listener(event)

    assert run_engine(run.folder, listen) == 3
    started = next(event for event in events if isinstance(event, RunStarted))
    assert (started.step, started.session) == (checkpoint.state.step, 2)
    first = next(event for event in events if isinstance(event, StepDone))
    assert first.step == started.step + 5, "what a long run has gathered is on the curve before an evaluation"
    steps = [step for step, _ in curve(project, run)]
    assert steps == sorted(set(steps)), "one axis, no point twice"


def test_albert_is_trained_and_says_what_text_it_leaves_out(project: Project, tiny: RunSpec, tmp_path: Path) -> None:
    """Shared layers, narrow tables, sentence order, n-grams and LAMB; documents of one sentence have no order."""
    text = tmp_path / "mixed.txt"
    pairs = "\n\n".join("the cat sat.\na dog ran.\nbirds sang." for _ in range(4))
    text.write_text(f"{pairs}\n\nthe mat is green and two cats sat on it.\n\ntwo cats sat.", encoding="utf-8")
    corpus = import_corpus(project, "mixed", [text], ImportSettings(evaluation_share=0.0))
    recipe = [
        "training.steps=5", "training.optimizer=lamb", "encoder.sharing=all", "encoder.embedding_size=16",
        "encoder.activation=gelu-tanh", "stages.0.masking.kind=ngram", "stages.0.passage.kind=sentence-order",
        "stages.0.passage.short_sequence_probability=0",
    ]  # fmt: skip
    run = create_run(project, apply_overrides(tiny, recipe), corpus, find_vocabulary(project, "letters"))
    events: list[EventBase] = []
    assert run_engine(run.folder, events.append) == 0
    (last,) = [event for event in events if isinstance(event, StepDone) and event.step == 5]
    assert last.losses.keys() == {"mlm", "sentence_order"}
    (warning,) = [event for event in events if isinstance(event, Warned) and event.kind == "left-out"]
    assert warning.values["share"] == "27.3%", "42 of 154 letters"
    (checkpoint,) = (run.folder / "checkpoints").iterdir()
    names = load_file(checkpoint / "model.safetensors").keys()
    assert {name.split(".")[2] for name in names if ".layers." in name} == {"0"}
