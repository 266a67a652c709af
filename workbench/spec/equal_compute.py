"""As many steps for each of several runs as cost the same compute."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.spec.files import apply_overrides
from workbench.spec.forecast import flops_per_step
from workbench.spec.run import RunSpec

#: What is told in steps, and stays the same part of a run whose steps change.
_IN_STEPS = ("warmup_steps", "evaluate_every", "checkpoint_every")


def with_equal_compute(specs: Sequence[RunSpec], sizes: Sequence[int]) -> list[RunSpec]:
    """Each spec with the number of steps whose forward and backward passes come nearest to those of the first one;
    ``sizes`` are those of the vocabularies.

    Warm-up, and how often is evaluated and saved, are stretched with the steps, so that all runs have the same part of
    their compute as warm-up and as many evaluations. Raises :class:`SpecError` where a run would need more steps than
    there may be.
    """
    goal = specs[0].training.steps * flops_per_step(specs[0], sizes[0])
    counts = [max(1, round(goal / flops_per_step(spec, size))) for spec, size in zip(specs, sizes, strict=True)]
    return [_with_steps(spec, steps) for spec, steps in zip(specs, counts, strict=True)]


def _with_steps(spec: RunSpec, steps: int) -> RunSpec:
    training = spec.training
    if steps == training.steps:
        return spec
    settings = [f"training.steps={steps}"]
    in_steps = {f"training.{name}": getattr(training, name) for name in _IN_STEPS}
    in_steps |= {f"stages.{number}.warmup_steps": stage.warmup_steps for number, stage in enumerate(spec.stages)}
    for path, before in in_steps.items():
        if before is not None:
            settings.append(f"{path}={max(1, round(before * steps / training.steps)) if before else 0}")
    return apply_overrides(spec, settings)
