"""The masked passages of a plan as plain data, one after another: what terminal and window show and export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.core.texts import Translate
from workbench.masking.record import passage_data
from workbench.objectives.examples import ExampleMaker
from workbench.objectives.explanation import Explanation
from workbench.objectives.objective import PassageObjective
from workbench.text.pack import PassagePlan
from workbench.text.prepared import PreparedCorpus

_PASSAGES_AT_ONCE = 64


def passage_records(
    maker: ExampleMaker, plan: PassagePlan, count: int, prepared: PreparedCorpus, translate: Translate = str
) -> Iterator[dict[str, Any]]:
    """The first ``count`` passages of a plan under the masks of epoch 0, as
    :func:`~workbench.masking.record.passage_data` has them with the answers to what the maker's stage asks of tokens,
    and with :func:`answer_data`, whose explanations are said as ``translate`` says them."""
    passage = maker.stage.passage
    for first in range(0, count, _PASSAGES_AT_ONCE):
        rows = range(first, min(first + _PASSAGES_AT_ONCE, count))
        masked = maker.make(plan, rows, 0)
        labels = maker.token_labels(masked)
        explained = maker.explain(plan, rows, 0) if passage.head else []
        for row in range(len(rows)):
            label = int(masked.passages.label[row])
            told = answer_data(passage, label, explained[row] if explained else None, translate)
            yield passage_data(masked, row, prepared, labels) | told


def answer_data(
    passage: PassageObjective, label: int, explained: Explanation | None = None, translate: Translate = str
) -> dict[str, Any]:
    """What is ``asked`` of a passage, the class of the right answer as ``label``, and the ``answer`` itself, both in
    English where they are texts of the program; what is ``behind`` the answer, as ``translate`` says it. Nothing where
    nothing is asked."""
    if label < 0:
        return {}
    answer = {"asked": passage.title, "label": label, "answer": passage.answers[label]}
    return answer if explained is None else {**answer, "behind": explained.data(translate)}
