"""What a generator puts into a sentence, and how likely a detector finds it of each token that it was replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from workbench.core.errors import ArgumentError
from workbench.core.seeding import example_keys, uniforms
from workbench.core.texts import mark
from workbench.model.encoding import EncodedText, encode_text
from workbench.model.generator import Generator
from workbench.model.sampling import draw_tokens, position_words
from workbench.probe.subject import Subject
from workbench.spec.heads import generator_passes
from workbench.spec.run import RunSpec


@dataclass(frozen=True)
class Replacement:
    """At a token's ``position`` stood ``original``, empty where the sentence has a mask; the generator put ``drawn``
    there, which it held for as likely as ``probability``, and the original for ``original_probability``."""

    position: int
    original: str
    drawn: str
    probability: float
    original_probability: float | None


@dataclass(frozen=True)
class Reading:
    """``tokens`` [n] and of each how likely it was replaced; None without a detector."""

    tokens: tuple[str, ...]
    chances: tuple[float, ...] | None


@dataclass(frozen=True)
class Replaced:
    """A sentence ``as_typed``, and ``corrupted`` by the generator's ``replacements``; None without a generator."""

    as_typed: Reading
    replacements: tuple[Replacement, ...]
    corrupted: Reading | None

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def replace_tokens(
    subject: Subject, text: str, pair: str | None = None, *, seed: int = 1, chosen: Sequence[int] | None = None
) -> Replaced:
    """:func:`replace_encoded` of a text without hidden tokens."""
    encoded = encode_text(text, pair, subject.vocabulary, subject.spec.encoder)
    return replace_encoded(subject, encoded, seed=seed, chosen=chosen)


@torch.no_grad()
def replace_encoded(
    subject: Subject, encoded: EncodedText, *, seed: int = 1, chosen: Sequence[int] | None = None
) -> Replaced:
    """Have the generator guess at ``chosen`` positions, or at as many as in training, drawn by ``seed``; and always at
    masks, typed or hidden tokens. What it puts in is drawn by ``seed`` too, as in training.

    Raises :class:`ArgumentError` for a run that has neither generator nor detector, and for positions that are not of
    ordinary tokens.
    """
    typed = _read(subject, encoded)
    generator = subject.model.generator
    if generator is None and typed.chances is None:
        raise ArgumentError(
            mark("This run has neither a generator nor a detector of replaced tokens."),
            mark("Choose a run of the ELECTRA family."),
        )
    if generator is None:
        return Replaced(typed, (), None)
    places = _chosen(subject, encoded, seed, chosen)
    replacements, ids = _guessed(subject, generator, encoded, places, seed)
    return Replaced(typed, replacements, _read(subject, replace(encoded, ids=ids)))


def _read(subject: Subject, encoded: EncodedText) -> Reading:
    """The detector's opinion of a text."""
    chances = subject.model.replaced_chances(subject.inputs(encoded))
    tokens = tuple(subject.vocabulary.token(token) for token in encoded.ids)
    return Reading(tokens, None if chances is None else tuple(chances[0].tolist()))


def _chosen(subject: Subject, encoded: EncodedText, seed: int, wanted: Sequence[int] | None) -> list[int]:
    """The positions to guess at, in order."""
    vocabulary = subject.vocabulary
    special = {vocabulary.cls_id, vocabulary.sep_id, vocabulary.mask_id}
    ordinary = [place for place, token in enumerate(encoded.ids) if token not in special]
    if wanted is not None:
        if not set(wanted) <= set(ordinary):
            raise ArgumentError(mark("“{name}” must be positions of ordinary tokens."), name="chosen")
        return sorted({*wanted, *encoded.masks})
    rate = _rate_of_guesses(subject.spec)
    count = 0 if encoded.masks else min(len(ordinary), max(1, round(rate * len(encoded.ids))))
    draws = uniforms(_keys(seed), "chosen", np.array(ordinary, dtype=np.int64))
    drawn = [ordinary[at] for at in np.argsort(draws, kind="stable")[:count]]
    return sorted({*drawn, *encoded.masks})


def _rate_of_guesses(spec: RunSpec) -> float:
    """That of the last stage in which the generator guesses; other stages may hide more, less or nothing."""
    guessing = [stage for stage in spec.stages if generator_passes(stage)]
    return (guessing or spec.stages)[-1].masking.rate


def _guessed(
    subject: Subject, generator: Generator, encoded: EncodedText, places: Sequence[int], seed: int
) -> tuple[tuple[Replacement, ...], list[int]]:
    """What the generator puts in, and the ids with it."""
    if not places:
        return (), encoded.ids
    ids, token = torch.tensor(encoded.ids), subject.vocabulary.token
    at = torch.tensor(places)
    masked = replace(encoded, ids=ids.index_fill(0, at, subject.vocabulary.mask_id).tolist())
    chances = generator.logits(masked.inputs(task=subject.task), at).softmax(-1)
    words = position_words(_keys(seed), np.zeros(len(places), dtype=np.int64), np.array(places, dtype=np.int64))
    drawn = draw_tokens(
        chances, words, temperature=generator.settings.temperature, excluded=_excluded(generator, ids[at])
    )
    found = tuple(
        Replacement(
            place,
            "" if place in encoded.masks else token(encoded.ids[place]),
            token(new),
            float(row[new]),
            None if place in encoded.masks else float(row[encoded.ids[place]]),
        )
        for place, new, row in zip(places, drawn.tolist(), chances, strict=True)
    )
    return found, ids.index_copy(0, at, drawn).tolist()


def _excluded(generator: Generator, original: Tensor) -> Tensor | None:
    return original if generator.settings.disallow_correct else None


def _keys(seed: int) -> Any:
    return example_keys(seed, 0, 0, np.zeros(1, dtype=np.int64))
