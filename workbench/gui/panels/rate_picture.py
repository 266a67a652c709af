"""The learning rates of an experiment, as their curve shows them."""

from __future__ import annotations

from workbench.gui.views.rate_curve import RatePicture
from workbench.spec.rate import RunRate
from workbench.spec.run import RunSpec
from workbench.spec.stage_groups import stage_groups


def rate_picture(spec: RunSpec) -> RatePicture:
    """The rates of a spec; a warm-up longer than the run, or than its first group, ends with it."""
    steps, rate = spec.training.steps, RunRate(spec)
    borders = [group.begin for group in stage_groups(spec.stages, steps)[1:]]
    _, first = rate.parts[0]
    return RatePicture(steps, rate, rate.peak, min(first.warmup_steps, first.steps), borders, rate.warm)
