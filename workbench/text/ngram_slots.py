"""The n-grams of passages: which entries match, which are kept, and which tokens they cover (ERNIE sheet 3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from workbench.core.seeding import Keys, spread_uniforms
from workbench.core.texts import Text, mark, parted
from workbench.text.document import Bools, Ints
from workbench.text.ngram_lexicon import NgramLexicon
from workbench.text.ngram_match import NgramTable
from workbench.text.ngram_settings import NgramChoice, NgramSettings, NgramWeights
from workbench.text.ragged import lengths_of, ranges, starts_of
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import VocabularyKind

_TINY = 1e-10  #: the released code adds it to the sum that frequencies are divided by


@dataclass(frozen=True)
class Passages:
    """What is looked up: token ``ids`` [T] of passages that begin at ``starts`` [B + 1], and their ``segment`` [T]."""

    ids: NDArray[np.integer]
    starts: Ints
    segment: NDArray[np.integer]


@dataclass(frozen=True)
class NgramSlots:
    """Matches, those of a passage together and in the order of their ids: ``id`` [m] is a row of the n-gram table,
    ``start`` [m] counts all tokens of the passages, ``length`` [m] tokens, ``segment`` [m] is that of the start, and
    ``kept`` [m] says which of them are within the cap. ``starts`` [B + 1] are those of the passages' matches."""

    starts: Ints
    id: Ints
    start: Ints
    length: Ints
    segment: Ints
    kept: Bools

    def __len__(self) -> int:
        return len(self.id)

    @property
    def owner(self) -> Ints:
        """The passage of each match [m]."""
        return np.arange(len(self.starts) - 1).repeat(lengths_of(self.starts))

    def kept_only(self) -> NgramSlots:
        """The same without those that are dropped."""
        if self.kept.all():
            return self
        starts = starts_of(np.bincount(self.owner[self.kept], minlength=len(self.starts) - 1))
        columns = (self.id, self.start, self.length, self.segment, self.kept)
        return NgramSlots(starts, *(column[self.kept] for column in columns))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Coverage:
    """W as its entries that are not 0, slot by slot: ``token`` [p] in the order of a slot's tokens, ``slot`` [p], and
    ``weight`` [p], None where all are 1 (ERNIE sheet 3.3)."""

    token: Ints
    slot: Ints
    weight: NDArray[np.float32] | None


@dataclass(frozen=True)
class Unmatched:
    """How many entries of a lexicon can match nothing: they hold what the vocabulary does not know (``unknown``), have
    too few or too many tokens, or are tokens of a later one too (``repeated``)."""

    unknown: int = 0
    short: int = 0
    long: int = 0
    repeated: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.unknown + self.short + self.long + self.repeated

    def told(self, entries: int) -> Text:
        """How many of so many entries match nothing, and why, as a sentence."""
        reasons = (
            (self.unknown, mark("{count:,} {count:has|have} characters that the vocabulary lacks")),
            (self.short, mark("{count:,} {count:has|have} too few tokens")),
            (self.long, mark("{count:,} {count:has|have} too many tokens")),
            (self.repeated, mark("{count:,} {count:has|have} the tokens of a later one")),
        )
        told = parted([Text(template, {"count": count}) for count, template in reasons if count])
        values = {"count": self.total, "entries": entries, "reasons": told}
        return Text(mark("{count:,} of {entries:,} n-grams match nothing: {reasons}."), values)


