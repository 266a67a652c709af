"""Sentence distance: even classes, the distances that they name, and nothing beside the text that tells them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive
from workbench.objectives.sentence_distance import APART, ELSEWHERE, NEIGHBOURS, SentenceDistance
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan

KEY = derive(np.int64(1), 0, 0)
Build = Callable[..., Any]


def sentences(corpus: Any, plan: PassagePlan) -> tuple[Ints, Ints]:
    """The two sentences of each pair."""
    found = np.searchsorted(corpus.sentence_starts, plan.start, side="right") - 1
    return found[::2], found[1::2]


def documents_of(corpus: Any) -> Ints:
    """The document of each sentence."""
    return np.repeat(corpus.documents, np.diff(corpus.document_starts))


def test_answers_are_the_distances_and_as_frequent(make_corpus: Build, make_documents: Build) -> None:
    corpus = make_corpus(make_documents(900, (1, 9), (2, 9)))
    plan = SentenceDistance().plan(corpus, corpus.documents, 64, KEY)
    (first, second), document = sentences(corpus, plan), documents_of(corpus)
    same, gap = document[first] == document[second], second - first
    assert (same[plan.label == NEIGHBOURS] & (gap[plan.label == NEIGHBOURS] == 1)).all()
    assert (same[plan.label == APART] & (gap[plan.label == APART] >= 2)).all()
    assert not same[plan.label == ELSEWHERE].any()
    assert (np.bincount(plan.label) / len(plan)).tolist() == pytest.approx([1 / 3] * 3, abs=0.03)


def test_every_sentence_with_two_behind_it_is_asked_about_once(make_corpus: Build) -> None:
    corpus = make_corpus([[4] * 5, [4], [4] * 2, [4] * 3])
    objective = SentenceDistance()
    plan = objective.plan(corpus, corpus.documents, 64, KEY)
    assert sentences(corpus, plan)[0].tolist() == [0, 1, 2, 8]
    assert objective.count(corpus, corpus.documents, 64, KEY) == 4


def test_gaps_are_even(make_corpus: Build) -> None:
    corpus = make_corpus([[3] * 5] * 3000)
    plan = SentenceDistance().plan(corpus, corpus.documents, 64, KEY)
    first, second = sentences(corpus, plan)
    gaps = (second - first)[(plan.label == APART) & (first % 5 == 0)]
    assert (np.bincount(gaps)[2:] / len(gaps)).tolist() == pytest.approx([1 / 3] * 3, abs=0.05)


def test_places_in_documents_and_lengths_tell_nothing(make_corpus: Build, make_documents: Build) -> None:
    """The same first sentences with each answer; no second one opens its document; documents lend by their length."""
    corpus = make_corpus(make_documents(3000, (3, 8), (2, 9)))
    plan = SentenceDistance().plan(corpus, corpus.documents, 64, KEY)
    first, second = sentences(corpus, plan)
    place = np.arange(len(corpus.sentence_starts) - 1) - np.repeat(
        corpus.document_starts[:-1], np.diff(corpus.document_starts)
    )
    length, size = np.diff(corpus.sentence_starts), np.diff(corpus.document_starts)[documents_of(corpus)]
    assert (place[second] > 0).all()
    for told in (place[first], length[first], length[second], size[first], size[second], plan.lengths):
        means = [told[plan.label == label].mean() for label in range(3)]
        assert means == pytest.approx([told.mean()] * 3, rel=0.05)


def test_short_documents_lend_only_where_no_other_can(make_corpus: Build) -> None:
    corpus = make_corpus([[4] * 40, [4], [4, 4]])
    plan = SentenceDistance().plan(corpus, corpus.documents, 64, KEY)
    _, second = sentences(corpus, plan)
    assert set(second[plan.label == ELSEWHERE].tolist()) == {40, 41, 42}
    longer = make_corpus([[4] * 40, [4], [4, 4, 4]])
    plan = SentenceDistance().plan(longer, longer.documents, 64, KEY)
    assert set(sentences(longer, plan)[1][plan.label == ELSEWHERE].tolist()) <= {*range(1, 40), 42, 43}


def test_long_sentences_are_cut_away_from_where_they_would_meet(make_corpus: Build) -> None:
    corpus = make_corpus([[50, 50, 5], [50, 50, 50]])
    plan = SentenceDistance().plan(corpus, corpus.documents, 32, KEY)
    first, second = sentences(corpus, plan)
    assert (plan.end[::2] == corpus.sentence_starts[first + 1]).all()
    assert (plan.start[1::2] == corpus.sentence_starts[second]).all()
    assert (plan.lengths <= 32).all()


def test_a_split_without_a_second_document_asks_the_other_two(make_corpus: Build) -> None:
    """Evaluation lends text of the training documents to a single held-out one; here is none at all."""
    corpus = make_corpus([[4] * 30])
    plan = SentenceDistance().plan(corpus, corpus.documents, 64, KEY)
    assert set(plan.label.tolist()) == {NEIGHBOURS, APART}
    assert len(SentenceDistance().plan(corpus, corpus.documents[:0], 64, KEY)) == 0


def test_text_of_other_documents_is_that_of_the_others_given(make_corpus: Build) -> None:
    corpus = make_corpus([[4] * 30, [4] * 30, [4] * 30])
    plan = SentenceDistance().plan(corpus, np.array([1]), 64, KEY, others=np.array([1, 2]))
    _, second = sentences(corpus, plan)
    assert (second[plan.label == ELSEWHERE] >= 60).all()


@pytest.mark.parametrize(
    ("documents", "told"),
    [
        ([[9, 9]] * 20, "20 documents with text, 0 of them with three"),
        ([[9, 9, 9]], "1 document with text, 1 of them with three"),
    ],
)
def test_what_is_lacking_is_told_with_counts(make_corpus: Build, documents: list[list[int]], told: str) -> None:
    corpus = make_corpus(documents)
    with pytest.raises(WorkbenchError, match=told):
        SentenceDistance().check(corpus, corpus.documents, 64)
    lacking = SentenceDistance().lacking(np.array([len(one) for one in documents]))
    assert lacking is not None
    assert told in lacking.render(str)
    assert SentenceDistance().lacking(np.array([3, 1])) is None


def test_what_is_left_out_is_counted(make_corpus: Build) -> None:
    corpus = make_corpus([[10] * 40, [10] * 40, [100]])
    share = SentenceDistance().left_out(corpus, corpus.documents, 64, KEY)
    assert 100 / 900 <= share < 130 / 900, "the short document, and last sentences that were not drawn"
