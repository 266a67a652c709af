"""Runs repeated with other seeds as one row, by hand, and what of them may be held against each other."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from workbench.core.events import EvalDone
from workbench.core.statistics import Spread, Verdict
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentence_order import SentenceOrder
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import RunSpec, Stage
from workbench.store.comparison import compare
from workbench.store.group_table import group_table, have_repeats, spread_text
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.store.sweeps import compare_sweep


@pytest.fixture
def trained(store: Store, spec: RunSpec) -> Callable[..., Run]:
    """A run of two tasks under a regime, with the losses and accuracies of its last evaluation."""
    pairs, order = Stage(name="pairs", passage=NextSentence()), Stage(name="order", passage=SentenceOrder())
    tasks = spec.model_copy(update={"stages": (pairs, order)})

    def make(regime: Regime, seed: int, pairs: float, order: float, steps: int = 0) -> Run:
        chosen = with_regime(tasks.model_copy(update={"seed": seed}), regime, task_steps=steps)
        run = store.create_run(chosen, name=f"{regime.value}-seed{seed}", sweep="orders")
        done = EvalDone(
            run="r", time=1.0, step=9, loss=pairs + order, losses={"next_sentence": pairs, "sentence_order": order},
            accuracies={"next_sentence": pairs / 10, "sentence_order": math.nan}, perplexity=2.0,
        )  # fmt: skip
        store.record(run, [done])
        return store.run(run.id)

    return make


@pytest.fixture
def runs(trained: Callable[..., Run]) -> list[Run]:
    values = [(1, 5.0, 1.0), (2, 5.2, 1.1)]
    return [
        *(trained(Regime.MULTI_TASK, seed, pairs, order) for seed, pairs, order in values),
        *(trained(Regime.CONTINUAL, seed, pairs + 3, order - 0.01) for seed, pairs, order in values),
    ]


def test_a_row_has_mean_and_spread_of_its_seeds(store: Store, runs: list[Run]) -> None:
    table = group_table(store, runs)
    assert [(row.name, row.runs) for row in table.rows] == [("multi-task", (1, 2)), ("continual", (3, 4))]
    assert table.metrics == (
        "eval/loss", "eval/perplexity",
        "eval/loss/next_sentence", "eval/accuracy/next_sentence", "eval/loss/sentence_order",
    )  # fmt: skip
    together, alone = (row.figures for row in table.rows)
    assert together["eval/loss/next_sentence"].spread.mean == pytest.approx(5.1)
    assert together["eval/loss/next_sentence"].spread.deviation == pytest.approx(math.sqrt(0.02))
    verdicts = {metric: (together[metric].verdict, alone[metric].verdict) for metric in table.metrics}
    assert verdicts == {
        "eval/loss": (None, None),
        "eval/perplexity": (None, None),
        "eval/loss/next_sentence": (Verdict.BEST, Verdict.WORSE),
        "eval/accuracy/next_sentence": (Verdict.WORSE, Verdict.BEST),
        "eval/loss/sentence_order": (Verdict.SAME, Verdict.BEST),
    }
    assert [text.render() for text in table.problems] == [
        "The whole losses are not of the same tasks, as the runs end with others under way. Losses and accuracies of "
        "each task can be compared."
    ]


def test_what_a_single_row_has_is_no_best(store: Store, trained: Callable[..., Run]) -> None:
    (row,) = group_table(store, [trained(Regime.MULTI_TASK, seed, 1.0, 1.0) for seed in (1, 2)]).rows
    assert {figure.verdict for figure in row.figures.values()} == {None}


def test_what_is_asked_of_other_text_has_no_verdict(store: Store, spec: RunSpec) -> None:
    runs = []
    for seed in (1, 2):
        for length in (64, 32):
            own = spec.model_copy(
                update={"seed": seed, "training": spec.training.model_copy(update={"length": length})}
            )
            runs.append(store.create_run(own, name=f"l{length}-{seed}"))
            done = EvalDone(run="r", time=1.0, step=1, loss=1.0, losses={"mlm": 1.0}, perplexity=1.0)
            store.record(runs[-1], [done])
    table = group_table(store, [store.run(run.id) for run in runs])
    assert len(table.rows) == 2
    assert {figure.verdict for row in table.rows for figure in row.figures.values()} == {None}
    assert "Sequence length" in table.problems[0].render()


def test_repeats_are_several_groups_of_which_one_has_several_runs(trained: Callable[..., Run]) -> None:
    one, again = (trained(Regime.MULTI_TASK, seed, 1.0, 1.0) for seed in (1, 2))
    other = trained(Regime.CONTINUAL, 1, 1.0, 1.0)
    assert have_repeats([one, again, other])
    assert not have_repeats([one, again]), "one group has nothing beside it"
    assert not have_repeats([one, other]), "no group has a spread"


def test_stages_of_the_same_tasks_are_one_row_of_a_comparison(
    store: Store, runs: list[Run], trained: Callable[..., Run]
) -> None:
    differing = compare(store, runs[1:3]).differing
    assert list(differing) == ["regime", "seed"]
    steps = runs[0].spec.training.steps // 2
    assert [text.render() for text in differing["regime"]] == [
        f"Multi-task: {steps:,} a task", f"Continual: {steps:,} a task"
    ]  # fmt: skip
    assert list(compare_sweep(store, "orders").settings) == ["regime", "seed"]
    longer = trained(Regime.MULTI_TASK, 7, 1.0, 1.0, steps=3)
    assert [text.render() for text in compare(store, [runs[0], longer]).differing["regime"]][1] == (
        "Multi-task: 3 a task"
    )


def test_stages_that_ask_otherwise_are_compared_setting_by_setting(store: Store, runs: list[Run]) -> None:
    spec = runs[0].spec
    other = spec.stages[1].model_copy(update={"length": 32})
    run = store.create_run(spec.model_copy(update={"stages": (spec.stages[0], other)}), name="other")
    assert list(compare(store, [runs[0], run]).differing) == ["stages.1.length"]


def test_a_single_run_has_no_deviation() -> None:
    assert spread_text(Spread(1.25, None, 1)) == "1.250"
    assert spread_text(Spread(1_234.5, 0.5, 2)) == "1,234.5 ± 0.5"
