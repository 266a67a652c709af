"""Passages: which tokens of a corpus stand together in one model input, and the arrays of such inputs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.text.answers import Answers
from workbench.text.document import KINDS, Bools, Ints, Layers, PassageBatch, UnitKind, Units, taken
from workbench.text.id_traits import TraitVocabulary, require_known, traits_of
from workbench.text.ragged import borders_of, lengths_of, ranges, ranges_at, starts_of

NO_LABEL = -100  #: answer of a passage that is asked nothing
ALL_LAYERS: frozenset[UnitKind] = frozenset({UnitKind.WORD, UnitKind.PHRASE, UnitKind.ENTITY, UnitKind.NGRAM})


class PassageVocabulary(TraitVocabulary, Protocol):
    """What packing needs to know of a vocabulary."""

    @property
    def cls_id(self) -> int:
        """Id of the token that opens a passage."""

    @property
    def sep_id(self) -> int:
        """Id of the token that closes a segment."""


class TokenSource(Protocol):
    """What packing needs to know of a prepared corpus; places count tokens of the whole corpus."""

    @property
    def ids(self) -> NDArray[np.uint16] | NDArray[np.int32]:
        """Token ids [T]."""

    @property
    def sentence_starts(self) -> Ints:
        """Starts of sentences in tokens [S + 1]."""

    @property
    def paragraph_starts(self) -> Ints:
        """Starts of paragraphs, or turns of a dialogue, in sentences [P + 1]."""

    @property
    def document_starts(self) -> Ints:
        """Starts of documents in sentences [D + 1]."""

    @property
    def answers(self) -> Answers | None:
        """The answer that the files gave to each document, if they did."""

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
        first = self.piece_starts[rows]
        counts = self.piece_starts[rows + 1] - first
        pieces = ranges(first, counts)
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

    Units are cut to the tokens that are in the passage; an n-gram that is cut is none, and left out. Raises
    :class:`WorkbenchError` where a token is none of the vocabulary's.
    """
    vocabulary, chosen = source.vocabulary, plan.take(np.asarray(rows, dtype=np.int64))
    size, counts = chosen.end - chosen.start, lengths_of(chosen.piece_starts)
    # A piece has room for its text and separators, and the first of a passage for the [CLS] before it.
    opens = np.zeros(len(size), dtype=np.int64)
    opens[chosen.piece_starts[:-1][counts > 0]] = 1
    room = np.asarray(opens + size + chosen.separators, dtype=np.int64)
    rooms = starts_of(room)
    target = rooms[:-1] + opens
    starts = rooms[chosen.piece_starts]
    special = np.concatenate((starts[:-1], ranges(target + size, chosen.separators)))

    token = ranges_at(chosen.start - opens, rooms[:-1], room)
    ids = np.asarray(source.ids).take(token, mode="clip").astype(np.int32)
    ids[special] = vocabulary.sep_id
    ids[starts[:-1]] = vocabulary.cls_id
    require_known(ids, vocabulary)
    token[special] = -1
    segment = chosen.segment.repeat(room)
    part = _number_parts(np.asarray(source.sentence_starts), chosen, target, rooms)
    part[special] = -1
    traits = traits_of(vocabulary)
    maskable = traits.maskable.take(ids)
    maskable[special] = False
    if np.count_nonzero(maskable) + len(special) != len(ids):
        part = _broken(part, ~maskable)

    layers: dict[UnitKind, Units] = {}
    for kind in KINDS:
        if kind in kinds:
            cut = _whole_in if kind is UnitKind.NGRAM else _clip_layer
            layers[kind] = cut(_in_memory(source.layers.get(kind, Units.empty())), chosen.start, chosen.end, target)
    return PassageBatch(
        ids,
        starts,
        segment,
        part,
        token,
        maskable,
        layers,
        chosen.label,
        chosen.example,
        traits.is_mark,
        np.asarray(source.unigram_counts),
    )


