"""Whether a corpus has what the passages of a run are made of, as far as documents and sentences tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from workbench.core.errors import FieldProblem
from workbench.core.texts import Text, mark
from workbench.objectives.dialogue import Dialogue
from workbench.objectives.objective import PassageObjective
from workbench.objectives.sentence_order import SentenceOrder
from workbench.spec.corpora import corpus_field, corpus_of
from workbench.spec.run import RunSpec
from workbench.text.answers import Answers
from workbench.text.document import Bools, Ints


class Documents(Protocol):
    """A corpus, as far as it is looked at here: the first sentence of each paragraph (or turn) [P + 1] and document
    [D + 1], which documents are held out, and the answers to them, if it has any."""

    @property
    def paragraph_starts(self) -> Ints: ...

    @property
    def document_starts(self) -> Ints: ...

    @property
    def evaluation(self) -> Bools: ...

    @property
    def answers(self) -> Answers | None: ...


def training_sentences(corpus: Documents) -> Ints:
    """How many sentences each document of the training text has [d], without empty ones."""
    sentences = np.diff(corpus.document_starts)[~np.asarray(corpus.evaluation)]
    return np.asarray(sentences[sentences > 0], dtype=np.int64)


def count_turns(corpus: Documents, *, evaluation: bool = False) -> Ints:
    """How many turns (paragraphs) each document of the training text or of the evaluation split has [d], without empty
    ones."""
    turns = np.diff(np.searchsorted(corpus.paragraph_starts, corpus.document_starts))
    turns = turns[np.asarray(corpus.evaluation) == evaluation]
    return np.asarray(turns[turns > 0], dtype=np.int64)


def passage_problems(spec: RunSpec, corpora: Mapping[str, Documents]) -> Iterator[FieldProblem]:
    """What keeps the passages of a stage from being made of its corpus, by field; ``corpora`` has the run's own and
    those that stages name, by the names in the spec. Whether a pair fits into the length is known only once the text is
    tokenised: the objectives themselves look at that."""
    empty: set[str] = set()
    for number, stage in enumerate(spec.stages):
        field = corpus_field(spec, number)
        corpus = corpora[corpus_of(spec, number)]
        sentences = training_sentences(corpus)
        if not len(sentences):
            if field not in empty:
                yield FieldProblem(
                    field, Text(mark("The corpus has no text outside its evaluation split to train on."))
                )
            empty.add(field)
            continue
        problem = stage.passage.lacking(sentences) or stage.passage.lacking_answers(_training_answers(corpus))
        problem = problem or _without_dialogues(stage.passage, corpus)
        if problem is not None:
            yield FieldProblem(f"stages.{number}.passage.kind", problem)


def evaluation_gap(passages: Sequence[PassageObjective], corpus: Documents) -> Text | None:
    """Why held-out documents give nothing to evaluate on, whatever of ``passages`` is made of them; None where
    something is, or nothing is held out."""
    turns = count_turns(corpus, evaluation=True)
    if all(isinstance(one, Dialogue) for one in passages) and len(turns) and not np.any(turns > 1):
        template = mark(
            "The evaluation split has no dialogue of two turns ({documents} {documents:document|documents}), so that "
            "only the training loss can be shown. Hold out more documents."
        )
        return Text(template, {"documents": len(turns)})
    sentences = np.diff(corpus.document_starts)[np.asarray(corpus.evaluation)]
    least = min((one.least_sentences for one in passages), default=1)
    if not np.any(sentences) or np.any(sentences >= least):
        return None
    values = {"documents": int(np.count_nonzero(sentences)), "least": least}
    if all(isinstance(one, SentenceOrder) for one in passages):
        template = mark(
            "The evaluation split has single sentences only ({documents} {documents:document|documents}), which "
            "sentence order leaves out, so that only the training loss can be shown. Have single sentences cut in two, "
            "or hold out documents of several."
        )
    else:
        template = mark(
            "No passage can be made of the evaluation split: none of its {documents} {documents:document|documents} "
            "has {least} sentences, so that only the training loss can be shown. Hold out longer documents."
        )
    return Text(template, values)


def _training_answers(corpus: Documents) -> dict[str, int]:
    """How often the training text has each answer to a document; nothing where it has no answers."""
    return {} if corpus.answers is None else corpus.answers.counts(~np.asarray(corpus.evaluation))


def _without_dialogues(passage: PassageObjective, corpus: Documents) -> Text | None:
    """Why no dialogue can be asked about; None where one can, or where none is asked for."""
    turns = count_turns(corpus) if isinstance(passage, Dialogue) else np.full(2, 2)
    if len(turns) > 1 and np.any(turns > 1):
        return None
    template = mark(
        "Dialogues need two documents, one of them with two turns. A turn is a paragraph: import dialogues as lists of "
        "turns, or text with a turn a line."
    )
    return Text(template)
