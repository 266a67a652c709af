"""Fields of a request, checked: what is wrong with one is said in a sentence."""

from __future__ import annotations

import json
from typing import Any

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.model.encoding import EncodedText, encode_text
from workbench.probe.predictions import TOP
from workbench.probe.subject import Subject

Request = dict[str, Any]
Answer = dict[str, Any]


def parse(line: str) -> Request:
    """A line as a request."""
    try:
        request = json.loads(line)
    except ValueError:
        request = None
    if not isinstance(request, dict):
        raise ArgumentError(mark("A request is one JSON object on one line."))
    return request


def text_of(request: Request, name: str = "text") -> str:
    """The sentence."""
    text = request.get(name)
    if not isinstance(text, str):
        raise ArgumentError(mark("The request has no text."))
    return text


def top_of(request: Request) -> int:
    """How many are wanted."""
    top = request.get("top", TOP)
    if not isinstance(top, int) or top < 1:
        raise ArgumentError(mark("“{name}” must be a whole number from {low} on."), name="top", low=1)
    return top


def index_of(request: Request, name: str, count: int) -> int:
    """A number below ``count``."""
    value = request.get(name)
    if not isinstance(value, int) or not 0 <= value < count:
        raise ArgumentError(mark("“{name}” must be a whole number below {count}."), name=name, count=count)
    return value


def path_of(request: Request, name: str) -> str:
    """The name of a file or folder."""
    path = request.get(name)
    if not isinstance(path, str):
        raise ArgumentError(mark("“{name}” must be a path."), name=name)
    return path


def encoded_of(subject: Subject, request: Request) -> EncodedText:
    """The sentence with its pair, as the model reads it; ``hidden`` are spans [part, start, end] to be masked."""
    spans = request.get("hidden", [])
    fits = isinstance(spans, list) and all(
        isinstance(span, list) and len(span) == 3 and all(isinstance(number, int) for number in span) for span in spans
    )
    if not fits:
        raise ArgumentError(mark("“{name}” must be a list of [part, start, end]."), name="hidden")
    return encode_text(
        text_of(request),
        request.get("pair"),
        subject.vocabulary,
        subject.spec.encoder,
        hidden=[(start, end) for part, start, end in spans if part == 0],
        hidden_pair=[(start, end) for part, start, end in spans if part == 1],
    )
