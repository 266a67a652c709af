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
from workbench.spec.heads import tells_replaced
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
    [layers, heads, n, n] with its ``thumbnails``, guesses by position, and the ``step`` of the checkpoint;
    ``tells_replaced`` where the run has a generator or a detector to ask."""

    question: Question
    step: int
    tokens: list[str]
    places: list[Place | None]
    attention: NDArray[np.float32]
    thumbnails: NDArray[np.uint8]
    predictions: dict[int, list[Guess]]
    tells_replaced: bool = False


@dataclass(frozen=True)
class ReplacedToken:
    """At ``position`` stood ``original`` (empty for a mask) and the generator put ``drawn``; how likely it held
    both, and how likely the detector found it that the token was replaced (``detected``)."""

    position: int
    original: str
    drawn: str
    probability: float
    original_probability: float | None
    detected: float | None


@dataclass(frozen=True)
class ReadTokens:
    """``tokens`` [n] as a person reads them, which are ``special``, and how likely each was replaced; None without a
    detector."""

    tokens: list[str]
    special: list[bool]
    chances: list[float] | None


@dataclass(frozen=True)
class ReplacedAnswer:
    """A sentence as it was typed, and as the generator changed it; without a generator ``corrupted`` is None."""

    as_typed: ReadTokens
    replaced: list[ReplacedToken]
    corrupted: ReadTokens | None


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

    def ask_replaced(self, question: Question, seed: int, chosen: list[int] | None) -> ReplacedAnswer:
        """Have the generator guess at ``chosen`` tokens, or at some drawn by ``seed``; raises as :meth:`ask`."""
        with self._lock:
            if self._closed:
                raise StoppedError(mark("The inspector is closed."))
            session = self._session_of(question.run)
            try:
                request = {**_place(question), "op": "replaced", "seed": seed, "chosen": chosen}
                return _read_replaced(question, session.ask(request))
            finally:
                if self._closed:
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
    return {**_place(question), "op": "attention", "out": str(out), "top": TOP}


def _place(question: Question) -> dict[str, Any]:
    """What is asked about."""
    request: dict[str, Any] = {"text": question.text}
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
        tells_replaced(content.spec),
    )


def _read_replaced(question: Question, answer: dict[str, Any]) -> ReplacedAnswer:
    if "error" in answer:
        raise WorkbenchError(mark("{reason}"), reason=answer["error"])
    content = read_run_folder(question.run.folder)
    vocabulary = find_vocabulary(content.project, content.vocabulary)
    readable = byte_text if vocabulary.kind is VocabularyKind.BYTE_BPE else str
    special = {vocabulary.token(token) for token in (vocabulary.cls_id, vocabulary.sep_id)}

    def reading(found: dict[str, Any]) -> ReadTokens:
        tokens = [str(token) for token in found["tokens"]]
        return ReadTokens(
            [readable(token) for token in tokens], [token in special for token in tokens], found["chances"]
        )

    corrupted = None if answer["corrupted"] is None else reading(answer["corrupted"])
    chances = None if corrupted is None else corrupted.chances
    replaced = [
        ReplacedToken(
            one["position"],
            readable(one["original"]),
            readable(one["drawn"]),
            one["probability"],
            one["original_probability"],
            None if chances is None else chances[one["position"]],
        )
        for one in answer["replacements"]
    ]
    return ReplacedAnswer(reading(answer["as_typed"]), replaced, corrupted)
