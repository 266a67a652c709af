"""Entities: dictionary words of the name classes, what a recogniser finds, runs of English capitals."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from workbench.text.segmenters import english
from workbench.text.segmenters.matching import Spans
from workbench.text.segmenters.recogniser import Recogniser
from workbench.text.segmenters.words import WordTable


def capital_spans(words: WordTable, label: int, rank: int) -> Spans:
    """Runs of capitalised English words."""
    start, end = english.names(words)
    return Spans.of(start, end, label, rank)


def recognised_spans(words: WordTable, recogniser: Recogniser, labels: Mapping[str, int], rank: int) -> Spans:
    """What a recogniser finds in the texts; ``labels`` maps its classes to the numbers of their labels."""
    found = [
        (base + span.start, base + span.end, labels[span.name])
        for base, spans in zip(words.bases.tolist(), recogniser.recognise(words.texts()), strict=True)
        for span in spans
    ]
    table = np.array(found, np.int64).reshape(-1, 3)
    return Spans.of(table[:, 0], table[:, 1], table[:, 2].astype(np.int32), rank)
