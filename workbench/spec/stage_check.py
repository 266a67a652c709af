"""Rules about stages: that each has something to learn, a name, steps of the run, and a warm-up that fits them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from workbench.core.texts import Text, mark
from workbench.objectives.objective import TokenObjective
from workbench.spec.problem import Problems, problem
from workbench.spec.run import RunSpec, Stage
from workbench.spec.schedule import schedule
from workbench.spec.stage_groups import stage_groups


def stage_problems(spec: RunSpec) -> Problems:
    """What is wrong with the stages, by field."""
    yield from _something_to_learn(spec)
    yield from _evaluated(spec)
    yield from _stages(spec)
    yield from _stage_steps(spec)
    yield from _warmup_of_stages(spec)


def _something_to_learn(spec: RunSpec) -> Problems:
    for number, stage in enumerate(spec.stages):
        weights = [objective.weight for objective in stage.tokens]
        if stage.passage.head:
            weights.append(stage.passage.weight)
        if not any(weights):
            template = mark("This stage has nothing to learn: no objective has weight. Give one a weight above 0.")
            yield problem(f"stages.{number}.tokens", template)
        if (blind := _of_hidden_tokens(stage)) and not stage.masking.hides:
            template = mark(
                "“{kind}” learns from hidden tokens, and with a rate of 0 there are none. Set a rate, or take the "
                "objective out."
            )
            yield problem(f"stages.{number}.masking.rate", template, kind=Text(blind[0].title))
        titles = Counter(objective.title for objective in stage.tokens)
        for title in (title for title, count in titles.items() if count > 1):
            template = mark("The objective “{kind}” stands here twice. Take one of them out.")
            yield problem(f"stages.{number}.tokens", template, kind=Text(title))


def _of_hidden_tokens(stage: Stage) -> list[TokenObjective]:
    """The objectives of a stage that have nothing to learn from whole text."""
    return [objective for objective in stage.tokens if objective.weight and not objective.classes]


def _evaluated(spec: RunSpec) -> Problems:
    """Masks of evaluations that hide nothing, where hidden tokens are to be predicted."""
    shared = spec.evaluation.shared
    if shared is not None and not shared.hides and any(map(_of_hidden_tokens, spec.stages)):
        yield problem("evaluation.masking.rate", mark("With a rate of 0 nothing is evaluated. Set a rate above 0."))


def _stages(spec: RunSpec) -> Problems:
    if spec.stages[0].together:
        template = mark("The first stage has none before it that it could go with. Turn this off.")
        yield problem("stages.0.together", template)
    if spec.training.steps < len(spec.stages):
        template = mark(
            "{steps:,} steps are too few for {stages:,} stages. Set {stages:,} or more, or take stages out."
        )
        yield problem("training.steps", template, steps=spec.training.steps, stages=len(spec.stages))
    names = Counter(stage.name for stage in spec.stages)
    for number, stage in enumerate(spec.stages):
        if not stage.name.strip():
            yield problem(f"stages.{number}.name", mark("This stage has no name. Give it one."))
        elif names[stage.name] > 1:
            template = mark("There are two stages named “{name}”. Give one of them another name.")
            yield problem(f"stages.{number}.name", template, name=stage.name)


def _stage_steps(spec: RunSpec) -> Problems:
    if spec.training.steps < len(spec.stages):
        return  # said already, of the run as a whole
    for span in schedule(spec):
        if not span.steps:
            template = mark(
                "The stage “{name}” gets none of the {steps:,} steps: its share is too small. Set a larger share or "
                "more steps."
            )
            yield problem(f"stages.{span.number}.share", template, name=span.name, steps=spec.training.steps)


def _warmup_of_stages(spec: RunSpec) -> Problems:
    """A warm-up that a stage has of its own is that of its group, and there only where the schedule begins anew."""
    groups = stage_groups(spec.stages, spec.training.steps)
    for group in groups:
        for number in group.stages:
            stage, steps = spec.stages[number], group.end - group.begin
            if stage.warmup_steps is None:
                continue
            if not spec.training.restart_schedule:
                template = mark(
                    "“{name}” has a warm-up of its own, but the schedule goes over the whole run. Let it begin anew "
                    "with each stage, or take the warm-up of the stage out."
                )
                values: dict[str, Any] = {}
            elif number > group.first:
                template = mark(
                    "“{name}” takes turns with “{first}”, which begins the stage and has its warm-up. Set that of "
                    "“{first}”, or take this one out."
                )
                values = {"first": spec.stages[group.first].name}
            elif stage.warmup_steps > steps > 0:
                template = mark(
                    "The warm-up of {warmup:,} steps is longer than the {steps:,} steps of the stage that begins with "
                    "“{name}”. Set {steps:,} or fewer."
                )
                values = {"warmup": stage.warmup_steps, "steps": steps}
            else:
                continue
            yield problem(f"stages.{number}.warmup_steps", template, name=stage.name, **values)
