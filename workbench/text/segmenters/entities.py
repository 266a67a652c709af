"""Entities: dictionary words of the name classes, entries of lists, runs of English capitals."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.text.segmenters import english
from workbench.text.segmenters.matching import Spans
from workbench.text.segmenters.words import WordTable

#: Dictionary tag -> class of the entity (ERNIE sheet 8.1).
ENTITY_CLASSES: Mapping[str, str] = {
    "nr": "person",
    "nrt": "person",
    "nrfg": "person",
    "ns": "place",
    "nt": "organisation",
    "nz": "other",
}
ENTITY_TAGS = tuple(ENTITY_CLASSES)


def capital_spans(words: WordTable, label: int, rank: int) -> Spans:
    """Runs of capitalised English words."""
    start, end = english.names(words)
    return Spans.of(start, end, label, rank)
