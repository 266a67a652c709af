"""Windows of turns, their roles, and fakes that nothing but their text tells from real ones (ERNIE sheet 1.3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.core.seeding import derive
from workbench.masking.basic import Basic
from workbench.objectives.dialogue import FAKE, REAL, Dialogue, Pattern, Replaced
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.turns import Turns, shorten
from workbench.text.pack import PassagePlan, assemble

KEY = derive(np.int64(1), 0, 0)
Build = Callable[..., Any]


@pytest.fixture(scope="module")
def talk(make_corpus: Build, make_documents: Build) -> Any:
    """Five hundred dialogues of 1 to 9 turns of 1 to 24 tokens."""
    return make_corpus(make_documents(500, (1, 9), (1, 24)), held_out=range(450, 500))


def turns_of(plan: PassagePlan) -> list[list[tuple[int, int]]]:
    """The token places of each passage's turns."""
    ends = list(zip(plan.start.tolist(), plan.end.tolist(), strict=True))
    return [ends[first:last] for first, last in pairwise(plan.piece_starts.tolist())]


@pytest.mark.parametrize(
    ("pattern", "roles"),
    [(Pattern.QRQ, (0, 1, 0)), (Pattern.QRR, (0, 1, 1)), (Pattern.QQR, (0, 0, 1))],
)
def test_roles_are_those_of_the_sheet(make_corpus: Build, pattern: Pattern, roles: tuple[int, ...]) -> None:
    """[CLS] has the role of the first turn, and each [SEP] that of the turn that it closes; places run through."""
    a, b, c = 3, 5, 2
    corpus = make_corpus([[a, b, c], [4, 4]])
    plan = Dialogue(patterns=(pattern,), fake_probability=1e-9).plan(corpus, corpus.documents, 64, KEY)
    batch = assemble(corpus, plan, np.array([0]))
    wanted = np.repeat(roles, (a + 2, b + 1, c + 1))
    assert batch.segment.tolist() == wanted.tolist()
    assert len(batch.ids) == a + b + c + 4, "positions 0 to a + b + c + 3"
    assert batch.ids[[0, a + 1, a + b + 2, a + b + c + 3]].tolist() == [2, 3, 3, 3]
    two = assemble(corpus, plan, np.array([1]))
    assert two.segment.tolist() == [0] * 6 + [1] * 5, "two turns are Q and R whatever the pattern"


def test_a_turn_of_several_sentences_is_one(make_corpus: Build) -> None:

    corpus = make_corpus([[2, 3, 4, 1, 1], [5, 1, 1, 1]])
    corpus = type("Talk", (type(corpus),), {"paragraph_starts": np.array([0, 2, 3, 5, 6, 9])})(**vars(corpus))
    turns = Turns.of(corpus, corpus.documents)
    assert turns.lengths.tolist() == [5, 4, 2, 5, 3]
    assert turns.counts.tolist() == [3, 2]
    plan = Dialogue(fake_probability=1e-9).plan(corpus, corpus.documents, 64, KEY)
    assert turns_of(plan) == [[(0, 5), (5, 9), (9, 11)], [(11, 16), (16, 19)]]
    batch = assemble(corpus, plan, np.array([0]))
    assert len(set(batch.part[batch.part >= 0].tolist())) == 5, "units still keep to sentences"


def test_windows_cover_each_dialogue_and_stay_inside(talk: Any) -> None:
    documents = np.flatnonzero(~talk.evaluation)
    objective, first_of = Dialogue(fake_probability=1e-9), set()
    borders = talk.sentence_starts[talk.document_starts]
    for epoch in range(3):
        key = derive(np.int64(1), 0, epoch)
        plan = objective.plan(talk, documents, 512, key)
        assert len(plan) == objective.count(talk, documents, 512, key)
        covered = np.zeros(len(talk.ids), int)
        for turns in turns_of(plan):
            assert all(end == start for (_, end), (start, _) in pairwise(turns)), "turns in a row"
            owner = np.searchsorted(borders, [turns[0][0], turns[-1][1] - 1], side="right")
            assert owner[0] == owner[1]
            size = np.diff(talk.document_starts)[owner[0] - 1]
            assert len(turns) == min(size, 3)
            covered[turns[0][0] : turns[-1][1]] += 1
        of_two = np.repeat(np.repeat(np.diff(talk.document_starts) > 1, np.diff(borders)), 1)
        training = np.repeat(~talk.evaluation, np.diff(borders))
        assert (covered > 0).tolist() == (of_two & training).tolist()
        first_of.add(tuple(plan.start.tolist()))
    assert len(first_of) == 3, "each epoch begins elsewhere"
    alone = (~of_two & training).sum() / training.sum()
    assert objective.left_out(talk, documents, 512, KEY) == pytest.approx(alone)


@pytest.mark.parametrize("replaced", list(Replaced))
def test_fakes_have_turns_of_others_and_nothing_else(talk: Any, replaced: Replaced) -> None:
    documents = np.flatnonzero(~talk.evaluation)
    settings = Dialogue(replaced=replaced, fake_probability=0.4)
    real = Dialogue(fake_probability=1e-9).plan(talk, documents, 512, KEY)
    plan = settings.plan(talk, documents, 512, KEY)
    assert plan.piece_starts.tolist() == real.piece_starts.tolist()
    assert np.mean(plan.label == FAKE) == pytest.approx(0.4, abs=0.05)
    document = np.repeat(np.arange(500), np.diff(talk.sentence_starts[talk.document_starts]))
    counts = []
    for label, own, there in zip(plan.label, turns_of(real), turns_of(plan), strict=True):
        others = [turn for turn, before in zip(there, own, strict=True) if turn != before]
        counts.append(len(others) if label == FAKE else -len(others))
        home = document[own[0][0]]
        assert all(document[start] != home and not talk.evaluation[document[start]] for start, _ in others)
        for (start, end), (was, to) in zip(there, own, strict=True):
            same = end - start == to - was and (talk.ids[start:end] == talk.ids[was:to]).all()
            assert same == ((start, end) == (was, to)), "a lent turn reads otherwise"
    fakes = [count for count, label in zip(counts, plan.label, strict=True) if label == FAKE]
    assert not any(count for count, label in zip(counts, plan.label, strict=True) if label == REAL)
    assert set(fakes) == ({1} if replaced is Replaced.ONE else {1, 2})


