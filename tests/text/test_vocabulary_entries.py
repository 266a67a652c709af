"""Entries that no text becomes, each with its reason; proved by trying to write a text that does."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.paths import Project
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary
from workbench.text.vocabulary_entries import Unreachable, inspect_entries

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


def reasons(kind: VocabularyKind, *tokens: str, lowercase: bool = True) -> dict[str, str]:
    vocabulary = Vocabulary.make("v", kind, [*SPECIAL, *tokens], lowercase=lowercase)
    return {entry.token: entry.reason.value for entry in inspect_entries(vocabulary).unreachable}


def test_wordpiece_entries_and_their_reasons() -> None:
    good = ["的", "play", "##ing", "!", "ｂ", "##ｅ", "#", "½", "[unused1]", "[SOS]", "\u1112", "😀", "##😀"]
    bad = {
        "Play": "capitals", "##Ing": "capitals", "café": "accents", "##é": "accents", "中国": "chinese",
        "##国": "chinese", "c++": "punctuation", "##!": "punctuation", "##": "punctuation", "two words": "spaces",
        "\u2028": "spaces",
        "\ufffd": "cleaned", "x" * 101: "limit", "한": "accents",
    }  # fmt: skip
    assert reasons(VocabularyKind.WORDPIECE, *good, *bad) == bad
    cased = {token: reason for token, reason in bad.items() if reason not in ("capitals", "accents")}
    assert reasons(VocabularyKind.WORDPIECE, *good, *bad, lowercase=False) == cased


def test_blank_and_duplicate_entries_are_told_by_the_id_that_is_out_of_use() -> None:
    vocabulary = Vocabulary.make("v", VocabularyKind.WORDPIECE, [*SPECIAL, "的", "", "的"])
    found = [(entry.id, entry.reason) for entry in inspect_entries(vocabulary).unreachable]
    assert found == [(5, Unreachable.DUPLICATE), (6, Unreachable.BLANK)]


def test_character_word_and_byte_vocabularies_have_reasons_of_their_own() -> None:
    assert reasons(VocabularyKind.CHARACTER, "的", "a", "ab", "##b", "É") == {
        "ab": "length", "##b": "length", "É": "capitals",
    }  # fmt: skip
    assert reasons(VocabularyKind.WORD, "的", "科学技术", "新冠肺炎", "##国", "play", "##ing", "10%") == {
        "新冠肺炎": "segmenter", "##国": "chinese", "10%": "segmenter",
    }  # fmt: skip
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "a", "b", "ab", "abb"]
    vocabulary = Vocabulary.make("b", VocabularyKind.BYTE_BPE, names, merges=[("a", "b")])
    assert [entry.token for entry in inspect_entries(vocabulary).unreachable] == ["abb"]


def test_unused_places_are_counted_apart() -> None:
    vocabulary = Vocabulary.make("v", VocabularyKind.WORDPIECE, ["[unused0]", *SPECIAL, "[unused12]", "的"])
    report = inspect_entries(vocabulary)
    assert (report.unused, report.size, report.unreachable) == (2, 8, ())
    assert vocabulary.unused_ids.tolist() == [0, 6]


def test_the_real_chinese_vocabulary(shared_data: Path, project: Project) -> None:
    vocabulary = find_vocabulary(project, shared_data / "5_vocabs" / "bert-base-chinese" / "vocab.txt")
    report = inspect_entries(vocabulary)
    counts = {reason.value: count for reason, count in report.counts().items()}
    inner = [token for token in vocabulary.tokens if token.startswith("##")]
    assert (vocabulary.size, len(inner)) == (21_128, 9_614), "sheet section 4"
    assert counts == {"spaces": 2, "chinese": 7_322, "punctuation": 120}, "7,322 of the sheet: ## and one character"
    assert report.unused == 99
    lost = {entry.id for entry in report.unreachable}
    alone = [place for place in vocabulary.ordinary_ids.tolist() if not vocabulary.token(place).startswith("##")]
    tokenizer = Tokenizer(vocabulary)
    for place, (ids, _) in zip(alone, tokenizer.encode([vocabulary.token(place) for place in alone]), strict=True):
        assert (ids.tolist() == [place]) is (place not in lost), vocabulary.token(place)


@pytest.mark.parametrize(("name", "reason"), [("ernie-3.0-zh", "accents"), ("bert-base-cased", "chinese")])
def test_published_vocabularies_hold_such_entries(shared_data: Path, project: Project, name: str, reason: str) -> None:
    vocabulary = find_vocabulary(project, shared_data / "5_vocabs" / name / "vocab.txt")
    assert inspect_entries(vocabulary).counts()[Unreachable(reason)] > 100
