"""A corpus in memory, for what needs sentences and no import, and analysed texts one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from workbench.text.analysis import Analyser, slice_units
from workbench.text.document import Bools, Ints, Layers


class MemoryCorpus:
    """Documents as lists of sentences, with the attributes of an imported corpus."""

    def __init__(self, documents: Sequence[Sequence[str]], held_out: Sequence[int] = (), name: str = "memory") -> None:
        self._sentences = [sentence for document in documents for sentence in document]
        self.name = name
        self.fingerprint = str(hash((tuple(self._sentences), tuple(held_out))))
        self.num_sentences = len(self._sentences)
        self.document_starts: Ints = np.cumsum([0, *map(len, documents)], dtype=np.int64)
        self.paragraph_starts: Ints = np.arange(self.num_sentences + 1, dtype=np.int64)
        self.boundaries = None
        self.answers = None
        self.evaluation: Bools = np.isin(np.arange(len(documents)), held_out)

    def sentence(self, index: int, /) -> str:
        return self._sentences[index]

    def sentences(self, begin: int, end: int, /) -> list[str]:
        return self._sentences[begin:end]


@pytest.fixture
def memory_corpus() -> Callable[..., MemoryCorpus]:
    """Makes a corpus from documents."""
    return MemoryCorpus


@dataclass(frozen=True)
class TokenSequence:
    """One text as tokens, with layers in its own token places."""

    text: str
    ids: NDArray[np.int32]
    spans: NDArray[np.int32]
    layers: Layers


@pytest.fixture(scope="session")
def analyse() -> Callable[[Analyser, Sequence[str]], list[TokenSequence]]:
    """Analyses texts, each to be looked at by itself."""

    def each(analyser: Analyser, texts: Sequence[str]) -> list[TokenSequence]:
        found = analyser.analyse_flat(texts)
        tokens = found.tokens
        return [
            TokenSequence(
                text,
                tokens.ids[first:end],
                tokens.spans[first:end],
                {kind: slice_units(units, first, end) for kind, units in found.layers.items()},
            )
            for text, first, end in zip(texts, tokens.starts[:-1].tolist(), tokens.starts[1:].tolist(), strict=True)
        ]

    return each