def within(batch: PassageBatch, passages: Bools) -> PassageBatch:
    """A batch where only some ``passages`` [B] have maskable tokens and units; all places stay."""
    maskable = batch.maskable & passages.repeat(batch.lengths)
    return replace(batch, maskable=maskable, layers=_LayersWithin(batch, passages))


@dataclass(frozen=True)
class _LayersWithin(Mapping[UnitKind, Units]):
    """The layers of a batch with the units of some passages; only those that are asked for are gone through."""

    batch: PassageBatch
    passages: Bools

    def __getitem__(self, kind: UnitKind) -> Units:
        units = self.batch.layers[kind]
        counts = lengths_of(units.start.searchsorted(self.batch.starts))
        return units.take(self.passages.repeat(counts))

    def __iter__(self) -> Iterator[UnitKind]:
        return iter(self.batch.layers)

    def __len__(self) -> int:
        return len(self.batch.layers)


def _number_parts(sentences: Ints, plan: PassagePlan, target: Ints, rooms: Ints) -> NDArray[np.int32]:
    """Consecutive numbers of the sentences, as cut by the pieces of a plan, for all tokens [t] of their rooms.

    ``sentences`` [S + 1] are the starts of sentences, ``target`` [q] the places of the pieces' tokens, ``rooms``
    [q + 1] where the room of each piece begins.
    """
    first = sentences.searchsorted(plan.start, side="right")
    inner = np.maximum(sentences.searchsorted(plan.end, side="left") - first, 0)
    places = starts_of(inner + 1)
    begins = np.empty(int(places[-1]) + 1, dtype=np.int64)
    begins[places] = rooms
    begins[ranges(places[:-1] + 1, inner)] = sentences[ranges(first, inner)] + (target - plan.start).repeat(inner)
    return np.arange(len(begins) - 1, dtype=np.int32).repeat(lengths_of(begins))


def _broken(part: NDArray[np.int32], borders: Bools) -> NDArray[np.int32]:
    """Parts [t] cut anew where tokens ``borders`` [t] are that belong to none."""
    border = borders_of(part)
    border[1:] |= borders[:-1]
    numbers = np.cumsum(border & ~borders, dtype=np.int32) - np.int32(1)
    numbers[borders] = -1
    return numbers


def _in_memory(layer: Units) -> Units:
    """The same arrays without what numpy does for each use of a mapped one; nothing is read."""
    return Units(np.asarray(layer.start), np.asarray(layer.end), np.asarray(layer.kind), np.asarray(layer.label))


def _clip_layer(layer: Units, start: Ints, end: Ints, target: Ints) -> Units:
    """The units of a layer in the token ranges ``start:end`` [q], cut to them and moved to ``target`` [q]. Units of a
    layer do not overlap, so that only the first and the last in a range can reach out of it."""
    if not len(layer):
        return layer
    first = layer.end.searchsorted(start, side="right")
    count = np.maximum(layer.start.searchsorted(end, side="left") - first, 0)
    places, some = starts_of(count), count.nonzero()[0]
    row = ranges_at(first, places[:-1], count)
    head, last = places[some], places[some + 1] - 1
    begins, stops = layer.start[row], layer.end[row]
    begins[head] = np.maximum(begins[head], start[some])
    stops[last] = np.minimum(stops[last], end[some])
    shift = (target - start).repeat(count)
    begins += shift
    stops += shift
    return Units(begins, stops, taken(layer.kind, row), taken(layer.label, row))


def _whole_in(layer: Units, start: Ints, end: Ints, target: Ints) -> Units:
    """The units, sorted by start, that lie whole in the token ranges ``start:end`` [q], moved to ``target`` [q]."""
    if not len(layer):
        return layer
    first = layer.start.searchsorted(start)
    count = layer.start.searchsorted(end) - first
    units, shift = layer.take(ranges(first, count)), (target - start).repeat(count)
    inside = units.end <= end.repeat(count)
    moved = Units(units.start + shift, units.end + shift, units.kind, units.label)
    return moved if inside.all() else moved.take(inside)
