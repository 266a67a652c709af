"""Inputs of labelled examples: special tokens of the family, and what is cut."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.labelled.encoding import Encoded, InputForm, encode, longest_first
from workbench.text.labelled.records import Example
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = "abcdefgh"


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer(Vocabulary.make("letters", VocabularyKind.CHARACTER, [*SPECIAL, *LETTERS]))


def words(encoded: Encoded, tokenizer: Tokenizer) -> list[str]:
    return [
        " ".join(tokenizer.vocabulary.token(int(token)) for token in encoded.ids[begin:end])
        for begin, end in zip(encoded.starts[:-1], encoded.starts[1:], strict=True)
    ]


def test_single_texts(tokenizer: Tokenizer) -> None:
    encoded = encode([Example("abc", 1), Example("h", 2)], tokenizer, InputForm(16))
    assert words(encoded, tokenizer) == ["[CLS] a b c [SEP]", "[CLS] h [SEP]"]
    assert encoded.sides.tolist() == [[1, 4, 0, 0], [1, 2, 0, 0]]
    assert (encoded.cut, encoded.cut_tokens) == (0, 0)


def test_pairs_have_segments_or_two_separators(tokenizer: Tokenizer) -> None:
    examples = [Example("ab", 1, "cde")]
    bert = encode(examples, tokenizer, InputForm(16))
    assert words(bert, tokenizer) == ["[CLS] a b [SEP] c d e [SEP]"]
    assert bert.segments.tolist() == [0, 0, 0, 0, 1, 1, 1, 1]
    assert bert.sides.tolist() == [[1, 3, 4, 7]]
    roberta = encode(examples, tokenizer, InputForm(16, segments=False))
    assert words(roberta, tokenizer) == ["[CLS] a b [SEP] [SEP] c d e [SEP]"]
    assert not roberta.segments.any()
    assert roberta.sides.tolist() == [[1, 3, 5, 8]]


def test_what_is_too_long_is_cut_and_counted(tokenizer: Tokenizer) -> None:
    encoded = encode([Example("abcdefgh", 1), Example("abc", 2)], tokenizer, InputForm(6))
    assert words(encoded, tokenizer) == ["[CLS] a b c d [SEP]", "[CLS] a b c [SEP]"]
    assert (encoded.cut, encoded.cut_tokens) == (1, 4)
    pair = encode([Example("abcdefgh", 1, "ab")], tokenizer, InputForm(8))
    assert words(pair, tokenizer) == ["[CLS] a b c [SEP] a b [SEP]"]


def naive(first: int, second: int, room: int) -> list[int]:
    while first + second > room:
        if first > second:
            first -= 1
        else:
            second -= 1
    return [first, second]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=5), st.integers(2, 50))
def test_the_longer_text_is_cut_first(lengths: list[tuple[int, int]], room: int) -> None:
    before, after = (np.array(side) for side in zip(*lengths, strict=True))
    assert longest_first(before, after, room).tolist() == [naive(a, b, room) for a, b in lengths]
