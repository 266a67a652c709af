"""The three stages of ERNIE 1.0, each level alone or added to those before."""

from __future__ import annotations

import pytest

from workbench.core.errors import ArgumentError
from workbench.masking.basic import Basic
from workbench.masking.entity import Entity
from workbench.masking.ernie import Ernie, Level
from workbench.masking.mixture import Mixture
from workbench.masking.phrase import Phrase
from workbench.spec.check import problems
from workbench.spec.ernie_stages import Levels, ernie_schedule
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.spec.schedule import schedule
from workbench.spec.training import TrainingSpec


def made_from(*overrides: str, steps: int = 30, levels: Levels = Levels.REPLACING) -> RunSpec:
    spec = RunSpec(training=TrainingSpec(steps=steps, warmup_steps=0))
    return ernie_schedule(apply_overrides(spec, [f"stages.0.{override}" for override in overrides]), levels)


def mixture_of(spec: RunSpec, stage: int) -> Mixture:
    masking = spec.stages[stage].masking
    assert isinstance(masking, Mixture)
    return masking


@pytest.mark.parametrize("steps", [3, 10, 1000, 1001])
def test_ernie_schedule_is_three_equal_stages(steps: int) -> None:
    made = made_from("masking.rate=0.2", "passage.kind=next-sentence", steps=steps)
    assert [type(stage.masking) for stage in made.stages] == [Basic, Phrase, Entity]
    assert [stage.name for stage in made.stages] == ["basic", "phrase", "entity"]
    assert {stage.masking.rate for stage in made.stages} == {0.2}
    assert {stage.passage.kind for stage in made.stages} == {"next-sentence"}
    counts = [span.steps for span in schedule(made)]
    assert max(counts) - min(counts) <= 1
    assert problems(made) == []


def test_ernie_schedule_of_the_released_rule_is_its_levels() -> None:
    made = made_from("masking.kind=ernie", "masking.rate=0.2")
    assert [(stage.masking.kind, stage.masking.rate) for stage in made.stages] == [("ernie", 0.2)] * 3
    levels = [stage.masking.level for stage in made.stages if isinstance(stage.masking, Ernie)]
    assert levels == [Level.CHAR, Level.PHRASE, Level.ENTITY]
    with pytest.raises(ArgumentError, match="single stage; this one has 3"):
        ernie_schedule(made)


@pytest.mark.parametrize(
    "overrides",
    [
        ["masking.rate=0.2", "masking.max_predictions=20"],
        ["masking.kind=ernie", "masking.rate=0.2", "masking.at_least_one=false"],
        ["masking.kind=ernie", "masking.selection=budget", "masking.replacement.per=unit"],
        ["masking.kind=electra"],
    ],
)
def test_cumulative_stages_add_each_level_to_those_before(overrides: list[str]) -> None:
    alone, added = (made_from(*overrides, levels=levels) for levels in Levels)
    basic, phrase, entity = (stage.masking for stage in alone.stages)
    assert added.stages[0] == alone.stages[0]
    assert mixture_of(added, 1).strategies == (basic, phrase)
    assert mixture_of(added, 2).strategies == (basic, phrase, entity)
    assert {part.share for stage in (1, 2) for part in mixture_of(added, stage).parts} == {1.0}
    assert [span.steps for span in schedule(added)] == [span.steps for span in schedule(alone)]
    assert problems(added) == []


def test_the_rate_of_a_cumulative_stage_is_set_once_for_all_its_levels() -> None:
    made = made_from("masking.rate=0.2", levels=Levels.CUMULATIVE)
    changed = apply_overrides(made, ["stages.2.masking.rate=0.3"])
    assert {strategy.rate for strategy in mixture_of(changed, 2).strategies} == {0.3}


@pytest.mark.parametrize(("recipe", "over"), [("cumulative", "paper"), ("local-cumulative", "local")])
def test_the_recipes_with_added_levels_are_those_of_the_schedule(recipe: str, over: str) -> None:
    plain, added = (load_preset("ernie-base", name) for name in (over, recipe))
    single = plain.model_copy(update={"stages": plain.stages[:1]})
    assert added.stages == ernie_schedule(single, Levels.CUMULATIVE).stages
    assert added.model_copy(update={"stages": plain.stages, "recipe": over}) == plain
