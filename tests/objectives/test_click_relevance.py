"""Search relevance from clicks: the answer of each pair of the log, its frame, and pairs that are drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive
from workbench.masking.basic import Basic
from workbench.objectives.balance import balance_note, class_balance
from workbench.objectives.click_relevance import CLICKED, NAMES, SHOWN, UNRELATED, ClickRelevance, Unrelated
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.text.answers import Answers
from workbench.text.document import Ints
from workbench.text.pack import PassagePlan, assemble

KEY = derive(np.int64(1), 0, 0)
GIVEN, DRAWN = ClickRelevance(), ClickRelevance(unrelated=Unrelated.DRAWN)
Build = Callable[..., Any]


def answered(corpus: Any, numbers: Sequence[int], names: Sequence[str] = NAMES) -> Any:
    return replace(corpus, answers=Answers(tuple(names), np.array(numbers, dtype=np.uint8)))


def log(make_corpus: Build, count: int, answers: Sequence[int] = (CLICKED, SHOWN), queries: int = 0) -> Any:
    """Pairs of a query of three tokens and a title of six in two sentences; of ``queries`` different queries, if
    said."""
    corpus = answered(make_corpus([[3, 4, 2]] * count), np.resize(answers, count))
    ids = corpus.ids.reshape(count, 9)
    ids[:, 1] = np.arange(count) % (queries or count) + 5
    ids[:, [0, 2]] = 9
    ids[:, 3] = np.arange(count) + 5
    return corpus


def titles(corpus: Any, plan: PassagePlan) -> Ints:
    """Whose title stands in each passage."""
    document = np.repeat(corpus.documents, np.diff(corpus.document_starts))
    return np.asarray(document[np.searchsorted(corpus.sentence_starts, plan.start[1::2], side="right") - 1])


def test_each_pair_has_the_answer_of_the_log_by_its_name(make_corpus: Build) -> None:
    corpus = make_corpus([[2, 3]] * 6)
    turned = answered(corpus, [0, 1, 2, 3, 0, 2], ("unrelated", "other", "clicked", "shown"))
    plan = GIVEN.plan(turned, turned.documents, 64, KEY)
    assert titles(turned, plan).tolist() == [0, 2, 3, 4, 5], "a document with another answer is no pair"
    assert plan.label.tolist() == [UNRELATED, CLICKED, SHOWN, UNRELATED, CLICKED]
    assert GIVEN.count(turned, turned.documents, 64, KEY) == 5


def test_a_passage_is_query_and_title_in_their_frame(make_corpus: Build) -> None:
    corpus = answered(make_corpus([[3, 4, 2], [2, 1]]), [1, 0])
    plan = GIVEN.plan(corpus, corpus.documents, 64, KEY)
    batch = assemble(corpus, plan, np.arange(2))
    cls, sep = corpus.vocabulary.cls_id, corpus.vocabulary.sep_id
    ids = corpus.ids.tolist()
    assert batch.ids.tolist() == [
        *[cls, *ids[:3], sep, *ids[3:9], sep],
        *[cls, *ids[9:11], sep, ids[11], sep],
    ]
    assert batch.segment.tolist() == [0] * 5 + [1] * 7 + [0] * 4 + [1] * 2
    assert batch.label.tolist() == [SHOWN, CLICKED]


def test_what_is_too_long_loses_the_end_of_its_title(make_corpus: Build) -> None:
    corpus = answered(make_corpus([[10, 30, 30], [40, 30], [40, 2], [5, 5]]), [0, 1, 2, 0])
    plan = GIVEN.plan(corpus, corpus.documents, 35, KEY)
    sizes = (plan.end - plan.start).reshape(-1, 2)
    assert sizes.tolist() == [[10, 22], [24, 8], [30, 2], [5, 5]], "a query leaves the title a quarter of the room"
    assert np.isin(plan.start, corpus.sentence_starts).all(), "beginnings stay"


def test_documents_without_a_title_or_text_are_no_pairs(make_corpus: Build) -> None:
    corpus = answered(make_corpus([[3, 2], [4], [0, 3], [3, 0], [1, 1]]), [0, 0, 1, 1, 1])
    plan = GIVEN.plan(corpus, corpus.documents, 64, KEY)
    assert titles(corpus, plan).tolist() == [0, 4]
    assert GIVEN.left_out(corpus, corpus.documents, 64, KEY) == pytest.approx(10 / 17)
    assert len(GIVEN.plan(corpus, corpus.documents[:0], 64, KEY)) == 0


def test_a_third_of_the_pairs_get_the_title_of_another_query(make_corpus: Build) -> None:
    corpus = log(make_corpus, 900, queries=300)
    plan = DRAWN.plan(corpus, corpus.documents, 64, KEY)
    own = titles(corpus, plan) == corpus.documents
    assert (plan.label[~own] == UNRELATED).all()
    assert (plan.label[own] == corpus.answers.number[own]).all()
    assert (~own).mean() == pytest.approx(1 / 3, abs=0.05)
    drawn = np.flatnonzero(~own)
    assert (titles(corpus, plan)[drawn] % 300 != drawn % 300).all(), "never one of the same query"
    assert len(set(titles(corpus, plan)[drawn].tolist())) > 200, "of any other"
    other = DRAWN.plan(corpus, corpus.documents, 64, derive(KEY, 1))
    assert (titles(corpus, other) != titles(corpus, plan)).any(), "anew each epoch"
    part = DRAWN.plan(corpus, corpus.documents[450:], 64, KEY, others=corpus.documents)
    assert part.label.tolist() == plan.label[450:].tolist(), "the draws of a document are its own"


def test_a_query_with_half_of_all_titles_gets_as_many_of_others(make_corpus: Build) -> None:
    corpus = log(make_corpus, 900, queries=2)
    plan = DRAWN.plan(corpus, corpus.documents, 64, KEY)
    assert (plan.label == UNRELATED).mean() == pytest.approx(1 / 3, abs=0.05)


def test_pairs_that_the_log_calls_unrelated_keep_their_titles(make_corpus: Build) -> None:
    corpus = log(make_corpus, 300, (CLICKED, SHOWN, UNRELATED))
    plan = DRAWN.plan(corpus, corpus.documents, 64, KEY)
    given = corpus.answers.number == UNRELATED
    assert (titles(corpus, plan)[given] == np.flatnonzero(given)).all()
    assert (plan.label[given] == UNRELATED).all()


def test_a_title_that_the_query_has_in_the_log_is_not_unrelated_to_it(make_corpus: Build) -> None:
    """Two queries that were shown the same titles: none that is drawn would be unrelated."""
    corpus = log(make_corpus, 60, queries=2)
    title = corpus.ids.reshape(60, 9)[:, 3:]
    title[:] = title[:1]
    plan = DRAWN.plan(corpus, corpus.documents, 64, KEY)
    assert (titles(corpus, plan) == corpus.documents).all()
    assert UNRELATED not in plan.label


def test_one_query_alone_has_no_other_title(make_corpus: Build) -> None:
    corpus = log(make_corpus, 30, queries=1)
    assert UNRELATED not in DRAWN.plan(corpus, corpus.documents, 64, KEY).label
    held_out = DRAWN.plan(corpus, corpus.documents[:1], 64, KEY, others=corpus.documents[:0])
    assert held_out.label.tolist() == [CLICKED]


@pytest.mark.parametrize(
    ("counts", "objective", "told"),
    [
        ({}, GIVEN, "no answers to its documents.*--answer-field.*Relevance (proxy)"),
        ({"clicked": 3, "good": 9}, GIVEN, "calls answers good.*call them clicked, shown, unrelated"),
        ({"clicked": 9, "shown": 0}, GIVEN, "training text has only these: clicked"),
        ({"unrelated": 9, "clicked": 0}, DRAWN, "training text has only these: unrelated"),
    ],
)
def test_what_answers_lack_is_told(counts: dict[str, int], objective: ClickRelevance, told: str) -> None:
    found = objective.lacking_answers(counts)
    assert found is not None
    for part in told.split(".*"):
        assert part in found.render()


def test_clicks_alone_are_enough_where_the_rest_is_drawn() -> None:
    assert DRAWN.lacking_answers({"clicked": 9}) is None
    assert GIVEN.lacking_answers({"clicked": 9, "shown": 1}) is None


def test_pairs_are_looked_at_before_they_are_trained_on(make_corpus: Build) -> None:
    plain = make_corpus([[3, 3]] * 4)
    with pytest.raises(WorkbenchError, match="no answers"):
        GIVEN.check(plain, plain.documents, 64)
    lone = answered(make_corpus([[3, 3], [3], [3, 3]]), [0, 1, 0])
    with pytest.raises(WorkbenchError, match="only these: clicked"):
        GIVEN.check(lone, lone.documents, 64)
    GIVEN.check(lone_with_shown := answered(lone, [0, 1, 1]), lone_with_shown.documents, 64)


def test_rare_answers_are_warned_of(make_corpus: Build) -> None:
    corpus = log(make_corpus, 40, (CLICKED, SHOWN))
    maker = ExampleMaker(corpus, PreviewStage(Basic(), GIVEN), 64, 1)
    counts = class_balance(maker)
    assert counts == {"clicked": 20, "shown, not clicked": 20, "unrelated": 0}
    note = balance_note(GIVEN.title, counts)
    assert note is not None
    assert "1 of 3 answers is right fewer than 10 times" in note.render()
    assert GIVEN.uneven
