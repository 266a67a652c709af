"""From a spec and its prepared corpora to what makes the examples of its stages."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.objectives.examples import ExampleMaker, ExampleSource
from workbench.spec.batches import batch_rule
from workbench.spec.corpora import corpus_of
from workbench.spec.run import RunSpec


def stage_makers(spec: RunSpec, sources: Mapping[str, ExampleSource]) -> list[ExampleMaker]:
    """What makes the examples of each stage of a run from the corpus that it reads; ``sources`` has the run's own and
    those that stages name, by the names in the spec."""
    return [
        ExampleMaker(sources[corpus_of(spec, number)], stage, batch_rule(spec, number).length, spec.seed, number)
        for number, stage in enumerate(spec.stages)
    ]
