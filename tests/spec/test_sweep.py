"""The runs of a sweep: what they share and what is their own."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import ArgumentError, SpecError, WorkbenchError
from workbench.masking.basic import Basic
from workbench.spec.check import require_valid
from workbench.spec.evaluation import EvaluationMasks, EvaluationSpec
from workbench.spec.files import apply_overrides, dump_spec, load_spec
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.spec.sweep import MOST_RUNS, Sweep
from workbench.spec.variation import Variation


@pytest.fixture
def base() -> RunSpec:
    """A small BERT with a rate of its own."""
    settings = ["stages.0.masking.rate=0.2", "seed=7", "training.steps=500", "corpus=c", "vocabulary=v"]
    return apply_overrides(load_preset("bert-tiny"), settings)


def test_every_combination_comes_once_and_differs_in_nothing_else(base: RunSpec) -> None:
    sweep = Sweep(base, "s", ["basic", "phrase"], ["bert-tiny", "bert-mini"], [1, 2, 3])
    specs = sweep.specs()
    assert sweep.count == len(specs) == 12
    assert len({spec.name for spec in specs}) == 12
    assert specs[0].name == "s-basic-bert-tiny-seed1"
    found = {(spec.stages[0].masking.kind, spec.encoder.layers, spec.seed) for spec in specs}
    layers = load_preset("bert-mini").encoder.layers
    assert found == {(kind, size, seed) for kind in ("basic", "phrase") for size in (2, layers) for seed in (1, 2, 3)}
    assert {spec.stages[0].masking.rate for spec in specs} == {0.2}
    for spec in specs:
        assert spec.training == base.training
        assert spec.units == base.units
        assert spec.stages[0].passage == base.stages[0].passage
        require_valid(spec, 1000)


def test_evaluations_of_several_strategies_share_their_masks(base: RunSpec) -> None:
    own = EvaluationSpec(masks=EvaluationMasks.STAGE, masking=Basic(rate=0.3))
    base = base.model_copy(update={"evaluation": own})
    specs = Sweep(base, "s", ["phrase", "whole-word"]).specs()
    assert {spec.evaluation.shared for spec in specs} == {Basic(rate=0.3)}
    assert Sweep(base, "s", ["phrase"], seeds=[1, 2]).specs()[0].evaluation == own


def test_what_is_not_listed_stays(base: RunSpec) -> None:
    (spec,) = Sweep(base, "s").specs()
    assert spec == base.model_copy(update={"name": "s"})


def test_settings_recipes_and_seeds_are_all_combined() -> None:
    base = apply_overrides(load_preset("electra-tiny"), ["evaluation.masks=stage", "training.steps=300"])
    variations = [Variation("encoder.sharing", ("none", "all")), Variation("encoder.layers", ("2", "4"))]
    sweep = Sweep(base, "s", seeds=[1, 2], recipes=["mlm", "local"], variations=variations)
    specs = sweep.specs()
    assert sweep.count == len(specs) == len({spec.name for spec in specs}) == 16
    assert [spec.name for spec in specs[:3]] == ["s-mlm-none-layers2-seed1", "s-mlm-none-layers2-seed2",
                                                 "s-mlm-none-layers4-seed1"]  # fmt: skip
    found = {(spec.recipe, spec.encoder.sharing.value, spec.encoder.layers, spec.seed) for spec in specs}
    assert found == set(product(("mlm", "local"), ("none", "all"), (2, 4), (1, 2)))
    assert [spec.generator is None for spec in specs] == [True] * 8 + [False] * 8
    assert {spec.evaluation.masks for spec in specs} == {EvaluationMasks.SHARED}, "their maskings differ"
    assert {spec.training.steps for spec in specs} == {300}
    assert sweep.varied == ["recipe", "encoder.sharing", "encoder.layers", "seed"]


def test_masks_that_are_varied_stay_as_they_are_asked_for(base: RunSpec) -> None:
    rates = Variation("stages.0.masking.rate", ("0.1", "0.4"))
    masks = Variation("evaluation.masks", ("stage", "shared"))
    assert {spec.evaluation.masks.value for spec in Sweep(base, "s", variations=[rates]).specs()} == {"shared"}
    found = [spec.evaluation.masks.value for spec in Sweep(base, "s", variations=[rates, masks]).specs()]
    assert found == ["stage", "shared"] * 2


def test_another_kind_comes_with_settings_that_only_it_has(base: RunSpec) -> None:
    variations = [Variation("stages.0.masking.longest", ("3", "5")), Variation("stages.0.masking.kind", ("span",))]
    assert [spec.stages[0].masking.longest for spec in Sweep(base, "s", variations=variations).specs()] == [3, 5]  # type: ignore[union-attr]


def test_presets_of_several_recipes_have_the_encoder_of_each() -> None:
    base = load_preset("albert-tiny", "local")
    specs = Sweep(base, "s", recipes=["paper", "v2"], presets=["albert-tiny", "albert-base"]).specs()
    assert [(spec.preset, spec.recipe) for spec in specs] == [
        ("albert-tiny", "paper"), ("albert-base", "paper"), ("albert-tiny", "v2"), ("albert-base", "v2"),
    ]  # fmt: skip
    for spec in specs:
        assert spec.encoder == load_preset(spec.preset, spec.recipe).encoder
    assert specs[1].encoder.hidden_dropout > 0 == specs[3].encoder.hidden_dropout


def test_equal_compute_reckons_with_the_vocabularies(base: RunSpec) -> None:
    variations = [Variation("vocabulary", ("v", "w"))]
    sweep = Sweep(base, "s", variations=variations, equal_compute=True, vocabulary_sizes={"v": 1000, "w": 5000})
    one, other = sweep.specs()
    assert one.training.steps == 500 > other.training.steps
    assert len({spec.training.steps for spec in replace(sweep, vocabulary_sizes={}).specs()}) == 1


def test_a_spec_with_shared_masks_and_probes_comes_back_from_its_file(base: RunSpec, tmp_path: Path) -> None:
    spec = Sweep(base, "s", ["phrase", "span"], ["bert-mini"]).specs()[1].model_copy(update={"probes": ("a [[b]]",)})
    path = tmp_path / "spec.toml"
    path.write_text(dump_spec(spec), encoding="utf-8")
    assert load_spec(path) == spec


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"strategies": ["phrase", "phrase"]}, "phrase"),
        ({"strategies": ["phrasen"]}, "phrase"),
        ({"presets": ["bert-tini"]}, "bert-tini"),
        ({"seeds": range(MOST_RUNS + 1)}, str(MOST_RUNS + 1)),
        ({"recipes": ["local", "plain"]}, "plain"),
        ({"variations": [Variation("seed", ("1", "2")), Variation("seed", ("3",))]}, "seed"),
        ({"variations": [Variation("training.learning_rate", ("1e-4", "0.0001"))]}, "1 and 2"),
        ({"variations": [Variation("training.steps", ("1", "2"))], "equal_compute": True}, "Steps"),
        ({"variations": [Variation("preset", ("bert-tiny", "bert-mini"))]}, "preset"),
    ],
)
def test_what_is_wrong_is_said(base: RunSpec, changes: dict[str, Any], word: str) -> None:
    with pytest.raises(WorkbenchError) as caught:
        Sweep(base, "s", **changes).specs()
    assert isinstance(caught.value, ArgumentError)
    assert word in caught.value.render()


def test_a_wrong_value_names_its_setting(base: RunSpec) -> None:
    with pytest.raises(SpecError) as caught:
        Sweep(base, "s", variations=[Variation("encoder.sharing", ("none", "some"))]).specs()
    (problem,) = caught.value.problems
    assert problem.path == "encoder.sharing"
    assert "some" in problem.message.render()
