"""Sentence order against a plain loop with the same draws, and what must hold of both sides (sheet 3.4)."""

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
from workbench.objectives.sentence_order import LoneSentence, SentenceOrder
from workbench.text.pack import assemble

KEY = derive(np.int64(1), 0, 0)
Build = Callable[..., Any]
Pair = tuple[tuple[int, int], tuple[int, int], int]


def draw(key: Any, purpose: str, position: int) -> float:
    return float(uniforms(key, purpose, position))


def naive_pairs(corpus: Any, length: int, objective: SentenceOrder) -> list[Pair]:
    """The steps of the original script, one sentence at a time; what is drawn is drawn by the chunk's sentence."""
    starts, borders = corpus.sentence_starts.tolist(), corpus.document_starts.tolist()
    documents = [list(range(a, b)) for a, b in itertools.pairwise(borders)]
    pairs: list[Pair] = []
    for number, document in enumerate(documents):
        target = length - 3
        if draw(KEY, "short", number) < objective.short_sequence_probability:
            target = 2 + int(draw(KEY, "target length", number) * (length - 4))
        chunk: list[int] = []
        for at, sentence in enumerate(document):
            chunk.append(sentence)
            if at == len(document) - 1 or starts[sentence + 1] - starts[chunk[0]] >= target:
                pairs += naive_pair(corpus, documents, number, chunk, length, target, objective)
                chunk = []
    return pairs


def naive_pair(
    corpus: Any, documents: list[list[int]], number: int, chunk: list[int], length: int, target: int,
    objective: SentenceOrder,
) -> list[Pair]:  # fmt: skip
    """The pair of a chunk, if it gives one."""
    starts = corpus.sentence_starts.tolist()
    start, end = starts[chunk[0]], starts[chunk[-1] + 1]
    turned = answer = draw(KEY, "swap", chunk[0]) < objective.swap_probability
    if len(chunk) > 1:
        middle = starts[chunk[1 + int(draw(KEY, "first segment", chunk[0]) * (len(chunk) - 1))]]
        first, second = [start, middle], [middle, end]
    elif objective.lone_sentence is LoneSentence.DROP:
        return []
    elif objective.lone_sentence is LoneSentence.SPLIT:
        middle = start + 1 + int(draw(KEY, "split", chunk[0]) * (end - start - 1))
        if (middle - start) % 2 and middle != end:  # words are pairs of tokens
            middle = middle - 1 if middle - 1 > start else middle + 1
        if middle >= end:
            return []
        first, second = [start, middle], [middle, end]
    else:
        key = derive(KEY, purpose_code("random segment"), chunk[0])
        others = [document for other, document in enumerate(documents) if other != number]
        document = others[int(draw(key, "document", 0) * len(others))]
        stop = begin = int(draw(key, "sentence", 0) * len(document))
        wanted = starts[document[begin]] + target - (end - start)
        while stop == begin or (stop < len(document) and starts[document[stop]] < wanted):
            stop += 1
        first, second = [start, end], [starts[document[begin]], starts[document[stop - 1] + 1]]
        turned, answer = False, True
    if turned:
        first, second = second, first
    naive_truncate(first, second, length - 3, derive(KEY, purpose_code("truncate"), chunk[0]))
    return [((first[0], first[1]), (second[0], second[1]), int(answer))]


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
    lone=st.sampled_from(LoneSentence),
)
def test_equals_the_steps_of_the_script(
    make_corpus: Build, documents: list[list[int]], length: int, short: float, lone: LoneSentence
) -> None:
    corpus = make_corpus(documents)
    objective = SentenceOrder(short_sequence_probability=short, lone_sentence=lone)
    plan = objective.plan(corpus, corpus.documents, length, KEY)
    expected = naive_pairs(corpus, length, objective)
    if not expected:  # then all targets are full ones
        expected = naive_pairs(corpus, length, objective.model_copy(update={"short_sequence_probability": 0.0}))
    assert pairs_of(plan) == expected
    assert (plan.lengths <= length).all()
    assert objective.count(corpus, corpus.documents, length, KEY) == len(plan)


@pytest.mark.parametrize("lone", [LoneSentence.DROP, LoneSentence.SPLIT])
@pytest.mark.parametrize(("length", "tokens"), [(128, (10, 30)), (64, (5, 90))])
def test_both_sides_are_of_one_document_and_half_are_swapped(
    make_corpus: Build, make_documents: Build, length: int, tokens: tuple[int, int], lone: LoneSentence
) -> None:
    """Documents are tagged: all tokens of one have its number as their id."""
    corpus = make_corpus(make_documents(900, (5, 40), tokens))
    borders = corpus.sentence_starts[corpus.document_starts]
    tag = np.repeat(np.arange(900), np.diff(borders))
    plan = SentenceOrder(lone_sentence=lone).plan(corpus, corpus.documents, length, KEY)
    assert len(plan) >= 2000
    assert (tag[plan.start[::2]] == tag[plan.start[1::2]]).all()
    assert (tag[plan.start] == tag[plan.end - 1]).all()
    assert plan.label[:2000].mean() == pytest.approx(0.5, abs=0.03)
    assert ((plan.start[::2] > plan.start[1::2]) == (plan.label == 1)).all()


def test_what_is_read_is_the_swapped_text(make_corpus: Build) -> None:
    corpus = make_corpus([[4, 6]])
    plan = SentenceOrder(swap_probability=0.999, short_sequence_probability=0).plan(corpus, corpus.documents, 32, KEY)
    batch = assemble(corpus, plan, np.arange(1))
    first, second = corpus.ids[:4].tolist(), corpus.ids[4:].tolist()
    assert batch.ids.tolist() == [2, *second, 3, *first, 3]
    assert batch.segment.tolist() == [0] * 8 + [1] * 5
    assert batch.label.tolist() == [1]


