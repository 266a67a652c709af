"""Tasks from their folder to their results: learnt, repeated to the bit, stopped and gone on with."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.events import (
    EventBase,
    FeaturesComputing,
    RunEnded,
    TaskEvaluated,
    TaskMeasured,
    TaskPrepared,
    Warned,
)
from workbench.core.paths import Project
from workbench.jobs.process import stop
from workbench.spec.task import TaskSpec
from workbench.store.records import Command, Run, RunKind, Status
from workbench.store.store import Store
from workbench.store.task_results import results_of
from workbench.train.run import run_engine
from workbench.train.task.examples import read_splits

NewTask = Callable[..., Run]


def results(project: Project, run: Run) -> dict[tuple[str, int], TaskMeasured]:
    with Store.open(project) as store:
        return {(one.weights, one.seed): one for one in results_of(store, run)}


def figures(found: dict[tuple[str, int], TaskMeasured]) -> dict[tuple[str, int], dict[str, float]]:
    return {key: dict(one.scores) for key, one in found.items()}


@pytest.mark.parametrize(
    ("kind", "score", "mode"),
    [
        ("classification", "accuracy", "probe"),
        ("classification", "accuracy", "fine-tune"),
        ("pair", "accuracy", "probe"),
        ("pair", "accuracy", "fine-tune"),
        ("regression", "pearson", "probe"),
        ("regression", "pearson", "fine-tune"),
        ("tagging", "f1", "probe"),
        ("tagging", "f1", "fine-tune"),
    ],
)
def test_every_kind_is_learnt(project: Project, new_task: NewTask, kind: str, score: str, mode: str) -> None:
    """Letters alone say the labels, so that much better than guessing is possible."""
    run = new_task(kind, mode=mode, epochs=15, patience=15, learning_rate=0.01, seeds=1, random_weights=False)
    assert run.kind is RunKind.TASK
    assert run_engine(run.folder) == 0
    found = results(project, run)
    assert set(found) == {("majority", 0), ("trained", 1)}
    guessed = found["majority", 0].scores[score]
    assert guessed <= 0.6
    assert found["trained", 1].scores[score] > (0.9 if mode == "fine-tune" else guessed + 0.1)
    with Store.open(project) as store:
        assert store.run(run).status is Status.DONE
        assert {"loss", "eval/loss", "eval/score"} <= set(store.metric_names(run))


def test_seeds_random_weights_and_curves(project: Project, new_task: NewTask) -> None:
    run, events = new_task("classification", epochs=4, seeds=3), list[EventBase]()
    run_engine(run.folder, events.append)
    found = results(project, run)
    assert set(found) == {
        ("majority", 0),
        *((weights, seed) for weights in ("trained", "random") for seed in (1, 2, 3)),
    }
    assert len({one.data for one in found.values()}) == 1
    assert all(sum(map(sum, one.confusion)) == 8 for one in found.values()), "every test example is counted once"
    prepared = next(event for event in events if isinstance(event, TaskPrepared))
    assert prepared.sizes == {"train": 65, "development": 7, "test": 8}
    assert sum(prepared.labels["train"].values()) == 65
    measured = [event for event in events if isinstance(event, TaskEvaluated)]
    assert [event.epoch for event in measured[:4]] == [1, 2, 3, 4]
    best = max(measured[:4], key=lambda event: (event.score, -event.loss))
    assert (found["trained", 1].epoch, found["trained", 1].development) == (best.epoch, best.score)
    steps = [event.step for event in events]
    assert steps == sorted(steps), "parts come one after another on one axis"


def test_a_probe_tells_how_far_its_features_are(
    project: Project, new_task: NewTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for the trained weights, whose features are those of all seeds, and once for each random ones."""
    monkeypatch.setattr("workbench.train.telling._TELL_SECONDS", 0.0)
    monkeypatch.setattr("workbench.train.task.batches._TOKENS", 128)
    events: list[EventBase] = []
    run_engine(new_task("classification", epochs=2, seeds=2).folder, events.append)
    told = [event for event in events if isinstance(event, FeaturesComputing)]
    rounds = [place + 1 for place, event in enumerate(told) if event.fraction == 1.0]
    assert len(rounds) == 3
    assert rounds[-1] == len(told)
    for begin, end in pairwise([0, *rounds]):
        shares = [event.fraction for event in told[begin:end]]
        assert len(shares) > 3
        assert shares == sorted(shares)
        assert 0 < shares[0] < 0.5 < shares[-2] < 1.0
    tuned: list[EventBase] = []
    run_engine(new_task("classification", mode="fine-tune", epochs=1, seeds=1).folder, tuned.append)
    assert not any(isinstance(event, FeaturesComputing) for event in tuned)


