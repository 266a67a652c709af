"""Specs of loaded weights become such as can be trained; those of runs stay as they are."""

from __future__ import annotations

import pytest

from workbench.spec.check import problems
from workbench.spec.files import apply_overrides
from workbench.spec.presets import load_preset, preset_names
from workbench.spec.run import RunSpec
from workbench.spec.trainable import trainable


@pytest.mark.parametrize("preset", preset_names())
def test_a_run_is_as_it_was(preset: str) -> None:
    spec = load_preset(preset)
    assert trainable(spec) == spec


def test_a_body_learns_masked_tokens() -> None:
    stage = load_preset("bert-tiny").stages[0].model_copy(update={"tokens": ()})
    spec = apply_overrides(load_preset("bert-tiny"), ["stages.0.passage.kind=full-sentences"])
    bare = spec.model_copy(update={"stages": (stage.model_copy(update={"passage": spec.stages[0].passage}),)})
    assert problems(bare)
    assert [one.head for one in trainable(bare).stages[0].tokens] == ["mlm"]
    assert not problems(trainable(bare))


def test_a_detector_gets_a_generator() -> None:
    whole = load_preset("electra-tiny")
    detector = tuple(one for one in whole.stages[0].tokens if one.head == "replaced_token")
    stage = whole.stages[0].model_copy(update={"tokens": detector})
    alone = whole.model_copy(update={"generator": None, "stages": (stage,)})
    assert problems(alone)
    found: RunSpec = trainable(alone)
    assert not problems(found)
    assert [one.head for one in found.stages[0].tokens] == ["generator", "replaced_token"]
    assert found.generator is not None
