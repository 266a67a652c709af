"""Questions to the warm child that looks inside runs: one child, asked from background threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np

from workbench.core.errors import StoppedError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.gui.panels.probe_answers import (
    TOP,
    Answer,
    AnswerFolder,
    Neighbour,
    Question,
    ReplacedAnswer,
    VectorTable,
    checked,
    read_answer,
    read_ngram_answer,
    read_replaced,
    readable_tokens,
    vocabulary_of,
)
from workbench.inspection.ngrams import NgramInspection
from workbench.jobs.session import InspectionSession
from workbench.store.records import Run

NEIGHBOURS = 20

T = TypeVar("T")


class Probe:
    """Owns the child, which is asked about any run. What asks is for background threads, which wait for each other;
    it raises :class:`WorkbenchError` with what the child says, or that it has ended."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._lock = threading.Lock()
        self._session: InspectionSession | None = None
        self._closed = False

    def ask(self, question: Question) -> Answer:
        """Look at a sentence."""
        folder = AnswerFolder()
        request = {**question.request(), "op": "look", "folder": str(folder.path), "top": TOP}
        return self._answered(question.run, request, lambda answer: read_answer(question, answer, folder))

    def ask_replaced(self, question: Question, seed: int, chosen: list[int] | None) -> ReplacedAnswer:
        """Have the generator guess at ``chosen`` tokens, or at some drawn by ``seed``."""
        request = {**question.request(), "op": "replaced", "seed": seed, "chosen": chosen}
        return self._answered(question.run, request, lambda answer: read_replaced(question, answer))

    def ask_ngrams(self, question: Question) -> NgramInspection:
        """The n-grams of a sentence, and what its checkpoint makes of them."""
        folder = AnswerFolder()
        request = {**question.request(), "op": "ngrams", "out": str(folder.path / "ngrams.npz")}
        return self._answered(question.run, request, lambda answer: read_ngram_answer(question, answer, folder))

    def ask_neighbours(self, question: Question, position: int, layer: int | None) -> list[Neighbour]:
        """Tokens near one of the sentence: in the input table, or after a ``layer`` among those of the sentence."""
        request = {**question.request(), "op": "neighbours", "position": position, "layer": layer, "top": NEIGHBOURS}
        readable = readable_tokens(vocabulary_of(question))
        return self._answered(
            question.run,
            request,
            lambda answer: [
                Neighbour(readable(one["token"]), one["cosine"], one["position"])
                for one in checked(answer)["neighbours"]
            ],
        )

    def ask_vectors(self, question: Question, layer: int) -> VectorTable:
        """The vectors of a sentence's tokens after a layer; 0 is what goes into the first."""
        readable = readable_tokens(vocabulary_of(question))
        return self._vectors(
            question, {"op": "vectors", "layer": layer}, lambda answer: [readable(one) for one in answer["tokens"]]
        )

    def ask_sentences(self, question: Question, texts: Sequence[str], layer: int) -> VectorTable:
        """A vector for each of several sentences, the mean of its tokens' after a layer."""
        return self._vectors(
            question, {"op": "sentences", "texts": list(texts), "layer": layer}, lambda answer: list(texts)
        )

    def _vectors(
        self, question: Question, asked: dict[str, Any], names: Callable[[dict[str, Any]], list[str]]
    ) -> VectorTable:
        folder = AnswerFolder()
        out = folder.path / "vectors.npy"
        return self._answered(
            question.run,
            {**question.request(), **asked, "out": str(out)},
            lambda answer: VectorTable(names(checked(answer)), np.load(out, allow_pickle=False)),
        )

    def _answered(self, run: Run, request: dict[str, Any], read: Callable[[dict[str, Any]], T]) -> T:
        with self._lock:
            if self._closed:
                raise StoppedError(mark("The inspector is closed."))
            if self._session is None:
                self._session = InspectionSession.of_run(self._project, run.folder)
            session = self._session
            try:
                answer = session.ask(request)
            finally:
                if self._closed:  # while the child was answering, or was about to start
                    session.close()
        return read(answer)

    @property
    def running(self) -> bool:
        """Whether the child lives."""
        return self._session is not None and self._session.running

    def close(self) -> None:
        """End the child, also while it is answering; no other is started."""
        self._closed = True
        if self._session is not None:
            self._session.close()
