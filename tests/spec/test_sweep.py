"""The runs of a sweep: what they share and what is their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.masking.basic import Basic
from workbench.spec.check import require_valid
from workbench.spec.evaluation import EvaluationMasks, EvaluationSpec
from workbench.spec.files import apply_overrides, dump_spec, load_spec
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec
from workbench.spec.sweep import MOST_RUNS, Sweep


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
    assert specs[0].name == "s-basic-bert-tiny-1"
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
    ],
)
def test_what_is_wrong_is_said(base: RunSpec, changes: dict[str, list[str]], word: str) -> None:
    with pytest.raises(WorkbenchError) as caught:
        Sweep(base, "s", **changes).specs()  # type: ignore[arg-type]
    assert isinstance(caught.value, ArgumentError)
    assert word in caught.value.render()
