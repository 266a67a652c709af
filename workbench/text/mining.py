"""Phrases mined from a corpus by pointwise mutual information of neighbouring words or characters.

The procedure is that of ERNIE sheet 3.1: neighbours whose PMI reaches a threshold are strong; each sentence is cut at
every other border; the maximal runs that are met often and are not too long are the phrases, and they are counted
again over the whole corpus, overlaps included.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Config, Labelled, option
from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.text.cutting import project_cutter
from workbench.text.document import Bools
from workbench.text.lexicon import (
    Lexicon,
    LexiconEntry,
    LexiconKind,
    LexiconSource,
    lexicon_path,
    save_lexicon,
)
from workbench.text.segmenters.characters import CharacterClass
from workbench.text.segmenters.words import WordTable, cut_words
from workbench.text.streaming import SentenceSource
from workbench.text.units import UnitSettings
from workbench.text.vocabulary_training import sentence_batches


class MiningUnit(Labelled):
    """What a mined phrase is a run of."""

    WORD = "word", mark("Words")
    CHARACTER = "character", mark("Characters")


class MiningSettings(Config):
    """Thresholds of the procedure; the defaults are those of the sheet."""

    unit: MiningUnit = option(MiningUnit.WORD, label=mark("Runs of"))
    least_count: int = option(
        5, label=mark("Least count"), help=mark("Words, pairs and runs must be met more often than this."), ge=0
    )
    least_pmi: float = option(
        1.0, label=mark("Least PMI"), help=mark("Natural logarithm; neighbours below it are cut apart."), step=0.1
    )
    longest: int = option(5, label=mark("Longest run"), ge=2, le=20)
    least_frequency: int = option(
        5, label=mark("Least frequency"), help=mark("A phrase must stand in the corpus more often than this."), ge=0
    )


@dataclass(frozen=True)
class NumberedText:
    """Sequences as numbers: ``ids`` [T] of ``words``, and whether a place and the next are of one sequence [T]."""

    words: list[str]
    ids: NDArray[np.int64]
    joined: Bools

    @staticmethod
    def of(sequences: Iterable[Sequence[str]]) -> NumberedText:
        """Number the words in the order in which they are first met."""
        numbers: dict[str, int] = {}
        flat, lengths = array("i"), array("i")
        for sequence in sequences:
            flat.extend([numbers.setdefault(word, len(numbers)) for word in sequence])
            lengths.append(len(sequence))
        ids = np.frombuffer(flat, np.int32).astype(np.int64) if flat else np.zeros(0, np.int64)
        joined = np.ones(len(ids), np.bool_)
        ends = np.cumsum(np.asarray(lengths, np.int64)) - 1
        joined[ends[np.asarray(lengths) > 0]] = False
        return NumberedText(list(numbers), ids, joined)


def mine_phrases(
    sequences: Iterable[Sequence[str]], settings: MiningSettings, *, name: str = "mined", joiner: str = ""
) -> Lexicon:
    """Phrases of word (or character) sequences, the most frequent first.

    A sequence is a run without punctuation. ``joiner`` stands between the Latin words of a phrase.
    """
    text = NumberedText.of(sequences)
    phrases: Counter[str] = Counter()
    for first, length, count in _phrases(text, _strong_borders(text, settings), settings):
        phrases[join_words([text.words[word] for word in text.ids[first : first + length].tolist()], joiner)] += count
    ordered = sorted(phrases.items(), key=lambda pair: (-pair[1], pair[0]))
    entries = tuple(LexiconEntry(phrase, "", count) for phrase, count in ordered)
    return Lexicon(name, LexiconKind.PHRASE, entries, LexiconSource.MINED)


def _strong_borders(text: NumberedText, settings: MiningSettings) -> Bools:
    """Which places are a strong pair with the next [T].

    PMI(a, b) = ln(N c(ab) / (c(a) c(b))); N counts all pairs.
    """
    strong = np.zeros(len(text.ids), np.bool_)
    places = np.flatnonzero(text.joined)
    if not len(places):
        return strong
    first, second = text.ids[places], text.ids[places + 1]
    _, number, counts = np.unique(first * len(text.words) + second, return_inverse=True, return_counts=True)
    words = np.bincount(text.ids)
    pmi = np.log(len(places) * counts[number] / (words[first] * words[second]))
    strong[places] = (counts[number] > settings.least_count) & (pmi >= settings.least_pmi)
    return strong


def _phrases(text: NumberedText, strong: Bools, settings: MiningSettings) -> Iterator[tuple[int, int, int]]:
    """First place, length and count of the phrases.

    All occurrences of a run of strong pairs are runs of strong pairs, so that no other place need be looked at.
    """
    begins = strong.copy()
    begins[1:] &= ~strong[:-1]
    ends_here = np.append(~strong[1:], True)  # the border after the next place is weak
    places = np.flatnonzero(strong)
    gram = text.ids[places]
    for length in range(2, settings.longest + 1):
        if not len(places):
            return
        last = places + length - 1
        key = gram * len(text.words) + text.ids[last]
        _, first, gram, total = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
        whole = begins[places] & ends_here[last - 1]
        runs = np.bincount(gram, weights=whole, minlength=len(total))
        kept = np.flatnonzero((runs > settings.least_count) & (total > settings.least_frequency))
        yield from zip(places[first[kept]].tolist(), [length] * len(kept), total[kept].tolist(), strict=True)
        going_on = strong[last]
        places, gram = places[going_on], gram[going_on]


def join_words(words: Sequence[str], joiner: str) -> str:
    """The words as text: Latin words with the joiner between, Chinese ones without."""
    text = words[0]
    for word in words[1:]:
        text += (joiner if text[-1].isascii() and word[0].isascii() else "") + word
    return text


def mine_corpus(
    project: Project,
    corpus: SentenceSource,
    name: str,
    settings: MiningSettings,
    units: UnitSettings,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Lexicon:
    """Mine a corpus and keep the phrases in the project under a name. Raises StoppedError on cancel."""
    require_free(project, name)
    sequences = corpus_runs(project, corpus, units, settings.unit, progress, cancelled)
    joiner = " " if settings.unit is MiningUnit.WORD else ""
    lexicon = mine_phrases(sequences, settings, name=name, joiner=joiner)
    if cancelled():
        raise StoppedError(mark("Mining phrases was stopped."))
    save_mined(project, lexicon)
    return lexicon


def corpus_runs(
    project: Project,
    corpus: SentenceSource,
    units: UnitSettings,
    unit: MiningUnit,
    progress: Report,
    cancelled: Cancelled,
) -> Iterator[list[str]]:
    """The :func:`visible_runs` of a corpus, cut with the settings of an experiment."""
    cutter = project_cutter(project, units)
    for batch in sentence_batches(corpus, mark("Cutting words"), progress, cancelled):
        yield from visible_runs(cut_words(batch, cutter), unit)


def require_free(project: Project, name: str) -> None:
    """Raise before long work where a name is bad or taken."""
    if lexicon_path(project, name).exists():
        raise ArgumentError(mark("There is a list named “{name}” already."), mark("Choose another name."), name=name)


def save_mined(project: Project, lexicon: Lexicon) -> None:
    """Keep a list that was mined; one without entries would do nothing, and is refused."""
    if not lexicon.entries:
        raise WorkbenchError(
            mark("Nothing in the corpus reaches the thresholds."),
            mark("Lower the least count, or take a larger corpus."),
        )
    save_lexicon(project, lexicon, replace_existing=False)


def visible_runs(words: WordTable, unit: MiningUnit) -> Iterator[list[str]]:
    """Runs of neighbouring words (or characters) of two or more, cut at punctuation; spaces are passed over."""
    classes = words.classes[words.start]
    shown = classes != CharacterClass.SPACE
    start, end, owner, classes = (array[shown] for array in (words.start, words.end, words.owner, classes))
    breaks = classes >= CharacterClass.APOSTROPHE
    edges = np.ones(len(start) + 1, np.bool_)
    edges[1:-1] = breaks[1:] | breaks[:-1] | (owner[1:] != owner[:-1])
    borders = np.flatnonzero(edges).tolist() if len(start) else []
    starts, ends, text = start.tolist(), end.tolist(), words.text
    for first, after in pairwise(borders):
        if unit is MiningUnit.CHARACTER:
            run = list("".join(text[starts[place] : ends[place]] for place in range(first, after)))
        else:
            run = [text[starts[place] : ends[place]] for place in range(first, after)]
        if len(run) > 1:
            yield run
