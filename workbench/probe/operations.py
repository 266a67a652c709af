"""What a server can be asked of a checkpoint: (subject, request) -> answer. The fields are those of :mod:`serve`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import ArgumentError
from workbench.core.files import replacing
from workbench.core.texts import mark
from workbench.model.encoding import encode_text
from workbench.probe.attention import inspect_encoded, predict_encoded
from workbench.probe.fields import Answer, Request, encoded_of, index_of, path_of, top_of
from workbench.probe.ngrams import ngrams_of
from workbench.probe.replaced import replace_encoded
from workbench.probe.subject import Subject
from workbench.probe.vectors import hidden_vectors, sentence_neighbours, sentence_vectors, table_neighbours


def attention(subject: Subject, request: Request) -> Answer:
    """Tokens, predictions, and the matrices in a file or of one head."""
    inspection = inspect_encoded(subject, encoded_of(subject, request), top=top_of(request))
    answer: Answer = {
        "step": subject.step,
        "tokens": list(inspection.tokens),
        "segments": list(inspection.segments),
        "predictions": [prediction.as_dict() for prediction in inspection.predictions],
    }
    if request.get("layer") is not None and request.get("head") is not None:
        layers, heads = inspection.attention.shape[:2]
        layer, head = index_of(request, "layer", layers), index_of(request, "head", heads)
        answer["weights"] = inspection.attention[layer, head].tolist()
    if request.get("out"):
        inspection.save(Path(request["out"]))
        answer["out"] = request["out"]
    return answer


def predict(subject: Subject, request: Request) -> Answer:
    """Predictions at the masks."""
    found = predict_encoded(subject, encoded_of(subject, request), top=top_of(request))
    return {"step": subject.step, "predictions": [prediction.as_dict() for prediction in found]}


def replaced(subject: Subject, request: Request) -> Answer:
    """What the generator puts in, and what the detector says of it."""
    seed, chosen = request.get("seed", 1), request.get("chosen")
    if not isinstance(seed, int):
        raise ArgumentError(mark("“{name}” must be a whole number."), name="seed")
    if chosen is not None and not (isinstance(chosen, list) and all(isinstance(at, int) for at in chosen)):
        raise ArgumentError(mark("“{name}” must be positions of ordinary tokens."), name="chosen")
    found = replace_encoded(subject, encoded_of(subject, request), seed=seed, chosen=chosen)
    return {"step": subject.step, **found.as_dict()}


def ngrams(subject: Subject, request: Request) -> Answer:
    """Which n-grams a text has, and what becomes of them in each layer."""
    found = ngrams_of(subject, encoded_of(subject, request))
    answer: Answer = {"step": subject.step, **found.as_dict()}
    if request.get("out"):
        found.save(Path(request["out"]))
        return {**answer, "out": request["out"]}
    return answer | {name: array.tolist() for name, array in found.arrays().items()}


def neighbours(subject: Subject, request: Request) -> Answer:
    """Tokens whose vectors are near that of one of the sentence."""
    encoded = encoded_of(subject, request)
    position = index_of(request, "position", len(encoded.ids))
    top = top_of(request)
    if request.get("layer") is None:
        found = table_neighbours(subject, encoded.ids[position], top)
    else:
        found = sentence_neighbours(subject, encoded, position, _layer(subject, request), top)
    token = subject.vocabulary.token(encoded.ids[position])
    return {"step": subject.step, "token": token, "neighbours": [asdict(one) for one in found]}


def vectors(subject: Subject, request: Request) -> Answer:
    """The vectors of a sentence's tokens."""
    encoded = encoded_of(subject, request)
    _save(request, hidden_vectors(subject, encoded, _layer(subject, request)).numpy())
    return {"step": subject.step, "tokens": [subject.vocabulary.token(number) for number in encoded.ids]}


def sentences(subject: Subject, request: Request) -> Answer:
    """A vector for each of several sentences."""
    texts = request.get("texts")
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
        raise ArgumentError(mark("“{name}” must be a list of sentences."), name="texts")
    encoded = [encode_text(text, None, subject.vocabulary, subject.spec.encoder) for text in texts]
    _save(request, sentence_vectors(subject, encoded, _layer(subject, request)))
    return {"step": subject.step, "count": len(texts)}


def _layer(subject: Subject, request: Request) -> int:
    return index_of(request, "layer", subject.spec.encoder.passes + 1)


def _save(request: Request, table: NDArray[np.float32]) -> None:
    with replacing(Path(path_of(request, "out"))) as file:
        np.save(file, table)
