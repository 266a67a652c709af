"""What a run with stages that take turns is learning at a step, by name: so that each task has a curve of its own."""

from __future__ import annotations

from workbench.spec.regimes import tasks_of
from workbench.spec.run import RunSpec


def stage_tasks(spec: RunSpec) -> list[str]:
    """The task of each stage by the name of the first stage that has it: stages that differ in name, share and turn
    alone are one. None where no stages take turns: a stage is a stretch of the curve then, and needs no other."""
    if not any(stage.together for stage in spec.stages):
        return []
    tasks = tasks_of(spec)
    return [
        next(
            task.name
            for task in tasks
            if stage.model_copy(update={"name": task.name, "share": task.share, "together": task.together}) == task
        )
        for stage in spec.stages
    ]
