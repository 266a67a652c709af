"""Whether a corpus has what the passages of a run are made of, as far as documents and sentences tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np

from workbench.core.errors import FieldProblem
from workbench.core.texts import Text, mark
from workbench.objectives.objective import PassageObjective
from workbench.spec.corpora import corpus_field, corpus_of
from workbench.spec.run import RunSpec
from workbench.text.answers import Answers
from workbench.text.corpus import Corpus
from workbench.text.corpus_thinning import DIALOGUES_KEPT
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


def count_sentences(corpus: Documents, *, evaluation: bool = False) -> Ints:
    """How many sentences each document of the training text or of the evaluation split has [d], without empty ones."""
    sentences = np.diff(corpus.document_starts)[np.asarray(corpus.evaluation) == evaluation]
    return np.asarray(sentences[sentences > 0], dtype=np.int64)


def count_turns(corpus: Documents, *, evaluation: bool = False) -> Ints:
    """As :func:`count_sentences`, of turns (paragraphs)."""
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
        sentences = count_sentences(corpus)
        if not len(sentences):
            if field not in empty:
                yield FieldProblem(
                    field, Text(mark("The corpus has no text outside its evaluation split to train on."))
                )
            empty.add(field)
            continue
        problem = stage.passage.lacking(sentences) or stage.passage.lacking_turns(count_turns(corpus))
        problem = problem or stage.passage.lacking_answers(_training_answers(corpus))
        if problem is not None:
            yield FieldProblem(f"stages.{number}.passage.kind", problem)


def torn_dialogues(spec: RunSpec, corpora: Mapping[str, Corpus]) -> Iterator[FieldProblem]:
    """Dialogues that may lack turns, by the field that names their corpus: text with a turn a line, as its import takes
    no line for a turn and may have dropped those that came before. No reason to refuse a run."""
    told: set[str] = set()
    for number, stage in enumerate(spec.stages):
        name = corpus_of(spec, number)
        if not stage.passage.roles or name in told:
            continue
        told.add(name)
        report = corpora[name].report
        dropped = report.skipped.get("duplicate-paragraph", 0)
        if dropped and not any(note.kind == DIALOGUES_KEPT for note in report.notes):
            template = mark(
                "{count} repeated {count:paragraph was|paragraphs were} dropped when the corpus “{name}” was imported. "
                "Where paragraphs are turns, its dialogues lack them: import it anew and keep them, or drop documents."
            )
            yield FieldProblem(corpus_field(spec, number), Text(template, {"count": dropped, "name": name}))


def evaluation_gap(passages: Sequence[PassageObjective], corpus: Documents) -> Text | None:
    """Why held-out documents give nothing to evaluate on, whatever of ``passages`` is made of them, told of those that
    need least; None where something is, or nothing is held out."""
    sentences, turns = count_sentences(corpus, evaluation=True), count_turns(corpus, evaluation=True)
    if not len(sentences):
        return None
    gaps = [one.gap(sentences, turns) for one in sorted(passages, key=lambda one: one.least_sentences)]
    return None if None in gaps else next(iter(gaps), None)


def _training_answers(corpus: Documents) -> dict[str, int]:
    """How often the training text has each answer to a document; nothing where it has no answers."""
    return {} if corpus.answers is None else corpus.answers.counts(~np.asarray(corpus.evaluation))