@pytest.mark.parametrize(
    ("length", "tokens", "short", "share"),
    [(128, (10, 30), 0.1, 0.122), (512, (10, 30), 0.0, 0.024), (128, (80, 160), 0.1, 0.51)],
)
def test_share_of_fallbacks(
    make_corpus: Build, make_documents: Build, length: int, tokens: tuple[int, int], short: float, share: float
) -> None:
    """The sheet's shares c of chunks of one sentence in the released code, whose answers are 1 in half of all + c/2.

    A document with a very short target makes very many such chunks; among few passages, as at 512, these decide.
    """
    corpus = make_corpus(make_documents(2000, (5, 40), tokens))
    objective = SentenceOrder(lone_sentence=LoneSentence.OTHER, short_sequence_probability=short)
    plans = [objective.plan(corpus, corpus.documents, length, derive(KEY, epoch)) for epoch in range(4)]
    borders = corpus.sentence_starts[corpus.document_starts]
    others = [np.searchsorted(borders, plan.start[::2], "right") != np.searchsorted(borders, plan.start[1::2], "right")
              for plan in plans]  # fmt: skip
    assert np.concatenate(others).mean() == pytest.approx(share, abs=0.03)
    assert all((plan.label[other] == 1).all() for plan, other in zip(plans, others, strict=True))
    labels = np.concatenate([plan.label for plan in plans])
    assert labels.mean() == pytest.approx((1 + np.concatenate(others).mean()) / 2, abs=0.02)


def test_what_is_left_out_is_counted(make_corpus: Build) -> None:
    corpus = make_corpus([[10, 10], [60], [5, 5, 10]])
    objective = SentenceOrder(short_sequence_probability=0)
    assert objective.left_out(corpus, corpus.documents, 64, KEY) == pytest.approx(60 / 100)
    for lone in (LoneSentence.SPLIT, LoneSentence.OTHER):
        other = objective.model_copy(update={"lone_sentence": lone})
        assert other.left_out(corpus, corpus.documents, 64, KEY) == 0
    assert objective.left_out(corpus, corpus.documents[:0], 64, KEY) == 0


def test_a_sentence_is_cut_where_a_word_begins(make_corpus: Build) -> None:
    """A word in two parts would tell which part was first."""
    corpus = make_corpus([[length] for length in range(1, 60)])
    plan = SentenceOrder(lone_sentence=LoneSentence.SPLIT).plan(corpus, corpus.documents, 128, KEY)
    assert len(plan) == 57, "the two sentences of a single word are left out"
    sentence = np.searchsorted(corpus.sentence_starts, plan.start, side="right") - 1
    assert ((plan.start - corpus.sentence_starts[sentence]) % 2 == 0).all()


def test_each_epoch_pairs_anew_and_each_key_again(make_corpus: Build, make_documents: Build) -> None:
    corpus = make_corpus(make_documents(30, (3, 9), (3, 20)))
    plans = [pairs_of(SentenceOrder().plan(corpus, corpus.documents, 64, derive(KEY, epoch))) for epoch in (0, 0, 1)]
    assert plans[0] == plans[1]
    assert plans[0] != plans[2]


@pytest.mark.parametrize(
    ("documents", "length", "lone", "told"),
    [
        ([[9]] * 20, 64, "drop", "20 documents with text, 0 of them with two or more sentences, 0 usable pairs"),
        ([[9]] * 20, 64, "other-document", "0 usable pairs"),
        ([[90, 90, 90]] * 3, 64, "drop", "3 documents with text, 3 of them .* 0 usable pairs in 64 tokens"),
        ([[9, 9, 9]], 64, "other-document", "1 document with text"),
        ([[1]] * 20, 64, "split", "0 usable pairs"),
    ],
)
def test_what_has_no_order_is_told_with_counts(
    make_corpus: Build, documents: list[list[int]], length: int, lone: str, told: str
) -> None:
    """R056: documents of one sentence each; sentences that all fill a passage; nothing to take other text from."""
    corpus = make_corpus(documents)
    objective = SentenceOrder.model_validate({"lone_sentence": lone})
    with pytest.raises(WorkbenchError, match=told) as caught:
        objective.check(corpus, corpus.documents, length)
    assert "cut in two" in str(caught.value)


@pytest.mark.parametrize(("documents", "lone"), [([[9]] * 20, "split"), ([[9, 9], [9]], "drop")])
def test_what_has_an_order_is_let_through(make_corpus: Build, documents: list[list[int]], lone: str) -> None:
    corpus = make_corpus(documents)
    objective = SentenceOrder.model_validate({"lone_sentence": lone})
    objective.check(corpus, corpus.documents, 64)
    assert len(objective.plan(corpus, corpus.documents, 64, KEY))


def test_no_epoch_is_empty(make_corpus: Build) -> None:
    """Short targets would make every chunk a single sentence."""
    corpus = make_corpus([[20, 20]])
    objective = SentenceOrder(short_sequence_probability=1.0)
    for epoch in range(50):
        assert len(objective.plan(corpus, corpus.documents, 64, derive(KEY, epoch))) == 1


def test_no_documents_no_pairs(make_corpus: Build) -> None:
    corpus = make_corpus([[4, 4], [4, 4]])
    assert len(SentenceOrder().plan(corpus, corpus.documents[:0], 32, KEY)) == 0
