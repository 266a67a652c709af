"""What each head looks at in a sentence, and what the model predicts at its masks."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from workbench.core.files import replacing
from workbench.inspection.inspected import Guess
from workbench.model.build import TOKEN_HEAD
from workbench.model.encoding import EncodedText, encode_text
from workbench.model.tap import Tap
from workbench.probe.predictions import TOP, best
from workbench.probe.subject import Subject


@dataclass(frozen=True)
class Prediction:
    """The likeliest tokens at ``position``, the best first."""

    position: int
    guesses: tuple[Guess, ...]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Inspection:
    """``tokens`` [n], ``segments`` [n], ``attention`` [layers, heads, n, n] (row looks at column, rows sum to 1), and
    the ``task_id`` that the text was read with where the model has such."""

    tokens: tuple[str, ...]
    segments: tuple[int, ...]
    attention: NDArray[np.float32]
    predictions: tuple[Prediction, ...]
    task_id: int | None = None

    def save(self, path: Path) -> None:
        """Write tokens, segments, attention and task id as ``.npz``, not compressed, which takes seconds and saves
        little.

        Raises :class:`WorkbenchError` where it can't be written.
        """
        arrays: dict[str, Any] = {"tokens": np.array(self.tokens), "segments": np.array(self.segments)}
        if self.task_id is not None:
            arrays["task_id"] = np.array(self.task_id)
        with replacing(path) as file:
            np.savez(file, attention=self.attention, **arrays)


def inspect_text(subject: Subject, text: str, pair: str | None = None, *, top: int = TOP) -> Inspection:
    """:func:`inspect_encoded` of a text without hidden tokens."""
    return inspect_encoded(subject, encode_text(text, pair, subject.vocabulary, subject.spec.encoder), top=top)


@torch.no_grad()
def inspect_encoded(subject: Subject, encoded: EncodedText, *, top: int = TOP) -> Inspection:
    """Attention of all layers and heads on a sentence, computed on the explicit path, and predictions at its masks."""
    tap = Tap()
    logits = subject.model(subject.inputs(encoded), encoded.places(), tap)
    tokens = tuple(subject.vocabulary.token(token) for token in encoded.ids)
    attention = tap.stacked()[:, 0].float().numpy()
    predictions = _predictions(subject, encoded, logits.get(TOKEN_HEAD), top)
    task_id = subject.told_task.get("task_id")
    return Inspection(tokens, tuple(encoded.segments), attention, predictions, task_id)


def predict_text(subject: Subject, text: str, pair: str | None = None, *, top: int = TOP) -> tuple[Prediction, ...]:
    """:func:`predict_encoded` of a text without hidden tokens."""
    return predict_encoded(subject, encode_text(text, pair, subject.vocabulary, subject.spec.encoder), top=top)


@torch.no_grad()
def predict_encoded(subject: Subject, encoded: EncodedText, *, top: int = TOP) -> tuple[Prediction, ...]:
    """Predictions at the masks of a sentence only."""
    return _predictions(subject, encoded, None, top)


def _predictions(
    subject: Subject, encoded: EncodedText, logits: torch.Tensor | None, top: int
) -> tuple[Prediction, ...]:
    """From the logits at the masks, if they are known already; by a generator where the model itself predicts none."""
    if logits is None:
        logits = subject.model.predictions(subject.inputs(encoded), encoded.places())
    if logits is None:
        return ()
    return tuple(
        Prediction(place, best(subject, chances, top))
        for place, chances in zip(encoded.masks, logits.float().softmax(-1), strict=True)
    )
