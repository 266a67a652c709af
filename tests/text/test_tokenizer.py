"""Tokens and their places in the text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.paths import Project
from workbench.text.library_tokenizer import make_tokenizer
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PIECES = [
    "我",
    "们",
    "play",
    "##ing",
    "cafe",
    "e",
    "x",
    "[",
    "]",
    "mask",
    "sep",
    "😂",
    "，",
    "ab",
    "1",
    "##2",
    "中",
    "国",
]
BYTES = [chr(code) for code in (*range(33, 127), *range(161, 173), *range(174, 324))]

WORDPIECE = Tokenizer(Vocabulary.make("w", VocabularyKind.WORDPIECE, [*SPECIAL, *PIECES]))
CASED = Tokenizer(Vocabulary.make("c", VocabularyKind.WORDPIECE, [*SPECIAL, *PIECES, "Play"], lowercase=False))
CHARACTER = Tokenizer(Vocabulary.make("k", VocabularyKind.CHARACTER, [*SPECIAL, *"我们playing中国[]😂e"]))
WORD = Tokenizer(Vocabulary.make("j", VocabularyKind.WORD, [*SPECIAL, *PIECES, "我们", "中国", "playing"]))
BPE = Tokenizer(
    Vocabulary.make(
        "b",
        VocabularyKind.BYTE_BPE,
        ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *BYTES, "Ġp", "Ġpl", "æĪ"],
        lowercase=False,
        merges=[("Ġ", "p"), ("Ġp", "l"), ("æ", "Ī")],
    )
)
ALL = [WORDPIECE, CASED, CHARACTER, WORD, BPE]


def cut(tokenizer: Tokenizer, text: str) -> list[tuple[str, str]]:
    """Tokens with the text that they stand for."""
    ids, spans = tokenizer.encode([text])[0]
    return [
        (tokenizer.vocabulary.token(token), text[start:end])
        for token, (start, end) in zip(ids.tolist(), spans.tolist(), strict=True)
    ]


def test_places_are_exact_after_normalisation() -> None:
    assert cut(WORDPIECE, "我们Playing") == [("我", "我"), ("们", "们"), ("play", "Play"), ("##ing", "ing")]
    assert cut(WORDPIECE, "Café 😂 x") == [("cafe", "Café"), ("😂", "😂"), ("x", "x")]
    assert cut(WORDPIECE, "a\u200bb\ufeff，\U00020000") == [("ab", "a\u200bb"), ("，", "，"), ("[UNK]", "\U00020000")]
    decomposed = "xe\u0301"
    assert [piece for piece, _ in cut(WORDPIECE, "e\u0301")] == [piece for piece, _ in cut(WORDPIECE, "é")] == ["e"]
    assert WORDPIECE.encode([decomposed])[0][1][-1][1] <= len(decomposed)


def test_case_is_the_vocabulary_s() -> None:
    assert cut(CASED, "Playing play") == [("Play", "Play"), ("##ing", "ing"), ("play", "play")]


@pytest.mark.parametrize("tokenizer", ALL, ids=lambda tokenizer: tokenizer.vocabulary.kind.value)
def test_special_tokens_typed_in_the_text_stay_text(tokenizer: Tokenizer) -> None:
    vocabulary = tokenizer.vocabulary
    text = "请预测[MASK]和[SEP][CLS][PAD] <mask></s><s><pad>"
    ids = {int(token) for token in tokenizer.encode([text])[0][0]}
    assert not ids & {vocabulary.mask_id, vocabulary.sep_id, vocabulary.cls_id, vocabulary.pad_id}


def test_characters_are_known_or_unknown_one_by_one() -> None:
    assert cut(CHARACTER, "我爱 中国") == [("我", "我"), ("[UNK]", "爱"), ("中", "中"), ("国", "国")]


def test_a_word_of_the_vocabulary_is_one_token_and_another_goes_to_pieces() -> None:
    assert cut(WORD, "我们Playing中国，我们12") == [
        ("我们", "我们"), ("playing", "Playing"), ("中国", "中国"), ("，", "，"), ("我们", "我们"),
        ("1", "1"), ("##2", "2"),
    ]  # fmt: skip


def test_byte_pieces_of_one_character_share_its_place_and_spaces_are_outside() -> None:
    assert cut(BPE, "a play") == [("a", "a"), ("Ġpl", "pl"), ("a", "a"), ("y", "y")]
    assert cut(BPE, "我") == [("æĪ", "我"), ("ĳ", "我")]
    assert cut(BPE, "a  b") == [("a", "a"), ("Ġ", " "), ("Ġ", " "), ("b", "b")]


def test_a_long_run_of_letters_is_one_unknown_token() -> None:
    assert cut(WORDPIECE, "x" * 20000) == [("[UNK]", "x" * 20000)]


def test_no_texts_and_empty_texts() -> None:
    for tokenizer in ALL:
        assert tokenizer.encode([]) == []
        ids, spans = tokenizer.encode(["", " ", "我"])[1]
        assert len(ids) == len(spans)
        assert tokenizer.encode([""])[0][1].shape == (0, 2)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.text(
            alphabet=st.one_of(st.sampled_from("我们中国ab 1é，😂\u0301\u200b[MASK]"), st.characters()), max_size=30
        ),
        max_size=4,
    )
)
def test_spans_lie_in_order_inside_their_text(texts: list[str]) -> None:
    texts = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
    for tokenizer in ALL:
        for text, (ids, spans) in zip(texts, tokenizer.encode(texts), strict=True):
            assert spans.shape == (len(ids), 2)
            assert (spans[:, 0] <= spans[:, 1]).all()
            assert (np.diff(spans[:, 0]) >= 0).all()
            assert (np.diff(spans[:, 1]) >= 0).all()
            assert spans.size == 0 or (spans.min() >= 0 and spans.max() <= len(text))


@settings(max_examples=300, deadline=None)
@given(
    st.text(
        st.one_of(
            st.sampled_from("我们中国豈\u4dc0ab Pé，😂\u0301\u200b\u3000\n\t1[MASK]"), st.characters(codec="utf-8")
        ),
        max_size=40,
    )
)
def test_the_short_cut_for_chinese_changes_nothing(text: str) -> None:
    for tokenizer in (WORDPIECE, CASED, CHARACTER):
        expected = make_tokenizer(tokenizer.vocabulary).encode(text, add_special_tokens=False)
        ids, spans = tokenizer.encode(["们", text, "a"])[1]
        assert ids.tolist() == expected.ids
        assert [tuple(span) for span in spans.tolist()] == expected.offsets


def test_wobert_numbers(shared_data: Path) -> None:
    """ERNIE sheet, section 4."""
    folder = shared_data / "5_vocabs" / "wobert"
    tokenizer = Tokenizer(find_vocabulary(Project(folder), folder))
    first, second, third = tokenizer.encode(["科学技术是第一生产力", "今天天气很好，我们去公园玩。", "粤港澳大湾区"])
    assert first[0].tolist() == [15970, 3120, 13774, 16287]
    assert second[0].tolist() == [690, 1820, 1820, 3597, 2422, 1861, 7923, 13588, 1242, 14772, 4280, 410]
    assert third[1].tolist() == [[0, 1], [1, 2], [2, 3], [3, 5], [5, 6]]


def test_roberta_numbers(shared_data: Path) -> None:
    """BERT sheet, section 2.4."""
    folder = shared_data / "5_vocabs" / "roberta-bpe"
    tokenizer = Tokenizer(find_vocabulary(Project(folder), folder))
    assert [ids.tolist() for ids, _ in tokenizer.encode(["Hello world", "world", " world"])] == [
        [31414, 232], [8331], [232],
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        "char_zero_width",
        "char_emoji_astral",
        "char_combining_nfd",
        "char_fullwidth",
        "char_private_and_unassigned",
        "char_rtl_and_other_scripts",
        "long_unbroken_latin",
        "content_special_tokens",
    ],
)
def test_odd_texts(shared_data: Path, name: str) -> None:
    lines = (shared_data / "nasty" / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    folder = shared_data / "5_vocabs" / "bert-base-chinese"
    tokenizer = Tokenizer(find_vocabulary(Project(folder), folder))
    special = set(tokenizer.vocabulary.special.values()) - {tokenizer.vocabulary.unk_id}
    for line, (ids, spans) in zip(lines, tokenizer.encode(lines), strict=True):
        assert not special & set(ids.tolist())
        for token, (start, end) in zip(ids.tolist(), spans.tolist(), strict=True):
            piece = tokenizer.vocabulary.token(token).removeprefix("##")
            if token != tokenizer.vocabulary.unk_id and piece.isascii() and line[start:end].isascii():
                assert line[start:end].lower() == piece
    if name == "char_combining_nfd":
        assert tokenizer.encode(["é"])[0][0].tolist() == tokenizer.encode(["e\u0301"])[0][0].tolist()
