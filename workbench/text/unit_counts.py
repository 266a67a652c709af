"""Which units a prepared corpus has: how many of each class and origin, and what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.text.document import UnitKind, UnitLabel
from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.prepared import PreparedCorpus

#: Layers whose units have classes, and the kind of list that can hold their texts.
LISTED = {UnitKind.ENTITY: LexiconKind.ENTITY, UnitKind.PHRASE: LexiconKind.PHRASE}


@dataclass(frozen=True)
class UnitCount:
    """Units of one layer with one label."""

    kind: UnitKind
    label: UnitLabel
    count: int


def unit_counts(prepared: PreparedCorpus) -> list[UnitCount]:
    """The units of every layer by label, layer after layer, the most frequent label first."""
    found = []
    for kind, layer in prepared.layers.items():
        counts = np.bincount(layer.label, minlength=len(prepared.labels))
        order = np.argsort(-counts, kind="stable")
        found += [UnitCount(kind, prepared.labels[place], int(counts[place])) for place in order if counts[place]]
    return found


def units_as_list(prepared: PreparedCorpus, kind: UnitKind, name: str, source: str = "") -> Lexicon:
    """The different texts of the phrases or entities whose source begins with ``source``, as a list with how often each
    occurs, the most frequent first; of several classes of one text the most frequent counts.

    Raises :class:`WorkbenchError` where there are none.
    """
    occurrences = Counter(_texts(prepared, kind, source))
    totals: Counter[str] = Counter()
    classes: dict[str, str] = {}
    for (text, label), count in occurrences.most_common():
        totals[text] += count
        classes.setdefault(text, label)
    if not totals:
        raise WorkbenchError(mark("The corpus has no such units."))
    entries = tuple(LexiconEntry(text, classes[text], count) for text, count in totals.most_common())
    return Lexicon(name, LISTED[kind], entries)


def _texts(prepared: PreparedCorpus, kind: UnitKind, source: str) -> Iterator[tuple[str, str]]:
    """Text and class of every such unit in order."""
    layer = prepared.layers[kind]
    wanted = np.array([label.source.startswith(source) for label in prepared.labels])
    units = layer.take(np.flatnonzero(wanted[layer.label]))
    sentences = np.searchsorted(prepared.sentence_starts, units.start, side="right") - 1
    begins, ends = prepared.spans[units.start, 0], prepared.spans[units.end - 1, 1]
    last, text = -1, ""
    rows = zip(sentences.tolist(), begins.tolist(), ends.tolist(), units.label.tolist(), strict=True)
    for sentence, begin, end, label in rows:
        if sentence != last:
            last, text = sentence, prepared.text_of(sentence)
        yield text[begin:end], prepared.labels[label].name
