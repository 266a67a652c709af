"""BERT's pairs against a plain loop with the same draws, and against the figures of the sheet (1.4)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive, purpose_code, uniforms
from workbench.objectives.next_sentence import NextSentence

KEY = derive(np.int64(1), 0, 0)
Build = Callable[..., Any]
Pair = tuple[tuple[int, int], tuple[int, int], int]


def draw(key: Any, purpose: str, position: int) -> float:
    return float(uniforms(key, purpose, position))


def naive_pairs(corpus: Any, length: int, objective: NextSentence) -> list[Pair]:
    """The steps of the original script, one sentence at a time."""
    starts = corpus.sentence_starts.tolist()
    borders = corpus.document_starts.tolist()
    documents = [list(range(a, b)) for a, b in itertools.pairwise(borders)]
    capacity, pairs = length - 3, []
    for number, document in enumerate(documents):
        target = capacity
        if draw(KEY, "short", number) < objective.short_sequence_probability:
            target = 2 + int(draw(KEY, "target length", number) * (capacity - 1))
        chunk: list[int] = []
        at = 0
        while at < len(document):
            chunk.append(document[at])
            tokens = starts[chunk[-1] + 1] - starts[chunk[0]]
            if at == len(document) - 1 or tokens >= target:
                split = 1 if len(chunk) == 1 else 1 + int(draw(KEY, "first segment", chunk[0]) * (len(chunk) - 1))
                first = [starts[chunk[0]], starts[chunk[split - 1] + 1]]
                label = int(len(chunk) == 1 or draw(KEY, "next or random", chunk[0]) < objective.random_probability)
                if label:
                    second = naive_random(documents, starts, number, chunk[0], target - (first[1] - first[0]))
                    at -= len(chunk) - split
                else:
                    second = [starts[chunk[split]], starts[chunk[-1] + 1]]
                naive_truncate(first, second, capacity, derive(KEY, purpose_code("truncate"), chunk[0]))
                pairs.append((tuple(first), tuple(second), label))
                chunk = []
            at += 1
    return pairs


def naive_random(documents: list[list[int]], starts: list[int], number: int, sentence: int, wanted: int) -> list[int]:
    key = derive(KEY, purpose_code("random segment"), sentence)
    others = [document for other, document in enumerate(documents) if other != number]
    document = others[int(draw(key, "document", 0) * len(others))]
    begin = int(draw(key, "sentence", 0) * len(document))
    end = begin
    while end < len(document):
        end += 1
        if starts[document[end - 1] + 1] - starts[document[begin]] >= wanted:
            break
    return [starts[document[begin]], starts[document[end - 1] + 1]]


def naive_truncate(first: list[int], second: list[int], capacity: int, key: Any) -> None:
    tosses = {"first front": 0, "second front": 0}
    while first[1] - first[0] + second[1] - second[0] > capacity:
        longer_first = first[1] - first[0] > second[1] - second[0]
        segment, purpose = (first, "first front") if longer_first else (second, "second front")
        if draw(key, purpose, tosses[purpose]) < 0.5:
            segment[0] += 1
        else:
            segment[1] -= 1
        tosses[purpose] += 1


def pairs_of(plan: Any) -> list[Pair]:
    ranges = list(zip(plan.start.tolist(), plan.end.tolist(), strict=True))
    return list(zip(ranges[::2], ranges[1::2], plan.label.tolist(), strict=True))


@settings(max_examples=100, deadline=None)
@given(
    documents=st.lists(st.lists(st.integers(1, 30), min_size=1, max_size=9), min_size=2, max_size=6),
    length=st.integers(8, 60),
    short=st.sampled_from([0.0, 0.1, 1.0]),
)
def test_equals_the_steps_of_the_script(
    make_corpus: Build, documents: list[list[int]], length: int, short: float
) -> None:
    corpus = make_corpus(documents)
    objective = NextSentence(short_sequence_probability=short)
    plan = objective.plan(corpus, corpus.documents, length, KEY)
    assert pairs_of(plan) == naive_pairs(corpus, length, objective)
    assert (plan.lengths <= length).all()


@pytest.mark.parametrize(
    ("length", "tokens", "share"), [(128, (10, 30), 0.577), (512, (10, 30), 0.527), (128, (80, 160), 0.76)]
)
def test_share_of_random_pairs(
    make_corpus: Build, make_documents: Build, length: int, tokens: tuple[int, int], share: float
) -> None:
    """The sheet's shares, measured on other documents of the same description.

    A single pass with a short target makes many chunks of one sentence, so that the shares scatter by a few points.
    """
    corpus = make_corpus(make_documents(2000, (5, 40), tokens))
    labels = np.concatenate(
        [NextSentence().plan(corpus, corpus.documents, length, derive(KEY, epoch)).label for epoch in range(4)]
    )
    assert labels.mean() == pytest.approx(share, abs=0.035)


def test_random_segments_come_from_other_documents(make_corpus: Build, make_documents: Build) -> None:
    corpus = make_corpus(make_documents(30, (3, 9), (3, 20)))
    plan = NextSentence().plan(corpus, corpus.documents, 64, KEY)
    borders = corpus.sentence_starts[corpus.document_starts]
    document = np.searchsorted(borders, plan.start, side="right") - 1
    assert ((document[::2] != document[1::2]) == (plan.label == 1)).all()
    follows = plan.end[::2] <= plan.start[1::2]
    assert follows[plan.label == 0].all()


def test_each_epoch_pairs_anew_and_each_key_again(make_corpus: Build, make_documents: Build) -> None:
    corpus = make_corpus(make_documents(30, (3, 9), (3, 20)))
    plans = [pairs_of(NextSentence().plan(corpus, corpus.documents, 64, derive(KEY, epoch))) for epoch in (0, 0, 1)]
    assert plans[0] == plans[1]
    assert plans[0] != plans[2]


@pytest.mark.parametrize(
    ("documents", "counts"), [([[9]] * 20, "20 documents with text, 0 of them"), ([[5, 5, 5]], "1 document with")]
)
def test_impossible_pairs_are_told_with_counts(make_corpus: Build, documents: list[list[int]], counts: str) -> None:
    """R056: documents of one sentence each, or a single document."""
    corpus = make_corpus(documents)
    with pytest.raises(WorkbenchError, match=counts) as caught:
        NextSentence().check(corpus, corpus.documents, 64)
    assert "0 usable pairs" in str(caught.value)
    assert "full-sentences" in str(caught.value)


def test_no_documents_no_pairs(make_corpus: Build) -> None:
    corpus = make_corpus([[4, 4], [4, 4]])
    assert len(NextSentence().plan(corpus, corpus.documents[:0], 32, KEY)) == 0
