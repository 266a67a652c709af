"""Search relevance from raw text: whose title it is, as often each, and nothing beside the text that tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive
from workbench.core.texts import Text
from workbench.objectives.ir_relevance import ELSEWHERE, NEARBY, OWN, RelevanceProxy
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan

KEY = derive(np.int64(1), 0, 0)
Build = Callable[..., Any]


def sides(corpus: Any, plan: PassagePlan) -> tuple[Ints, Ints]:
    """The documents of title and result, after a look at whether titles are titles and results are not."""
    document = np.repeat(corpus.documents, np.diff(corpus.document_starts))
    found = np.searchsorted(corpus.sentence_starts, plan.start, side="right") - 1
    assert np.isin(found[::2], corpus.document_starts).all()
    assert not np.isin(found[1::2], corpus.document_starts).any()
    return document[found[::2]], document[found[1::2]]


def test_answers_say_whose_title_it_is_and_are_as_frequent(make_corpus: Build, make_documents: Build) -> None:
    corpus = make_corpus(make_documents(500, (2, 9), (2, 9)))
    plan = RelevanceProxy().plan(corpus, corpus.documents, 64, KEY)
    title, result = sides(corpus, plan)
    assert (title[plan.label == OWN] == result[plan.label == OWN]).all()
    assert (np.abs(title - result)[plan.label == NEARBY] == 1).all()
    assert (np.abs(title - result)[plan.label == ELSEWHERE] > 1).all()
    assert (np.bincount(plan.label) / len(plan)).tolist() == pytest.approx([1 / 3] * 3, abs=0.03)
    before = (title < result)[(plan.label == NEARBY) & (result > 0) & (result < 499)]
    assert before.mean() == pytest.approx(0.5, abs=0.06)
    assert (plan.lengths <= 64).all()


def test_documents_of_one_sentence_have_no_part_in_it(make_corpus: Build) -> None:
    """Nor do they keep two others from being neighbours."""
    corpus = make_corpus([[4] * 9, [4], [4] * 9, [4] * 9, [4], [4] * 9, [4] * 9])
    objective = RelevanceProxy()
    plans = [objective.plan(corpus, corpus.documents, 64, derive(KEY, epoch)) for epoch in range(9)]
    for plan in plans:
        title, _ = sides(corpus, plan)
        assert not {1, 4} & set(title.tolist())
        assert len(plan) == objective.count(corpus, corpus.documents, 64, KEY) == 5 * 8
    pairs = {
        (a, b)
        for plan in plans
        for a, b, label in zip(*sides(corpus, plan), plan.label, strict=True)
        if label == NEARBY
    }
    assert {(0, 2), (2, 0), (3, 5), (5, 3)} <= pairs
    assert objective.left_out(corpus, corpus.documents, 64, KEY) == pytest.approx(8 / 188)


def test_a_title_is_as_frequent_with_each_answer(make_corpus: Build) -> None:
    """Long documents have more results of their own; their titles must stand elsewhere as often."""
    corpus = make_corpus([[4] * 41 if number % 4 == 0 else [4] * 3 for number in range(400)])
    plan = RelevanceProxy().plan(corpus, corpus.documents, 64, KEY)
    title, _ = sides(corpus, plan)
    shares = [(title[plan.label == label] % 4 == 0).mean() for label in (OWN, ELSEWHERE)]
    assert shares[1] == pytest.approx(shares[0], abs=0.04)


def test_held_out_documents_lend_to_each_other_or_are_lent_to(make_corpus: Build) -> None:
    corpus = make_corpus([[4] * 9] * 9)
    few = RelevanceProxy().plan(corpus, np.array([2, 5]), 64, KEY, others=np.array([2, 5]))
    title, result = sides(corpus, few)
    assert set(few.label.tolist()) == {OWN, NEARBY}, "there is no third document"
    assert set(title.tolist()) == set(result.tolist()) == {2, 5}
    alone = RelevanceProxy().plan(corpus, np.array([2]), 64, KEY, others=corpus.documents)
    assert set(sides(corpus, alone)[0].tolist()) <= set(range(9))
    none = RelevanceProxy().plan(corpus, np.array([2]), 64, KEY, others=np.array([2]))
    assert set(none.label.tolist()) == {OWN}
    assert len(RelevanceProxy().plan(corpus, corpus.documents[:0], 64, KEY)) == 0


def test_what_is_lacking_is_told_with_counts(make_corpus: Build) -> None:
    corpus = make_corpus([[9, 9]] * 3 + [[9]] * 7)
    with pytest.raises(WorkbenchError, match="3 of 10 documents with text have a first sentence"):
        RelevanceProxy().check(corpus, corpus.documents, 64)
    assert isinstance(RelevanceProxy().lacking(np.array([2, 2, 2, 1])), Text)
    assert RelevanceProxy().lacking(np.array([2, 2, 2, 2])) is None


def test_long_titles_and_results_keep_their_beginnings(make_corpus: Build) -> None:
    corpus = make_corpus([[50, 50, 3]] * 6)
    plan = RelevanceProxy().plan(corpus, corpus.documents, 32, KEY)
    sides(corpus, plan)
    assert np.isin(plan.start, corpus.sentence_starts).all()
    assert (plan.lengths <= 32).all()
    assert set((plan.end - plan.start)[::2].tolist()) == {15, 26}, "a short result leaves more room for the title"
