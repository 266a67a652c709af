"""Synonym tables in ids."""

from __future__ import annotations

import numpy as np

from workbench.text.lexicon import Lexicon, LexiconEntry, LexiconKind
from workbench.text.similar import SimilarWords
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = "快乐高兴开心大的很"
VOCABULARY = Vocabulary.make("c", VocabularyKind.CHARACTER, [*SPECIAL, *LETTERS])


def ids(text: str) -> list[int]:
    return [len(SPECIAL) + LETTERS.index(letter) for letter in text]


def table(**pairs: str) -> SimilarWords:
    entries = tuple(LexiconEntry(word, similar) for word, similar in pairs.items())
    return SimilarWords.make([Lexicon("s", LexiconKind.SYNONYM, entries)], Tokenizer(VOCABULARY))


def test_finds_whole_words_and_draws_evenly_among_their_likes() -> None:
    words = table(高兴="快乐 开心", 大="很", 快乐="高兴")
    text = np.array(ids("很高兴大的快乐"), np.int32)
    rows = words.find(text, np.array([0, 1, 3, 4, 5, 1]), np.array([1, 2, 1, 1, 2, 1]))
    assert (rows >= 0).tolist() == [False, True, True, False, True, False]
    row = np.repeat(rows[1], 1000)
    drawn = words.draw(row, np.linspace(0, 1, 1000, endpoint=False)).reshape(-1, 2)
    found, counts = np.unique(drawn, axis=0, return_counts=True)
    assert sorted(found.tolist()) == sorted([ids("快乐"), ids("开心")])
    assert counts.tolist() == [500, 500]
    both = words.draw(rows[[2, 4]], np.array([0.5, 0.5]))
    assert both.tolist() == [*ids("很"), *ids("高兴")]


def test_other_lengths_unknown_parts_and_the_word_itself_are_left_out() -> None:
    words = table(高兴="快 快乐 高兴 幸福 快乐", 幸="大")
    assert len(words) == 1
    assert words.left_out == 4
    assert words.draw(np.zeros(1, np.int64), np.array([0.9])).tolist() == ids("快乐")


def test_an_empty_table_and_no_words() -> None:
    words = table(高兴="快")
    assert len(words) == 0
    assert words.find(np.array(ids("高兴"), np.int32), np.array([0]), np.array([2])).tolist() == [-1]
    full = table(高兴="快乐")
    nothing = np.zeros(0, np.int64)
    assert full.find(np.array(ids("高兴"), np.int32), nothing, nothing).tolist() == []
    assert full.draw(nothing, np.zeros(0)).tolist() == []