@pytest.mark.parametrize("mode", ["probe", "fine-tune"])
def test_the_same_task_has_the_same_results_to_the_bit(project: Project, new_task: NewTask, mode: str) -> None:
    runs = [new_task("classification", mode=mode, epochs=3, seeds=1) for _ in range(2)]
    for run in runs:
        run_engine(run.folder)
    first, second = (figures(results(project, run)) for run in runs)
    assert first == second
    with Store.open(project) as store:
        curves = [store.series(run, "loss").values.tolist() for run in runs]
    assert curves[0] == curves[1]


def test_a_stopped_task_goes_on_where_it_was(
    project: Project, new_task: NewTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.train.control.POLL_SECONDS", 0.0)
    straight, stopped = (new_task("classification", epochs=3, seeds=2) for _ in range(2))
    run_engine(straight.folder)

    def stop_in_the_third(event: EventBase) -> None:
        if isinstance(event, TaskMeasured) and (event.weights, event.seed) == ("trained", 2):
            with Store.open(project) as store:
                stop(store, stopped, Command.STOP_AND_SAVE)

    last: list[EventBase] = []
    assert run_engine(stopped.folder, lambda event: (last.append(event), stop_in_the_third(event))[0]) == 3
    assert isinstance(last[-1], RunEnded)
    assert str(last[-1].said) == "2 of 4 parts are done and kept; the rest is done when the run goes on."
    assert set(results(project, stopped)) == {("majority", 0), ("trained", 1), ("trained", 2)}
    again: list[EventBase] = []
    assert run_engine(stopped.folder, again.append) == 0
    assert [(one.weights, one.seed) for one in again if isinstance(one, TaskMeasured)] == [("random", 1), ("random", 2)]
    assert figures(results(project, stopped)) == figures(results(project, straight))
    with Store.open(project) as store:
        one, other = (store.series(run, "eval/score") for run in (straight, stopped))
        assert (one.steps.tolist(), one.values.tolist()) == (other.steps.tolist(), other.values.tolist())


def test_other_examples_than_those_of_the_first_results_are_refused(
    project: Project, new_task: NewTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.train.control.POLL_SECONDS", 0.0)
    run = new_task("classification", epochs=2, seeds=1)

    def stop_after_one(event: EventBase) -> None:
        if isinstance(event, TaskMeasured) and event.weights == "trained":
            with Store.open(project) as store:
                stop(store, run, Command.STOP_AND_SAVE)

    run_engine(run.folder, stop_after_one)
    assert run.spec.task is not None
    path = Path(run.spec.task.file)
    path.write_text(path.read_text(encoding="utf-8").replace("good", "fine"), encoding="utf-8")
    with pytest.raises(WorkbenchError, match="no longer those that the first results were measured on"):
        run_engine(run.folder)


def test_what_is_cut_is_told(project: Project, new_task: NewTask) -> None:
    run, events = new_task("classification", epochs=1, seeds=1, length=6, random_weights=False), list[EventBase]()
    run_engine(run.folder, events.append)
    told = [str(event.words) for event in events if isinstance(event, Warned)]
    assert any("are longer than 6 tokens and were cut" in words for words in told)
    with pytest.raises(WorkbenchError, match="takes 24 tokens, not 25"):
        new_task("classification", epochs=1, length=25)


def test_a_task_names_the_very_checkpoint(project: Project, new_task: NewTask, trained: Run) -> None:
    run = new_task("classification")
    assert run.spec.training.start_from == "base@7"
    assert run.parent == trained.id
    assert run.name == "base-classification"


def test_what_is_odd_in_a_file_is_told(project: Project, new_task: NewTask) -> None:
    run = new_task("tagging", epochs=1, seeds=1, random_weights=False)
    assert run.spec.task is not None
    path = Path(run.spec.task.file)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(lines[0].split("\t")[0] + "\tX\n" + "".join(lines[1:]), encoding="utf-8")
    events: list[EventBase] = []
    run_engine(run.folder, events.append)
    told = [str(event.words) for event in events if isinstance(event, Warned)]
    assert any("Line 1: “X” is no tag; it was read as outside of all units (O)." in words for words in told)


def test_other_files_may_have_other_names_for_their_columns(tmp_path: Path) -> None:
    rows = "".join(f"line {number}\t{'good' if number % 2 else 'bad'}\n" for number in range(20))
    for name, header in (("x_train.tsv", "text\tlabel"), ("x_dev.tsv", "sentence\ttarget")):
        (tmp_path / name).write_text(f"{header}\n{rows}")
    task = TaskSpec(file=str(tmp_path / "x_train.tsv"))
    for chosen in (task, task.model_copy(update={"text": "text", "label": "label"})):
        files, splits = read_splits(chosen)
        assert [len(file.examples) for file in files] == [20, 20]
        assert [one.text for one in splits.test] == [f"line {number}" for number in range(20)]
