"""What is told of an answer is what was done to the text: found again from the corpus by other ways than the plan's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from workbench.masking.basic import Basic
from workbench.objectives.dialogue import FAKE, Dialogue, Replaced
from workbench.objectives.discourse_relation import DiscourseRelation, MarkerClasses
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.explanation import Explanation, Place
from workbench.objectives.ir_relevance import OWN, RelevanceProxy
from workbench.objectives.objective import PassageObjective
from workbench.objectives.pairs import RANDOM
from workbench.objectives.registry import PASSAGE_OBJECTIVES
from workbench.objectives.sentence_distance import APART, ELSEWHERE, SentenceDistance
from workbench.objectives.sentence_order import LoneSentence, SentenceOrder
from workbench.objectives.sentence_pair import SentencePair
from workbench.objectives.sentence_reordering import SentenceReordering, order_class
from workbench.text.analysis import Analyser
from workbench.text.answers import Answers
from workbench.text.pack import PassagePlan
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

Build = Callable[..., Any]
Told = list[tuple[int, list[int], Explanation]]


@pytest.fixture(scope="module")
def corpus(make_corpus: Build, make_documents: Build) -> Any:
    """Sixty documents of 1 to 7 sentences, each a turn, of which the first ten are held out; half were clicked."""
    found = make_corpus(make_documents(60, (1, 7), (2, 9)), held_out=range(10))
    return replace(found, answers=Answers(("clicked", "shown"), (np.arange(60) % 2).astype(np.uint8)))


def told(corpus: Any, passage: PassageObjective, *, epoch: int = 0, evaluation: bool = False) -> Told:
    """Label, first tokens of the pieces, and explanation of all passages, in the order of training."""
    maker = ExampleMaker(corpus, PreviewStage(Basic(), passage), 48, 1)
    plan = maker.plan(epoch, evaluation)
    rows = range(len(plan))
    return list(zip(plan.label.tolist(), starts(plan), maker.explain(plan, rows, epoch), strict=True))


def starts(plan: PassagePlan) -> list[list[int]]:
    return [plan.start[first:end].tolist() for first, end in pairwise(plan.piece_starts.tolist())]


def words(found: Explanation) -> str:
    assert found.words is not None
    return str(found.words)


@pytest.mark.parametrize("kind", [kind for kind in PASSAGE_OBJECTIVES if kind != "discourse-relation"])
@pytest.mark.parametrize("evaluation", [False, True])
def test_every_piece_is_from_where_it_is_said_to_be(corpus: Any, kind: str, evaluation: bool) -> None:
    found = told(corpus, PASSAGE_OBJECTIVES[kind](), epoch=1, evaluation=evaluation)
    assert found
    for _, pieces, explained in found:
        assert len(explained.places) == len(pieces)
        assert len(explained.notes) in (0, len(pieces))
        for token, place in zip(pieces, explained.places, strict=True):
            sentence = corpus.document_starts[place.document] + place.first
            assert corpus.sentence_starts[sentence] <= token < corpus.sentence_starts[sentence + 1]
            assert 0 <= place.first <= place.last < place.sentences
            assert corpus.evaluation[place.document] == evaluation


def test_an_objective_of_somebody_else_is_explained_by_its_places(corpus: Any) -> None:
    class Mine(SentenceDistance):
        explain = PassageObjective.explain

    for _, _, explained in told(corpus, Mine()):
        assert (explained.words, explained.notes, explained.order) == (None, (), ())
        assert len(explained.places) == 2


@pytest.mark.parametrize("passage", [SentenceReordering(parts=4), SentenceOrder(lone_sentence=LoneSentence.OTHER)])
def test_the_order_in_the_text_is_that_of_the_tokens(corpus: Any, passage: PassageObjective) -> None:
    found = told(corpus, passage)
    for label, pieces, explained in found:
        if not explained.order:
            assert explained.places[0].document != explained.places[1].document
            assert words(explained) == "The second part is of another document."
            continue
        assert explained.order == tuple(np.argsort(np.argsort(pieces)).tolist())
        if isinstance(passage, SentenceReordering):
            assert label == order_class(explained.order)
    assert len({explained.order for *_, explained in found}) > 2


def test_pairs_say_whose_the_second_part_is(corpus: Any) -> None:
    for label, _, explained in told(corpus, SentencePair()):
        same = explained.places[0].document == explained.places[1].document
        assert same == ("follows the first" in words(explained)) == (label != RANDOM)


def test_distance_says_how_far(corpus: Any) -> None:
    for label, _, explained in told(corpus, SentenceDistance()):
        first, second = explained.places
        if label == ELSEWHERE:
            assert words(explained) == f"They are of the documents {first.document + 1} and {second.document + 1}."
            continue
        gap = second.first - first.first - 1
        told_gap = "There is 1 s" if gap == 1 else f"There are {gap} sentences"
        assert words(explained).startswith(told_gap if gap else "The second follows the first.")
        assert (gap > 0) == (label == APART)


def test_relevance_says_whose_title_it_is(corpus: Any) -> None:
    for label, _, explained in told(corpus, RelevanceProxy()):
        title, result = (place.document + 1 for place in explained.places)
        assert (title == result) == (label == OWN)
        assert words(explained) == f"The title of document {title} stands before a sentence of document {result}."


@pytest.mark.parametrize("replaced", list(Replaced))
def test_dialogues_say_which_turns_are_lent(corpus: Any, replaced: Replaced) -> None:
    """Without the fakes the same windows are of one dialogue: turns that differ are the lent ones."""
    real = Dialogue(replaced=replaced, fake_probability=1e-9)
    fake = Dialogue(replaced=replaced, fake_probability=0.6)
    seen = set()
    for (_, own, whole), (label, pieces, explained) in zip(told(corpus, real), told(corpus, fake), strict=True):
        lent = [note is not None for note in explained.notes]
        assert lent == [mine != other for mine, other in zip(own, pieces, strict=True)]
        assert any(lent) == (label == FAKE)
        assert words(explained) == words(whole)
        first, last = whole.places[0], whole.places[-1]
        assert words(whole) == f"Turns {first.first + 1} to {last.first + 1} of the dialogue {first.document + 1}."
        seen.add(sum(lent))
    assert seen == ({0, 1} if replaced is Replaced.ONE else {0, 1, 2})


@pytest.mark.parametrize(
    ("by", "note"),
    [
        (MarkerClasses.MARKER, "“因此” was taken out here."),
        (MarkerClasses.RELATION, "“因此”, which tells “因果”, was taken out here."),
    ],
)
def test_the_marker_that_was_taken_out_is_named(by: MarkerClasses, note: str) -> None:
    text = ["天下雨。", "因此，路滑。", "但是人多。"]
    vocabulary = Vocabulary.make(
        "letters", VocabularyKind.CHARACTER, ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set("".join(text)))]
    )
    corpus = PreparedCorpus.from_texts([text], Analyser(vocabulary, UnitSettings()))
    found = told(corpus, DiscourseRelation(markers=("但是=转折", "因此=因果"), by=by))
    notes = {label: [None if one is None else str(one) for one in explained.notes] for label, _, explained in found}
    assert notes[1] == [None, note]
    assert "但是" in str(notes[0][1])


def test_places_are_said_counted_from_one() -> None:
    assert str(Place(1233, 0, 0, 9).text) == "document 1,234, sentence 1 of 9"
    assert str(Place(2, 3, 5, 9).text) == "document 3, sentences 4 to 6 of 9"
    note = Place(2, 3, 5, 9)
    assert Explanation((note,), order=(0,)).data() == {
        "pieces": [{"document": 2, "sentences": [3, 5], "of": 9}],
        "order": [0],
    }
