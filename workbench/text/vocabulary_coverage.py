"""How well a vocabulary covers a corpus: what becomes [UNK], how finely words are cut, which entries are never met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.text.cutting import project_cutter
from workbench.text.document import Bools, Ints
from workbench.text.example import Example as Example
from workbench.text.example import cut_around
from workbench.text.lexicon import Lexicon
from workbench.text.segmenters.characters import CharacterClass
from workbench.text.segmenters.words import WordTable, cut_words
from workbench.text.streaming import SentenceSource
from workbench.text.tokenizer import Tokenizer, TokenTable
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_entries import EntryReport, inspect_entries
from workbench.text.vocabulary_lists import MOST_LACKING, ListCoverage, list_coverage
from workbench.text.vocabulary_tally import Met, Tally
from workbench.text.vocabulary_training import sentence_batches
from workbench.text.vocabulary_unknown import LONGEST_KEPT, UnknownKind, UnknownReasons, kind_of_unknown

MOST_SHOWN = 200  #: unknown texts, words and entries of which a report tells


@dataclass(frozen=True)
class UnknownText:
    """A text that becomes [UNK]: how often, and the first sentence that holds it."""

    text: str
    kind: UnknownKind
    count: int
    example: Example


@dataclass(frozen=True, eq=False)
class Coverage:
    """Counts over ``sentences`` of a corpus of ``of_sentences``.

    Characters are those that can be seen. ``unknown`` of ``tokens`` are [UNK] and take ``unknown_characters``. Words
    are the segmenter's, without punctuation: they have ``word_tokens`` in all, ``cut_words`` of them several, and
    ``unknown_words`` an [UNK]. ``too_long`` counts words over the tokenizer's limit; ``literal`` how often the text
    itself says a special token. ``texts`` are the commonest unknown ones of ``distinct_texts``, ``words_lost`` the
    commonest words with an [UNK]; ``lacking`` the entries whose want makes text unknown, as the vocabulary would write
    them, the commonest ten thousand; ``occurrences`` [V] how often each id occurs. What is told text by text is counted
    with a :class:`Tally`.
    """

    corpus: str
    sentences: int
    of_sentences: int
    characters: int
    tokens: int
    unknown: int
    unknown_characters: int
    words: int
    word_tokens: int
    cut_words: int
    unknown_words: int
    too_long: int
    literal: Mapping[str, int]
    texts: tuple[UnknownText, ...]
    distinct_texts: int
    words_lost: tuple[UnknownText, ...]
    lacking: tuple[tuple[str, int], ...]
    occurrences: Ints

    @property
    def is_sample(self) -> bool:
        """Whether only a part of the corpus was read."""
        return self.sentences < self.of_sentences


@dataclass(frozen=True, eq=False)
class CoverageReport:
    """All that is known of a vocabulary and a corpus; ``never_used`` entries could be met in text, and were not."""

    coverage: Coverage
    entries: EntryReport
    lists: tuple[ListCoverage, ...]
    never_used: int


class SpreadSample:
    """At most ``most`` sentences spread evenly over a corpus, to be read as one."""

    def __init__(self, corpus: SentenceSource, most: int) -> None:
        total = corpus.num_sentences
        self._corpus = corpus
        self._chosen = np.unique(np.linspace(0, max(0, total - 1), min(total, most)).astype(np.int64))

    @property
    def num_sentences(self) -> int:
        """Sentences of the sample."""
        return len(self._chosen)

    def sentences(self, begin: int, end: int, /) -> list[str]:
        """Some sentences of the sample."""
        return [self._corpus.sentences(number, number + 1)[0] for number in self._chosen[begin:end].tolist()]


class NoText:
    """A corpus without sentences, for what can be said of a vocabulary alone."""

    name = ""
    num_sentences = 0

    def sentences(self, begin: int, end: int, /) -> list[str]:
        """None."""
        return []


class NamedSource(SentenceSource, Protocol):
    """A corpus of the project."""

    name: str


def report_coverage(
    project: Project,
    corpus: NamedSource,
    vocabulary: Vocabulary,
    units: UnitSettings,
    lexicons: Sequence[Lexicon] = (),
    sample: int = 0,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> CoverageReport:
    """Measure a vocabulary on a corpus, or on so many sentences spread over it, and look at its entries.

    ``units`` say who cuts words; of ``lexicons`` the entries that can never be predicted are found. Raises
    StoppedError on cancel.
    """
    entries = inspect_entries(vocabulary, project.cache)
    lists = tuple(list_coverage(vocabulary, lexicon, project.cache, cancelled) for lexicon in lexicons)
    source = SpreadSample(corpus, sample) if sample else corpus
    with closing(_Counter(project, vocabulary, units)) as counter:
        for batch in sentence_batches(source, mark("Measuring the vocabulary"), progress, cancelled):
            counter.add(batch)
        coverage = counter.coverage(corpus.name, source, corpus.num_sentences)
    possible = np.zeros(vocabulary.size, np.bool_)
    possible[vocabulary.ordinary_ids] = True
    possible[[entry.id for entry in entries.unreachable]] = False
    never_used = int(np.count_nonzero(possible & (coverage.occurrences == 0)))
    return CoverageReport(coverage, entries, lists, never_used)


class _Counter:
    """Adds up batches of sentences."""

    def __init__(self, project: Project, vocabulary: Vocabulary, units: UnitSettings) -> None:
        self._vocabulary = vocabulary
        self._tokenizer = Tokenizer(vocabulary, project.cache)
        self._cutter = project_cutter(project, units)
        self._reasons = UnknownReasons(vocabulary)
        self._special = [vocabulary.token(place) for place in sorted(set(vocabulary.special.values()))]
        self._literal: Counter[str] = Counter()
        self._totals: Counter[str] = Counter()
        self._occurrences = np.zeros(vocabulary.size, np.int64)
        self._files = ExitStack()
        project.cache.mkdir(parents=True, exist_ok=True)
        self._texts, self._words, self._lacking = (
            self._files.enter_context(closing(Tally(project.cache))) for _ in range(3)
        )

    def close(self) -> None:
        """Remove the scratch files."""
        self._files.close()

    def add(self, sentences: Sequence[str]) -> None:
        """Cut and count some sentences."""
        tokens, words = self._tokenizer.encode_flat(sentences), cut_words(sentences, self._cutter)
        unknown = tokens.ids == self._vocabulary.unk_id
        self._occurrences += np.bincount(tokens.ids, minlength=self._vocabulary.size)
        for token in self._special:
            self._literal[token] += words.text.count(token)
        self._add_unknown(sentences, tokens, unknown, words)
        self._add_words(tokens, unknown, words)
        self._totals["tokens"] += len(tokens.ids)
        self._totals["characters"] += int(np.count_nonzero(words.classes != CharacterClass.SPACE))
        self._totals["sentences"] += len(sentences)

    def _add_unknown(self, sentences: Sequence[str], tokens: TokenTable, unknown: Bools, words: WordTable) -> None:
        places = np.flatnonzero(unknown)
        owners = (np.searchsorted(tokens.starts, places, side="right") - 1).tolist()
        for owner, (start, end) in zip(owners, tokens.spans[places].tolist(), strict=True):
            text = sentences[owner][start:end]
            kind, lacking = self._reasons.of(text)
            sentence = self._totals["sentences"] + owner
            self._texts.add(text[:LONGEST_KEPT], sentence, start, end)
            for token in lacking:
                self._lacking.add(token, sentence, start, end)
            self._totals["unknown_characters"] += end - start
            self._totals["too_long"] += kind is UnknownKind.TOO_LONG
        self._totals["unknown"] += len(places)

    def _add_words(self, tokens: TokenTable, unknown: Bools, words: WordTable) -> None:
        """Words that are no blanks and no punctuation, and the tokens that begin in them."""
        shown = words.classes[words.start] < CharacterClass.SPACE
        start, end, owner = words.start[shown], words.end[shown], words.owner[shown]
        base = np.repeat(words.bases, np.diff(tokens.starts))
        begins = tokens.spans[:, 0] + base
        first, after = np.searchsorted(begins, start), np.searchsorted(begins, end)
        pieces = after - first
        lost = np.concatenate(([0], np.cumsum(unknown)))
        has_unknown = lost[after] > lost[first]
        self._totals["words"] += len(start)
        self._totals["word_tokens"] += int(pieces.sum())
        self._totals["cut_words"] += int(np.count_nonzero(pieces > 1))
        self._totals["unknown_words"] += int(np.count_nonzero(has_unknown))
        for place in np.flatnonzero(has_unknown).tolist():
            begin, stop, sentence = int(start[place]), int(end[place]), int(owner[place])
            base_of_text = int(words.bases[sentence])
            text = words.text[begin : min(stop, begin + LONGEST_KEPT)]
            self._words.add(text, self._totals["sentences"] + sentence, begin - base_of_text, stop - base_of_text)

    def coverage(self, name: str, source: SentenceSource, of_sentences: int) -> Coverage:
        """All that was counted, with examples fetched from the corpus."""
        texts = tuple(self._unknown_text(source, text, met) for text, met in self._texts.commonest(MOST_SHOWN))
        words_lost = tuple(
            UnknownText(text, kind_of_unknown(text), met.count, _example(source, met))
            for text, met in self._words.commonest(MOST_SHOWN)
        )
        totals = self._totals
        return Coverage(
            corpus=name,
            sentences=totals["sentences"],
            of_sentences=of_sentences,
            characters=totals["characters"],
            tokens=totals["tokens"],
            unknown=totals["unknown"],
            unknown_characters=totals["unknown_characters"],
            words=totals["words"],
            word_tokens=totals["word_tokens"],
            cut_words=totals["cut_words"],
            unknown_words=totals["unknown_words"],
            too_long=totals["too_long"],
            literal={token: count for token, count in self._literal.items() if count},
            texts=texts,
            distinct_texts=self._texts.num_different(),
            words_lost=words_lost,
            lacking=tuple((token, met.count) for token, met in self._lacking.commonest(MOST_LACKING)),
            occurrences=self._occurrences,
        )

    def _unknown_text(self, source: SentenceSource, text: str, met: Met) -> UnknownText:
        """What is told of an unknown text; of a long one, ``text`` is only the beginning."""
        sentence, start, end = met.place
        whole = source.sentences(sentence, sentence + 1)[0][start:end]
        return UnknownText(text, self._reasons.of(whole)[0], met.count, _example(source, met))


def _example(source: SentenceSource, met: Met) -> Example:
    """The first place of a text, with some text on either side; of a long text only the beginning."""
    sentence, start, end = met.place
    return cut_around(source.sentences(sentence, sentence + 1)[0], start, min(end, start + LONGEST_KEPT))