@dataclass(frozen=True)
class NgramMatcher:
    """Finds the n-grams of a lexicon in passages of one vocabulary; see :func:`make_matcher`."""

    lexicon: NgramLexicon
    settings: NgramSettings
    unmatched: Unmatched
    _table: NgramTable = field(repr=False)

    @cached_property
    def _frequency(self) -> NDArray[np.float64]:
        """How often each id was counted [n + 1], at least once."""
        return np.maximum(np.array((1, *self.lexicon.counts), dtype=np.float64), 1.0)

    def caps(self, lengths: Ints, longest: int) -> Ints:
        """How many matches passages of these ``lengths`` [B] keep, where ``longest`` is the sequence length."""
        if not self.settings.proportional:
            return np.full(len(lengths), self.settings.most, dtype=np.int64)
        return np.asarray(-(-lengths * self.settings.most // longest), dtype=np.int64)

    def find(self, passages: Passages, longest: int, keys: Keys) -> NgramSlots:
        """All matches; ``keys`` [B] of the passages draw which are kept where that is left to chance."""
        starts = passages.starts
        found = self._table.find(passages.ids)
        owner = starts.searchsorted(found.start, side="right") - 1
        order = np.lexsort((found.length, found.start, found.index, owner))
        owner, start, length = owner[order], found.start[order], found.length[order]
        firsts = starts_of(np.bincount(owner, minlength=len(starts) - 1))
        kept = (
            self._rank(owner, start - starts[owner], length, firsts, keys)
            < self.caps(lengths_of(starts), longest)[owner]
        )
        segment = np.asarray(passages.segment[start], dtype=np.int64)
        return NgramSlots(firsts, found.index[order] + 1, start, length, segment, kept)

    def _rank(self, owner: Ints, place: Ints, length: Ints, firsts: Ints, keys: Keys) -> Ints:
        """The rank [m] of each match in its passage, by which it is kept or not."""
        within = np.arange(len(owner)) - firsts[owner]
        if self.settings.choice is NgramChoice.FREQUENT:
            return within
        draw = spread_uniforms(keys, owner, "ngrams", place * (self.settings.longest + 1) + length)
        rank = np.empty_like(within)
        rank[np.lexsort((draw, owner))] = within
        return rank

    def coverage(self, slots: NgramSlots, tokens: int) -> Coverage:
        """Which of so many tokens the slots cover, and how much each counts there."""
        token = ranges(slots.start, slots.length)
        slot = np.arange(len(slots)).repeat(slots.length)
        if self.settings.weights is NgramWeights.SUM:
            return Coverage(token, slot, None)
        weight = self._frequency[slots.id][slot]
        sums = np.bincount(token, weight, minlength=tokens)
        return Coverage(token, slot, (weight / (sums[token] + _TINY)).astype(np.float32))


def make_matcher(lexicon: NgramLexicon, settings: NgramSettings, tokenizer: Tokenizer) -> NgramMatcher:
    """What finds a lexicon's entries by the tokens that they are cut into.

    An entry with a token that stands for unknown text never matches, nor one whose tokens a later entry has too
    (ERNIE sheet 3.6). In a byte-level vocabulary an entry also matches as it is cut after a blank.
    """
    plain = _Cut.of(tokenizer, lexicon.texts)
    fits = plain.fitting(settings)
    keys, places = plain.keys(fits), fits
    unmatched = plain.unmatched(settings, keys)
    if tokenizer.vocabulary.kind is VocabularyKind.BYTE_BPE:
        spaced = _Cut.of(tokenizer, [f" {text}" for text in lexicon.texts])
        fits = spaced.fitting(settings)
        keys, places = [*keys, *spaced.keys(fits)], np.concatenate((places, fits))
    return NgramMatcher(lexicon, settings, unmatched, NgramTable(keys, places))


def unmatched_entries(lexicon: NgramLexicon, settings: NgramSettings, tokenizer: Tokenizer) -> Unmatched:
    """How many entries of a lexicon can match nothing."""
    cut = _Cut.of(tokenizer, lexicon.texts)
    return cut.unmatched(settings, cut.keys(cut.fitting(settings)))


@dataclass(frozen=True)
class _Cut:
    """Entries as tokens: ``ids`` [T] from ``starts`` [n] on, ``lengths`` [n] of them, and which are ``unknown`` [n]."""

    ids: NDArray[np.int32]
    starts: Ints
    lengths: Ints
    unknown: Bools

    @staticmethod
    def of(tokenizer: Tokenizer, texts: Sequence[str]) -> _Cut:
        table, vocabulary = tokenizer.encode_flat(texts), tokenizer.vocabulary
        foreign = starts_of(np.asarray(vocabulary.is_special)[table.ids] | (table.ids == vocabulary.unk_id))
        return _Cut(table.ids, table.starts[:-1], lengths_of(table.starts), np.diff(foreign[table.starts]) > 0)

    def unmatched(self, settings: NgramSettings, keys: Sequence[tuple[int, ...]]) -> Unmatched:
        """How many entries match nothing, where ``keys`` are the ids of those that fit."""
        known = ~self.unknown
        return Unmatched(
            int(self.unknown.sum()),
            int((known & (self.lengths < settings.shortest)).sum()),
            int((known & (self.lengths > settings.longest)).sum()),
            len(keys) - len(set(keys)),
        )

    def fitting(self, settings: NgramSettings) -> Ints:
        """The places of entries that can match."""
        inside = (self.lengths >= settings.shortest) & (self.lengths <= settings.longest)
        return np.asarray((inside & ~self.unknown).nonzero()[0])

    def keys(self, places: Ints) -> list[tuple[int, ...]]:
        """The ids of some entries."""
        lengths = self.lengths[places]
        flat, ends = self.ids[ranges(self.starts[places], lengths)].tolist(), starts_of(lengths).tolist()
        return [tuple(flat[first:end]) for first, end in pairwise(ends)]
