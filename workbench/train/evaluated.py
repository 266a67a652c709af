"""Which tasks an evaluation measures: those of all stages that have begun, so that what is forgotten can be seen.

A task is what is asked of the passages of a stage under its evaluation masks and its task id; stages that ask the same
of the same ones are measured once. All tasks of the group of stages under way count, and those of earlier groups, as
each has a curve of its own. Where a run has a single task (:mod:`workbench.spec.stage_tasks`), as ERNIE 1.0 with stages
that mask otherwise one after another, the newest stage is measured.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from workbench.objectives.examples import ExampleMaker
from workbench.spec.heads import generator_passes, loss_weights
from workbench.spec.stage_groups import StageGroup
from workbench.spec.stage_tasks import stage_tasks
from workbench.train.examples import BatchSource


@dataclass(frozen=True)
class EvaluatedStage:
    """A ``stage`` whose evaluation passages losses are measured on, with their ``weights`` by name, 0 for those of
    earlier groups. Stages with the same ``made_as`` have the same batches. ``tasks`` are those that are measured there,
    by name with their own weights; none where a run has one."""

    stage: int
    made_as: Hashable
    weights: dict[str, float] = field(default_factory=dict)
    tasks: dict[str, dict[str, float]] = field(default_factory=dict)


def evaluated_stages(source: BatchSource, group: StageGroup) -> list[EvaluatedStage]:
    """What is measured while a group of stages is under way, that of the group first."""
    found: dict[Hashable, EvaluatedStage] = {}
    names = stage_tasks(source.spec)
    for other in reversed(source.order.groups[: group.number + 1]) if names else [group]:
        for stage in other.stages:
            maker, weights = source.evaluation_maker(stage), loss_weights(source.spec.stages[stage])
            examples = source.task_id(stage), _examples(maker, generator_passes(source.spec.stages[stage]) > 0)
            if not weights:
                continue
            known = found.setdefault(examples, EvaluatedStage(stage, (examples, source.evaluation_size(stage))))
            for name, weight in weights.items():
                known.weights.setdefault(name, weight if other == group else 0.0)
            if names:
                known.tasks.setdefault(names[stage], weights)
    return list(found.values())


def _examples(maker: ExampleMaker, guesses: bool) -> Hashable:
    """What decides the evaluation batches of a stage, but for how many passages stand in each."""
    passage = maker.stage.passage.model_dump_json(exclude={"weight"})
    masking = maker.stage.masking.model_dump_json()
    questions = tuple(sorted(question.model_dump_json(exclude={"weight"}) for question in maker.questions))
    return id(maker.source), maker.length, passage, masking, questions, maker.by_text, guesses
