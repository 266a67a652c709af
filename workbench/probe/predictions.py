"""What a model expects at masked tokens, beside what it expects while it sees them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import Tensor

from workbench.model.encoding import EncodedText
from workbench.probe.subject import Subject

TOP = 10  #: predictions listed for a mask


@dataclass(frozen=True)
class Guess:
    """A token that may stand at a mask, and its probability."""

    token: str
    probability: float


@dataclass(frozen=True)
class MaskedToken:
    """The likeliest tokens at ``position`` of the masked sentence (``after``) and of the sentence with the hidden token
    in its place (``before``), the best first; of a token that was hidden there what it is (``original``) and its two
    probabilities. A mask that was typed has no original, and nothing before."""

    position: int
    after: tuple[Guess, ...]
    original: str | None = None
    before: tuple[Guess, ...] = ()
    original_before: float | None = None
    original_after: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@torch.no_grad()
def masked_tokens(subject: Subject, encoded: EncodedText, top: int = TOP) -> tuple[MaskedToken, ...]:
    """All masks of a sentence in order; none where neither the model nor a generator predicts tokens."""
    after = _chances(subject, encoded, encoded.masks)
    if after is None:
        return ()
    hidden = list(encoded.answers)
    seen = _chances(subject, encoded.unmasked(), hidden) if hidden else None
    before = {} if seen is None else dict(zip(hidden, seen, strict=True))
    return tuple(
        _masked(subject, place, row, encoded.answers.get(place), before.get(place), top)
        for place, row in zip(encoded.masks, after, strict=True)
    )


def best(subject: Subject, chances: Tensor, top: int) -> tuple[Guess, ...]:
    """The likeliest tokens of probabilities [V]."""
    found = chances.topk(min(top, len(chances)))
    return tuple(
        Guess(subject.vocabulary.token(number), chance)
        for number, chance in zip(found.indices.tolist(), found.values.tolist(), strict=True)
    )


def _chances(subject: Subject, encoded: EncodedText, places: list[int]) -> Tensor | None:
    """Probabilities [P, V] at places; by a generator where the model itself predicts none."""
    if not places:
        return None
    logits = subject.model.predictions(encoded.inputs(), torch.tensor(places))
    return None if logits is None else logits.float().softmax(-1)


def _masked(
    subject: Subject, place: int, after: Tensor, answer: int | None, before: Tensor | None, top: int
) -> MaskedToken:
    if answer is None or before is None:
        return MaskedToken(place, best(subject, after, top))
    return MaskedToken(
        place,
        best(subject, after, top),
        subject.vocabulary.token(answer),
        best(subject, before, top),
        float(before[answer]),
        float(after[answer]),
    )
