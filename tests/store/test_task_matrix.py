"""Models by tasks: seeds are one model, spreads are those of runs, and what spread covers is not told apart."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from workbench.core.events import TaskMeasured
from workbench.core.statistics import Spread
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.spec.start import with_start
from workbench.spec.task import TaskMode, TaskSpec
from workbench.store.records import Run, RunKind
from workbench.store.store import Store
from workbench.store.task_matrix import Verdict, task_matrix
from workbench.store.task_results import class_means, confusion_of, results_of, summaries
from workbench.text.labelled.records import TaskKind


def measured(weights: str, seed: int, value: float, data: str = "d") -> TaskMeasured:
    return TaskMeasured(
        run="r", step=0, time=1000.0 + seed, weights=weights, seed=seed, scores={"accuracy": value, "f1": value},
        confusion=((seed, 1), (0, 2)), data=data,
    )  # fmt: skip


def tried(
    store: Store, run: Run, values: Sequence[float], task: TaskSpec, data: str = "d", step: int | None = None
) -> Run:
    spec = run.spec if step is None else with_start(run.spec, f"{run.name}@{step}")
    made = store.create_run(spec.model_copy(update={"task": task, "name": ""}), parent=run, kind=RunKind.TASK)
    events = [measured("trained", seed, value, data) for seed, value in enumerate(values, 1)]
    events += [measured("random", seed, 0.5, data) for seed in range(1, len(values) + 1)]
    store.record(made, [*events, measured("majority", 0, 0.3, data)])
    return made


MOOD = TaskSpec(file="a/mood_train.tsv")


def test_runs_that_differ_in_their_seed_alone_are_one_model(store: Store, spec: RunSpec) -> None:
    runs = [
        store.create_run(
            apply_overrides(spec, [f"seed={seed}", f"stages.0.masking.rate={rate}"]), name=f"s-{rate}-{seed}"
        )
        for rate in (0.15, 0.4)
        for seed in (1, 2, 3)
    ]
    for run, values in zip(runs, ([0.70, 0.72], [0.74], [0.75], [0.9], [0.91], [0.92]), strict=True):
        tried(store, run, values, MOOD.model_copy(update={"file": f"{run.name}/mood_train.tsv", "seeds": len(values)}))
    matrix = task_matrix(store, runs)
    assert [model.name for model in matrix.models] == ["s-0.15", "s-0.4", "random", "majority"]
    assert [(column.name, column.score) for column in matrix.columns] == [("mood", "accuracy")]
    assert matrix.cells[0, 0].spread == Spread.of([0.71, 0.74, 0.75])
    assert matrix.cells[0, 0].runs == 3
    assert matrix.cells[0, 0].verdict is Verdict.WORSE
    assert matrix.cells[1, 0].verdict is Verdict.BEST
    assert matrix.cells[2, 0].spread == Spread(0.5, 0.0, 2), "the same random weights for all six runs, a seed each"
    assert matrix.cells[3, 0].spread == Spread(0.3, None, 1)
    assert matrix.waiting == 6, "none of them has ended"


def test_of_a_single_run_the_seeds_of_its_task_count(store: Store, spec: RunSpec) -> None:
    runs = [store.create_run(apply_overrides(spec, [f"training.steps={steps}"]), name=name)
            for name, steps in (("a", 10), ("b", 11), ("c", 12))]  # fmt: skip
    for run, values in zip(runs, ([0.90, 0.92, 0.94], [0.89, 0.92, 0.93], [0.8]), strict=True):
        tried(store, run, values, MOOD)
    verdicts = [task_matrix(store, runs).cells[row, 0].verdict for row in range(3)]
    assert verdicts == [Verdict.BEST, Verdict.SAME, Verdict.UNKNOWN]


def test_other_examples_or_another_recipe_are_another_column(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec, name="a")
    tried(store, run, [0.7], MOOD)
    tried(store, run, [0.8], MOOD, data="other")
    tried(store, run, [0.9], MOOD.model_copy(update={"mode": TaskMode.FINE_TUNE}))
    tried(store, run, [0.6], TaskSpec(file="ner.bio", kind=TaskKind.TAGGING), data="e")
    matrix = task_matrix(store, [run])
    assert [(column.name, column.mode.value, column.score) for column in matrix.columns] == [
        ("mood", "probe", "accuracy"), ("mood", "probe", "accuracy"), ("mood", "fine-tune", "accuracy"),
        ("ner", "probe", "f1"),
    ]  # fmt: skip
    assert [matrix.cells[0, place].spread.mean for place in range(4)] == [0.7, 0.8, 0.9, 0.6]


def test_results_are_kept_by_weights_and_seed(store: Store, spec: RunSpec) -> None:
    task = tried(store, store.create_run(spec, name="a"), [0.7, 0.9], MOOD)
    store.record(task, [measured("trained", 2, 0.8)])
    found = results_of(store, task)
    assert [(one.weights, one.seed, one.scores["accuracy"]) for one in found if one.weights == "trained"] == [
        ("trained", 1, 0.7), ("trained", 2, 0.8)
    ]  # fmt: skip
    assert [one.weights for one in summaries(found)] == ["trained", "random", "majority"]
    assert summaries(found)[0].scores["accuracy"].mean == pytest.approx(0.75)
    assert confusion_of(found) == [[3, 2], [0, 4]]
    assert class_means(found) == []
    assert results_of(store, "a") == []


def test_what_was_measured_again_counts_once(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec, name="a")
    tried(store, run, [0.7, 0.8], MOOD)
    tried(store, run, [0.9], MOOD)
    assert task_matrix(store, [run]).cells[0, 0].spread == Spread.of([0.9, 0.8]), "the newer one replaces seed 1"


def test_weights_of_other_steps_are_another_model(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec, name="a")
    for step, value in ((1000, 0.9), (200, 0.7)):
        tried(store, run, [value, value + 0.01], MOOD, step=step)
    matrix = task_matrix(store, [run])
    assert [model.name for model in matrix.models[:2]] == ["a@200", "a@1000"]
    assert [matrix.cells[row, 0].spread.mean for row in range(2)] == pytest.approx([0.705, 0.905])


def test_what_is_no_better_than_random_weights_is_told(store: Store, spec: RunSpec) -> None:
    runs = [store.create_run(apply_overrides(spec, [f"training.steps={steps}"]), name=name)
            for name, steps in (("better", 10), ("same", 11), ("worse", 12), ("once", 13))]  # fmt: skip
    for run, values in zip(runs, ([0.80, 0.81], [0.48, 0.53], [0.1, 0.11], [0.9]), strict=True):
        tried(store, run, values, MOOD)
    matrix = task_matrix(store, runs)
    assert [matrix.cells[row, 0].beats_random for row in range(4)] == [True, False, False, None]


def test_random_weights_are_those_of_the_models_own_form(store: Store, spec: RunSpec) -> None:
    """Two runs of one form and one of another: of each form a seed counts once, and each is held against its own."""
    runs = [store.create_run(apply_overrides(spec, settings), name=name)
            for name, settings in (("a", ["training.steps=10"]), ("b", ["training.steps=11"]),
                                   ("wide", ["encoder.feed_forward=64"]))]  # fmt: skip
    for run, own, drawn in zip(
        runs, ([0.80, 0.82], [0.81, 0.79], [0.90, 0.92]), ([0.5, 0.6], [0.5, 0.6], [0.9, 0.91]), strict=True
    ):
        task = tried(store, run, own, MOOD)
        store.record(task, [measured("random", seed, value) for seed, value in enumerate(drawn, 1)])
    matrix = task_matrix(store, runs)
    assert [str(model.title) for model in matrix.models] == [
        "a", "b", "wide", "random weights, formed as a", "random weights, formed as wide", "most frequent answer"
    ]  # fmt: skip
    assert matrix.cells[3, 0].spread == Spread.of([0.5, 0.6])
    assert matrix.cells[4, 0].spread == Spread.of([0.9, 0.91])
    assert [matrix.cells[row, 0].beats_random for row in range(3)] == [False, False, False]
    one_form = task_matrix(store, runs[:2])
    assert [str(model.title) for model in one_form.models[2:]] == ["random weights", "most frequent answer"]
