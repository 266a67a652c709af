"""Which tasks an evaluation measures: those of all stages that have begun, so that what is forgotten can be seen.

A task is what is asked of the passages of a stage under its evaluation masks and its task id; stages that ask the same
of the same ones are measured once. All tasks of the group of stages under way count. Where stages take turns, those of
earlier groups do too, as each has a curve of its own. Where none do, those losses of an earlier stage count that no
later one asks of the same kind of passages of the same text with the same task id: ERNIE 1.0's stages mask otherwise
one after another, and the newest is their one task.
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
    by name with their own weights, where stages take turns."""

    stage: int
    made_as: Hashable
    weights: dict[str, float] = field(default_factory=dict)
    tasks: dict[str, dict[str, float]] = field(default_factory=dict)


def evaluated_stages(source: BatchSource, group: StageGroup) -> list[EvaluatedStage]:
    """What is measured while a group of stages is under way, that of the group first."""
    found: dict[Hashable, EvaluatedStage] = {}
    names = stage_tasks(source.spec)
    asked_later: set[Hashable] = set()
    for other in reversed(source.order.groups[: group.number + 1]):
        asked: set[Hashable] = set()
        for stage in other.stages:
            maker, weights = source.evaluation_maker(stage), loss_weights(source.spec.stages[stage])
            task_id = source.task_id(stage)
            examples = task_id, _examples(maker, generator_passes(source.spec.stages[stage]) > 0)
            for name, weight in weights.items():
                asked.add(question := (name, task_id, id(maker.source), type(maker.stage.passage)))
                if names or question not in asked_later:
                    made_as = examples, source.evaluation_size(stage)
                    known = found.setdefault(examples, EvaluatedStage(stage, made_as))
                    known.weights.setdefault(name, weight if other == group else 0.0)
            if names and weights:
                found[examples].tasks.setdefault(names[stage], weights)
        asked_later |= asked
    return list(found.values())


def _examples(maker: ExampleMaker, guesses: bool) -> Hashable:
    """What decides the evaluation batches of a stage, but for how many passages stand in each."""
    passage = maker.stage.passage.model_dump_json(exclude={"weight"})
    masking = maker.stage.masking.model_dump_json()
    questions = tuple(sorted(question.model_dump_json(exclude={"weight"}) for question in maker.questions))
    return id(maker.source), maker.length, passage, masking, questions, maker.by_text, guesses
