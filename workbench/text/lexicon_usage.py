"""What the entries of a list do in a corpus: sentences they stand in, how much they cover, and which ones never act.

An occurrence is what marks text: it begins and ends at no place inside a run of letters; of a phrase list it begins
and ends where words do, of a user dictionary it is one word. Occurrences that overlap or are nested count all.
"""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np

from workbench.core.config import Labelled
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.text.cutting import project_cutter
from workbench.text.document import Bools, Ints
from workbench.text.lexicon import Lexicon, LexiconKind, LexiconSource
from workbench.text.ngram_match import NgramMatches, NgramTable
from workbench.text.segmenters.characters import CharacterClass, character_classes, code_points
from workbench.text.segmenters.matching import Spans, outside_letters
from workbench.text.segmenters.words import WordTable, cut_words
from workbench.text.streaming import SentenceSource
from workbench.text.tokenizer import Tokenizer
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_training import sentence_batches


@dataclass(frozen=True)
class Context:
    """A sentence of a corpus by its number and text, and where the entry stands in it, in characters."""

    sentence: int
    text: str
    start: int


@dataclass(frozen=True)
class Contexts:
    """How often an entry stands in a corpus and in how many sentences, with some of them."""

    entry: str
    occurrences: int
    sentences: int
    shown: tuple[Context, ...]


def find_contexts(
    corpus: SentenceSource, entry: str, most: int = 8, *, progress: Report = silent, cancelled: Cancelled = never
) -> Contexts:
    """Sentences with an entry, spread evenly over all that have it; each with its first occurrence. Raises
    StoppedError when they are no longer wanted."""
    occurrences, first = 0, 0
    numbers, starts = array("q"), array("q")
    for batch in sentence_batches(corpus, mark("Looking for sentences"), progress, cancelled):
        for number, text in enumerate(batch, first):
            if entry in text:
                places = _places(text, entry)
                if len(places):
                    occurrences += len(places)
                    numbers.append(number)
                    starts.append(int(places[0]))
        first += len(batch)
    chosen = np.unique(np.linspace(0, len(numbers) - 1, min(most, len(numbers))).astype(np.int64)).tolist()
    shown = (Context(numbers[i], corpus.sentences(numbers[i], numbers[i] + 1)[0], starts[i]) for i in chosen)
    return Contexts(entry, occurrences, len(numbers), tuple(shown))


def _places(text: str, entry: str) -> Ints:
    """Where an entry begins in a text, at no place inside a run of letters."""
    found, place = [], text.find(entry)
    while place >= 0:
        found.append(place)
        place = text.find(entry, place + 1)
    start = np.array(found, np.int64)
    return start[outside_letters(Spans.of(start, start + len(entry), 0, 0), character_classes(code_points(text)))]


class Idle(Labelled):
    """Why an entry never acts, the first that holds."""

    ABSENT = "absent", mark("is not in the corpus")
    INSIDE = "inside", mark("stands only inside longer words")
    TORN = "torn", mark("the segmenter's words cross its borders")
    UNKNOWN = "unknown", mark("a part of it is not in the vocabulary")


@dataclass(frozen=True)
class Share:
    """``covered`` of ``total`` things."""

    covered: int = 0
    total: int = 0

    @property
    def value(self) -> float:
        """From 0 to 1; 0 where there is nothing."""
        return self.covered / self.total if self.total else 0.0

    def plus(self, covered: Bools) -> Share:
        """With more things, of which these are covered."""
        return Share(self.covered + int(np.count_nonzero(covered)), self.total + len(covered))


@dataclass(frozen=True)
class Coverage:
    """Of the E entries of a list in a corpus: ``counts`` [E] of what acts, and ``idle``, which never do and why.

    Shares are those of characters and words (neither spaces nor punctuation), of sentences with an entry in them, and
    of tokens where a vocabulary was given. A word counts as covered when all of it is. ``curve`` [E] says how many
    characters the 1, 2, ... entries of the highest count cover; ``order`` [E] are these entries.
    """

    counts: Ints
    idle: dict[int, Idle]
    characters: Share
    words: Share
    sentences: Share
    tokens: Share
    order: Ints
    curve: Ints


