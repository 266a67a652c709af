"""Entries of a vocabulary that no text can ever become, and why: found by cutting each one as text is cut."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tokenizers

from workbench.core.config import Labelled
from workbench.core.texts import mark
from workbench.text.folding import fold_case
from workbench.text.library_tokenizer import longest_word, make_tokenizer
from workbench.text.segmenters.characters import is_han
from workbench.text.segmenters.words import cut_words, make_cutter
from workbench.text.units import Segmenter
from workbench.text.vocabulary import Vocabulary, VocabularyKind


class Unreachable(Labelled):
    """Why text never becomes a token."""

    BLANK = "blank", mark("Blank entry: its id stays reserved")
    DUPLICATE = "duplicate", mark("The same text has a later id, which is the one in use")
    SPACES = "spaces", mark("A blank inside: text is cut there")
    CAPITALS = "capitals", mark("Capitals, but text is lower-cased first")
    ACCENTS = "accents", mark("Accents, but text loses them first")
    CLEANED = "cleaned", mark("A character that cleaning takes out or replaces")
    CHINESE = "chinese", mark("Text is cut at every Chinese character")
    PUNCTUATION = "punctuation", mark("Text is cut at every punctuation mark")
    LENGTH = "length", mark("Longer than one character, but text is cut into characters")
    LIMIT = "limit", mark("Longer than a word may be")
    SEGMENTER = "segmenter", mark("The segmenter cuts it")
    MERGES = "merges", mark("No merge makes it")


@dataclass(frozen=True)
class UnreachableEntry:
    """A token that no text becomes."""

    id: int
    token: str
    reason: Unreachable


@dataclass(frozen=True)
class EntryReport:
    """What the entries of a vocabulary are: special and reserved ones, places for new words, and unreachable ones."""

    size: int
    unused: int
    unreachable: tuple[UnreachableEntry, ...]

    def counts(self) -> dict[Unreachable, int]:
        """Unreachable entries by reason, without those that do not occur."""
        counted = Counter(entry.reason for entry in self.unreachable)
        return {reason: counted[reason] for reason in Unreachable if counted[reason]}


def inspect_entries(vocabulary: Vocabulary, cache_folder: Path | None = None) -> EntryReport:
    """Look at every entry; ``cache_folder`` is for the segmenter of word vocabularies."""
    blank = [place for place, token in enumerate(vocabulary.tokens) if not token]
    wanted = sorted([*blank, *vocabulary.ordinary_ids.tolist()])
    reasons = unreachable_reasons(vocabulary, wanted, cache_folder)
    found = tuple(
        UnreachableEntry(place, vocabulary.token(place), reason)
        for place, reason in zip(wanted, reasons, strict=True)
        if reason is not None
    )
    return EntryReport(vocabulary.size, len(vocabulary.unused_ids), found)


def unreachable_reasons(
    vocabulary: Vocabulary, ids: Iterable[int], cache_folder: Path | None = None
) -> list[Unreachable | None]:
    """Why each of the ids, which are no special ones, is never met in text; None where it may be."""
    rule = _RULES[vocabulary.kind](vocabulary)
    places = list(ids)
    reasons = [_reason_of(vocabulary, place, rule) for place in places]
    if vocabulary.kind is VocabularyKind.WORD:
        _ask_segmenter(vocabulary, places, reasons, cache_folder)
    return reasons


def _reason_of(vocabulary: Vocabulary, place: int, rule: _Rule) -> Unreachable | None:
    token = vocabulary.token(place)
    if not token:
        return Unreachable.BLANK
    if vocabulary.ids_by_token[token] != place:
        return Unreachable.DUPLICATE
    return rule.reason(token)


class _Rule:
    """How a kind of vocabulary cuts text, asked about one entry at a time."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._tokenizer = make_tokenizer(vocabulary)

    def reason(self, token: str) -> Unreachable | None:
        """Why text never becomes the token, which is not blank; None where it may."""
        raise NotImplementedError


