"""Reading the sentences of a corpus in pieces of a bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

_BLOCK = 256  #: sentences that are fetched at once


class SentenceSource(Protocol):
    """What is read of a corpus (:class:`workbench.text.corpus.Corpus` gives it)."""

    @property
    def num_sentences(self) -> int: ...
    def sentences(self, begin: int, end: int, /) -> list[str]: ...


def sentence_chunks(corpus: SentenceSource, characters: int) -> Iterator[tuple[int, list[str]]]:
    """Number of the first sentence, and sentences of about so many characters together, to the end of the corpus."""
    first, size = 0, 0
    texts: list[str] = []
    for begin in range(0, corpus.num_sentences, _BLOCK):
        for text in corpus.sentences(begin, min(begin + _BLOCK, corpus.num_sentences)):
            texts.append(text)
            size += len(text)
            if size >= characters:
                yield first, texts
                first, texts, size = first + len(texts), [], 0
    if texts:
        yield first, texts