def measure_coverage(
    project: Project,
    corpus: SentenceSource,
    lexicon: Lexicon,
    units: UnitSettings,
    vocabulary: Vocabulary | None = None,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Coverage:
    """Match a list in a whole corpus; a user dictionary is cut with, whether the settings use it or not.

    Raises StoppedError when it is no longer wanted.
    """
    if lexicon.kind is LexiconKind.WORD and lexicon.name not in units.word_lists:
        units = units.model_copy(update={"word_lists": (*units.word_lists, lexicon.name)})
    project.cache.mkdir(parents=True, exist_ok=True)
    cutter = project_cutter(project, units)
    with tempfile.TemporaryFile(dir=project.cache) as scratch:
        meter = _Meter(lexicon, vocabulary, project.cache, scratch)
        for batch in sentence_batches(corpus, mark("Matching the list"), progress, cancelled):
            meter.add(batch, cut_words(batch, cutter))
        return meter.result()


class _Meter:
    """Counts batch by batch; the matches wait in a scratch file until the order of the entries is known."""

    def __init__(self, lexicon: Lexicon, vocabulary: Vocabulary | None, cache: Path, scratch: IO[bytes]) -> None:
        self._lexicon, self._scratch = lexicon, scratch
        texts = [entry.text for entry in lexicon.entries]
        self._table = NgramTable([code_points(text).tolist() for text in texts])
        self._tokenizer = Tokenizer(vocabulary, cache) if vocabulary is not None else None
        self._met, self._outside, self._acting = (np.zeros(len(texts), np.int64) for _ in range(3))
        self._characters = self._words = self._sentences = self._tokens = Share()
        self._batches = 0

    def add(self, batch: Sequence[str], words: WordTable) -> None:
        """Match one batch of sentences."""
        found = self._acting_matches(words)
        covered = _covered(found, len(words.text))
        worded = words.classes < CharacterClass.SPACE
        self._characters = self._characters.plus(covered[worded])
        shown = worded[words.start]
        whole = np.concatenate(([0], np.cumsum(covered)))
        length = words.end - words.start
        self._words = self._words.plus((whole[words.end] - whole[words.start] == length)[shown])
        owner = np.searchsorted(words.bases, found.start, side="right") - 1
        self._sentences = self._sentences.plus(np.bincount(owner, minlength=len(batch)) > 0)
        if self._tokenizer is not None:
            tokens = self._tokenizer.encode_flat(batch)
            base = np.repeat(words.bases, np.diff(tokens.starts))
            self._tokens = self._tokens.plus(covered[tokens.spans[:, 0] + base])
        for values in (found.start.astype(np.int32), found.length.astype(np.int32), found.index, np.packbits(worded)):
            np.save(self._scratch, values, allow_pickle=False)
        self._batches += 1

    def _acting_matches(self, words: WordTable) -> NgramMatches:
        """The matches that mark text, and counts of those that do and do not."""
        found = self._table.find(code_points(words.text))
        spans = Spans.of(found.start, found.start + found.length, 0, 0)
        outside = outside_letters(spans, words.classes)
        acting = outside & self._fits_words(spans, words)
        for counts, kept in ((self._met, slice(None)), (self._outside, outside), (self._acting, acting)):
            counts += np.bincount(found.index[kept], minlength=len(counts))
        return NgramMatches(found.start[acting], found.length[acting], found.index[acting])

    def _fits_words(self, spans: Spans, words: WordTable) -> Bools:
        """Which spans lie with the words as the kind of the list asks for."""
        kind, marked = self._lexicon.kind, self._lexicon.source is LexiconSource.MARKED
        if marked or kind not in (LexiconKind.PHRASE, LexiconKind.WORD):
            return np.ones(len(spans), np.bool_)
        borders = np.zeros(len(words.text) + 1, np.bool_)
        borders[words.start] = True
        borders[words.end] = True
        fits: Bools = borders[spans.start] & borders[spans.end]
        if kind is LexiconKind.WORD:
            before = np.cumsum(borders)
            fits &= before[spans.end] - before[spans.start] == 1
        return fits

    def result(self) -> Coverage:
        """What was counted, and the curve."""
        order = np.argsort(-self._acting, kind="stable")
        return Coverage(
            self._acting,
            self._idle(),
            self._characters,
            self._words,
            self._sentences,
            self._tokens,
            order,
            self._curve(order),
        )

    def _idle(self) -> dict[int, Idle]:
        idle: dict[int, Idle] = {}
        for counts, reason in ((self._acting, Idle.TORN), (self._outside, Idle.INSIDE), (self._met, Idle.ABSENT)):
            idle.update(dict.fromkeys(np.flatnonzero(counts == 0).tolist(), reason))
        if self._tokenizer is not None and self._lexicon.entries:
            unknown = self._tokenizer.vocabulary.unk_id
            tokens = self._tokenizer.encode_flat([entry.text for entry in self._lexicon.entries])
            owner = np.repeat(np.arange(len(self._lexicon)), np.diff(tokens.starts))
            for entry in np.unique(owner[tokens.ids == unknown]).tolist():
                idle.setdefault(entry, Idle.UNKNOWN)
        return dict(sorted(idle.items()))

    def _curve(self, order: Ints) -> Ints:
        """A character belongs to the entry of the highest count that covers it."""
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        gained = np.zeros(len(order) + 1, np.int64)
        self._scratch.seek(0)
        for _ in range(self._batches):
            start, length, index, packed = (np.load(self._scratch, allow_pickle=False) for _ in range(4))
            worded = np.unpackbits(packed).astype(np.bool_)
            best = np.full(len(worded), len(order), np.int64)
            for size in np.unique(length).tolist():
                of_size = np.flatnonzero(length == size)
                for place in range(size):  # within one length no two matches begin at one place
                    at = start[of_size] + place
                    best[at] = np.minimum(best[at], rank[index[of_size]])
            gained += np.bincount(best[worded], minlength=len(gained))
        return np.cumsum(gained[:-1])


def _covered(found: NgramMatches, size: int) -> Bools:
    """Which characters some match covers [size]."""
    steps = np.zeros(size + 1, np.int64)
    np.add.at(steps, found.start, 1)
    np.subtract.at(steps, found.start + found.length, 1)
    covered: Bools = np.cumsum(steps[:-1]) > 0
    return covered
