"""Phrases: multi-word units from lists, dictionary words of the phrase classes, English chunks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from workbench.text.segmenters import english
from workbench.text.segmenters.matching import Spans
from workbench.text.segmenters.words import TAG_CODE, WordTable
from workbench.text.units import DictionaryTag


def dictionary_spans(words: WordTable, tags: Sequence[DictionaryTag], first_label: int, rank: int) -> Spans:
    """Words with one of the dictionary tags; the label of tag k is ``first_label + k``."""
    labels = np.full(256, -1, np.int32)
    for place, tag in enumerate(tags):
        labels[TAG_CODE[tag.value]] = first_label + place
    found = labels[words.tag]
    places = np.flatnonzero(found >= 0)
    return Spans.of(words.start[places], words.end[places], found[places], rank)


def chunk_spans(words: WordTable, label: int, rank: int) -> Spans:
    """English chunks."""
    start, end = english.chunks(words)
    return Spans.of(start, end, label, rank)
