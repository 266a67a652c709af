"""What a model expects at masked tokens, beside what it expects while it sees them."""

from __future__ import annotations

import torch
from torch import Tensor

from workbench.inspection.inspected import Guess, MaskedToken
from workbench.model.encoding import EncodedText
from workbench.probe.subject import Subject

TOP = 10  #: predictions listed for a mask


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
    logits = subject.model.predictions(subject.inputs(encoded), torch.tensor(places))
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
