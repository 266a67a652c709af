"""How often each answer about a passage is right, before anything is trained on it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from workbench.core.texts import Text, listed, mark
from workbench.objectives.examples import ExampleMaker

RARE = 10  #: passages; an answer with fewer is hardly learnt
_MOST_NAMED = 8


def class_balance(
    maker: ExampleMaker, passages: int | None = None, *, epoch: int = 0, evaluation: bool = False
) -> dict[str, int]:
    """How often each answer is right among the first ``passages`` (all, if not given) of an epoch, in the order that
    training takes them; answers that are never right too. Empty where nothing is asked.

    Raises :class:`WorkbenchError` where the documents cannot make what the passage objective asks.
    """
    objective = maker.stage.passage
    if not objective.head:
        return {}
    label = maker.plan(epoch, evaluation).label[:passages]
    counts = np.bincount(label, minlength=objective.classes)
    return dict(zip(objective.answers, counts.tolist(), strict=True))


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
