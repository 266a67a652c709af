"""How often each answer about a passage is right, before anything is trained on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.core.texts import Text, listed, mark
from workbench.masking.strategy import IGNORE
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.token_question import TokenQuestion
from workbench.text.pack import PassagePlan

RARE = 10  #: passages; an answer with fewer is hardly learnt
_MOST_NAMED = 8
_PASSAGES_AT_ONCE = 512


def class_balance(
    maker: ExampleMaker, passages: int | None = None, *, epoch: int = 0, evaluation: bool = False
) -> dict[str, int]:
    """How often each answer is right among the first ``passages`` (all, if not given) of an epoch, in the order that
    training takes them; answers that are never right too. Empty where nothing is asked.

    Raises :class:`WorkbenchError` where the documents cannot make what the passage objective asks.
    """
    if not maker.stage.passage.head:
        return {}
    return passage_balance(maker, maker.plan(epoch, evaluation), passages)


def passage_balance(maker: ExampleMaker, plan: PassagePlan, passages: int | None = None) -> dict[str, int]:
    """The same of a plan that is made already."""
    objective = maker.stage.passage
    if not objective.head:
        return {}
    counts = np.bincount(plan.label[:passages], minlength=objective.classes)
    return dict(zip(objective.answers, counts.tolist(), strict=True))


def token_balance(
    maker: ExampleMaker,
    plan: PassagePlan,
    passages: int | None = None,
    *,
    epoch: int = 0,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> dict[str, dict[str, int]]:
    """To how many tokens of the first ``passages`` (all, if not given) of a plan each answer is right, by question (the
    name of its loss) and answer; under the masks of the epoch, as hidden tokens may not be asked about. Raises
    :class:`StoppedError` when cancelled.
    """
    questions = maker.questions
    counts = {question.loss: np.zeros(question.classes, np.int64) for question in questions}
    end = len(plan) if passages is None else min(passages, len(plan))
    for first in range(0, end if questions else 0, _PASSAGES_AT_ONCE):
        if cancelled():
            raise StoppedError(mark("Counting the answers was stopped."))
        rows = range(first, min(first + _PASSAGES_AT_ONCE, end))
        for name, labels in maker.token_labels(maker.make(plan, rows, epoch)).items():
            counts[name] += np.bincount(labels[labels != IGNORE], minlength=len(counts[name]))
        progress(Progress(rows.stop, end, mark("passages"), mark("Counting the answers")))
    return {one.loss: dict(zip(one.answers, counts[one.loss].tolist(), strict=True)) for one in questions}


@dataclass(frozen=True)
class Served:
    """What a corpus gives a stage: how many ``passages`` an epoch has, how often each answer is right in it by question
    (the name of its loss) and answer, and why a question can't be asked at all, by the same names. Nothing of a
    question is in both. Where not even passages can be made, that is said of the empty name, too."""

    passages: int = 0
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    refused: Mapping[str, Text] = field(default_factory=dict)


def serve(maker: ExampleMaker, *, epoch: int = 0, progress: Report = silent, cancelled: Cancelled = never) -> Served:
    """Whether the training text serves all that a stage asks, and how often each answer is right in a whole epoch;
    raises :class:`StoppedError` when cancelled."""
    head = maker.stage.passage.head
    try:
        plan, kept, refused = answerable(maker, epoch)
    except WorkbenchError as error:
        names = ["", head, *(question.loss for question in maker.questions)]
        return Served(refused=dict.fromkeys(names, error.text))
    counts = {head: passage_balance(maker, plan)} if head else {}
    of_tokens = token_balance(kept, plan, epoch=epoch, progress=progress, cancelled=cancelled)
    return Served(len(plan), counts | of_tokens, refused)


def answerable(maker: ExampleMaker, epoch: int) -> tuple[PassagePlan, ExampleMaker, dict[str, Text]]:
    """The passages of an epoch in the order of training, the same maker without the questions that their tokens can't
    answer, and why they can't, by the names of the losses. Raises :class:`WorkbenchError` where there are no passages.
    """
    plan = _asking(maker, ()).plan(epoch)
    refused: dict[str, Text] = {}
    kept: list[TokenQuestion] = []
    for question in maker.questions:
        try:
            question.check(maker.source, plan)
            kept.append(question)
        except WorkbenchError as error:
            refused[question.loss] = error.text
    return plan, _asking(maker, tuple(kept)), refused


def _asking(maker: ExampleMaker, questions: tuple[TokenQuestion, ...]) -> ExampleMaker:
    """A maker of the same examples that asks other questions about their tokens."""
    stage = maker.stage
    asked = PreviewStage(stage.masking, stage.passage, stage.dynamic, stage.dupe_factor, questions)
    return replace(maker, stage=asked)


def sparse_note(title: str, counts: Mapping[str, int], passages: int) -> Text | None:
    """That a question about tokens has next to none to be put to, by how many tokens have each answer; None where there
    is one a passage or more."""
    tokens = sum(counts.values())
    if tokens >= passages:
        return None
    template = mark(
        "“{kind}” is asked of {tokens:,} {tokens:token|tokens} in {passages:,} {passages:passage|passages}: of less "
        "than one a passage."
    )
    return Text(template, {"kind": Text(title), "tokens": tokens, "passages": passages})


def balance_note(title: str, counts: Mapping[str, int]) -> Text | None:
    """What is to be said of answers that a text never or hardly has, by how often it has each; None where it has all.

    ``title`` is the (marked) one of the objective.
    """
    rare = sorted((answer for answer, count in counts.items() if count < RARE), key=lambda answer: counts[answer])
    if not rare:
        return None
    template = mark(
        "“{kind}”: {count} of {classes} answers {count:is|are} right fewer than {rare} times in the training text "
        "({rarest})."
    )
    rarest = listed([*map(Text, rare[:_MOST_NAMED]), *(["…"] if len(rare) > _MOST_NAMED else [])])
    values = {"kind": Text(title), "classes": len(counts), "count": len(rare), "rare": RARE}
    return Text(template, {**values, "rarest": rarest})
