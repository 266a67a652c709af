"""Word vocabularies: WoBERT's numbers (ERNIE sheet 4)."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.text.segmenters.dictionary import dictionary_words
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary, list_vocabularies, load_vocabulary
from workbench.text.vocabulary_words import build_word_vocabulary, is_redundant, ordinary_tokens

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
BASE = Vocabulary.make("base", VocabularyKind.WORDPIECE, ["的", *SPECIAL, "[unused1]", "科", "学", "##学", "ab", ""])


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory: pytest.TempPathFactory, shared_data: Path) -> Vocabulary:
    """WoBERT's vocabulary made anew from Google's."""
    project = Project(tmp_path_factory.mktemp("words")).create()
    google = load_vocabulary(project, shared_data / "5_vocabs" / "bert-base-chinese" / "vocab.txt", "zh")
    return build_word_vocabulary(project, google, 20_000, "words")


@pytest.fixture
def published(shared_data: Path, project: Project) -> Vocabulary:
    """WoBERT's own."""
    return find_vocabulary(project, shared_data / "5_vocabs" / "wobert" / "vocab.txt")


def test_redundant_tokens() -> None:
    assert [token for token in ("##学", "中国", "...", "##!", "[unused1]", "a.", "##") if not is_redundant(token)] == []
    assert [token for token in ("学", "!", "#", "ab", "##b", "##2", "½", "\u2028") if is_redundant(token)] == []


def test_the_rebuilt_vocabulary_has_the_numbers_of_the_sheet(rebuilt: Vocabulary, published: Vocabulary) -> None:
    assert rebuilt.size == 33_585, "the published one has ##§ too, which is punctuation in newer Unicode tables"
    assert published.size == 33_586
    kept, words = rebuilt.tokens[:13_585], rebuilt.tokens[13_585:]
    assert list(kept[:5]) == SPECIAL
    old = published.tokens[:13_586]
    assert set(old) - set(kept) == {"", "##", "##§"}, "U+2028 was lost upstream; the entries stay"
    assert set(kept) - set(old) == {"\u2028", "##\u2028"}
    assert words[:3] == ("一个", "中国", "我们")
    assert len(set(words) & set(published.tokens[13_586:])) == 19_985
    lengths = Counter(min(len(word), 5) for word in words)
    assert abs(lengths[2] - 15_561) <= 15, "words of the last frequency, 209, are chosen otherwise"
    assert abs(lengths[3] - 3_019) <= 15
    assert lengths[4] == 767
    assert abs(lengths[1] - 484) <= 15
    assert abs(lengths[5] - 169) <= 15


def test_words_are_the_most_frequent_ones_of_the_dictionary(rebuilt: Vocabulary) -> None:
    frequency = {word: count for word, count, _ in dictionary_words()}
    found = [frequency.get(word) or frequency[word.upper()] for word in rebuilt.tokens[13_585:]]
    assert found[:3] == [142_747, 129_470, 98_740]
    assert found == sorted(found, reverse=True)
    assert found[-1] == 209


@pytest.mark.parametrize(
    ("path", "column"),
    [
        ("1_zh_modern/wiki_simplified_cmrc2018.jsonl.gz", "text"),
        ("4_tasks/tnews_dev.tsv.gz", ""),
        ("4_tasks/chnsenticorp_dev.tsv.gz", ""),
    ],
)
def test_a_token_of_the_published_vocabulary_is_about_a_third_longer_than_a_character(
    published: Vocabulary, shared_data: Path, path: str, column: str
) -> None:
    """The sheet has 1.31, 1.32 and 1.33 of other sentences from the same kinds of text."""
    with gzip.open(shared_data / path, "rt", encoding="utf-8") as file:
        lines = list(islice(file, 1, 400))
    texts = [json.loads(line)[column] if column else line.split("\t")[0] for line in lines]
    tokens = Tokenizer(published).encode_flat(texts)
    assert 1.30 < int((tokens.spans[:, 1] - tokens.spans[:, 0]).sum()) / len(tokens.ids) < 1.38


def test_every_row_begins_with_its_characters(rebuilt: Vocabulary) -> None:
    assert rebuilt.lineage is not None
    additions = rebuilt.lineage.additions
    assert len(additions) == 20_000
    assert additions["科学技术"] == (4906, 2110, 2825, 3318)
    assert all(len(pieces) <= len(word) for word, pieces in additions.items())


@pytest.mark.parametrize(
    ("text", "words", "ids"),
    [
        ("科学技术是第一生产力", "科学技术 是 第一 生产力", [15970, 3120, 13774, 16287]),
        (
            "今天天气很好，我们去公园玩。",
            "今 天 天 气 很 好 ， 我们 去 公园 玩 。",
            [690, 1820, 1820, 3597, 2422, 1861, 7923, 13588, 1242, 14772, 4280, 410],
        ),
        ("粤港澳大湾区", "粤 港 澳 大湾 区", None),
        ("波士顿咨询公司", "波 士 顿 咨 询 公 司", None),
    ],
)
def test_the_published_vocabulary_cuts_as_the_sheet_says(
    published: Vocabulary, rebuilt: Vocabulary, text: str, words: str, ids: list[int] | None
) -> None:
    assert published.kind is VocabularyKind.WORD
    found = Tokenizer(published).encode([text])[0][0].tolist()
    assert ids is None or found == ids
    for vocabulary in (published, rebuilt):
        assert [
            vocabulary.token(token) for token in Tokenizer(vocabulary).encode([text])[0][0].tolist()
        ] == words.split()


def test_words_of_a_corpus_by_their_frequency(project: Project, memory_corpus: Callable[..., Any]) -> None:
    corpus = memory_corpus([["科学 技术 科学 技术 科学 公园 AB Ab cd CD"]])
    words = build_word_vocabulary(project, BASE, 10, "words", corpus)
    assert words.tokens == (*SPECIAL, "的", "科", "学", "ab", "科学", "cd", "技术"), "公园 is met once, ab is there"
    assert words.lineage is not None
    assert words.lineage.additions == {"科学": (7, 8), "cd": (), "技术": ()}
    assert find_vocabulary(project, "words").lineage == words.lineage
    assert ordinary_tokens(BASE) == ["的", "科", "学", "ab"]


def test_what_cannot_be_made_is_refused_and_nothing_is_kept(
    project: Project, memory_corpus: Callable[..., Any]
) -> None:
    bytes_ = Vocabulary.make("b", VocabularyKind.BYTE_BPE, ["<s>", "<pad>", "</s>", "<unk>", "<mask>", "a"])
    with pytest.raises(WorkbenchError, match="byte-level BPE"):
        build_word_vocabulary(project, bytes_, 10, "words")
    with pytest.raises(ArgumentError, match="too few"):
        build_word_vocabulary(project, BASE, 0, "words")
    with pytest.raises(StoppedError):
        build_word_vocabulary(project, BASE, 10, "words", memory_corpus([["科学科学"]]), cancelled=lambda: True)
    with pytest.raises(StoppedError):
        build_word_vocabulary(project, BASE, 10, "words", cancelled=lambda: True)
    assert list_vocabularies(project).names == set()
