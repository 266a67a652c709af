"""Batches built from lengths of words, and a small vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from workbench.text.document import PassageBatch, UnitKind, Units
from workbench.text.ragged import starts_of

CLS, SEP, MASK, FIRST_ORDINARY, MARK, SIZE = 2, 3, 4, 5, 1004, 1005


@dataclass(frozen=True)
class SmallVocabulary:
    """Five special tokens and a thousand others."""

    size: int = SIZE
    mask_id: int = MASK

    @property
    def ordinary_ids(self) -> np.ndarray:
        return np.arange(FIRST_ORDINARY, SIZE, dtype=np.int32)


@pytest.fixture(scope="session")
def vocabulary() -> SmallVocabulary:
    return SmallVocabulary()


Words = Sequence[Sequence[Sequence[int]]]
BatchBuilder = Callable[..., PassageBatch]


def build_batch(
    passages: Words,
    phrases: Sequence[tuple[int, int]] = (),
    breaks: Sequence[int] = (),
    ngrams: Sequence[tuple[int, int]] = (),
) -> PassageBatch:
    """Passages of sentences of words, given by the lengths of the words, each framed by [CLS] and [SEP].

    ``phrases`` are flat token ranges, used as phrases and as entities; ``breaks`` are flat places of punctuation;
    ``ngrams`` are flat ranges of matches of n-gram lists.
    """
    part, words, passage_lengths = [], [], []
    place = number = 0
    for sentences in passages:
        begin = place
        part.append(-1)
        place += 1
        for lengths in sentences:
            for length in lengths:
                words.append((place, place + length))
                part.extend([number] * length)
                place += length
            number += 1
        part.append(-1)
        place += 1
        passage_lengths.append(place - begin)
    numbers = np.array(part, dtype=np.int32)
    maskable = numbers >= 0
    ids = np.where(maskable, FIRST_ORDINARY + np.arange(place) % 900, SEP).astype(np.int32)
    starts = starts_of(passage_lengths)
    ids[starts[:-1]] = CLS
    sparse = [first for first, _ in phrases], [end for _, end in phrases]
    ids[list(breaks)] = MARK
    return PassageBatch(
        ids=ids,
        starts=starts,
        segment=np.zeros(place, np.int8),
        part=numbers,
        token=np.where(maskable, np.cumsum(maskable) - 1, -1),
        maskable=maskable,
        layers={
            UnitKind.WORD: Units.make([w[0] for w in words], [w[1] for w in words], UnitKind.WORD),
            UnitKind.PHRASE: Units.make(*sparse, UnitKind.PHRASE),
            UnitKind.ENTITY: Units.make(*sparse, UnitKind.ENTITY),
            UnitKind.NGRAM: Units.make([n[0] for n in ngrams], [n[1] for n in ngrams], UnitKind.NGRAM),
        },
        label=np.full(len(passages), -100, np.int32),
        example=np.arange(len(passages), dtype=np.int64),
        is_mark=np.arange(SIZE) == MARK,
        counts=np.bincount(ids[maskable], minlength=SIZE),
    )


@pytest.fixture(scope="session")
def make_batch() -> BatchBuilder:
    return build_batch
