"""From units in characters to units in tokens, when no token may be split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Ints, Layers, UnitKind, Units
from workbench.text.segmenters.matching import Spans
from workbench.text.segmenters.words import WordTable
from workbench.text.tokenizer import TokenTable


@dataclass(frozen=True)
class CharacterUnits:
    """Units of many texts in characters of ``words.text``; phrases and entities are runs of whole words."""

    words: WordTable
    starts: Ints
    phrases: Spans
    entities: Spans
    ngrams: Spans


def word_starts(words: WordTable, *tables: Spans) -> Ints:
    """Where words begin, when words are also cut at the borders of phrases and entities that cross them."""
    borders = np.zeros(len(words.text) + 1, np.bool_)
    borders[words.start] = True
    borders[words.end] = True
    for spans in tables:
        borders[spans.start] = True
        borders[spans.end] = True
    borders[-1] = False
    return np.flatnonzero(borders)


def token_layers(units: CharacterUnits, tokens: TokenTable) -> Layers:
    """Words, phrases and entities in token places."""
    counts = np.diff(tokens.starts)
    base = np.repeat(units.words.bases, counts)
    start, end = tokens.spans[:, 0] + base, tokens.spans[:, 1] + base
    word_of_character = np.zeros(len(units.words.text) + 1, np.int64)
    word_of_character[units.starts] = 1
    word_of_character = np.cumsum(word_of_character)
    begins = np.ones(len(start), np.bool_)
    last = np.maximum(end - 1, start)
    begins[1:] = word_of_character[start[1:]] != word_of_character[last[:-1]]
    begins[tokens.starts[:-1][counts > 0]] = True
    first_token = np.flatnonzero(begins)
    word_of_token = np.cumsum(begins) - 1
    word_edges = np.append(first_token, len(start))
    layers = {UnitKind.WORD: Units.make(word_edges[:-1], word_edges[1:], UnitKind.WORD)}
    for kind, spans in ((UnitKind.PHRASE, units.phrases), (UnitKind.ENTITY, units.entities)):
        layers[kind] = _sparse_layer(kind, spans, start, end, word_of_token, word_edges)
    layers[UnitKind.NGRAM] = _exact_layer(UnitKind.NGRAM, units.ngrams, start, end)
    return layers


def _exact_layer(kind: UnitKind, spans: Spans, start: Ints, end: Ints) -> Units:
    """The spans that begin and end where tokens do, nested and overlapping ones too."""
    first = np.searchsorted(start, spans.start, side="left")
    after = np.searchsorted(end, spans.end, side="right")
    inside = first < after
    exact = spans.take(inside)
    first, after = first[inside], after[inside]
    whole = (start[first] == exact.start) & (end[after - 1] == exact.end)
    return Units.make(first[whole], after[whole], kind, exact.label[whole])


def _sparse_layer(kind: UnitKind, spans: Spans, start: Ints, end: Ints, word_of_token: Ints, word_edges: Ints) -> Units:
    """Spans as runs of whole word units; of two that meet inside one word unit the earlier stays."""
    first = np.searchsorted(end, spans.start, side="right")
    after = np.searchsorted(start, spans.end, side="left")
    visible = first < after
    first, after, label = first[visible], after[visible], spans.label[visible]
    begin, stop = word_edges[word_of_token[first]], word_edges[word_of_token[after - 1] + 1]
    kept = _first_of_overlapping(begin, stop)
    return Units.make(begin[kept], stop[kept], kind, label[kept])


def _first_of_overlapping(begin: Ints, stop: Ints) -> NDArray[np.bool_]:
    """Which of the units, sorted by begin, stay when each that overlaps one before it goes [n]."""
    kept = np.ones(len(begin), np.bool_)
    if not (begin[1:] < stop[:-1]).any():
        return kept
    reached = 0
    for place, (first, after) in enumerate(zip(begin.tolist(), stop.tolist(), strict=True)):
        kept[place] = first >= reached
        reached = max(reached, after) if kept[place] else reached
    return kept
