"""RoBERTa's pairs of single sentences against a plain loop with the same draws (sheet 2.3)."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.seeding import derive, uniforms
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.sentence_pair import SentencePair

KEY = derive(np.int64(1), 0, 0)
Build = Callable[..., Any]


def naive_pairs(corpus: Any) -> list[tuple[int, int | None, int]]:
    """(first sentence, second sentence or None for a random one, label)."""
    pairs: list[tuple[int, int | None, int]] = []
    for begin, end in itertools.pairwise(corpus.document_starts.tolist()):
        at = begin
        while at < end:
            if at + 1 == end or float(uniforms(KEY, "next or random", at)) < 0.5:
                pairs.append((at, None, 1))
                at += 1
            else:
                pairs.append((at, at + 1, 0))
                at += 2
    return pairs


@settings(max_examples=80, deadline=None)
@given(documents=st.lists(st.lists(st.integers(1, 12), min_size=1, max_size=9), min_size=2, max_size=6))
def test_equals_the_plain_rule(make_corpus: Build, documents: list[list[int]]) -> None:
    corpus = make_corpus(documents)
    plan = SentencePair().plan(corpus, corpus.documents, 64, KEY)
    expected = naive_pairs(corpus)
    assert len(plan) == SentencePair().count(corpus, corpus.documents, 64, KEY) == len(expected)
    starts = corpus.sentence_starts.tolist()
    sentence_of = {(start, end): number for number, (start, end) in enumerate(itertools.pairwise(starts))}
    document = np.repeat(np.arange(len(documents)), [len(sentences) for sentences in documents])
    ranges = list(zip(plan.start.tolist(), plan.end.tolist(), strict=True))
    found = zip(ranges[::2], ranges[1::2], plan.label.tolist(), strict=True)
    for (first, second, label), (head, tail, answer) in zip(found, expected, strict=True):
        assert (sentence_of[first], label) == (head, answer), "single whole sentences"
        if tail is None:
            assert document[sentence_of[second]] != document[head]
        else:
            assert sentence_of[second] == tail


def test_long_sentences_are_cut_to_the_length(make_corpus: Build) -> None:
    corpus = make_corpus([[60, 3, 70], [50, 40]])
    plan = SentencePair().plan(corpus, corpus.documents, 32, KEY)
    assert plan.lengths.max() == 32


def test_passages_are_shorter_than_segment_pairs(make_corpus: Build, make_documents: Build) -> None:
    corpus = make_corpus(make_documents(50, (5, 20), (10, 30)))
    single, filled = (
        kind.plan(corpus, corpus.documents, 128, KEY).lengths.mean() for kind in (SentencePair(), NextSentence())
    )
    assert single == pytest.approx(2 * 20 + 3, rel=0.1)
    assert filled > 1.5 * single
