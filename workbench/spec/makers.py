"""From a spec and a prepared corpus to what makes the examples of its stages."""

from __future__ import annotations

from workbench.objectives.examples import ExampleMaker, ExampleSource
from workbench.spec.batches import batch_rule
from workbench.spec.run import RunSpec


def stage_makers(spec: RunSpec, source: ExampleSource) -> list[ExampleMaker]:
    """What makes the examples of each stage of a run from a prepared corpus."""
    return [
        ExampleMaker(source, stage, batch_rule(spec, number).length, spec.seed, number)
        for number, stage in enumerate(spec.stages)
    ]
