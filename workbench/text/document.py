"""The types that text takes on its way to a model: documents, units, token sequences, passages.

Positions in text count Unicode code points; spans are half-open. Arrays over a batch or a corpus are flat with an
array of starts (``starts[i]:starts[i + 1]`` is item i), never padded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


class UnitKind(StrEnum):
    """What a unit of text is."""

    CHAR = "char"
    WORD = "word"
    PHRASE = "phrase"
    ENTITY = "entity"
    NGRAM = "ngram"


KINDS: tuple[UnitKind, ...] = tuple(UnitKind)
KIND_CODE: Mapping[UnitKind, int] = {kind: code for code, kind in enumerate(KINDS)}


@dataclass(frozen=True)
class Document:
    """A document as a reader gives it: ``parts`` are its paragraphs (or dialogue turns), without line ends."""

    id: str
    parts: tuple[str, ...]
    meta: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class UnitLabel:
    """The class of a unit (``place``, ``nz``; empty for none) and where it comes from.

    ``source`` is one of ``segmenter``, ``dictionary tag ns``, ``list NAME``, ``mined NAME``, ``marked``, ``tokens``,
    ``chunker``.
    """

    name: str = ""
    source: str = ""


_Value = TypeVar("_Value", np.uint8, np.int32)


def taken(column: NDArray[_Value], rows: Ints) -> NDArray[_Value]:
    """The same as ``column[rows]``. A column that repeats one value, as those of the layers of a corpus do, is cut to
    length and goes on repeating it: nothing is copied, and the result cannot be written to."""
    return column[: len(rows)] if column.strides == (0,) and len(rows) <= len(column) else column[rows]


@dataclass(frozen=True)
class Units:
    """A table of units, sorted by start: ``start`` and ``end`` count tokens or characters, as the owner says.

    ``kind`` holds codes of :data:`KIND_CODE`; ``label`` indexes a list of :class:`UnitLabel` kept by the owner.
    """

    start: Ints
    end: Ints
    kind: NDArray[np.uint8]
    label: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.start)

    @staticmethod
    def make(
        start: Sequence[int] | Ints,
        end: Sequence[int] | Ints,
        kind: UnitKind | NDArray[np.uint8],
        label: Sequence[int] | NDArray[np.int32] | int = 0,
    ) -> Units:
        """Units from plain sequences; one kind or label may stand for all."""
        starts = np.asarray(start, dtype=np.int64)
        kinds = np.full(len(starts), KIND_CODE[kind], np.uint8) if isinstance(kind, UnitKind) else kind
        labels = np.full(len(starts), label, np.int32) if isinstance(label, int) else np.asarray(label, np.int32)
        return Units(starts, np.asarray(end, dtype=np.int64), kinds, labels)

    @staticmethod
    def empty() -> Units:
        """No units."""
        return _NO_UNITS

    @cached_property
    def lengths(self) -> Ints:
        """Length of each unit."""
        return self.end - self.start

    def take(self, index: Ints | Bools) -> Units:
        """The units of an index or a mask."""
        rows: Ints = index.nonzero()[0] if index.dtype == np.bool_ else np.asarray(index, dtype=np.int64)
        return Units(self.start[rows], self.end[rows], taken(self.kind, rows), taken(self.label, rows))

    def shift(self, by: int) -> Units:
        """The same units ``by`` places further on."""
        return Units(self.start + by, self.end + by, self.kind, self.label)


_NO_UNITS = Units.make([], [], UnitKind.CHAR)

#: Layers of units over one token axis. ``word`` tiles every token of text; ``phrase`` and ``entity`` are sparse and do
#: not overlap within their layer; ``ngram`` holds all matches of the n-gram lists, nested and overlapping ones too.
#: Characters need no layer: they are tokens.
Layers = Mapping[UnitKind, Units]


@dataclass(frozen=True)
class PassageBatch:
    """Model inputs before masking, flat: B passages with T tokens in all, special tokens included, no padding.

    ``starts`` [B + 1]; ``segment`` [T] is 0 for [CLS], A and its [SEP], 1 for B and its [SEP] and so on; ``part`` [T]
    numbers the sentences through the batch, -1 at specials, which always lie between two parts (a unit never crosses
    from one part to another); ``token`` [T] says which token of the whole corpus it is (-1 at specials); ``maskable``
    [T] is False at specials; ``layers`` are in flat token places; ``label`` [B] is the answer of the passage objective,
    or -100; ``example`` [B] numbers the passage in its epoch (for the seed); ``is_mark`` [V] says which ids are
    punctuation marks, which runs of words do not cross; ``counts`` [V] how often each id occurs in the training text.
    ``draws`` [T], where there are any, are numbers in [0, 1) that choose units by themselves in place of those that
    belong to the passages: a unit has that of its first token.
    """

    ids: NDArray[np.int32]
    starts: Ints
    segment: NDArray[np.int8]
    part: NDArray[np.int32]
    token: Ints
    maskable: Bools
    layers: Layers
    label: NDArray[np.int32]
    example: Ints
    is_mark: Bools
    counts: Ints
    draws: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def lengths(self) -> Ints:
        """Tokens of each passage [B]."""
        return self.starts[1:] - self.starts[:-1]

    @cached_property
    def owner(self) -> Ints:
        """The passage that each token belongs to [T]."""
        return np.arange(len(self)).repeat(self.lengths)

    @cached_property
    def num_maskable(self) -> Ints:
        """Maskable tokens of each passage [B]."""
        others = (~self.maskable).nonzero()[0].searchsorted(self.starts)
        return self.lengths - (others[1:] - others[:-1])
