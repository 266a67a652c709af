"""Sentence reordering: classes of orders (sheet 2.7), cuts and orders that are even, and nothing beside the text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive
from workbench.objectives.sentence_reordering import LoneSentence, SentenceReordering, order_class
from workbench.text.pack import PassagePlan, assemble

KEY = derive(np.int64(1), 0, 0)
Build = Callable[..., Any]


def passages(plan: PassagePlan) -> list[list[tuple[int, int]]]:
    """The token ranges of each passage as they are shown."""
    ranges = list(zip(plan.start.tolist(), plan.end.tolist(), strict=True))
    return [ranges[a:b] for a, b in pairwise(plan.piece_starts.tolist())]


def order_of(shown: list[tuple[int, int]]) -> tuple[int, ...]:
    """Which part of the text stands at each place."""
    return tuple(sorted(shown).index(part) for part in shown)


@pytest.mark.parametrize(("parts", "classes"), [(1, 1), (2, 3), (3, 9), (4, 33), (5, 153)])
def test_there_is_a_class_for_each_order(parts: int, classes: int) -> None:
    """K(m) of the sheet; a form lets nobody ask about one part, which has one answer."""
    objective = SentenceReordering.model_construct(parts=parts)
    assert objective.classes == len(set(objective.answers)) == classes
    assert objective.segments == parts


@pytest.mark.parametrize(
    ("order", "number"),
    [((0,), 0), ((0, 1), 1), ((1, 0), 2), ((0, 1, 2), 3), ((2, 1, 0), 8), ((0, 1, 2, 3), 9), ((3, 2, 1, 0), 32)],
)
def test_classes_are_those_of_the_sheet(order: tuple[int, ...], number: int) -> None:
    assert order_class(order) == number
    answers = SentenceReordering(parts=4).answers
    assert answers[number] == ("in one part" if number == 0 else " ".join(str(part + 1) for part in order))


@pytest.mark.parametrize("parts", [2, 3, 5])
def test_the_answer_is_the_order_of_what_is_shown(make_corpus: Build, make_documents: Build, parts: int) -> None:
    corpus = make_corpus(make_documents(200, (1, 12), (1, 12)))
    objective = SentenceReordering(parts=parts)
    plan = objective.plan(corpus, corpus.documents, 64, KEY)
    document = np.repeat(corpus.documents, np.diff(corpus.document_starts))
    for shown, label in zip(passages(plan), plan.label.tolist(), strict=True):
        assert order_class(order_of(shown)) == label
        ranges = sorted(shown)
        assert all(a[1] == b[0] for a, b in pairwise(ranges)), "the parts are one block of text"
        places = np.searchsorted(corpus.sentence_starts, [ranges[0][0], ranges[-1][1] - 1], side="right") - 1
        assert document[places[0]] == document[places[1]]
        assert all(start in corpus.sentence_starts for start, _ in shown)
    assert (plan.lengths <= 64).all()
    assert sum(end - start for shown in passages(plan) for start, end in shown) == len(corpus.ids)


def test_parts_have_the_segment_types_and_places_of_where_they_are_shown(make_corpus: Build) -> None:
    corpus = make_corpus([[3, 4, 5]])
    for epoch in range(60):
        plan = SentenceReordering().plan(corpus, corpus.documents, 32, derive(KEY, epoch))
        if plan.label[0] == order_class((2, 0, 1)):
            break
    batch = assemble(corpus, plan, np.arange(1))
    first, second, third = (corpus.ids[a:b].tolist() for a, b in ((0, 3), (3, 7), (7, 12)))
    assert batch.ids.tolist() == [2, *third, 3, *first, 3, *second, 3]
    assert batch.segment.tolist() == [0] * 7 + [1] * 4 + [2] * 5


def test_numbers_of_parts_borders_and_orders_are_even(make_corpus: Build) -> None:
    """Six sentences in each of 6,000 blocks: every k, every cut and every order as often."""
    corpus = make_corpus([[2] * 6 for _ in range(6000)])
    plan = SentenceReordering().plan(corpus, corpus.documents, 64, KEY)
    shown = passages(plan)
    parts = np.diff(plan.piece_starts)
    assert (np.bincount(parts)[1:] / 6000).tolist() == pytest.approx([1 / 3] * 3, abs=0.03)
    two = [(max(one)[0] - min(one)[0]) // 2 for one in shown if len(one) == 2]
    assert (np.bincount(two)[1:] / len(two)).tolist() == pytest.approx([1 / 5] * 5, abs=0.04)
    three = [tuple((start - min(one)[0]) // 2 for start, _ in sorted(one))[1:] for one in shown if len(one) == 3]
    assert len(set(three)) == 10, "all choices of two borders among five"
    orders = np.bincount([order_class(order_of(one)) for one in shown if len(one) == 3])[3:] / len(three)
    assert orders.tolist() == pytest.approx([1 / 6] * 6, abs=0.03)


def test_nothing_but_the_text_differs_between_orders(make_corpus: Build, make_documents: Build) -> None:
    """Of as many parts, lengths of passages and of their parts at each place are alike, whatever the order."""
    corpus = make_corpus(make_documents(12000, (3, 9), (1, 9)))
    plan = SentenceReordering().plan(corpus, corpus.documents, 48, KEY)
    sizes = [[end - start for start, end in one] for one in passages(plan)]
    for order in permutations(range(3)):
        own = np.array([size for size, label in zip(sizes, plan.label, strict=True) if label == order_class(order)])
        every = np.array([size for size in sizes if len(size) == 3])
        assert own.mean(axis=0).tolist() == pytest.approx(every.mean(axis=0).tolist(), rel=0.1)


def test_fewer_sentences_make_fewer_parts(make_corpus: Build) -> None:
    corpus = make_corpus([[4, 4], [4]] * 600)
    plan = SentenceReordering(parts=5).plan(corpus, corpus.documents, 64, KEY)
    counts = np.diff(plan.piece_starts)
    assert (counts[1::2] == 1).all(), "a document of one sentence stands in one part"
    assert np.bincount(counts[::2])[1:].tolist() == pytest.approx([300, 300], abs=50)


def test_single_sentences_may_be_left_out(make_corpus: Build) -> None:
    corpus = make_corpus([[10, 10], [60], [5]])
    drop = SentenceReordering(lone_sentence=LoneSentence.DROP)
    assert len(drop.plan(corpus, corpus.documents, 40, KEY)) == drop.count(corpus, corpus.documents, 40, KEY) == 1
    assert drop.left_out(corpus, corpus.documents, 40, KEY) == pytest.approx(65 / 85)
    assert SentenceReordering().left_out(corpus, corpus.documents, 40, KEY) == 0


def test_a_piece_of_a_long_sentence_stands_alone(make_corpus: Build) -> None:
    """Its beginning in the middle of a sentence would tell that it comes first, or its end that it is not the last."""
    corpus = make_corpus([[3, 50, 3, 3]])
    plan = SentenceReordering().plan(corpus, corpus.documents, 28, KEY)
    blocks = [(min(one)[0], max(one)[1]) for one in passages(plan)]
    assert blocks == [(0, 3), (3, 27), (27, 51), (51, 53), (53, 59)]


@pytest.mark.parametrize("documents", [[[9]] * 20, [[60, 60], [60]]])
def test_what_has_no_order_is_told(make_corpus: Build, documents: list[list[int]]) -> None:
    corpus = make_corpus(documents)
    with pytest.raises(WorkbenchError, match=r"in 32 tokens, none of the \d+ passages has two"):
        SentenceReordering().check(corpus, corpus.documents, 32)
    SentenceReordering().check(make_corpus([[9, 9]]), np.arange(1), 32)


def test_no_documents_no_passages(make_corpus: Build) -> None:
    corpus = make_corpus([[4, 4]])
    assert len(SentenceReordering().plan(corpus, corpus.documents[:0], 32, KEY)) == 0
