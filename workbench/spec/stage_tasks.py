"""What a run with stages that take turns is learning at a step, by name: so that each task has a curve of its own."""

from __future__ import annotations

from workbench.spec.run import RunSpec
from workbench.spec.task_plan import stage_numbers, task_plan


def stage_tasks(spec: RunSpec) -> list[str]:
    """The task of each stage by the name of the first stage that has it, as in the plan of tasks. None where no stages
    take turns: a stage is a stretch of the curve then, and needs no other."""
    if not any(stage.together for stage in spec.stages):
        return []
    rows = zip(task_plan(spec).rows, stage_numbers(spec), strict=True)
    names = {number: row.stage.name for row, numbers in rows for number in numbers}
    return [names[number] for number in range(len(spec.stages))]
