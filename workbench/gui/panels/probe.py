"""Questions to the warm child that looks inside a run: one child, asked from a background thread."""

from __future__ import annotations

import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.gui.panels.token_places import Place, byte_text, places_of
from workbench.gui.views.head_grid import thumbnails
from workbench.jobs.session import InspectionSession
from workbench.store.folder import read_run_folder
from workbench.store.records import Run
from workbench.text.vocabulary import VocabularyKind, find_vocabulary

TOP = 10  #: guesses for a mask


@dataclass(frozen=True)
class Question:
    """A sentence, its pair if any, and the checkpoint's step (None for the newest)."""

    run: Run
    text: str
    pair: str
    checkpoint: int | None


@dataclass(frozen=True)
class Guess:
    """A token that may stand at a mask, and its probability."""

    token: str
    probability: float


@dataclass(frozen=True)
class Answer:
    """``tokens`` [n] as a person reads them, their ``places`` in the texts (None for special tokens), ``attention``
    [layers, heads, n, n] with its ``thumbnails``, guesses by position, and the ``step`` of the checkpoint."""

    question: Question
    step: int
    tokens: list[str]
    places: list[Place | None]
    attention: NDArray[np.float32]
    thumbnails: NDArray[np.uint8]
    predictions: dict[int, list[Guess]]


class Probe:
    """Owns the child: one run's at a time. :meth:`ask` is for background threads, which wait for each other."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._lock = threading.Lock()
        self._session: InspectionSession | None = None
        self._run = -1
        self._closed = False

    def ask(self, question: Question) -> Answer:
        """Look at a sentence; raises :class:`WorkbenchError` with what the child says, or that it has ended."""
        with self._lock:
            if self._closed:
                raise StoppedError(mark("The inspector is closed."))
            session = self._session_of(question.run)
            try:
                with tempfile.TemporaryDirectory(prefix="bert-workbench-") as folder:
                    out = Path(folder) / "attention.npz"
                    return _read(question, session.ask(_request(question, out)), out)
            finally:
                if self._closed:  # while the child was answering, or was about to start
                    session.close()

    def _session_of(self, run: Run) -> InspectionSession:
        if self._session is None or self._run != run.id:
            if self._session is not None:
                self._session.close()
            self._session, self._run = InspectionSession.of_run(self._project, run.folder), run.id
        return self._session

    @property
    def running(self) -> bool:
        """Whether the child lives."""
        return self._session is not None and self._session.running

    def close(self) -> None:
        """End the child, also while it is answering; no other is started."""
        self._closed = True
        if self._session is not None:
            self._session.close()


def _request(question: Question, out: Path) -> dict[str, Any]:
    request: dict[str, Any] = {"op": "attention", "text": question.text, "out": str(out), "top": TOP}
    if question.pair:
        request["pair"] = question.pair
    if question.checkpoint is not None:
        request["checkpoint"] = question.checkpoint
    return request


def _read(question: Question, answer: dict[str, Any], out: Path) -> Answer:
    if "error" in answer:
        raise WorkbenchError(mark("{reason}"), reason=answer["error"])
    with np.load(out, allow_pickle=False) as file:
        attention = file["attention"]
    content = read_run_folder(question.run.folder)
    vocabulary = find_vocabulary(content.project, content.vocabulary)
    readable = byte_text if vocabulary.kind is VocabularyKind.BYTE_BPE else str
    tokens = [readable(str(token)) for token in answer["tokens"]]
    places = places_of(question.text, question.pair, vocabulary, content.spec.encoder.segments)
    predictions = {
        int(entry["position"]): [Guess(readable(guess["token"]), guess["probability"]) for guess in entry["guesses"]]
        for entry in answer["predictions"]
    }
    return Answer(
        question,
        int(answer["step"]),
        tokens,
        places if len(places) == len(tokens) else [None] * len(tokens),
        attention,
        thumbnails(attention),
        predictions,
    )
