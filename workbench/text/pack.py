"""Passages: which tokens of a corpus stand together in one model input, and the arrays of such inputs."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.text.document import Bools, Ints, Layers, PassageBatch, UnitKind, Units
from workbench.text.ragged import ranges, starts_of

NO_LABEL = -100  #: answer of a passage that is asked nothing
ALL_LAYERS: frozenset[UnitKind] = frozenset({UnitKind.WORD, UnitKind.PHRASE, UnitKind.ENTITY, UnitKind.NGRAM})


class PassageVocabulary(Protocol):
    """What packing needs to know of a vocabulary."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """Tokens by id."""

    @property
    def fingerprint(self) -> str:
        """Changes with any token."""

    @property
    def cls_id(self) -> int:
        """Id of the token that opens a passage."""

    @property
    def sep_id(self) -> int:
        """Id of the token that closes a segment."""

    @property
    def unk_id(self) -> int:
        """Id of unknown text."""

    @property
    def is_special(self) -> Bools:
        """Which ids [V] are special."""


class TokenSource(Protocol):
    """What packing needs to know of a prepared corpus; places count tokens of the whole corpus."""

    @property
    def ids(self) -> NDArray[np.uint16] | NDArray[np.int32]:
        """Token ids [T]."""

    @property
    def sentence_starts(self) -> Ints:
        """Starts of sentences in tokens [S + 1]."""

    @property
    def document_starts(self) -> Ints:
        """Starts of documents in sentences [D + 1]."""

    @property
    def layers(self) -> Layers:
        """Units in token places."""

    @property
    def unigram_counts(self) -> Ints:
        """How often each id occurs in the training documents [V]."""

    @property
    def vocabulary(self) -> PassageVocabulary:
        """What the ids mean."""


@dataclass(frozen=True)
class PassagePlan:
    """P passages made of q pieces: a passage is [CLS], then each piece and its separators.

    ``piece_starts`` [P + 1] counts pieces. A piece is the tokens ``start:end`` [q] of the corpus; ``segment`` [q] also
    holds for the ``separators`` [q] that follow it. ``label`` [P] answers the passage objective (-100 for none);
    ``example`` [P] numbers the passages of an epoch, whatever order they are taken in. ``evaluation`` says that the
    passages come from the evaluation split and get its fixed masks.
    """

    piece_starts: Ints
    start: Ints
    end: Ints
    segment: NDArray[np.int8]
    separators: NDArray[np.int8]
    label: NDArray[np.int32]
    example: Ints
    evaluation: bool = False

    def __len__(self) -> int:
        return len(self.piece_starts) - 1

    @property
    def lengths(self) -> Ints:
        """Tokens of each passage [P], special ones included."""
        totals = starts_of(self.end - self.start + self.separators)[self.piece_starts]
        return np.asarray(1 + np.diff(totals), dtype=np.int64)

    def take(self, rows: Ints) -> PassagePlan:
        """The passages of an index, in its order; they keep their example numbers."""
        counts = np.diff(self.piece_starts)[rows]
        pieces = ranges(self.piece_starts[rows], counts)
        return PassagePlan(
            starts_of(counts),
            self.start[pieces],
            self.end[pieces],
            self.segment[pieces],
            self.separators[pieces],
            self.label[rows],
            self.example[rows],
            self.evaluation,
        )


@dataclass(frozen=True)
class Chunks:
    """Sentences, or pieces of over-long ones, in order: token places ``start:end`` [n], and the number of the document
    among those asked for, ``document`` [n]. None is empty."""

    start: Ints
    end: Ints
    document: Ints

    @property
    def lengths(self) -> Ints:
        """Tokens of each chunk [n]."""
        return self.end - self.start


def document_sentences(source: TokenSource, documents: Ints) -> tuple[Ints, Ints]:
    """Sentences of these documents that have tokens, [s], and the row in ``documents`` that each belongs to [s]."""
    first = np.asarray(source.document_starts)[documents]
    counts = np.asarray(source.document_starts)[documents + 1] - first
    sentence, row = ranges(first, counts), np.repeat(np.arange(len(documents)), counts)
    starts = np.asarray(source.sentence_starts)
    full = starts[sentence + 1] > starts[sentence]
    return sentence[full], row[full]


def document_tokens(source: TokenSource, documents: Ints) -> Ints:
    """Number of tokens of each of these documents [d]."""
    borders = np.asarray(source.sentence_starts)[np.asarray(source.document_starts)]
    return np.asarray(borders[documents + 1] - borders[documents], dtype=np.int64)


def sentence_chunks(source: TokenSource, documents: Ints, capacity: int) -> Chunks:
    """The sentences of these documents, those over ``capacity`` tokens cut into pieces of that size."""
    sentence, row = document_sentences(source, documents)
    start = np.asarray(source.sentence_starts)[sentence]
    end = np.asarray(source.sentence_starts)[sentence + 1]
    counts = -(-(end - start) // capacity)
    number = ranges(np.zeros(len(counts)), counts)
    first = np.repeat(start, counts) + number * capacity
    return Chunks(first, np.minimum(first + capacity, np.repeat(end, counts)), np.repeat(row, counts))


def plan_chunks(chunks: Chunks, block_starts: Ints) -> PassagePlan:
    """Passages of consecutive chunks, beginning at the chunks ``block_starts``; a separator closes each document in a
    passage."""
    borders = np.flatnonzero(np.diff(chunks.document, prepend=-1))
    heads = np.union1d(block_starts, borders)
    last = np.append(heads[1:], len(chunks.start))[: len(heads)] - 1
    num_passages = len(block_starts)
    return PassagePlan(
        piece_starts=np.append(np.searchsorted(heads, block_starts), len(heads)).astype(np.int64),
        start=chunks.start[heads],
        end=chunks.end[last],
        segment=np.zeros(len(heads), dtype=np.int8),
        separators=np.ones(len(heads), dtype=np.int8),
        label=np.full(num_passages, NO_LABEL, dtype=np.int32),
        example=np.arange(num_passages, dtype=np.int64),
    )


def assemble(
    source: TokenSource,
    plan: PassagePlan,
    rows: Ints,
    kinds: Collection[UnitKind] = ALL_LAYERS,
) -> PassageBatch:
    """The passages ``rows`` [B] of a plan as arrays, with the layers of ``kinds``; see :class:`PassageBatch`.

    Units are cut to the tokens that are in the passage; an n-gram that is cut is none, and left out.
    """
    vocabulary, chosen = source.vocabulary, plan.take(np.asarray(rows, dtype=np.int64))
    size, starts = chosen.end - chosen.start, starts_of(chosen.lengths)
    passage = np.repeat(np.arange(len(chosen)), np.diff(chosen.piece_starts))
    room = size + chosen.separators
    # Pieces follow each other; every passage before (and this one) has put a [CLS] in front.
    target = starts_of(room)[:-1] + passage + 1
    token, place = ranges(chosen.start, size), ranges(target, size)
    total = int(starts[-1])

    ids = np.full(total, vocabulary.sep_id, dtype=np.int32)
    ids[starts[:-1]] = vocabulary.cls_id
    ids[place] = source.ids[token]
    segment = np.zeros(total, dtype=np.int8)
    segment[ranges(target, room)] = np.repeat(chosen.segment, room)
    places = np.full(total, -1, dtype=np.int64)
    places[place] = token
    part = np.full(total, -1, dtype=np.int32)
    part[place] = _number_parts(np.asarray(source.sentence_starts), chosen, size)
    maskable = np.zeros(total, dtype=np.bool_)
    # Text never has special ids but that of unknown text; should any slip through, it must not become a target.
    maskable[place] = ~vocabulary.is_special[ids[place]] | (ids[place] == vocabulary.unk_id)

    layers: dict[UnitKind, Units] = {
        kind: _clip_layer(source.layers.get(kind, Units.empty()), chosen.start, chosen.end, target)
        for kind in UnitKind
        if kind in kinds and kind is not UnitKind.NGRAM
    }
    if UnitKind.NGRAM in kinds:
        layers[UnitKind.NGRAM] = _whole_in(
            source.layers.get(UnitKind.NGRAM, Units.empty()), chosen.start, chosen.end, target
        )
    return PassageBatch(
        ids,
        starts,
        segment,
        part,
        places,
        maskable,
        layers,
        chosen.label,
        chosen.example,
        maskable & punctuation(vocabulary)[ids],
        source.unigram_counts,
    )


def take_passages(batch: PassageBatch, rows: Ints) -> PassageBatch:
    """The passages ``rows`` [b] (in rising order) of a batch as a batch of their own."""
    size = batch.lengths[rows]
    tokens, starts = ranges(batch.starts[rows], size), starts_of(size)
    target = starts[:-1]
    first, end = batch.starts[rows], batch.starts[rows + 1]
    layers = {kind: _whole_in(units, first, end, target) for kind, units in batch.layers.items()}
    return PassageBatch(
        batch.ids[tokens],
        starts,
        batch.segment[tokens],
        batch.part[tokens],
        batch.token[tokens],
        batch.maskable[tokens],
        layers,
        batch.label[rows],
        batch.example[rows],
        batch.mark[tokens],
        batch.counts,
    )


def _number_parts(sentences: Ints, plan: PassagePlan, size: Ints) -> NDArray[np.int32]:
    """Consecutive numbers of the sentences, as cut by the pieces of a plan, for their tokens [t]; ``sentences`` [S + 1]
    are the starts of sentences, ``size`` [q] the tokens of the pieces."""
    first = np.searchsorted(sentences, plan.start, side="right")
    inner = np.searchsorted(sentences, plan.end, side="left") - first
    target = starts_of(size)
    border = np.zeros(int(target[-1]), dtype=np.int32)
    border[target[:-1][size > 0]] = 1
    piece = np.repeat(np.arange(len(size)), np.maximum(inner, 0))
    begins = sentences[ranges(first, np.maximum(inner, 0))]
    border[begins - plan.start[piece] + target[:-1][piece]] = 1
    return np.cumsum(border, dtype=np.int32) - np.int32(1)


def _clip_layer(layer: Units, start: Ints, end: Ints, target: Ints) -> Units:
    """The units of a layer in the token ranges ``start:end`` [q], cut to them and moved to ``target`` [q]."""
    first = np.searchsorted(layer.end, start, side="right")
    count = np.maximum(np.searchsorted(layer.start, end, side="left") - first, 0)
    row, piece = ranges(first, count), np.repeat(np.arange(len(start)), count)
    shift = (target - start)[piece]
    return Units(
        np.maximum(layer.start[row], start[piece]) + shift,
        np.minimum(layer.end[row], end[piece]) + shift,
        layer.kind[row],
        layer.label[row],
    )


def _whole_in(layer: Units, start: Ints, end: Ints, target: Ints) -> Units:
    """The units, sorted by start, that lie whole in the token ranges ``start:end`` [q], moved to ``target`` [q]."""
    first, after = np.searchsorted(layer.start, (start, end))
    row, piece = ranges(first, after - first), np.repeat(np.arange(len(start)), after - first)
    units, shift = layer.take(row), (target - start)[piece]
    moved = Units(units.start + shift, units.end + shift, units.kind, units.label)
    return moved.take(units.end <= end[piece])


_PUNCTUATION: dict[str, Bools] = {}


def punctuation(vocabulary: PassageVocabulary) -> Bools:
    """Which ids [V] are punctuation marks or symbols alone; kept for each vocabulary, by fingerprint.

    A mark that byte-level BPE cuts into several tokens is not seen, since none of them is a character.
    """
    found = _PUNCTUATION.get(vocabulary.fingerprint)
    if found is None:
        found = np.array([_is_mark(token) for token in vocabulary.tokens], dtype=np.bool_) & ~vocabulary.is_special
        _PUNCTUATION[vocabulary.fingerprint] = found
    return found


def _is_mark(token: str) -> bool:
    """Whether a token's text, without the sign of a continuation or a space, is punctuation."""
    text = _plain_text(token)
    return bool(text) and all(unicodedata.category(character)[0] in "PS" for character in text)


def _byte_letters() -> Mapping[str, int]:
    """The letters that byte-level BPE writes bytes as: printable Latin-1 stands for itself, the rest from U+0100 on."""
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    other = [byte for byte in range(256) if byte not in set(own)]
    return {chr(byte): byte for byte in own} | {chr(256 + number): byte for number, byte in enumerate(other)}


_BYTES = _byte_letters()


def _plain_text(token: str) -> str:
    """The text of a token: ``##`` and the signs for a space taken off, byte letters read as UTF-8 where they are."""
    text = token.removeprefix("##") if len(token) > 2 else token
    if all(letter in _BYTES for letter in text) and not text.isascii():
        decoded = bytes(_BYTES[letter] for letter in text).decode("utf-8", errors="ignore").strip()
        return decoded or text
    return text.strip("\u2581 ")
