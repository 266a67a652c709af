"""What the stages of an experiment ask: every question as a task of its own, and how it stands with it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum

from workbench.objectives.token_question import TokenQuestion
from workbench.spec.batches import batch_rule
from workbench.spec.corpora import corpus_of
from workbench.spec.run import RunSpec


@dataclass(frozen=True)
class Asked:
    """A question of stage ``stage``, from 0: the name of its loss, its title and answers (marked), whether it is one
    about tokens, and where its settings are. A stage that asks nothing has one of these without a name."""

    stage: int
    name: str = ""
    title: str = ""
    answers: tuple[str, ...] = ()
    of_tokens: bool = False
    path: str = ""


class Standing(Enum):
    """How a corpus serves a question, as far as it is known."""

    NOTHING = "nothing asked"
    UNKNOWN = "not counted"
    COUNTING = "counting"
    FITS = "fits"
    RARE = "rare answers"
    REFUSED = "can't be asked"


def questions_of(spec: RunSpec) -> list[Asked]:
    """All questions of all stages, in their order."""
    found: list[Asked] = []
    for number, stage in enumerate(spec.stages):
        passage, path = stage.passage, f"stages.{number}"
        own = [Asked(number, passage.head, passage.title, passage.answers, path=f"{path}.passage.kind")]
        own = own if passage.head else []
        for place, one in enumerate(stage.tokens):
            if isinstance(one, TokenQuestion) and one.weight:
                own.append(Asked(number, one.loss, one.title, one.answers, True, f"{path}.tokens.{place}.kind"))
        found += own or [Asked(number, path=f"{path}.passage.kind")]
    return found


def stage_key(spec: RunSpec, number: int) -> Hashable:
    """Everything of a spec that decides what the examples of a stage are, and their answers."""
    stage = spec.stages[number].model_dump_json(exclude={"name", "share", "together", "task"})
    read = corpus_of(spec, number), spec.vocabulary, spec.units.model_dump_json()
    return *read, stage, batch_rule(spec, number).length, spec.seed, number
