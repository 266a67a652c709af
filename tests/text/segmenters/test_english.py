"""Chunks and names in English."""

from __future__ import annotations

from workbench.text.segmenters import english
from workbench.text.segmenters.words import cut_words, make_cutter
from workbench.text.units import Segmenter

CUTTER = make_cutter(Segmenter.AUTO, hmm=False)


def chunks(*texts: str) -> list[str]:
    words = cut_words(texts, CUTTER)
    return [words.text[start:end] for start, end in zip(*map(list, english.chunks(words)), strict=True)]


def names(*texts: str) -> list[str]:
    words = cut_words(texts, CUTTER)
    return [words.text[start:end] for start, end in zip(*map(list, english.names(words)), strict=True)]


def test_chunks_lie_between_function_words_and_punctuation() -> None:
    text = "It is a truth universally acknowledged, that a single man in possession of a good fortune must want a wife."
    assert chunks(text) == ["truth universally acknowledged", "single man", "good fortune"]


def test_chunks_have_two_to_five_words_of_one_sentence() -> None:
    assert chunks("fortune", "large house", "one two three four five six seven", "a b-c") == ["large house"]
    assert chunks("small\tgrey   stone") == ["small\tgrey   stone"]


def test_chinese_makes_no_chunks() -> None:
    assert chunks("他穿T恤 买东西", "我们 中国") == []


def test_names_are_capitals_that_do_not_begin_a_sentence() -> None:
    assert names("The old Mr. Bennet of Longbourn House met Jane.") == ["Mr", "Bennet", "Longbourn House", "Jane"]
    assert names("Jane Bennet smiled.", "“I'm Jane,” said I.") == ["Bennet", "Jane"]
