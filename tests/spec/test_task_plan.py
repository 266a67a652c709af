"""Stages as a table of tasks and back, and what is done to the table: every number is exactly the steps of the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.errors import ArgumentError
from workbench.masking.phrase import Phrase
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentence_order import SentenceOrder
from workbench.spec import task_plan_edits as edits
from workbench.spec.check import problems
from workbench.spec.encoder import EncoderSpec
from workbench.spec.presets import load_preset, preset_names
from workbench.spec.regimes import Regime, with_regime
from workbench.spec.run import RunSpec, Stage
from workbench.spec.schedule import move_stage, remove_stage, set_together
from workbench.spec.stage_groups import stage_counts
from workbench.spec.task_plan import TaskPlan, TaskRow, table_csv, task_plan, task_table, with_task_plan
from workbench.spec.training import TrainingSpec

TASKS = (
    Stage(name="masking"),
    Stage(name="capitals", masking=Phrase()),
    Stage(name="documents", passage=NextSentence()),
    Stage(name="order", passage=SentenceOrder()),
)
PUBLISHED = """task,1,2,3,4,total
masking,20000,10000,10000,10000,50000
capitals,0,30000,10000,10000,50000
documents,0,0,40000,10000,50000
order,0,0,0,50000,50000
total,20000,40000,60000,80000,200000
"""


@pytest.fixture
def published() -> RunSpec:
    """The sequential training of the sheet, with a schedule that begins anew."""
    spec = RunSpec(stages=TASKS, training=TrainingSpec(steps=200_000, warmup_steps=0, restart_schedule=True))
    return with_regime(spec, Regime.SEQUENTIAL)


def matrix(spec: RunSpec) -> list[tuple[int, ...]]:
    return [row.steps for row in task_plan(spec).rows]


def names(spec: RunSpec) -> list[str]:
    return [row.stage.name for row in task_plan(spec).rows]


def test_the_published_table(published: RunSpec) -> None:
    assert table_csv(task_table(published)) == PUBLISHED
    assert table_csv(task_table(published), "\t").splitlines()[2].split("\t")[2] == "30000"


@pytest.mark.parametrize("name", [name for name in preset_names() if name.endswith("tiny")])
def test_plans_of_presets_are_their_stages(name: str) -> None:
    spec = load_preset(name)
    again = with_task_plan(spec, task_plan(spec))
    assert task_plan(again) == task_plan(with_task_plan(again, task_plan(again)))
    assert [one.name for one in again.stages] == [one.name for one in spec.stages]
    assert stage_counts(again.stages, again.training.steps) == stage_counts(spec.stages, spec.training.steps)


@st.composite
def matrices(draw: st.DrawFn) -> list[list[int]]:
    """Steps of tasks in groups, with no empty group, tasks in the order of their beginning."""
    columns = draw(st.integers(1, 4))
    cells = st.one_of(st.just(0), st.integers(1, 10**6))
    rows = draw(st.lists(st.lists(cells, min_size=columns, max_size=columns).filter(any), min_size=1, max_size=4))
    kept = [at for at in range(columns) if any(row[at] for row in rows)]
    return sorted(([row[at] for at in kept] for row in rows), key=lambda row: [not count for count in row])


@given(matrices())
def test_a_table_made_into_stages_is_the_same_table_again(rows: list[list[int]]) -> None:
    plan = TaskPlan(
        tuple(TaskRow(task, tuple(row), ("",) * len(row)) for task, row in zip(TASKS, rows, strict=False)),
        (None,) * len(rows[0]),
    )
    spec = with_task_plan(RunSpec(), plan)
    assert [row.steps for row in task_plan(spec).rows] == [row.steps for row in plan.rows]
    assert spec.training.steps == plan.total
    assert with_task_plan(spec, task_plan(spec)) == spec
    assert len({stage.name for stage in spec.stages}) == len(spec.stages)


def test_a_number_makes_exactly_these_steps(published: RunSpec) -> None:
    spec = edits.set_steps(published, 1, 2, 12_345)
    assert matrix(spec)[1] == (0, 30_000, 12_345, 10_000)
    assert spec.training.steps == 202_345
    assert [row for row in matrix(spec) if row != (0, 30_000, 12_345, 10_000)] == [
        row for row in matrix(published) if row[1] != 30_000
    ], "no other cell moves"
    assert problems(spec) == []
    spec = edits.set_steps(spec, 3, 1, 7)
    assert names(spec) == ["masking", "capitals", "order", "documents"], "in the order of their beginning"
    assert [stage.name for stage in spec.stages if stage.passage == SentenceOrder()] == ["order", "order 4"]


def test_a_group_without_a_task_goes_and_a_task_without_a_step_is_refused(published: RunSpec) -> None:
    spec = edits.set_steps(published, 0, 0, 0)
    assert matrix(spec)[0] == (10_000, 10_000, 10_000)
    assert spec.stages[0].name == "masking", "what was its second stage is its first now"
    with pytest.raises(ArgumentError, match="“order” would be left without a step"):
        edits.set_steps(published, 3, 3, 0)
    with pytest.raises(ArgumentError, match="at most"):
        edits.set_steps(published, 0, 0, 10**9)


def test_names_of_peoples_own_stay(published: RunSpec) -> None:
    stages = list(published.stages)
    stages[1] = stages[1].model_copy(update={"name": "again"})
    spec = edits.set_steps(published.model_copy(update={"stages": tuple(stages)}), 1, 1, 5)
    assert [stage.name for stage in spec.stages[:4]] == ["masking", "again", "capitals", "masking 3"]
    spec = edits.rename_task(spec, 0, " words ")
    assert [stage.name for stage in spec.stages[:4]] == ["words", "again", "capitals", "words 3"]
    for name, reason in (("order", "two tasks named"), (" ", "needs a name")):
        with pytest.raises(ArgumentError, match=reason):
            edits.rename_task(spec, 0, name)


def test_tasks_are_added_copied_moved_and_removed() -> None:
    spec = RunSpec(training=TrainingSpec(steps=100, warmup_steps=0), encoder=EncoderSpec(task_types=3))
    offered = {stage.name: stage for stage in edits.new_tasks(spec)}
    assert {"mlm", "capitalization", "token-document", "next-sentence", "sentence-reordering"} <= set(offered)
    spec = edits.add_task(spec, offered["next-sentence"])
    assert (names(spec), matrix(spec), spec.training.steps) == (["main", "next-sentence"], [(100,), (100,)], 200)
    assert [stage.task for stage in spec.stages] == [0, 1]
    spec = edits.duplicate_task(edits.add_column(spec, 0), 0)
    assert (names(spec), matrix(spec)) == (["main", "main copy", "next-sentence"], [(100, 100)] * 3)
    assert [stage.task for stage in spec.stages] == [0, 2, 1] * 2
    spec = edits.move_task(edits.set_steps(spec, 2, 0, 0), 2, 0)
    assert (names(spec), matrix(spec)) == (["next-sentence", "main copy", "main"], [(100, 100), (100, 100), (0, 100)])
    spec = edits.remove_task(edits.set_task_id(spec, 1, 0), 0)
    assert names(spec) == ["main copy", "main"]
    assert [stage.task for stage in spec.stages] == [0, 0, 0]
    assert matrix(spec) == [(100, 100), (0, 100)], "alike in all but their name, and in turns: two tasks"
    with pytest.raises(ArgumentError, match="at least one task"):
        edits.remove_task(RunSpec(), 0)


def test_groups_are_added_and_removed(published: RunSpec) -> None:
    spec = edits.add_column(edits.set_warmup(published, 1, 3), 1)
    assert [row[1:3] for row in matrix(spec)] == [(10_000,) * 2, (30_000,) * 2, (0, 0), (0, 0)]
    assert task_plan(spec).warmups == (None, 3, 3, None, None)
    assert edits.remove_column(spec, 2) == edits.set_warmup(published, 1, 3)
    with pytest.raises(ArgumentError, match="“order” has steps in stage 4 alone"):
        edits.remove_column(published, 3)
    with pytest.raises(ArgumentError, match="at least one stage"):
        edits.remove_column(RunSpec(), 0)


def test_a_warm_up_is_that_of_the_group_whatever_becomes_of_its_first_stage(published: RunSpec) -> None:
    spec = edits.set_warmup(published, 1, 500)
    assert [stage.warmup_steps for stage in spec.stages[:4]] == [None, 500, None, None]
    changes: Sequence[Callable[[RunSpec], RunSpec]] = (
        lambda spec: remove_stage(spec, 1),
        lambda spec: move_stage(spec, 1, 2),
        lambda spec: move_stage(spec, 1, 0),
        lambda spec: edits.move_task(spec, 0, 1),
        lambda spec: set_together(spec, 0, True),
    )
    for change in changes:
        after = change(spec)
        assert 500 in task_plan(after).warmups
        assert problems(after) == []
    joined = set_together(spec, 1, True)
    assert task_plan(joined).warmups == (None, None, None)
    assert problems(edits.set_restart(spec, False)) == []
    assert edits.set_restart(spec, False) == edits.set_restart(published, False)


@pytest.mark.parametrize(
    ("typed", "steps"),
    [("500", 500), (" 50,000 ", 50_000), ("50k", 50_000), ("2M", 2_000_000), ("5万", 50_000), ("", 0), ("–", 0)],
)
def test_steps_are_read_as_people_write_them(typed: str, steps: int) -> None:
    assert edits.read_steps(typed) == steps


@pytest.mark.parametrize("typed", ["1.5", "-3", "many", "5 %", "9999999k"])
def test_what_is_no_number_of_steps_is_refused(typed: str) -> None:
    with pytest.raises(ArgumentError, match=r"number of steps|too many"):
        edits.read_steps(typed)