class _PieceRule(_Rule):
    """WordPiece: an entry behind ``##`` is looked at behind a letter, as it would stand in a word."""

    def reason(self, token: str) -> Unreachable | None:
        inner = token.removeprefix("##") if len(token) > 2 else token
        return self._reason(inner, "a" if inner != token else "")

    def _reason(self, inner: str, before: str) -> Unreachable | None:
        if any(map(str.isspace, inner)):
            return Unreachable.SPACES
        limit = longest_word(self._tokenizer)
        if limit is not None and len(inner) > limit:
            return Unreachable.LIMIT
        text = _normalized(self._tokenizer, before + inner)
        if text.replace(" ", "") != before + inner:
            return _changed(inner)
        return _cut_apart(self._tokenizer, text, inner)


class _WordRule(_PieceRule):
    """Whole words are looked up before they go to pieces: cutting at Chinese characters does not concern them."""

    def _reason(self, inner: str, before: str) -> Unreachable | None:
        reason = super()._reason(inner, before)
        cut = (Unreachable.CHINESE, Unreachable.PUNCTUATION)
        return None if reason in cut and not before else reason


class _CharacterRule(_PieceRule):
    """One character at a time."""

    def reason(self, token: str) -> Unreachable | None:
        return self._reason(token, "") if len(token) == 1 else Unreachable.LENGTH


class _ByteRule(_Rule):
    """Byte-level BPE: an entry of several bytes is the result of a merge."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary)
        pairs = vocabulary.merges or _merges_of(vocabulary.definition)
        self._made = {left + right for left, right in pairs}

    def reason(self, token: str) -> Unreachable | None:
        return None if len(token) == 1 or token in self._made else Unreachable.MERGES


_RULES: dict[VocabularyKind, type[_Rule]] = {
    VocabularyKind.WORDPIECE: _PieceRule,
    VocabularyKind.WORD: _WordRule,
    VocabularyKind.CHARACTER: _CharacterRule,
    VocabularyKind.BYTE_BPE: _ByteRule,
}


def _merges_of(definition: str) -> list[tuple[str, str]]:
    """The merges of a ``tokenizer.json``, which writes a pair as a list or with a blank between."""
    merges: list[Any] = json.loads(definition)["model"]["merges"] if definition else []
    pairs = [pair.split(" ", 1) if isinstance(pair, str) else pair for pair in merges]
    return [(left, right) for left, right in pairs]


def _normalized(tokenizer: tokenizers.Tokenizer, text: str) -> str:
    normalized: str = tokenizer.normalizer.normalize_str(text) if tokenizer.normalizer is not None else text
    return normalized


def _changed(inner: str) -> Unreachable:
    """Which part of cleaning changes an entry."""
    if inner != inner.lower():
        return Unreachable.CAPITALS
    return Unreachable.ACCENTS if fold_case(inner).text != inner else Unreachable.CLEANED


def _cut_apart(tokenizer: tokenizers.Tokenizer, text: str, inner: str) -> Unreachable | None:
    """Why a cleaned text is more than one word, if it is."""
    words = tokenizer.pre_tokenizer.pre_tokenize_str(text) if tokenizer.pre_tokenizer is not None else [text]
    if len(words) == 1:
        return None
    return Unreachable.CHINESE if any(map(is_han, inner)) else Unreachable.PUNCTUATION


def _ask_segmenter(
    vocabulary: Vocabulary,
    places: Sequence[int],
    reasons: list[Unreachable | None],
    cache_folder: Path | None,
) -> None:
    """Fill in ``reasons`` for the words that a word vocabulary's own segmenter does not leave whole."""
    asked = [number for number, reason in enumerate(reasons) if reason is None]
    tokens = [vocabulary.token(places[number]) for number in asked]
    whole = [number for number, token in enumerate(tokens) if not (token.startswith("##") and len(token) > 2)]
    words = cut_words(
        [tokens[number] for number in whole], make_cutter(Segmenter.AUTO, hmm=False, cache_folder=cache_folder)
    )
    pieces = [0] * len(whole)
    for owner in words.owner.tolist():
        pieces[owner] += 1
    for number, count in zip(whole, pieces, strict=True):
        if count > 1:
            reasons[asked[number]] = Unreachable.SEGMENTER
