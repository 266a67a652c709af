"""Every question that the program knows can be shown with its answers in words, in both languages."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from workbench.core.paths import sample_data
from workbench.core.translation import messages
from workbench.gui.panels.masking_asked import Asked
from workbench.gui.panels.masking_example_cards import ExampleColumn
from workbench.gui.panels.masking_examples import SEARCHED, Examples, examples_of, text_between
from workbench.masking.basic import Basic
from workbench.masking.strategy import IGNORE
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.objective import PassageObjective
from workbench.objectives.registry import PASSAGE_OBJECTIVES, TOKEN_OBJECTIVES
from workbench.objectives.sentence_distance import SentenceDistance
from workbench.objectives.token_question import TokenQuestion
from workbench.text.analysis import Analyser
from workbench.text.answers import Answers
from workbench.text.prepared import PreparedCorpus
from workbench.text.sentences import split_sentences
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

LENGTH = 48
PASSAGES = [kind for kind, objective in PASSAGE_OBJECTIVES.items() if objective.head]
QUESTIONS = [kind for kind, objective in TOKEN_OBJECTIVES.items() if objective.classes]


@cache
def corpus() -> PreparedCorpus:
    """Chapters of a novel and articles of an encyclopedia, as if people had clicked some of them, for a vocabulary of
    letters that lower-cases."""
    novel = sample_data("en", "austen.txt").read_text(encoding="utf-8")[:40_000]
    articles = sample_data("zh", "encyclopedia.txt").read_text(encoding="utf-8")[:20_000]
    blocks = [block.replace("\n", " ") for block in novel.split("\n\n")] + articles.split("\n\n")
    sentences = [split_sentences(block) for block in blocks if block.strip()]
    documents = [[*first, *second] for first, second in zip(sentences[::2], sentences[1::2], strict=False)]
    letters = sorted({letter.lower() for document in documents for letter in "".join(document) if letter.strip()})
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    vocabulary = Vocabulary.make("letters", VocabularyKind.CHARACTER, [*special, *letters])
    found = PreparedCorpus.from_texts(documents, Analyser(vocabulary, UnitSettings()))
    answers = Answers(("clicked", "shown", "unrelated"), (np.arange(len(documents)) % 3).astype(np.uint8))
    return replace(found, answers=answers)


def examples(passage: PassageObjective, *questions: TokenQuestion) -> Examples:
    maker = ExampleMaker(corpus(), PreviewStage(Basic(), passage, tokens=questions), LENGTH, 1)
    return examples_of(maker, corpus())


def with_lists(kind: str) -> PassageObjective:
    """The objective with settings under which the corpus serves it."""
    return PASSAGE_OBJECTIVES[kind](
        **({"markers": ("but", "and", "she", "it")} if kind == "discourse-relation" else {})
    )


@pytest.mark.parametrize("kind", PASSAGES)
def test_every_question_about_passages_is_shown_with_each_of_its_answers(kind: str, qtbot: QtBot) -> None:
    objective = with_lists(kind)
    found = examples(objective)
    assert not found.refused
    asked = Asked(0, objective.head, objective.title, objective.answers)
    assert len(found.rows(asked, -1)) == len(found.plan)
    column = ExampleColumn()
    qtbot.addWidget(column)
    for answer in np.unique(found.plan.label).tolist():
        rows = found.rows(asked, answer)
        shown = found.show(asked, rows[:2].tolist())
        column.show_examples(asked, shown)
        qtbot.waitUntil(lambda: not column.is_filling)
        for example, card in zip(shown, column.cards, strict=True):
            assert example.label == answer
            assert card.answer.text() == f"{objective.answers[answer]} (class {answer})"
            assert all(piece.text for piece in example.pieces)
            assert len({piece.letter for piece in example.pieces}) <= objective.segments
            first = card.parts[0]
            assert [label.text() for label in first.texts] == [piece.text for piece in example.pieces]


@pytest.mark.parametrize("kind", QUESTIONS)
def test_every_question_about_tokens_is_shown_with_each_of_its_answers(kind: str, qtbot: QtBot) -> None:
    question = TOKEN_OBJECTIVES[kind]()
    assert isinstance(question, TokenQuestion)
    found = examples(PASSAGE_OBJECTIVES["full-sentences"](), question)
    assert not found.refused
    asked = Asked(0, question.loss, question.title, question.answers, of_tokens=True)
    column = ExampleColumn()
    qtbot.addWidget(column)
    for answer in range(question.classes):
        rows = found.rows(asked, answer)
        assert 0 < len(rows) <= SEARCHED
        (shown,) = found.show(asked, rows[:1].tolist())
        labels = found.maker.token_labels(found.maker.make(found.plan, rows[:1], 0))[question.loss].tolist()
        assert [cell.answer for cell in shown.cells] == labels
        assert answer in labels
        assert all(cell.special == (label == IGNORE) for cell, label in zip(shown.cells, labels, strict=True))
        column.show_examples(asked, [shown])
        assert f"{answer} = {question.answers[answer]}: {labels.count(answer)}" in column.cards[0].answer.text()


def test_every_answer_has_its_chinese() -> None:
    known = messages("zh_CN")
    passages = [objective() for _, objective in PASSAGE_OBJECTIVES.items() if not objective.uneven]
    tokens = [objective() for _, objective in TOKEN_OBJECTIVES.items()]
    answers = {answer for objective in (*passages, *tokens) for answer in objective.answers}
    assert len(answers) > 10
    wrong = [answer for answer in answers if not known.get(answer) and not answer.replace(" ", "").isdigit()]
    assert not wrong
    assert all(known.get(objective.title) for objective in (*passages, *tokens))


def test_the_text_of_a_part_is_that_of_its_tokens() -> None:
    prepared = corpus()
    start = int(prepared.sentence_starts[3])
    whole = text_between(prepared, start, int(prepared.sentence_starts[5]))
    assert whole == f"{prepared.text_of(3)} {prepared.text_of(4)}"
    inside = text_between(prepared, start + 2, start + 7)
    assert inside in prepared.text_of(3)
    assert len(inside.replace(" ", "")) == 5
    assert text_between(prepared, start, start) == ""


def test_what_a_corpus_does_not_serve_is_said_and_has_no_examples() -> None:
    lone = PreparedCorpus.from_texts([["天地玄黄"]], Analyser(corpus().vocabulary, UnitSettings()))
    maker = ExampleMaker(lone, PreviewStage(Basic(), SentenceDistance()), LENGTH, 1)
    found = examples_of(maker, lone)
    assert "Sentence distance can't be asked" in str(found.refused[""])
    asked = Asked(0, "sentence_distance", SentenceDistance.title, SentenceDistance().answers)
    assert not len(found.rows(asked, -1))
