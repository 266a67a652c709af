"""What evaluations read and predict, counted in characters: these are the same whatever tokens a text is cut into.

Bits per character are the sum of -log2 p over the predicted tokens, divided by the characters that these tokens stand
for. A character counts for the token in which it begins (byte-level BPE may cut one into several). Of a predicted [UNK]
it is not known which characters it stands for, so that neither its bits nor its characters count; what it hides is told
beside. Spaces count only where they are tokens by themselves, which byte-level BPE has.

The probabilities are those of masked tokens, each by itself, given the rest of the passage: no bound on the entropy of
the text, and only where all predict the same characters from the same context can two of such figures be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

import numpy as np
import torch
from torch import Tensor

from workbench.core.events import EvaluatedText
from workbench.objectives.examples import ExampleSource
from workbench.text.document import Bools, Ints, PassageBatch

_NOTHING = EvaluatedText(sentences=0, tokens=0, positions=0, characters=0, unknown=0, predicted=0, hidden=0)


@dataclass(frozen=True)
class TargetText:
    """Of the targets of a batch, [P] each: how many ``characters`` begin in them, and which are ``known``; and what
    the batch reads and predicts, as ``counts``."""

    characters: Ints
    known: Bools
    counts: EvaluatedText

    @staticmethod
    def of(source: ExampleSource, passages: PassageBatch, position: Ints) -> TargetText:
        """Of the targets at the flat places ``position`` [P] of passages of a corpus."""
        unknown, text = source.vocabulary.unk_id, passages.token >= 0
        begun = np.zeros(len(text), np.int64)
        begun[text] = characters_begun(source, passages.token[text])
        hidden = begun[text & (passages.ids == unknown)].sum()
        characters, known = begun[position], passages.ids[position] != unknown
        counts = EvaluatedText(
            sentences=len(np.unique(passages.part[passages.part >= 0])),
            tokens=int(text.sum()),
            positions=len(text),
            characters=int(begun.sum()),
            unknown=int(hidden),
            predicted=int(characters[known].sum()),
            hidden=int(characters[~known].sum()),
        )
        return TargetText(characters, known, counts)

    def bits(self, losses: Tensor) -> float:
        """The bits of the targets that are known, from the losses of all of them [P] in nats."""
        return float(losses.cpu()[torch.from_numpy(self.known)].double().sum()) / math.log(2)


def characters_begun(source: ExampleSource, tokens: Ints) -> Ints:
    """How many characters of a sentence begin in each of these ``tokens`` [t] of a corpus."""
    spans, starts = np.asarray(source.spans), np.asarray(source.sentence_starts)
    first = starts[np.searchsorted(starts, tokens, side="right") - 1] == tokens
    before = np.where(first, 0, spans[np.maximum(tokens - 1, 0), 1])
    begin, end = spans[tokens, 0], spans[tokens, 1]
    return np.asarray(np.maximum(end - np.maximum(begin, before), 0), dtype=np.int64)


def summed(counts: Iterable[EvaluatedText]) -> EvaluatedText:
    """What several batches read and predict together."""
    return reduce(_added, counts, _NOTHING)


def _added(one: EvaluatedText, other: EvaluatedText) -> EvaluatedText:
    return EvaluatedText(**{name: value + getattr(other, name) for name, value in one})
