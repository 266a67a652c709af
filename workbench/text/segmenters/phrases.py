"""Phrases: multi-word units from lists, dictionary words of the phrase classes, English chunks."""

from __future__ import annotations

import numpy as np

from workbench.text.segmenters import english
from workbench.text.segmenters.matching import Spans
from workbench.text.segmenters.words import TAG_CODE, WordTable

#: Dictionary classes that are phrases by nature: idiom, set phrase, abbreviation, other proper noun (ERNIE sheet 8.1).
PHRASE_TAGS = ("i", "l", "j", "nz")


def dictionary_spans(words: WordTable, tags: tuple[str, ...], first_label: int, rank: int) -> Spans:
    """Words with one of the dictionary tags; the label of tag k is ``first_label + k``."""
    labels = np.full(256, -1, np.int32)
    for place, tag in enumerate(tags):
        labels[TAG_CODE[tag]] = first_label + place
    found = labels[words.tag]
    places = np.flatnonzero(found >= 0)
    return Spans.of(words.start[places], words.end[places], found[places], rank)


def chunk_spans(words: WordTable, label: int, rank: int) -> Spans:
    """English chunks."""
    start, end = english.chunks(words)
    return Spans.of(start, end, label, rank)
