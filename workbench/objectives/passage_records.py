"""The masked passages of a plan as plain data, one after another: what terminal and window show and export."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from workbench.masking.record import passage_data
from workbench.objectives.examples import ExampleMaker
from workbench.objectives.objective import PassageObjective
from workbench.text.pack import PassagePlan
from workbench.text.prepared import PreparedCorpus

_PASSAGES_AT_ONCE = 64


def passage_records(
    maker: ExampleMaker, plan: PassagePlan, count: int, prepared: PreparedCorpus
) -> Iterator[dict[str, Any]]:
    """The first ``count`` passages of a plan under the masks of epoch 0, as
    :func:`~workbench.masking.record.passage_data` has them with the answers to what the maker's stage asks of tokens,
    and with :func:`answer_data`."""
    for first in range(0, count, _PASSAGES_AT_ONCE):
        masked = maker.make(plan, range(first, min(first + _PASSAGES_AT_ONCE, count)), 0)
        labels = maker.token_labels(masked)
        for row in range(len(masked.passages)):
            label = int(masked.passages.label[row])
            yield passage_data(masked, row, prepared, labels) | answer_data(maker.stage.passage, label)


def answer_data(passage: PassageObjective, label: int) -> dict[str, Any]:
    """The class of the right answer about a passage as ``label``, and the ``answer`` itself, in English where it is a
    text of the program; nothing where nothing is asked."""
    return {"label": label, "answer": passage.answers[label]} if label >= 0 else {}
