"""What documents and sentences of a corpus tell about its passages before any text is tokenised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from workbench.core.errors import FieldProblem
from workbench.objectives.dialogue import Dialogue
from workbench.objectives.registry import PASSAGE_OBJECTIVES
from workbench.objectives.sentence_reordering import LoneSentence, SentenceReordering
from workbench.spec.passage_check import Documents, evaluation_gap, passage_problems
from workbench.spec.run import RunSpec, Stage
from workbench.text.answers import Answers
from workbench.text.document import Bools, Ints
from workbench.text.ragged import starts_of


@dataclass(frozen=True)
class Counted:
    """A corpus of documents of so many sentences, each a paragraph of its own, or all of a document one; some documents
    are held out."""

    document_starts: Ints
    evaluation: Bools
    whole: bool = False
    answers: Answers | None = None

    @property
    def paragraph_starts(self) -> Ints:
        """One for each sentence, or each document."""
        return self.document_starts if self.whole else np.arange(int(self.document_starts[-1]) + 1)


def counted(training: Sequence[int], held_out: Sequence[int] = (), *, whole: bool = False) -> Counted:
    held = np.arange(len(training) + len(held_out)) >= len(training)
    return Counted(starts_of([*training, *held_out]), held, whole)


def answered(corpus: Counted, names: Sequence[str]) -> Counted:
    """The same with answers to its documents, each in turn."""
    numbers = np.arange(len(corpus.evaluation)) % len(names)
    return replace(corpus, answers=Answers(tuple(names), numbers.astype(np.uint8)))


def problems(spec: RunSpec, corpus: Documents) -> list[FieldProblem]:
    """What keeps a run's passages from being made of its corpus."""
    return list(passage_problems(spec, {spec.corpus: corpus}))


@pytest.mark.parametrize(
    ("kind", "training", "told"),
    [
        ("sentence-reordering", [1, 1], "none of the 2 documents has them"),
        ("sentence-distance", [2, 2, 1], "3 documents with text, 0 of them with three"),
        ("sentence-distance", [9], "1 document with text, 1 of them with three"),
        ("discourse-relation", [1], "none of the 1 document has them"),
        ("ir-relevance-proxy", [2, 2, 2, 1], "3 of 4 documents with text have a first sentence"),
        ("next-sentence", [5], "Next-sentence pairs need two documents"),
        ("sentence-order", [1, 1], "Sentence order needs documents of two"),
    ],
)
def test_what_a_corpus_lacks_is_told_at_its_stage(kind: str, training: list[int], told: str) -> None:
    spec = RunSpec(stages=(Stage(name="any"), Stage(name="asks", passage=PASSAGE_OBJECTIVES[kind]())))
    (problem,) = problems(spec, counted([*training, 0], held_out=[9, 9, 9, 9]))
    assert problem.path == "stages.1.passage.kind"
    assert told in problem.message.render()


@pytest.mark.parametrize(
    ("names", "told"),
    [((), "no answers to its documents"), (("good", "bad"), "calls answers good, bad"), (("clicked",), "only these")],
)
def test_what_answers_lack_is_told_at_its_stage(names: tuple[str, ...], told: str) -> None:
    spec = RunSpec(stages=(Stage(name="any"), Stage(name="asks", passage=PASSAGE_OBJECTIVES["ir-relevance"]())))
    corpus = counted([2, 2, 2])
    (problem,) = problems(spec, answered(corpus, names) if names else corpus)
    assert problem.path == "stages.1.passage.kind"
    assert told in problem.message.render()


@pytest.mark.parametrize("kind", list(PASSAGE_OBJECTIVES))
def test_documents_of_three_sentences_are_enough_for_all(kind: str) -> None:
    spec = RunSpec(stages=(Stage(passage=PASSAGE_OBJECTIVES[kind]()),))
    assert problems(spec, answered(counted([3, 3, 3, 3]), ["clicked", "shown"])) == []
    (problem,) = problems(spec, counted([0], held_out=[3, 3, 3]))
    assert problem.path == "corpus"


def test_an_evaluation_split_without_a_passage_is_told() -> None:
    passages = {kind: PASSAGE_OBJECTIVES[kind]() for kind in PASSAGE_OBJECTIVES}
    two = counted([9], held_out=[2, 2, 0])
    gaps = {kind for kind, passage in passages.items() if evaluation_gap([passage], two) is not None}
    assert gaps == {"sentence-distance"}
    told = evaluation_gap([passages["sentence-distance"]], two)
    assert told is not None
    assert "none of its 2 documents has 3 sentences" in told.render()
    one = counted([9], held_out=[1, 1])
    order = evaluation_gap([passages["sentence-order"]], one)
    assert order is not None
    assert "single sentences only (2 documents), which sentence order leaves out" in order.render()
    assert evaluation_gap([passages["sentence-order"], passages["full-sentences"]], one) is None
    assert evaluation_gap([SentenceReordering()], one) is None
    assert evaluation_gap([SentenceReordering(lone_sentence=LoneSentence.DROP)], one) is not None
    assert evaluation_gap([passages["sentence-distance"]], counted([9])) is None, "nothing is held out"


def test_turns_are_paragraphs_whatever_sentences_they_hold() -> None:
    spec = RunSpec(stages=(Stage(passage=Dialogue()),))
    assert problems(spec, counted([2, 1])) == []
    for lacking in (counted([3, 3, 3], whole=True), counted([3])):
        (problem,) = problems(spec, lacking)
        assert "two documents, one of them with two turns" in problem.message.render()
    single = counted([9], held_out=[3, 3], whole=True)
    told = evaluation_gap([Dialogue()], single)
    assert told is not None
    assert "no dialogue of two turns (2 documents)" in told.render()
    assert evaluation_gap([Dialogue(), PASSAGE_OBJECTIVES["sentence-distance"]()], single) is None
    assert evaluation_gap([Dialogue(), PASSAGE_OBJECTIVES["sentence-distance"]()], counted([9], [1, 1])) is not None
