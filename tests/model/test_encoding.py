"""What a typed sentence becomes."""

from __future__ import annotations

import pytest

from workbench.core.errors import WorkbenchError
from workbench.model.encoding import encode_text
from workbench.spec.encoder import EncoderSpec
from workbench.text.vocabulary import Vocabulary, VocabularyKind

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
BERT = EncoderSpec(positions=16)
ROBERTA = EncoderSpec(positions=18, position_offset=2, segments=1, pooler=False)


@pytest.fixture
def signs() -> Vocabulary:
    """Characters."""
    return Vocabulary.make("signs", VocabularyKind.CHARACTER, [*SPECIAL, *"猫在桌子上。狗"])


def test_pairs_of_both_families(signs: Vocabulary) -> None:
    bert = encode_text("猫在", "桌子。", signs, BERT)
    assert [signs.token(i) for i in bert.ids] == ["[CLS]", "猫", "在", "[SEP]", "桌", "子", "。", "[SEP]"]
    assert bert.segments == [0, 0, 0, 0, 1, 1, 1, 1]
    roberta = encode_text("猫在", "桌子。", signs, ROBERTA)
    assert [signs.token(i) for i in roberta.ids][3:5] == ["[SEP]", "[SEP]"]
    assert set(roberta.segments) == {0}


def test_a_typed_mask_is_a_mask_only_where_it_is_meant(signs: Vocabulary) -> None:
    meant = encode_text("[MASK]在[MASK][MASK]上", None, signs, BERT)
    assert meant.masks == [1, 3, 4]
    assert len(meant.ids) == 7
    plain = encode_text("[MASK]在", None, signs, BERT, masks=False)
    assert plain.masks == []


def test_a_mask_takes_the_space_before_it_in_byte_level_vocabularies() -> None:
    tokens = ["<s>", "<pad>", "</s>", "<unk>", *"ab", "Ġ", "Ġa", "<mask>"]
    vocabulary = Vocabulary.make("bytes", VocabularyKind.BYTE_BPE, tokens, merges=[("Ġ", "a")])
    for text in ("a <mask> a", "a [MASK] a"):
        found = encode_text(text, None, vocabulary, ROBERTA)
        assert [vocabulary.token(i) for i in found.ids] == ["<s>", "a", "<mask>", "Ġa", "</s>"]


def test_a_text_that_is_too_long_is_refused(signs: Vocabulary) -> None:
    assert len(encode_text("猫" * 14, None, signs, ROBERTA).ids) == 16
    with pytest.raises(WorkbenchError, match="17 tokens; this model takes 16"):
        encode_text("猫" * 15, None, signs, ROBERTA)


def test_an_empty_text_has_its_special_tokens(signs: Vocabulary) -> None:
    assert encode_text("", "", signs, BERT).ids == [signs.cls_id, signs.sep_id]


def test_hidden_spans_are_masked_and_remembered(signs: Vocabulary) -> None:
    text = "猫[MASK]桌子上。"
    found = encode_text(text, "狗。", signs, BERT, hidden=[(7, 9)])
    whole = encode_text("猫桌子上。", None, signs, BERT).ids
    mask = signs.mask_id
    assert found.ids[:7] == [*whole[:2], mask, mask, mask, *whole[4:6]]
    assert found.masks == [2, 3, 4]
    assert found.answers == {3: whole[2], 4: whole[3]}
    assert encode_text(text, None, signs, BERT).answers == {}