def test_lengths_and_roles_do_not_tell_fakes(talk: Any) -> None:
    """Mean length, its spread, and the length of each turn beside that of its neighbours are as in real dialogues."""
    documents = np.flatnonzero(~talk.evaluation)
    lengths: dict[int, list[np.ndarray]] = {REAL: [], FAKE: []}
    roles: dict[int, list[np.ndarray]] = {REAL: [], FAKE: []}
    for epoch in range(40):
        plan = Dialogue(patterns=tuple(Pattern), replaced=Replaced.SEVERAL).plan(
            talk, documents, 512, derive(np.int64(3), 0, epoch)
        )
        three = np.diff(plan.piece_starts) == 3
        rows = plan.piece_starts[:-1][three][:, None] + np.arange(3)
        for answer in (REAL, FAKE):
            chosen = rows[plan.label[three] == answer]
            lengths[answer].append((plan.end - plan.start)[chosen])
            roles[answer].append(plan.segment[chosen])
    real, fake = (np.concatenate(lengths[answer]) for answer in (REAL, FAKE))
    assert real.mean(axis=0) == pytest.approx(fake.mean(axis=0), rel=0.02)
    assert real.std(axis=0) == pytest.approx(fake.std(axis=0), rel=0.03)
    assert np.corrcoef(real.T) == pytest.approx(np.corrcoef(fake.T), abs=0.03)
    seen = [np.bincount(np.concatenate(roles[answer]) @ [4, 2, 1], minlength=8) for answer in (REAL, FAKE)]
    assert seen[0] / seen[0].sum() == pytest.approx(seen[1] / seen[1].sum(), abs=0.02)
    assert np.flatnonzero(seen[0]).tolist() == [0b001, 0b010, 0b011]


def test_lengths_stay_where_they_differ_much(make_corpus: Build) -> None:
    """A long turn is never replaced by a short one where there are enough as long."""
    corpus = make_corpus([[3, 40, 3]] * 30 + [[40, 3, 40]] * 30)
    plan = Dialogue(fake_probability=0.99).plan(corpus, corpus.documents, 128, KEY)
    patterns = {tuple((plan.end - plan.start)[at : at + 3].tolist()) for at in plan.piece_starts[:-1]}
    assert patterns == {(3, 40, 3), (40, 3, 40)}


def test_what_is_too_long_is_cut_fairly() -> None:
    start = np.array([[0, 10, 40], [0, 5, 0], [0, 100, 300]])
    end = np.array([[10, 40, 44], [5, 45, 0], [100, 300, 330]])
    shorten(start, end, np.array([24, 60, 60]))
    assert (end - start).tolist() == [[10, 10, 4], [5, 40, 0], [20, 20, 20]]
    assert start[:, 0].tolist() == [0, 0, 80], "the first loses its beginning"
    assert start[:, 1].tolist() == [10, 5, 100], "the others their end"


@pytest.mark.parametrize("length", [8, 16, 33])
def test_passages_fit(talk: Any, length: int) -> None:
    plan = Dialogue(replaced=Replaced.SEVERAL).plan(talk, talk.documents, length, KEY)
    assert plan.lengths.max() <= length
    assert (plan.end > plan.start).all()


def test_evaluation_lends_from_its_own_dialogues(talk: Any) -> None:
    maker = ExampleMaker(talk, PreviewStage(Basic(), Dialogue(fake_probability=0.9)), 64, 1)
    plan = maker.passages(0, evaluation=True)
    assert (plan.start >= talk.sentence_starts[talk.document_starts[450]]).all()
    other = replace(maker, seed=5).passages(3, evaluation=True)
    assert plan.start.tolist() == other.start.tolist()


@pytest.mark.parametrize(
    ("documents", "words"),
    [([[3]] * 20, "20 documents with text, 0 of them"), ([[3, 4, 5]], "1 document with text, 1 of them")],
)
def test_what_holds_no_dialogues_is_refused(make_corpus: Build, documents: list[list[int]], words: str) -> None:
    corpus = make_corpus(documents)
    with pytest.raises(WorkbenchError, match=words) as caught:
        Dialogue().check(corpus, corpus.documents, 64)
    assert "turn a line" in caught.value.hint.render()
    empty = make_corpus([[3]])
    assert len(Dialogue().plan(empty, empty.documents, 64, KEY)) == 0


def test_a_dialogue_that_is_nearly_all_there_is(make_corpus: Build) -> None:
    """Where all turns as long are its own, any of another is lent."""
    corpus = make_corpus([[6] * 60, [9, 9]])
    plan = Dialogue(fake_probability=0.99).plan(corpus, np.array([0, 1]), 64, KEY)
    long = plan.start[:-2].reshape(-1, 3) if len(plan) > 1 else plan.start
    assert ((long >= 360).sum(axis=1) == 1).mean() > 0.9
