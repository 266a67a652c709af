"""Labels of tokens against what plain loops over the text make of the same definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from workbench.core.errors import WorkbenchError
from workbench.masking.basic import Basic
from workbench.masking.strategy import IGNORE, MaskedBatch
from workbench.objectives.capitalization import CAPITAL, SMALL, Capitalization
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.objectives.mlm import MaskedLanguageModel
from workbench.objectives.next_sentence import NextSentence
from workbench.objectives.objective import PassageObjective
from workbench.objectives.sentences import DocSentences, FullSentences
from workbench.objectives.token_document import ELSEWHERE, ONLY_HERE, TokenDocument
from workbench.objectives.token_question import TokenQuestion
from workbench.text.analysis import Analyser
from workbench.text.document import UnitKind
from workbench.text.prepared import PreparedCorpus
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

LENGTH = 48


def masked_passages(corpus: PreparedCorpus, passage: PassageObjective | None = None, length: int = LENGTH) -> Any:
    """All passages of an epoch, shuffled, masked."""
    maker = ExampleMaker(corpus, PreviewStage(Basic(rate=0.3), passage or FullSentences()), length, 1)
    plan = maker.plan(0)
    return maker.make(plan, range(len(plan)), 0)


def asked(masked: MaskedBatch, corpus: PreparedCorpus, question: TokenQuestion) -> set[int]:
    """The places of known tokens of the text, without chosen ones unless these are asked about too."""
    unknown = corpus.vocabulary.unk_id
    text = zip(masked.passages.token.tolist(), masked.passages.ids.tolist(), strict=True)
    known = {place for place, (token, number) in enumerate(text) if token >= 0 and number != unknown}
    return known if question.chosen_too else known - set(masked.picks.position.tolist())


def has_case(letter: str) -> bool:
    return letter.lower() != letter or letter.upper() != letter


def capital_of(corpus: PreparedCorpus, token: int, question: Capitalization) -> int:
    """The answer for a token of the corpus."""
    sentence = corpus.sentence_of(token)
    text, words = corpus.text_of(sentence), corpus.layers[UnitKind.WORD]
    (word,) = np.flatnonzero((words.start <= token) & (token < words.end))
    begin, end = corpus.spans[words.start[word], 0], corpus.spans[words.end[word] - 1, 1]
    letters = [letter for letter in text[begin:end] if has_case(letter)]
    first, last = corpus.spans[token]
    if not letters or not any(map(has_case, text[first:last])):
        return IGNORE
    if not question.first_words and not any(map(has_case, text[:begin])):
        return IGNORE
    if not question.all_capitals and len(letters) > 1 and all(letter.lower() != letter for letter in letters):
        return IGNORE
    return CAPITAL if letters[0].lower() != letters[0] else SMALL


@pytest.mark.parametrize(
    "question",
    [
        Capitalization(),
        Capitalization(first_words=True, all_capitals=False),
        Capitalization(chosen_too=True, all_capitals=False),
    ],
)
def test_capitals_are_those_of_the_source_text(cased: PreparedCorpus, question: Capitalization) -> None:
    whole = replace(cased, evaluation=np.arange(cased.num_documents) < cased.num_documents - 4)
    masked = masked_passages(whole, length=32)
    token, places = masked.passages.token.tolist(), asked(masked, whole, question)
    expected = [capital_of(whole, token[place], question) if place in places else IGNORE for place in range(len(token))]
    found = question.labels(masked, whole)
    assert found.tolist() == expected
    assert set(found.tolist()) == {SMALL, CAPITAL, IGNORE}


def test_pieces_have_the_label_of_their_word_and_marks_have_none(cased: PreparedCorpus) -> None:
    (document,) = [number for number in range(cased.num_documents) if "NASA" in cased.text_of(first_of(cased, number))]
    alone = replace(cased, evaluation=np.arange(cased.num_documents) != document)
    masked = masked_passages(alone, length=128)
    labels = dict.fromkeys(range(len(cased.ids)), IGNORE)
    answers = Capitalization(first_words=True, chosen_too=True).labels(masked, alone)
    labels |= dict(zip(masked.passages.token.tolist(), answers.tolist(), strict=True))
    told: dict[str, list[int]] = {}
    begin, end = cased.sentence_starts[cased.document_starts[document : document + 2]]
    words = cased.layers[UnitKind.WORD]
    for first, last in zip(words.start, words.end, strict=True):
        if begin <= first < end:
            text = cased.text_of(cased.sentence_of(int(first)))[cased.spans[first, 0] : cased.spans[last - 1, 1]]
            told[text] = [labels[token] for token in range(first, last)]
    assert told["NASA"] == [CAPITAL] * 4
    assert told["and"] == [SMALL]
    assert told["3D"] == [IGNORE, CAPITAL], "the first letter of the word"
    assert told["iPhones"] == [SMALL] * 7
    assert told["Élan"] == [CAPITAL] * 4
    assert told[","] == told["“"] == [IGNORE]


def first_of(corpus: PreparedCorpus, document: int) -> int:
    return int(corpus.document_starts[document])


@pytest.mark.parametrize("passage", [FullSentences(), DocSentences(), NextSentence()])
@pytest.mark.parametrize("question", [TokenDocument(), TokenDocument(punctuation=True, most_frequent=3)])
def test_tokens_are_looked_up_in_the_rest_of_their_document(
    cased: PreparedCorpus, passage: PassageObjective, question: TokenDocument
) -> None:
    cased = replace(cased, evaluation=np.arange(cased.num_documents) < cased.num_documents - 4)
    masked = masked_passages(cased, passage)
    borders = cased.sentence_starts[cased.document_starts]
    marks, frequent = masked.passages.is_mark, set(np.argsort(-cased.unigram_counts)[: question.most_frequent].tolist())
    found = question.labels(masked, cased)
    places = asked(masked, cased, question)
    for row in range(len(masked.passages)):
        begin, end = masked.passages.starts[row : row + 2].tolist()
        tokens = {token for token in masked.passages.token[begin:end].tolist() if token >= 0}
        rests: dict[int, Counter[int]] = {}
        for place in range(begin, end):
            token, number = int(masked.passages.token[place]), int(masked.passages.ids[place])
            if place not in places or number in frequent:
                assert found[place] == IGNORE
                continue
            document = int(np.searchsorted(borders, token, side="right")) - 1
            if document not in rests:
                own = range(int(borders[document]), int(borders[document + 1]))
                rests[document] = Counter(int(cased.ids[other]) for other in own if other not in tokens)
            rest = rests[document]
            if not rest or (marks[number] and not question.punctuation):
                assert found[place] == IGNORE
            else:
                assert found[place] == (ELSEWHERE if rest[number] else ONLY_HERE)
    assert set(found.tolist()) == {ONLY_HERE, ELSEWHERE, IGNORE}


def test_a_token_that_a_passage_has_twice_counts_once(cased: PreparedCorpus) -> None:
    """As where both segments of a pair come from one place."""
    first, end = 0, 30
    once = cased.document_counts.elsewhere(np.arange(first, end), np.zeros(30, np.int64))
    token = np.concatenate([np.arange(first, end), np.arange(10, 20)])
    twice = cased.document_counts.elsewhere(token, np.zeros(40, np.int64))
    assert twice.same[:30].tolist() == once.same.tolist()
    assert twice.others[:30].tolist() == once.others.tolist()


@pytest.mark.parametrize("kind", [Capitalization, TokenDocument])
def test_chosen_tokens_are_not_asked_about_and_labels_are_of_the_text_before(
    cased: PreparedCorpus, kind: Callable[..., TokenQuestion]
) -> None:
    masked = masked_passages(cased)
    places = masked.picks.position
    assert (masked.input_ids[places] != masked.passages.ids[places]).any()
    labels = kind().labels(masked, cased)
    assert (labels[places] == IGNORE).all()
    everywhere = kind(chosen_too=True).labels(masked, cased)
    kept = np.ones(len(labels), np.bool_)
    kept[places] = False
    assert everywhere[kept].tolist() == labels[kept].tolist()
    assert set(everywhere[places].tolist()) == {0, 1, IGNORE}
    unmasked = replace(masked, input_ids=masked.passages.ids)
    assert kind(chosen_too=True).labels(unmasked, cased).tolist() == everywhere.tolist()
    assert (everywhere[masked.passages.token < 0] == IGNORE).all()


def test_only_questions_with_weight_are_asked(cased: PreparedCorpus) -> None:
    asks = (MaskedLanguageModel(), Capitalization(), TokenDocument(weight=0.0))
    maker = ExampleMaker(cased, PreviewStage(Basic(), tokens=asks), LENGTH, 1)
    masked = maker.make(maker.plan(0), range(3), 0)
    assert maker.token_labels(masked).keys() == {"capitalization"}


def refused(corpus: PreparedCorpus, question: TokenQuestion, length: int = LENGTH) -> str:
    maker = ExampleMaker(corpus, PreviewStage(Basic(), DocSentences(), tokens=(question,)), length, 1)
    with pytest.raises(WorkbenchError) as caught:
        maker.plan(0)
    return str(caught.value)


def of_texts(vocabulary: Vocabulary, *documents: list[str]) -> PreparedCorpus:
    return PreparedCorpus.from_texts(documents, Analyser(vocabulary, UnitSettings()))


def test_what_can_not_be_asked_says_why(cased: PreparedCorpus) -> None:
    vocabulary = cased.vocabulary
    kept = Vocabulary.make("cased", VocabularyKind.WORDPIECE, vocabulary.tokens, lowercase=False)
    assert "“cased” keeps capitals" in refused(of_texts(kept, ["Emma and Harriet went."]), Capitalization())
    bytes_alone = replace(vocabulary, kind=VocabularyKind.BYTE_BPE)
    assert "keeps capitals" in refused(replace(cased, vocabulary=bytes_alone), Capitalization())
    assert "0 tokens of the text belong to words with a capital" in refused(
        of_texts(vocabulary, ["emma and the rest went."]), Capitalization()
    )
    chinese = refused(of_texts(vocabulary, ["她来了。他也来了。"] * 3), Capitalization())
    assert "in 1 passage looked at" in chinese
    assert "Choose a corpus of cased text" in chinese
    assert "every document is in one passage" in refused(
        of_texts(vocabulary, ["the and the"], ["emma was not"]), TokenDocument()
    )
    passages = ExampleMaker(cased, PreviewStage(Basic(), tokens=(Capitalization(), TokenDocument())), LENGTH, 1)
    assert len(passages.plan(0))


def test_documents_that_a_block_only_cuts_are_asked_about(cased: PreparedCorpus) -> None:
    """Blocks go on across documents, so that even short ones may be in two of them."""
    short = of_texts(cased.vocabulary, *[["the and the and", "emma was not very"]] * 9)
    maker = ExampleMaker(short, PreviewStage(Basic(), FullSentences(), tokens=(TokenDocument(),)), 16, 1)
    plan = maker.plan(0)
    labels = TokenDocument().labels(maker.make(plan, range(len(plan)), 0), short)
    assert (labels != IGNORE).any()


def test_most_frequent_tokens_that_are_as_frequent_as_the_last_are_all_left_out(cased: PreparedCorpus) -> None:
    corpus = of_texts(cased.vocabulary, ["the the the and and emma", "she she not the and emma emma the"])
    maker = ExampleMaker(corpus, PreviewStage(Basic(), DocSentences()), 8, 1)
    plan = maker.plan(0)
    masked = maker.make(plan, range(len(plan)), 0)
    tokens = np.array(corpus.vocabulary.tokens)[masked.passages.ids]

    def asked_about(most: int) -> set[str]:
        labels = TokenDocument(chosen_too=True, most_frequent=most).labels(masked, corpus)
        return set(tokens[labels != IGNORE].tolist())

    assert asked_about(0) == {"the", "and", "emma", "she", "not"}
    assert asked_about(1) == {"and", "emma", "she", "not"}
    assert asked_about(2) == asked_about(3) == {"she", "not"}
    assert asked_about(10**6) == set()
