"""An experiment under another recipe: what was changed goes along, and what the recipe is about does not."""

from __future__ import annotations

import pytest

from workbench.core.errors import ArgumentError
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset, preset_names, recipe_names
from workbench.spec.recipes import with_recipe
from workbench.spec.run import RunSpec


def changed(*settings: str, recipe: str = "local") -> RunSpec:
    return apply_overrides(load_preset("electra-tiny", recipe), settings)


@pytest.mark.parametrize("preset", preset_names())
def test_an_unchanged_preset_becomes_its_other_recipe(preset: str) -> None:
    for own in recipe_names(preset):
        for other in recipe_names(preset):
            assert with_recipe(load_preset(preset, own), other) == load_preset(preset, other)


def test_settings_go_along_as_if_they_were_given_to_the_other_recipe() -> None:
    settings = ["corpus=c", "seed=4", "training.steps=77", "encoder.layers=3", "stages.0.masking.rate=0.4",
                "stages.0.dynamic=false", "evaluation.masking.rate=0.2"]  # fmt: skip
    for recipe in ("mlm", "replace-mlm", "paper"):
        assert with_recipe(changed(*settings), recipe) == apply_overrides(load_preset("electra-tiny", recipe), settings)
    two = with_recipe(changed(*settings), "two-stage")
    assert [stage.masking.rate for stage in two.stages] == [0.4, 0.4], "the only stage stands for all"
    assert [stage.name for stage in two.stages] == ["generator", "detector"]


def test_what_the_recipe_has_no_place_for_is_left_out() -> None:
    spec = changed("generator.width=0.25", "stages.0.tokens.1.weight=20")
    assert with_recipe(spec, "mlm") == load_preset("electra-tiny", "mlm")
    other = with_recipe(spec, "electra-15")
    assert other.generator is not None
    assert other.generator.width == 0.25
    assert [objective.weight for objective in other.stages[0].tokens] == [1.0, 20.0], "by kind"
    assert with_recipe(spec, "replace-mlm").stages == load_preset("electra-tiny", "replace-mlm").stages


def test_stages_go_by_number_where_there_are_several() -> None:
    spec = changed("stages.1.masking.rate=0.4", recipe="two-stage")
    assert with_recipe(spec, "local").stages == load_preset("electra-tiny", "local").stages


def test_another_masking_goes_along_whole() -> None:
    spec = changed("stages.0.masking.kind=span", "stages.0.masking.longest=4")
    assert with_recipe(spec, "mlm").stages[0].masking == spec.stages[0].masking


def test_no_recipe_is_laid_under_other_objectives_or_stages() -> None:
    for setting in ('stages.0.tokens=[{ kind = "mlm" }]', 'stages=[{ name = "a" }, { name = "b" }]'):
        with pytest.raises(ArgumentError, match="not made like its recipe"):
            with_recipe(changed(setting), "mlm")


def test_recipes_need_a_preset_that_has_them() -> None:
    with pytest.raises(ArgumentError, match="names none"):
        with_recipe(RunSpec(), "local")
    with pytest.raises(ArgumentError, match="has no recipe “mlm”"):
        with_recipe(load_preset("bert-tiny"), "mlm")
