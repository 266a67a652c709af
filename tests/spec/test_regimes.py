"""Tasks all at once, one after another, and each with all before it; the published table of ERNIE 2.0 (sheet 2.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from workbench.core.errors import ArgumentError
from workbench.masking.phrase import Phrase
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentence_order import SentenceOrder
from workbench.spec.check import problems
from workbench.spec.regimes import Regime, RegimeOf, regime_of, regime_steps, tasks_of, usual_replay, with_regime
from workbench.spec.run import RunSpec, Stage
from workbench.spec.stage_groups import stage_at, stage_groups
from workbench.spec.task_plan import task_plan, task_table
from workbench.spec.task_plan_edits import set_restart, set_warmup
from workbench.spec.training import TrainingSpec

TASKS = (
    Stage(name="masking"),
    Stage(name="capitals", masking=Phrase()),
    Stage(name="documents", passage=NextSentence()),
    Stage(name="order", passage=SentenceOrder()),
)
SEQUENTIAL = [[20, 0, 0, 0], [10, 30, 0, 0], [10, 10, 40, 0], [10, 10, 10, 50]]


def spec_of(steps: int, tasks: tuple[Stage, ...] = TASKS) -> RunSpec:
    return RunSpec(stages=tasks, training=TrainingSpec(steps=steps, warmup_steps=0))


def walked(spec: RunSpec) -> list[Counter[str]]:
    """The steps that the trainer takes of each task in each group, by the names of tasks."""
    names = {stage.model_dump_json(exclude={"name", "share", "together"}): stage.name for stage in TASKS}
    groups = stage_groups(spec.stages, spec.training.steps)
    tasks = [names[stage.model_dump_json(exclude={"name", "share", "together"})] for stage in spec.stages]
    return [Counter(tasks[stage_at(groups, step)] for step in range(group.begin, group.end)) for group in groups]


def test_the_published_table() -> None:
    found = regime_steps(4, 50_000, Regime.SEQUENTIAL, 10_000)
    assert found == [[1000 * steps for steps in row] for row in SEQUENTIAL]
    assert [sum(row) for row in found] == [20_000, 40_000, 60_000, 80_000]
    assert [sum(column) for column in zip(*found, strict=True)] == [50_000] * 4
    assert regime_steps(4, 50_000, Regime.CONTINUAL) == [
        [50_000, 0, 0, 0], [0, 50_000, 0, 0], [0, 0, 50_000, 0], [0, 0, 0, 50_000]
    ]  # fmt: skip
    assert regime_steps(4, 50_000, Regime.MULTI_TASK) == [[50_000] * 4]


def test_the_stages_of_the_published_table() -> None:
    spec = with_regime(spec_of(200_000), Regime.SEQUENTIAL, replay=10_000)
    assert problems(spec) == []
    assert spec.training.steps == 200_000
    assert [task.steps for task in task_table(spec)] == [
        tuple(1000 * steps for steps in column) for column in zip(*SEQUENTIAL, strict=True)
    ]
    assert [task.total for task in task_table(spec)] == [50_000] * 4
    assert [(stage.name, stage.share, stage.together) for stage in spec.stages[:3]] == [
        ("masking", 20_000, False), ("masking 2", 10_000, False), ("capitals", 30_000, True)
    ]  # fmt: skip


@pytest.mark.parametrize("regime", Regime)
def test_the_steps_that_are_taken_are_those_of_the_plan(regime: Regime) -> None:
    replay = 30 if regime is Regime.SEQUENTIAL else 0
    spec = with_regime(spec_of(1), regime, replay=replay, task_steps=150)
    planned = regime_steps(4, 150, regime, replay)
    names = [stage.name for stage in TASKS]
    assert [[taken[name] for name in names] for taken in walked(spec)] == planned
    assert [task.steps for task in task_table(spec)] == [*zip(*planned, strict=True)]
    assert sum(map(Counter.total, walked(spec))) == spec.training.steps == 600


def test_one_regime_is_turned_into_another() -> None:
    sequential = with_regime(spec_of(400), Regime.SEQUENTIAL, replay=10)
    assert tasks_of(sequential)[1].name == "capitals"
    assert with_regime(sequential, Regime.CONTINUAL) == with_regime(spec_of(400), Regime.CONTINUAL)
    assert with_regime(with_regime(spec_of(400), Regime.MULTI_TASK), Regime.SEQUENTIAL, replay=10) == sequential


def test_names_stay_different() -> None:
    tasks = (Stage(name="a"), Stage(name="a 2", passage=NextSentence()), Stage(name="b", passage=SentenceOrder()))
    spec = with_regime(spec_of(300, tasks), Regime.SEQUENTIAL, replay=10)
    names = [stage.name for stage in spec.stages]
    assert len(set(names)) == len(names) == 6
    assert {"a", "a 2", "b"} <= set(names)


def test_steps_that_do_not_divide_are_left_out() -> None:
    spec = with_regime(spec_of(403), Regime.MULTI_TASK)
    assert spec.training.steps == 400
    assert len(stage_groups(spec.stages, 400)) == 1


@pytest.mark.parametrize(
    ("tasks", "steps", "replay", "message"),
    [
        (TASKS, 400, 34, "Set a replay of 1 to 33 steps"),
        (TASKS, 400, -1, "Set a replay of 1 to 33 steps"),
        (TASKS, 20, 3, "Set a replay of 1 step."),
        (TASKS, 12, 1, "too few to train 4 tasks together"),
        (TASKS, 3, 1, "3 steps are too few for 4 tasks"),
        (TASKS[:1], 400, 1, "all stages of this run are one"),
        ((TASKS[0], TASKS[0].model_copy(update={"name": "again"})), 400, 1, "all stages of this run are one"),
    ],
)
def test_what_does_not_go(tasks: tuple[Stage, ...], steps: int, replay: int, message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        with_regime(spec_of(steps, tasks), Regime.SEQUENTIAL, replay=replay)
    assert message in str(caught.value)


def test_a_replay_that_nobody_gives_is_a_fifth_of_a_tasks_steps() -> None:
    """That of the published table; more than five tasks leave the first one as much as it has later."""
    assert with_regime(spec_of(200_000), Regime.SEQUENTIAL) == with_regime(
        spec_of(200_000), Regime.SEQUENTIAL, replay=10_000
    )
    assert [usual_replay(tasks, 700) for tasks in (2, 5, 7)] == [140, 140, 100]
    assert regime_steps(7, 700, Regime.SEQUENTIAL, 100)[0][0] == 100
    assert usual_replay(3, 4) == 1


@pytest.mark.parametrize("regime", Regime)
def test_the_regime_of_a_plan_is_found_again(regime: Regime) -> None:
    replay = 30 if regime is Regime.SEQUENTIAL else 0
    spec = with_regime(spec_of(1), regime, replay=replay, task_steps=150)
    assert regime_of(spec) == RegimeOf(regime, 150, replay)
    first = spec.stages[0].model_copy(update={"share": 1.0})
    assert regime_of(spec.model_copy(update={"stages": (first, *spec.stages[1:])})) is None, "a plan of its own"
    assert regime_of(spec_of(400, TASKS[:1])) is None


def test_a_group_keeps_its_warm_up_under_another_regime() -> None:
    spec = set_restart(with_regime(spec_of(400), Regime.SEQUENTIAL), True)
    spec = set_warmup(spec, 2, 7)
    assert task_plan(with_regime(spec, Regime.CONTINUAL)).warmups == (None, None, 7, None)
    assert task_plan(with_regime(spec, Regime.MULTI_TASK)).warmups == (None,)


def test_the_first_task_keeps_one_step() -> None:
    assert regime_steps(4, 100, Regime.SEQUENTIAL, 33)[0] == [1, 0, 0, 0]
    with pytest.raises(ArgumentError):
        regime_steps(4, 100, Regime.SEQUENTIAL, 34)
