"""A corpus in memory, for what needs sentences and no import."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from workbench.text.document import Bools, Ints


class MemoryCorpus:
    """Documents as lists of sentences, with the attributes of an imported corpus."""

    def __init__(self, documents: Sequence[Sequence[str]], held_out: Sequence[int] = (), name: str = "memory") -> None:
        self._sentences = [sentence for document in documents for sentence in document]
        self.name = name
        self.fingerprint = str(hash((tuple(self._sentences), tuple(held_out))))
        self.num_sentences = len(self._sentences)
        self.document_starts: Ints = np.cumsum([0, *map(len, documents)], dtype=np.int64)
        self.boundaries = None
        self.evaluation: Bools = np.isin(np.arange(len(documents)), held_out)

    def sentence(self, index: int, /) -> str:
        return self._sentences[index]

    def sentences(self, begin: int, end: int, /) -> list[str]:
        return self._sentences[begin:end]


@pytest.fixture
def memory_corpus() -> Callable[..., MemoryCorpus]:
    """Makes a corpus from documents."""
    return MemoryCorpus
