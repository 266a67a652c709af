"""Training keeps every Chinese character, names what is too small, and can be stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Progress
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import VocabularyKind, find_vocabulary, list_vocabularies
from workbench.text.vocabulary_training import train_vocabulary

RARE = "龘靐齉爩鱻麤灪龖厵滟"
SENTENCES = ["我们在北京大学读书，他们也在。", "playing and playing, he Played again 1997"] * 20 + [RARE, "é😂☃"]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path).create()


@pytest.mark.parametrize("kind", list(VocabularyKind))
def test_every_kind_is_trained_and_found_again(
    project: Project, memory_corpus: Callable[..., Any], kind: VocabularyKind
) -> None:
    seen: list[Progress] = []
    made = train_vocabulary(project, memory_corpus([SENTENCES]), kind, 400, "v", progress=seen.append)
    vocabulary = find_vocabulary(project, "v")
    assert (vocabulary.kind, vocabulary.fingerprint) == (kind, made.fingerprint)
    assert vocabulary.size <= 400
    assert len(set(vocabulary.tokens)) == vocabulary.size
    assert any(step.done == step.total == len(SENTENCES) for step in seen)
    tokenizer = Tokenizer(vocabulary)
    for sentence in [*SENTENCES[:2], RARE]:
        ids, spans = tokenizer.encode([sentence])[0]
        assert vocabulary.unk_id not in ids.tolist()
        assert "".join(sentence[start:end] for start, end in spans.tolist()).replace(" ", "") or kind == "byte-bpe"
    words = [vocabulary.token(token) for token in tokenizer.encode(["playing"])[0][0].tolist()]
    assert words == list("playing") if kind is VocabularyKind.CHARACTER else words == ["playing"]


def test_the_order_of_special_tokens(project: Project, memory_corpus: Callable[..., Any]) -> None:
    corpus = memory_corpus([SENTENCES])
    assert train_vocabulary(project, corpus, "wordpiece", 200, "w").tokens[:5] == (
        "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]",
    )  # fmt: skip
    assert train_vocabulary(project, corpus, "byte-bpe", 300, "b").tokens[:5] == (
        "<s>", "<pad>", "</s>", "<unk>", "<mask>",
    )  # fmt: skip


def test_case_is_kept_when_asked(project: Project, memory_corpus: Callable[..., Any]) -> None:
    corpus = memory_corpus([SENTENCES])
    cased = train_vocabulary(project, corpus, "character", 200, "c", lowercase=False)
    assert not cased.lowercase
    assert {"P", "é"} <= set(cased.tokens)
    assert not {"P", "é"} & set(train_vocabulary(project, corpus, "character", 200, "u").tokens)


@pytest.mark.parametrize("kind", list(VocabularyKind))
def test_a_size_below_the_alphabet_is_refused_with_both_numbers(
    project: Project, memory_corpus: Callable[..., Any], kind: VocabularyKind
) -> None:
    corpus = memory_corpus([["".join(map(chr, range(0x4E00, 0x4E00 + 300)))]])
    needed = 5 + (256 if kind is VocabularyKind.BYTE_BPE else 300)
    with pytest.raises(ArgumentError, match=rf"(?s)50\D.*{needed}"):
        train_vocabulary(project, corpus, kind, 50, "v")
    assert train_vocabulary(project, corpus, kind, needed, "v").size == needed


def test_characters_come_by_frequency(project: Project, memory_corpus: Callable[..., Any]) -> None:
    vocabulary = train_vocabulary(project, memory_corpus([["一二二三三三 aa"]]), "character", 8, "v")
    assert vocabulary.tokens[5:] == ("三", "二", "一"), "a letter gives way to a Chinese character"
    vocabulary = train_vocabulary(project, memory_corpus([["一二二三三三 aa"]]), "character", 9, "w")
    assert vocabulary.tokens[5:] == ("三", "a", "二", "一")


@pytest.mark.parametrize("kind", list(VocabularyKind))
def test_stopping_leaves_nothing(project: Project, memory_corpus: Callable[..., Any], kind: VocabularyKind) -> None:
    with pytest.raises(StoppedError):
        train_vocabulary(project, memory_corpus([SENTENCES]), kind, 400, "v", cancelled=lambda: True)
    assert list_vocabularies(project).good == []


def test_an_empty_corpus_is_refused(project: Project, memory_corpus: Callable[..., Any]) -> None:
    with pytest.raises(WorkbenchError, match="empty"):
        train_vocabulary(project, memory_corpus([]), "character", 400, "v")
