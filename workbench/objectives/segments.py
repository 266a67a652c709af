"""Two segments of text in a passage: sentences, chunks of them, segments of other documents, cutting to length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import option
from workbench.core.seeding import Keys, uniforms
from workbench.core.texts import mark
from workbench.text.document import Bools, Ints
from workbench.text.pack import PassagePlan, TokenSource, document_sentences
from workbench.text.ragged import ranges, reached

FRAME = 3  #: [CLS] and two [SEP]


def short_sequences() -> Any:
    """The setting of objectives whose chunks are those of :func:`chunk_ends`."""
    return option(
        0.1,
        label=mark("Short sequences"),
        help=mark("Share of passes over a document whose passages have a shorter target length."),
        ge=0.0,
        le=1.0,
        step=0.05,
        advanced=True,
    )


@dataclass(frozen=True)
class SegmentText:
    """The sentences [s] of some documents: number, document row and number, token places, running token total."""

    sentence: Ints
    row: Ints
    documents: Ints
    start: Ints
    stop: Ints
    stop_total: Ints

    @staticmethod
    def of(source: TokenSource, documents: Ints) -> SegmentText:
        """Sentences with tokens, in order."""
        sentence, row = document_sentences(source, documents)
        starts = np.asarray(source.sentence_starts)
        start, stop = starts[sentence], starts[sentence + 1]
        return SegmentText(sentence, row, documents, start, stop, np.cumsum(stop - start))

    @property
    def length(self) -> Ints:
        """Tokens of each sentence [s]."""
        return self.stop - self.start


def count_documents(source: TokenSource, documents: Ints) -> tuple[int, int]:
    """How many of these documents have text, and how many two or more sentences."""
    sentences = np.bincount(document_sentences(source, documents)[1], minlength=len(documents))
    return int(np.count_nonzero(sentences)), int(np.count_nonzero(sentences > 1))


def chunk_starts(text: SegmentText, used_up: Ints) -> Ints:
    """The sentences that chunks begin at, each where the one before it was ``used_up`` [s]."""
    heads = np.flatnonzero(np.diff(text.row, prepend=-1))
    return np.flatnonzero(reached(used_up, heads[:1]))


def chunk_ends(
    text: SegmentText, documents: Ints, capacity: int, key: Keys, short_probability: float
) -> tuple[Ints, Ints, Ints]:
    """BERT's chunks of consecutive sentences (sheet 1.4), for one that would begin at each sentence [s]: where its
    first segment ends and where it ends, in sentences, and its target length in tokens.

    The draws go by document and by the chunk's first sentence. A chunk of one sentence is all first segment.
    """
    target = _targets(documents, capacity, key, short_probability)[text.row]
    place = np.arange(len(text.sentence))
    document_end = np.searchsorted(text.row, text.row, side="right")
    enough = np.searchsorted(text.stop_total, text.stop_total - text.length + target, side="left") + 1
    end = np.minimum(enough, document_end)
    count = end - place
    draw = uniforms(key, "first segment", text.sentence)
    return place + np.where(count == 1, 1, 1 + (draw * (count - 1)).astype(np.int64)), end, target


def _targets(documents: Ints, capacity: int, key: Keys, short_probability: float) -> Ints:
    """Target length of the passages of each document [d]: mostly the capacity, else even in 2..capacity."""
    short = uniforms(key, "short", documents) < short_probability
    drawn = 2 + (uniforms(key, "target length", documents) * (capacity - 1)).astype(np.int64)
    return np.where(short, drawn, capacity)


def random_segments(pool: SegmentText, avoid: Ints, wanted: Ints, keys: Keys) -> Ints:
    """Token ranges [2, r] of other documents than ``avoid`` [r]: from a random sentence on, until ``wanted`` [r]
    tokens are there or the document ends; at least one sentence."""
    rows = np.unique(pool.row)
    numbers = pool.documents[rows]
    in_order = np.argsort(numbers)
    at = np.searchsorted(numbers[in_order], avoid)
    known = (at < len(numbers)) & (numbers[in_order][np.minimum(at, len(numbers) - 1)] == avoid)
    drawn = (uniforms(keys, "document", 0) * (len(numbers) - known)).astype(np.int64)
    row = rows[in_order[drawn + (known & (drawn >= at))]]
    low, high = np.searchsorted(pool.row, row), np.searchsorted(pool.row, row, side="right")
    begin = low + (uniforms(keys, "sentence", 0) * (high - low)).astype(np.int64)
    before = pool.stop_total[begin] - pool.length[begin]
    last = np.minimum(np.maximum(np.searchsorted(pool.stop_total, before + wanted, side="left"), begin), high - 1)
    return np.stack([pool.start[begin], pool.stop[last]])


def sentences_elsewhere(pool: Ints, low: Ints, high: Ints, draw: NDArray[np.float64]) -> tuple[Ints, Bools]:
    """Of the sentences ``pool`` [p], sorted, for each row one outside ``low:high`` [r], as ``draw`` [r] has it; and
    whether there is one [r]."""
    first = np.searchsorted(pool, low)
    inside = np.searchsorted(pool, high) - first
    outside = len(pool) - inside
    place = (draw * outside).astype(np.int64)
    place += np.where(place >= first, inside, 0)
    there = outside > 0
    return pool[np.where(there, place, 0)] if len(pool) else np.zeros(len(low), np.int64), np.asarray(there)


def share_left_out(source: TokenSource, documents: Ints, plan: PassagePlan) -> float:
    """The share of these documents' tokens whose sentences have no token in a plan."""
    sentence, _ = document_sentences(source, documents)
    starts = np.asarray(source.sentence_starts)
    lengths = starts[sentence + 1] - starts[sentence]
    if not len(sentence):
        return 0.0
    first = np.searchsorted(starts, plan.start, side="right") - 1
    last = np.searchsorted(starts, plan.end, side="left")
    read = np.isin(sentence, ranges(first, last - first))
    return 1 - float(lengths[read].sum()) / float(lengths.sum())


