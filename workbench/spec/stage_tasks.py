"""What a run is learning at a step, by name: so that each task has a curve of its own, through all later stages."""

from __future__ import annotations

from collections.abc import Hashable

from workbench.spec.corpora import corpus_of
from workbench.spec.heads import loss_weights
from workbench.spec.run import RunSpec
from workbench.spec.task_plan import stage_numbers, task_plan


def stage_tasks(spec: RunSpec) -> list[str]:
    """The task of each stage by the name of the first stage that has it, as in the plan of tasks. None where there is
    one task: no stages take turns, and all ask the same of the same text, as those of ERNIE 1.0 that mask otherwise one
    after another; a stage is a stretch of the curve then, and needs no other."""
    if not any(stage.together for stage in spec.stages) and len({_asked(spec, n) for n in range(len(spec.stages))}) < 2:
        return []
    rows = zip(task_plan(spec).rows, stage_numbers(spec), strict=True)
    names = {number: row.stage.name for row, numbers in rows for number in numbers}
    return [names[number] for number in range(len(spec.stages))]


def _asked(spec: RunSpec, number: int) -> Hashable:
    """What a stage asks of which text: its losses, the kind of its passages, their corpus, and the task id where there
    is a table of these."""
    stage = spec.stages[number]
    task = stage.task if spec.encoder.task_types else 0
    return frozenset(loss_weights(stage)), stage.passage.kind, corpus_of(spec, number), task
