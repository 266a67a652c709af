"""What the stages of an experiment ask: every question as a task of its own, and how it stands with it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from workbench.objectives.token_question import TokenQuestion
from workbench.spec.batches import batch_rule
from workbench.spec.corpora import corpus_of
from workbench.spec.run import RunSpec


@dataclass(frozen=True)
class Asked:
    """A question of a stage, from 0: the name of its loss, its title and answers (marked), whether it is one about
    tokens, and where its settings are. All ``stages`` that ask the same of the same passages have it together, and
    ``stage`` is the first of them. Stages that ask nothing have one without a name."""

    stage: int
    name: str = ""
    title: str = ""
    answers: tuple[str, ...] = ()
    of_tokens: bool = False
    path: str = ""
    stages: tuple[int, ...] = ()


class Standing(Enum):
    """How a corpus serves a question, as far as it is known."""

    NOTHING = "nothing asked"
    UNKNOWN = "not counted"
    COUNTING = "counting"
    FITS = "fits"
    RARE = "rare answers"
    REFUSED = "can't be asked"


def questions_of(spec: RunSpec) -> list[Asked]:
    """All questions of all stages, in the order in which they first come."""
    found: dict[Hashable, Asked] = {}
    for number in range(len(spec.stages)):
        for key, asked in _questions_of(spec, number):
            before = found.get(key, asked)
            found[key] = replace(before, stages=(*before.stages, number))
    return list(found.values())


def _questions_of(spec: RunSpec, number: int) -> Iterator[tuple[Hashable, Asked]]:
    """The questions of a stage, with what two of them have in common that are the same."""
    stage, path = spec.stages[number], f"stages.{number}"
    passage, asks = stage.passage, False
    made = corpus_of(spec, number), batch_rule(spec, number).length, passage.model_dump_json()
    if passage.head:
        asks = True
        yield made, Asked(number, passage.head, passage.title, passage.answers, path=f"{path}.passage.kind")
    masks = stage.masking.model_dump_json(), stage.dynamic, stage.dupe_factor
    for place, one in enumerate(stage.tokens):
        if isinstance(one, TokenQuestion) and one.weight:
            asks = True
            asked = Asked(number, one.loss, one.title, one.answers, True, f"{path}.tokens.{place}.kind")
            yield (*made, *masks, one.model_dump_json()), asked
    if not asks:
        yield corpus_of(spec, number), Asked(number, path=f"{path}.passage.kind")


def stage_key(spec: RunSpec, number: int) -> Hashable:
    """Everything of a spec that decides what the examples of a stage are, and their answers."""
    stage = spec.stages[number].model_dump_json(exclude={"name", "share", "together", "warmup_steps", "task"})
    read = corpus_of(spec, number), spec.vocabulary, spec.units.model_dump_json()
    return *read, stage, batch_rule(spec, number).length, spec.seed, number
