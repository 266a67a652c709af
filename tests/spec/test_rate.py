"""Learning rates against the figures of sheet 0.5 and the formulas of the sources."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.spec.check import problems
from workbench.spec.files import apply_overrides, spec_data, spec_from_data
from workbench.spec.rate import RunRate, learning_rate, peak_step
from workbench.spec.run import RunSpec, Stage
from workbench.spec.training import Schedule, TrainingSpec

PAPER: dict[str, Any] = {"steps": 1_000_000, "learning_rate": 1e-4, "warmup_steps": 10_000}


def rate(schedule: Schedule, step: int, **settings: Any) -> float:
    return learning_rate(TrainingSpec.model_validate({**PAPER, "schedule": schedule, **settings}), step)


@pytest.mark.parametrize(
    ("step", "bert", "electra", "fairseq"),
    [
        (0, 0.0, 0.0, 0.0),
        (5_000, 5.0e-5, 4.975e-5, 5.0e-5),
        (9_999, 9.999e-5, 9.89902e-5, 9.999e-5),
        (10_000, 9.9e-5, 9.9e-5, 1.0e-4),
        (500_000, 5.0e-5, 5.0e-5, 5.0505e-5),
        (1_000_000, 0.0, 0.0, 0.0),
    ],
)
def test_the_table_of_the_sheet(step: int, bert: float, electra: float, fairseq: float) -> None:
    """To the digits that the sheet prints."""
    found = [rate(schedule, step) for schedule in (Schedule.BERT, Schedule.ELECTRA, Schedule.POLYNOMIAL)]
    assert found == pytest.approx([bert, electra, fairseq], rel=2e-6, abs=1e-18)
    assert rate(Schedule.LINEAR, step) == pytest.approx(found[2], rel=1e-12, abs=1e-18), "power 1, end 0"


def test_between_the_figures() -> None:
    assert rate(Schedule.ELECTRA, 9_999) == pytest.approx(1e-4 * (1 - 9_999 / 1e6) * 9_999 / 10_000, rel=1e-12)
    assert rate(Schedule.POLYNOMIAL, 500_000) == pytest.approx(1e-4 * (1 - 490_000 / 990_000), rel=1e-12)
    assert rate(Schedule.BERT, 9_999) > rate(Schedule.BERT, 10_000), "the jump of 1 %"
    assert rate(Schedule.CONSTANT, 5_000) == pytest.approx(5e-5)
    assert rate(Schedule.CONSTANT, 999_999) == 1e-4


def test_power_and_end_of_the_polynomial() -> None:
    half = 10_000 + 990_000 // 2
    assert rate(Schedule.POLYNOMIAL, half, decay_power=2.0) == pytest.approx(1e-4 / 4)
    assert rate(Schedule.POLYNOMIAL, half, end_learning_rate=1e-5) == pytest.approx(5.5e-5)
    assert rate(Schedule.POLYNOMIAL, 1_000_000, end_learning_rate=1e-5, decay_power=3.0) == pytest.approx(1e-5)
    assert rate(Schedule.POLYNOMIAL, 1_000, steps=1_000, warmup_steps=1_000, end_learning_rate=1e-5) == 1e-4, (
        "fairseq's warm-up includes its last step"
    )


def test_cosine() -> None:
    assert rate(Schedule.COSINE, 10_000) == pytest.approx(1e-4)
    assert rate(Schedule.COSINE, 505_000) == pytest.approx(5e-5)
    assert rate(Schedule.COSINE, 257_500) == pytest.approx(1e-4 * (1 + math.sqrt(0.5)) / 2)
    assert rate(Schedule.COSINE, 1_000_000, end_learning_rate=2e-5) == pytest.approx(2e-5)


def test_noam_is_that_of_its_paper() -> None:
    """d^-0.5 · min(t^-0.5, t·w^-1.5) with d = 512 and w = 4,000 peaks at (d·w)^-0.5."""
    peak = (512 * 4_000) ** -0.5
    for step in (1, 100, 3_999, 4_000, 4_001, 100_000):
        paper = 512**-0.5 * min(step**-0.5, step * 4_000**-1.5)
        found = rate(Schedule.NOAM, step, learning_rate=peak, warmup_steps=4_000)
        assert found == pytest.approx(paper, rel=1e-12)
    assert rate(Schedule.NOAM, 0, warmup_steps=0) == rate(Schedule.NOAM, 1, warmup_steps=0) == 1e-4
    assert rate(Schedule.NOAM, 4, warmup_steps=0) == 5e-5


def test_edges_of_the_warm_up() -> None:
    assert learning_rate(TrainingSpec(steps=10, warmup_steps=0, learning_rate=1.0), 0) == 1.0
    assert learning_rate(TrainingSpec(steps=10, warmup_steps=10, learning_rate=1.0), 9) == pytest.approx(0.9)


def anew(schedule: Schedule, **settings: Any) -> RunSpec:
    """Ten steps alone, then thirty of two stages in turn."""
    stages = (
        Stage(name="a", share=10),
        Stage(name="b", share=10),
        Stage(name="c", share=20, together=True),
    )
    recipe = {"steps": 40, "warmup_steps": 4, "learning_rate": 1.0, "schedule": schedule, "restart_schedule": True}
    return RunSpec(stages=stages, training=TrainingSpec.model_validate({**recipe, **settings}))


def test_warm_up_and_decay_begin_anew_with_each_group_of_stages() -> None:
    rates = RunRate(anew(Schedule.LINEAR))
    assert [rates(step) for step in range(5)] == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert [rates(step) for step in (7, 9, 10, 11, 14, 27, 39, 40)] == pytest.approx(
        [0.5, 1 / 6, 0.0, 0.25, 1.0, 0.5, 1 / 26, 0.0]
    )
    assert rates.peak == 4
    assert rates.warm == [4, 14]


def test_noam_has_its_warm_up_for_every_task() -> None:
    """As in ERNIE 2.0 (sheet 2.5): root(w/t) of the steps since the group began."""
    rates = RunRate(anew(Schedule.NOAM))
    assert [rates(step) for step in (2, 4, 9, 10, 12, 14, 26, 39)] == pytest.approx(
        [0.5, 1.0, 2 / 3, 0.0, 0.5, 1.0, 0.5, math.sqrt(4 / 29)]
    )


@pytest.mark.parametrize("schedule", Schedule)
def test_a_group_that_begins_anew_has_the_rates_of_a_run_of_its_own(schedule: Schedule) -> None:
    spec = anew(schedule, end_learning_rate=0.1, decay_power=2.0)
    first, second = (spec.training.model_copy(update={"steps": steps}) for steps in (10, 30))
    rates = RunRate(spec)
    assert [rates(step) for step in range(10)] == [learning_rate(first, step) for step in range(10)]
    assert [rates(10 + step) for step in range(31)] == [learning_rate(second, step) for step in range(31)]


@pytest.mark.parametrize("schedule", Schedule)
def test_otherwise_the_schedule_goes_over_the_whole_run(schedule: Schedule) -> None:
    spec = anew(schedule, restart_schedule=False)
    rates = RunRate(spec)
    assert [rates(step) for step in range(41)] == [learning_rate(spec.training, step) for step in range(41)]
    assert rates.peak == peak_step(spec.training)
    assert rates.warm == [4]


def test_a_warm_up_fits_into_the_shortest_group() -> None:
    (problem,) = problems(anew(Schedule.NOAM, warmup_steps=11))
    assert problem.path == "training.warmup_steps"
    assert "one has only 10 steps. Set 10 or fewer" in str(problem.message)
    assert problems(anew(Schedule.NOAM, warmup_steps=10)) == []
    assert problems(anew(Schedule.NOAM, warmup_steps=11, restart_schedule=False)) == []


def test_a_group_may_have_a_warm_up_of_its_own() -> None:
    spec = anew(Schedule.LINEAR)
    second = spec.stages[1].model_copy(update={"warmup_steps": 10})
    spec = spec.model_copy(update={"stages": (spec.stages[0], second, spec.stages[2])})
    rates = RunRate(spec)
    assert [rates(step) for step in (4, 10, 15, 20, 30, 40)] == pytest.approx([1.0, 0.0, 0.5, 1.0, 0.5, 0.0])
    assert rates.warm == [4, 20]
    none = spec.model_copy(update={"stages": (spec.stages[0], second.model_copy(update={"warmup_steps": 0}))})
    assert RunRate(none).warm == [4]


@pytest.mark.parametrize(
    ("number", "warmup", "anew_each", "words"),
    [
        (0, 10, True, ""),
        (0, 11, True, "longer than the 10 steps of the stage that begins with “a”. Set 10 or fewer"),
        (1, 30, True, ""),
        (2, 1, True, "takes turns with “b”, which begins the stage"),
        (0, 3, False, "the schedule goes over the whole run"),
    ],
)
def test_a_warm_up_of_a_stage_is_that_of_its_group(number: int, warmup: int, anew_each: bool, words: str) -> None:
    settings = [f"stages.{number}.warmup_steps={warmup}", f"training.restart_schedule={anew_each}"]
    found = problems(apply_overrides(anew(Schedule.LINEAR), settings))
    assert [problem.path for problem in found] == ([f"stages.{number}.warmup_steps"] if words else [])
    assert all(words in str(problem.message) for problem in found)


def test_only_groups_that_have_the_warm_up_of_the_training_need_room_for_it() -> None:
    spec = apply_overrides(anew(Schedule.LINEAR), ["training.warmup_steps=20", "stages.0.warmup_steps=5"])
    assert problems(spec) == []


def test_a_warm_up_that_is_not_there_is_not_written() -> None:
    spec = anew(Schedule.LINEAR)
    assert "warmup_steps" not in spec_data(spec)["stages"][0]
    own = apply_overrides(spec, ["stages.1.warmup_steps=0"])
    assert own.stages[1].warmup_steps == 0
    assert spec_from_data(spec_data(own)) == own


@given(st.sampled_from(Schedule), st.integers(1, 300), st.integers(0, 300))
def test_rates_stay_between_nothing_and_the_peak_which_is_where_it_is_said_to_be(
    schedule: Schedule, steps: int, warmup: int
) -> None:
    training = TrainingSpec(steps=steps, warmup_steps=min(warmup, steps), schedule=schedule, learning_rate=0.5)
    rates = [learning_rate(training, step) for step in range(steps + 1)]
    assert all(0 <= value <= 0.5 + 1e-12 for value in rates)
    assert rates[peak_step(training)] == pytest.approx(max(rates), rel=1e-12)
    after = rates[training.warmup_steps :]
    assert all(later <= earlier + 1e-12 for earlier, later in itertools.pairwise(after))
