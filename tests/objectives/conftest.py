"""Corpora of random tokens, given by the number of tokens of each sentence, and one of cased text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from workbench.core.paths import sample_data
from workbench.text.analysis import Analyser
from workbench.text.answers import Answers
from workbench.text.document import Layers, UnitKind, Units
from workbench.text.prepared import PreparedCorpus
from workbench.text.ragged import starts_of
from workbench.text.sentences import split_sentences
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind

Corpora = Callable[..., "SmallCorpus"]


@dataclass(frozen=True)
class SmallVocabulary:
    """Five special tokens, two punctuation marks, and others."""

    tokens: tuple[str, ...] = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "，", "。", *map(str, range(993)))
    fingerprint: str = "small"
    pad_id: int = 0
    unk_id: int = 1
    cls_id: int = 2
    sep_id: int = 3
    mask_id: int = 4

    @property
    def size(self) -> int:
        return len(self.tokens)

    @property
    def is_special(self) -> np.ndarray:
        return np.arange(self.size) < 5

    @property
    def ordinary_ids(self) -> np.ndarray:
        return np.arange(5, self.size, dtype=np.int32)


@dataclass(frozen=True)
class SmallCorpus:
    """What packing and masking see of a prepared corpus."""

    ids: np.ndarray
    sentence_starts: np.ndarray
    document_starts: np.ndarray
    evaluation: np.ndarray
    layers: Layers
    vocabulary: SmallVocabulary = field(default_factory=SmallVocabulary)
    similar_words: None = None
    answers: Answers | None = None

    @property
    def unigram_counts(self) -> np.ndarray:
        return np.bincount(self.ids, minlength=self.vocabulary.size)

    @property
    def paragraph_starts(self) -> np.ndarray:
        """Each sentence is a paragraph."""
        return np.arange(len(self.sentence_starts))

    @property
    def documents(self) -> np.ndarray:
        return np.arange(len(self.document_starts) - 1)


def build_corpus(documents: Sequence[Sequence[int]], held_out: Sequence[int] = ()) -> SmallCorpus:
    """A corpus whose words are pairs of tokens."""
    sentences = [length for document in documents for length in document]
    starts = starts_of(sentences)
    words = [(p, min(p + 2, end)) for begin, end in itertools.pairwise(starts.tolist())
             for p in range(begin, end, 2)]  # fmt: skip
    evaluation = np.zeros(len(documents), bool)
    evaluation[list(held_out)] = True
    ids = np.random.default_rng(1).integers(5, 1000, starts[-1]).astype(np.uint16)
    layers = {UnitKind.WORD: Units.make([w[0] for w in words], [w[1] for w in words], UnitKind.WORD)}
    return SmallCorpus(ids, starts, starts_of([len(document) for document in documents]), evaluation, layers)


def random_documents(count: int, sentences: tuple[int, int], tokens: tuple[int, int], seed: int = 0) -> list[list[int]]:
    """Documents with lengths drawn evenly, bounds included."""
    generator = np.random.default_rng(seed)
    return [
        generator.integers(tokens[0], tokens[1] + 1, generator.integers(sentences[0], sentences[1] + 1)).tolist()
        for _ in range(count)
    ]


@pytest.fixture(scope="session")
def make_corpus() -> Corpora:
    return build_corpus


@pytest.fixture(scope="session")
def make_documents() -> Callable[..., list[list[int]]]:
    return random_documents


@pytest.fixture(scope="session")
def cased() -> PreparedCorpus:
    """Chapters of a novel for a vocabulary of pieces that lower-cases, with capitals in all places; every fifth is held
    out."""
    text = sample_data("en", "austen.txt").read_text(encoding="utf-8")[:12_000]
    paragraphs = [paragraph.replace("\n", " ").strip() for paragraph in text.split("\n\n")]
    sentences = [split_sentences(paragraph) for paragraph in paragraphs if paragraph]
    documents = [[*itertools.chain(*sentences[first : first + 3])] for first in range(0, len(sentences), 3)]
    documents.append(["NASA and the U.S. sent 3D iPhones, “Élan” said McX.", "中国 A股 rose.", "An 中Abc ǅ x."])
    documents.append(["Alone and short."])
    letters = [chr(code) for code in range(33, 127) if not chr(code).isupper()]
    words = ["the", "and", "emma", "miss", "mr", "was", "she", "not", "very", "har", "##riet", "##ton", "“", "”", "—"]
    vocabulary = Vocabulary.make(
        "pieces",
        VocabularyKind.WORDPIECE,
        ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *words, *letters, *[f"##{letter}" for letter in letters]],
    )
    prepared = PreparedCorpus.from_texts(documents, Analyser(vocabulary, UnitSettings()))
    return replace(prepared, evaluation=np.arange(len(documents)) % 5 == 4)
