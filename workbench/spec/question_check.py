"""Whether vocabulary and corpus can answer what is asked of single tokens, as far as they tell before preparing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

import numpy as np

from workbench.core.errors import FieldProblem
from workbench.core.texts import Text, mark
from workbench.objectives.capitalization import Capitalization
from workbench.spec.corpora import corpus_of
from workbench.spec.passage_check import Documents
from workbench.spec.run import RunSpec

_DOCUMENTS, _SENTENCES = 500, 20  #: most documents that are looked into, and sentences of each


class CasedVocabulary(Protocol):
    """A vocabulary, as far as it is looked at here."""

    @property
    def name(self) -> str: ...

    @property
    def lowers_text(self) -> bool: ...


class TextDocuments(Documents, Protocol):
    """A corpus with its text."""

    def sentences(self, begin: int, end: int, /) -> list[str]: ...


def question_problems(
    spec: RunSpec, vocabulary: CasedVocabulary, corpora: Mapping[str, TextDocuments]
) -> Iterator[FieldProblem]:
    """Why capitals can't be asked about, by field: of the vocabulary's tokens they could be read off, or there are none
    in the text that was looked at; ``corpora`` has the run's own and those that stages name."""
    for number, stage in enumerate(spec.stages):
        for place, objective in enumerate(stage.tokens):
            if not isinstance(objective, Capitalization):
                continue
            path = f"stages.{number}.tokens.{place}.kind"
            if not vocabulary.lowers_text:
                template = mark(
                    "Capitalization needs a vocabulary that lower-cases text; “{name}” keeps capitals, so that the "
                    "answer could be read off the tokens."
                )
                yield FieldProblem(path, Text(template, {"name": vocabulary.name}))
            elif not _has_capitals(corpora[corpus_of(spec, number)]):
                template = mark(
                    "Capitalization needs text with capitals; the corpus seems to have none, as Chinese or lower-cased "
                    "text. Choose another corpus, or take the objective out."
                )
                yield FieldProblem(path, Text(template))


def _has_capitals(corpus: TextDocuments) -> bool:
    """Whether there is a capital at the beginning of training documents, taken evenly over the corpus."""
    documents = np.flatnonzero(~np.asarray(corpus.evaluation))
    if not len(documents):
        return True  # what is wrong with such a corpus is said elsewhere
    taken = documents[np.unique(np.linspace(0, len(documents) - 1, min(len(documents), _DOCUMENTS)).astype(np.int64))]
    starts = np.asarray(corpus.document_starts)
    for first, end in zip(starts[taken].tolist(), starts[taken + 1].tolist(), strict=True):
        if any(text.lower() != text for text in corpus.sentences(first, min(end, first + _SENTENCES))):
            return True
    return False
