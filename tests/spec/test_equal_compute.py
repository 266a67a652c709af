"""Runs of equal compute."""

from __future__ import annotations

import pytest

from workbench.core.errors import SpecError
from workbench.spec.equal_compute import with_equal_compute
from workbench.spec.files import apply_overrides
from workbench.spec.forecast import flops_per_step, forecast
from workbench.spec.presets import load_preset
from workbench.spec.run import RunSpec

SIZE = 1000
STAGES = 'stages=[{ name = "a", share = 1.0 }, { name = "b", share = 3.0, length = 256, batch_size = 4 }]'


def preset(*settings: str, recipe: str = "local") -> RunSpec:
    return apply_overrides(load_preset("electra-tiny", recipe), ["training.steps=2000", *settings])


def test_all_cost_what_the_first_one_does() -> None:
    specs = [preset(recipe="mlm"), preset(recipe="replace-mlm"), preset("encoder.layers=6"),
             preset("training.length=64"), preset("training.batch_size=8", STAGES, "generator=none")]  # fmt: skip
    sizes = [SIZE, 2 * SIZE, SIZE, SIZE, SIZE]
    made = with_equal_compute(specs, sizes)
    assert made[0] == specs[0]
    costs = [flops_per_step(spec, size) for spec, size in zip(made, sizes, strict=True)]
    goal = 2000 * costs[0]
    for spec, cost in zip(made, costs, strict=True):
        assert abs(spec.training.steps * cost - goal) <= cost / 2, "no whole number of steps comes nearer"
    assert len({spec.training.steps for spec in made}) == len(made)


def test_a_step_costs_its_tokens_in_the_stage_that_it_is_of() -> None:
    """By hand: stages of 1/4 and 3/4 of the steps with 8 x 128 and 4 x 256 tokens, and each alone."""
    both = preset("training.batch_size=8", STAGES, "generator=none")
    first = preset("training.batch_size=8", 'stages=[{ name = "a" }]', "generator=none")
    second = preset("training.batch_size=4", "training.length=256", 'stages=[{ name = "b" }]', "generator=none")
    expected = 0.25 * flops_per_step(first, SIZE) + 0.75 * flops_per_step(second, SIZE)
    assert flops_per_step(both, SIZE) == pytest.approx(expected, rel=1e-12)
    assert forecast(first, SIZE).flops_per_token == round(flops_per_step(first, SIZE) / (8 * 128))


def test_what_is_told_in_steps_is_stretched_alike() -> None:
    settings = ("training.warmup_steps=100", "training.evaluate_every=200", "training.checkpoint_every=3")
    _first, second = with_equal_compute([preset(*settings), preset(*settings, "encoder.layers=8")], [SIZE, SIZE])
    part = second.training.steps / 2000
    assert part < 0.5
    assert second.training.warmup_steps == round(100 * part)
    assert second.training.evaluate_every == round(200 * part)
    assert second.training.checkpoint_every == max(1, round(3 * part))
    own = preset("training.restart_schedule=true", "stages.0.warmup_steps=40", "encoder.layers=8")
    stretched = with_equal_compute([preset(), own], [SIZE, SIZE])[1]
    assert stretched.stages[0].warmup_steps == round(40 * stretched.training.steps / 2000)
    none = preset("training.warmup_steps=0", "encoder.layers=8")
    assert with_equal_compute([preset(), none], [SIZE, SIZE])[1].training.warmup_steps == 0


def test_more_steps_than_there_may_be_are_refused() -> None:
    large = preset("training.steps=1000000000", "encoder.layers=24")
    with pytest.raises(SpecError, match="too large"):
        with_equal_compute([large, preset()], [SIZE, SIZE])
