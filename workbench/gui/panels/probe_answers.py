"""Questions to the child that looks inside a run, and its answers as the window shows them."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.gui.panels.token_places import Place, byte_text
from workbench.inspection.inspected import Inspected, read_inspected
from workbench.inspection.ngrams import NgramInspection, read_ngrams
from workbench.spec.heads import tells_replaced
from workbench.store.folder import read_run_folder
from workbench.store.records import Run
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary

TOP = 10  #: guesses for a mask

Hidden = tuple[tuple[int, int, int], ...]  #: spans of tokens that are masked: part, start, end in characters


@dataclass(frozen=True)
class Question:
    """A sentence, its pair if any, the checkpoint's step (None for the newest), what of the texts is masked, and the
    ``task`` id that they are read with: a run without that row in a table of tasks reads as it does without an id."""

    run: Run
    text: str
    pair: str
    checkpoint: int | None
    hidden: Hidden = ()
    task: int = 0

    def request(self) -> dict[str, Any]:
        """What every request about it has."""
        request: dict[str, Any] = {"run": str(self.run.folder), "text": self.text}
        if self.pair:
            request["pair"] = self.pair
        if self.checkpoint is not None:
            request["checkpoint"] = self.checkpoint
        if self.hidden:
            request["hidden"] = [list(span) for span in self.hidden]
        if 0 < self.task < self.run.spec.encoder.task_types:
            request["task_id"] = self.task
        return request


class AnswerFolder:
    """A folder of its own for the files of an answer, which goes when nobody holds it any more."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="bert-workbench-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


@dataclass(frozen=True)
class Answer:
    """What was ``inspected``, its tokens' ``places`` in the texts (None for special tokens); ``vocabulary`` tells
    vocabularies apart, ``tells_replaced`` whether the run has a generator or a detector to ask, and ``has_ngrams``
    whether it has an n-gram encoder."""

    question: Question
    inspected: Inspected
    places: list[Place | None]
    vocabulary: str
    tells_replaced: bool = False
    has_ngrams: bool = False
    folder: AnswerFolder = field(default_factory=AnswerFolder, repr=False, compare=False)

    @property
    def tokens(self) -> list[str]:
        """The tokens as a person reads them."""
        return list(self.inspected.tokens)

    @property
    def step(self) -> int:
        """The checkpoint's."""
        return self.inspected.step

    @property
    def texts(self) -> list[str]:
        """The sentence, and its pair where there is one."""
        return [self.question.text, *([self.question.pair] if self.question.pair else [])]


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


@dataclass(frozen=True)
class Neighbour:
    """A token near another, its ``position`` where it is one of the sentence, and the ``cosine`` of the vectors."""

    token: str
    cosine: float
    position: int | None


@dataclass(frozen=True)
class VectorTable:
    """``vectors`` [n, H] with their ``names``."""

    names: list[str]
    vectors: NDArray[np.float32]


def checked(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer; raises :class:`WorkbenchError` where the child says what is wrong instead."""
    if "error" in answer:
        raise WorkbenchError(mark("{reason}"), reason=answer["error"])
    return answer


def vocabulary_of(question: Question) -> Vocabulary:
    """The vocabulary of the run that a question is about."""
    content = read_run_folder(question.run.folder)
    return find_vocabulary(content.project, content.vocabulary)


def readable_tokens(vocabulary: Vocabulary) -> Callable[[str], str]:
    """How tokens of a vocabulary are shown."""
    return byte_text if vocabulary.kind is VocabularyKind.BYTE_BPE else str


def read_answer(question: Question, answer: dict[str, Any], folder: AnswerFolder) -> Answer:
    """The answer to ``look``."""
    vocabulary = vocabulary_of(question)
    inspected = read_inspected(checked(answer), folder.path, readable_tokens(vocabulary))
    places = [
        None if span is None else Place(*span, masked=number in inspected.masks)
        for number, span in enumerate(inspected.spans)
    ]
    spec = read_run_folder(question.run.folder).spec
    return Answer(
        question, inspected, places, vocabulary.fingerprint, tells_replaced(spec), spec.ngrams is not None, folder
    )


def read_ngram_answer(question: Question, answer: dict[str, Any], folder: AnswerFolder) -> NgramInspection:
    """The answer to ``ngrams``, whose arrays are in a folder."""
    readable = readable_tokens(vocabulary_of(question))
    with np.load(checked(answer)["out"], allow_pickle=False) as arrays:
        return read_ngrams(answer, arrays, [readable(token) for token in answer["tokens"]])


def read_replaced(question: Question, answer: dict[str, Any]) -> ReplacedAnswer:
    """The answer to ``replaced``."""
    checked(answer)
    vocabulary = vocabulary_of(question)
    readable = readable_tokens(vocabulary)
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