def fit_pair(first: Ints, second: Ints, capacity: int, *, by_beginning: bool = False) -> None:
    """Cut token ranges [2, p] in place until both together have ``capacity`` tokens, half of the room each unless one
    needs less: the second keeps its beginning, and the first its end, or its beginning too where it is known by that.
    """
    size = first[1] - first[0], second[1] - second[0]
    kept = np.minimum(size[0], np.maximum(capacity - size[1], (capacity + 1) // 2))
    if by_beginning:
        first[1] = first[0] + kept
    else:
        first[0] = first[1] - kept
    second[1] = second[0] + np.minimum(size[1], capacity - kept)


def truncate(first: Ints, second: Ints, capacity: int, keys: Keys) -> None:
    """Cut token ranges [2, p] in place until both together have ``capacity`` tokens: one token at a time from the
    longer (the second where they are equal), each time at the front or the back by a coin."""
    size = np.stack([first[1] - first[0], second[1] - second[0]])
    excess = np.maximum(size.sum(axis=0) - capacity, 0)
    ahead = np.minimum(excess, np.abs(size[0] - size[1]))
    longer_first = size[0] > size[1]
    even = excess - ahead
    lost_second = np.where(longer_first, 0, ahead) + (even + 1) // 2
    lost_first = np.where(longer_first, ahead, 0) + even // 2
    for segment, lost, purpose in ((first, lost_first, "first front"), (second, lost_second, "second front")):
        front = _coins(keys, lost, purpose)
        segment[0] += front
        segment[1] -= lost - front


def _coins(keys: Keys, tosses: Ints, purpose: str) -> Ints:
    """Heads among so many tosses [p]."""
    row = np.repeat(np.arange(len(tosses)), tosses)
    heads = uniforms(keys[row], purpose, ranges(np.zeros(len(tosses)), tosses)) < 0.5
    return np.bincount(row[heads], minlength=len(tosses)).astype(np.int64)


def no_pairs() -> PassagePlan:
    """A plan without a passage."""
    return pair_plan(np.zeros((2, 0), np.int64), np.zeros((2, 0), np.int64), np.zeros(0, np.int64))


def pair_plan(first: Ints, second: Ints, label: Ints) -> PassagePlan:
    """Pairs of token ranges [2, p] and their answers [p] as a plan: [CLS] A [SEP] B [SEP]."""
    num_pairs = first.shape[1]
    edges: NDArray[np.int64] = np.stack([first, second], axis=2).reshape(2, -1)
    return PassagePlan(
        piece_starts=np.arange(num_pairs + 1, dtype=np.int64) * 2,
        start=edges[0],
        end=edges[1],
        segment=np.tile(np.array([0, 1], dtype=np.int8), num_pairs),
        separators=np.ones(2 * num_pairs, dtype=np.int8),
        label=label.astype(np.int32),
        example=np.arange(num_pairs, dtype=np.int64),
    )
