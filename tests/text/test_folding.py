"""Lower case without accents, and the way back to the text given."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.text.folding import fold_case
from workbench.text.library_tokenizer import bert_normalizer
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = Vocabulary.make("w", VocabularyKind.WORD, [*SPECIAL, "科学技术", "第一", "是", "cafe", "is", "##t", "科", "学"])


@pytest.mark.parametrize(
    ("text", "folded", "places"),
    [
        ("ABC中", "abc中", None),
        ("Café", "cafe", None),
        ("Cafe\u0301s", "cafes", [0, 1, 2, 3, 5]),
        ("İA", "ia", None),
        ("한a", "\u1112\u1161\u11aba", [0, 0, 0, 1]),
        ("科\u0301学", "科学", [0, 2]),
        ("ＢＥＲＴ", "ｂｅｒｔ", None),
        ("", "", None),
        ("\u0301", "", []),
    ],
)
def test_what_text_becomes_and_where_it_was(text: str, folded: str, places: list[int] | None) -> None:
    found = fold_case(text)
    assert found.text == folded
    assert places == (None if found.places is None else found.places.tolist())


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.one_of(st.sampled_from("中A é\u0301İ한ﬁǅΣ"), st.characters(codec="utf-8")), max_size=20))
def test_each_character_folds_as_it_does_in_the_library(text: str) -> None:
    """The library also cleans; only characters that it keeps and does not part from their neighbours are compared."""
    normalizer = bert_normalizer(lowercase=True)
    for character in text:
        if unicodedata.category(character)[0] in "LN" and not character.isspace():
            # Python's tables may be newer than the library's: a letter it does not know stays as it is there.
            known = normalizer.normalize_str(character).strip()
            assert known in (fold_case(character).text, character)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("科学技术第一是caféİ한\u0301\u0302 ，"), max_size=16))
def test_spans_of_a_word_vocabulary_stand_in_the_text_as_it_was_given(text: str) -> None:
    ids, spans = Tokenizer(WORDS).encode([text])[0]
    assert (spans[:, 0] < spans[:, 1]).all()
    assert (np.diff(spans[:, 0]) >= 0).all()
    assert spans.max(initial=0) <= len(text)
    for token, (start, end) in zip(ids.tolist(), spans.tolist(), strict=True):
        if token != WORDS.unk_id:
            assert WORDS.token(token).removeprefix("##") in fold_case(text[start:end]).text


def test_accents_between_the_characters_of_a_word_do_not_hide_it() -> None:
    ids, spans = Tokenizer(WORDS).encode(["科\u0301学技术CAFÉ第一"])[0]
    assert [WORDS.token(token) for token in ids.tolist()] == ["科学技术", "cafe", "第一"]
    assert spans.tolist() == [[0, 5], [5, 9], [9, 11]]
