"""The n-grams of a sentence and what an encoder makes of each, layer by layer (ERNIE sheet 3.5).

No released code defines a quantity, so that three are worked out, each with its own name wherever it is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.config import Labelled
from workbench.core.files import replacing
from workbench.core.texts import Text, mark
from workbench.inspection.alignment import Span

Floats = NDArray[np.float32]
ARRAYS = ("received", "injected", "share", "weights")


class Quantity(Labelled):
    """How much an encoder believes in an n-gram; :data:`FORMULAS` has each in words."""

    RECEIVED = "received", mark("A: attention received")
    INJECTED = "injected", mark("B: injected norm")
    SHARE = "share", mark("C: share of the update")


FORMULAS = {
    Quantity.RECEIVED: mark(
        "Attention that the n-grams of the sentence pay to it in an n-gram layer, mean over heads and over all that "
        "look; a layer sums to 1. Layers after the last n-gram layer have none."
    ),
    Quantity.INJECTED: mark(
        "Length of its vector that is added after the layer, divided by the sum of these lengths over all n-grams of "
        "the sentence; the same from the last n-gram layer on. Where layers end in a norm, lengths differ little."
    ),
    Quantity.SHARE: mark(
        "Its weight times the length of its vector, divided by the length of the character's vector after the layer; "
        "mean over the characters that it covers."
    ),
}


def cosine_words(cosines: Sequence[float | None]) -> Text:
    """How alike the vectors of different n-grams are, layer by layer; empty where there are no two."""
    known = [f"{one:.4f}" for one in cosines if one is not None]
    template = mark(
        "Mean cosine between the vectors of two different n-grams, by n-gram layer: {cosines}. At 1 no n-gram tells "
        "the encoder anything that another would not."
    )
    return Text(template, {"cosines": " ".join(known)}) if known else Text("")


class Dropped(Labelled):
    """Why an encoder is not given an n-gram that the sentence holds."""

    FREQUENT = "frequent", mark("dropped: not among the {cap} most frequent")
    SHUFFLE = "shuffle", mark("dropped: not among the {cap} drawn")
    MASK = "mask", mark("dropped: a mask hides part of it")


@dataclass(frozen=True)
class Candidate:
    """A match of ``length`` tokens from ``start`` on: its ``id``, the ``text`` and ``count`` that the lexicon has, and
    its ``column`` in the arrays; of one that the encoder is not given that is None, and ``dropped`` says why."""

    id: int
    text: str
    count: int
    start: int
    length: int
    column: int | None
    dropped: Dropped | None = None

    @property
    def kept(self) -> bool:
        """Whether the encoder is given it."""
        return self.column is not None

    @property
    def end(self) -> int:
        """The token after the last."""
        return self.start + self.length

    def meets(self, other: Candidate) -> bool:
        """Whether both cover a token."""
        return self.start < other.end and self.end > other.start


@dataclass(frozen=True)
class NgramInspection:
    """``tokens`` [n] with their ``segments`` and ``spans`` in the texts, and all ``candidates`` of a sentence by id; of
    the K kept ones ``received`` [n-gram layers, K], ``injected`` and ``share`` [layers, K], and the ``weights`` [n, K]
    by which they are added to tokens. ``cosines`` [n-gram layers] are means between the vectors of two different
    n-grams, None where there are no two.

    ``cap`` is the most that this sentence keeps; ``entries`` n-grams are in the lexicon, and ``frequent`` are some of
    the most frequent ones.
    """

    tokens: tuple[str, ...]
    segments: tuple[int, ...]
    spans: tuple[Span, ...]
    candidates: tuple[Candidate, ...]
    cap: int
    entries: int
    frequent: tuple[str, ...]
    received: Floats
    injected: Floats
    share: Floats
    weights: Floats
    cosines: tuple[float | None, ...]

    def values(self, quantity: Quantity) -> Floats:
        """A quantity of all candidates [m, layers that have it]; NaN in the rows of dropped ones."""
        array = getattr(self, quantity.value)
        found = np.full((len(self.candidates), len(array)), np.nan, np.float32)
        kept = [(row, one.column) for row, one in enumerate(self.candidates) if one.column is not None]
        if kept:
            rows, columns = zip(*kept, strict=True)
            found[list(rows)] = array[:, list(columns)].T
        return found

    def why_dropped(self, candidate: Candidate) -> Text:
        """Why the encoder is not given a candidate; empty for one that it is given."""
        return Text("") if candidate.dropped is None else Text(candidate.dropped.label, {"cap": self.cap})

    def characters(self, candidate: Candidate) -> Span:
        """Where a candidate stands in the texts: part, first character and the one after the last."""
        first, last = self.spans[candidate.start], self.spans[candidate.end - 1]
        return None if first is None or last is None else (first[0], first[1], last[2])

    def as_dict(self) -> dict[str, Any]:
        """For JSON, without the arrays."""
        return {
            "tokens": list(self.tokens),
            "segments": list(self.segments),
            "spans": [None if span is None else list(span) for span in self.spans],
            "ngrams": [{**asdict(one), "kept": one.kept} for one in self.candidates],
            "layers": len(self.injected),
            "ngram_layers": len(self.received),
            "cap": self.cap,
            "entries": self.entries,
            "frequent": list(self.frequent),
            "cosines": list(self.cosines),
        }

    def arrays(self) -> dict[str, Any]:
        """The arrays by name."""
        return {name: getattr(self, name) for name in ARRAYS}

    def save(self, path: Path) -> None:
        """Write everything as ``.npz``: candidates as ``ngram_id``, ``ngram_text`` and so on, ``ngram_column`` is -1
        for one that is dropped, ``ngram_dropped`` empty for one that is not, ``cosines`` NaN where there are no two
        n-grams. Raises :class:`WorkbenchError` where it can't be written."""
        content: dict[str, Any] = {"tokens": np.array(self.tokens), "segments": np.array(self.segments)}
        for name in ("id", "text", "count", "start", "length"):
            content[f"ngram_{name}"] = np.array([getattr(one, name) for one in self.candidates])
        places = [-1 if one.column is None else one.column for one in self.candidates]
        content["ngram_column"] = np.array(places, dtype=np.int64)
        content["ngram_dropped"] = np.array([one.dropped or "" for one in self.candidates], dtype=np.str_)
        content["cosines"] = np.array(self.cosines, np.float32)
        with replacing(path) as file:
            np.savez(file, **content, **self.arrays())


def read_ngrams(answer: Mapping[str, Any], arrays: Mapping[str, Any], tokens: Sequence[str]) -> NgramInspection:
    """From the answer to ``ngrams`` (see :mod:`workbench.probe.serve`) and its arrays; ``tokens`` as a person reads
    them."""
    known = {one.name for one in fields(Candidate)}
    candidates = []
    for entry in answer["ngrams"]:
        values = {name: value for name, value in entry.items() if name in known}
        values["dropped"] = None if entry["dropped"] is None else Dropped(entry["dropped"])
        candidates.append(Candidate(**values))
    received, injected, share, weights = (np.asarray(arrays[name], np.float32) for name in ARRAYS)
    return NgramInspection(
        tuple(tokens),
        tuple(answer["segments"]),
        tuple(None if span is None else (span[0], span[1], span[2]) for span in answer["spans"]),
        tuple(candidates),
        answer["cap"],
        answer["entries"],
        tuple(answer["frequent"]),
        received,
        injected,
        share,
        weights,
        tuple(answer["cosines"]),
    )
