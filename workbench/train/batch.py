"""From masked passages to padded tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import pad

from workbench.core.seeding import Keys
from workbench.masking.strategy import IGNORE, MaskedBatch
from workbench.model.inputs import Inputs
from workbench.model.ngram_inputs import joined_ngrams, ngram_inputs
from workbench.model.replaced import (
    ADVERSARIAL,
    ALL_TOKENS_MLM,
    DETECTION,
    DETECTION_CHOSEN,
    GENERATED,
    LIKELIHOOD,
    REPLACED_MLM,
)
from workbench.model.sampling import position_words
from workbench.model.score import NO_QUESTIONS, TokenLabels
from workbench.text.document import Bools, Ints
from workbench.text.ngram_settings import NgramMatching
from workbench.text.ngram_slots import NgramMatcher, Passages
from workbench.text.ragged import lengths_of, starts_of

_OVER_TARGETS = {"mlm", LIKELIHOOD, ADVERSARIAL, DETECTION_CHOSEN, REPLACED_MLM}  #: losses of chosen tokens
_OVER_TOKENS = {DETECTION, ALL_TOKENS_MLM}  #: losses of all tokens


@dataclass(frozen=True)
class Batch:
    """One part of a batch: ``places`` [P] of predicted tokens in the flattened [B * N], their ``labels`` [P],
    ``passage_labels`` [B] (:data:`IGNORE` for none), and ``num_tokens`` that are no padding; where a generator guesses,
    two ``words`` [P, 2] that decide what it draws for each predicted token. By loss, ``token_labels`` [B, N] are the
    right answers to questions about tokens (:data:`IGNORE` where nothing is asked)."""

    inputs: Inputs
    places: Tensor
    labels: Tensor
    passage_labels: Tensor
    num_tokens: int
    words: Tensor | None = None
    token_labels: TokenLabels = field(default_factory=dict)

    def to(self, device: torch.device) -> Batch:
        """The same on a device."""
        return self._each(self.inputs.to(device), lambda tensor: tensor.to(device, non_blocking=True))

    def pin(self) -> Batch:
        """The same in page-locked memory."""
        return self._each(self.inputs.pin(), Tensor.pin_memory)

    def _each(self, inputs: Inputs, change: Callable[[Tensor], Tensor]) -> Batch:
        words = None if self.words is None else change(self.words)
        places, labels, passage_labels = map(change, (self.places, self.labels, self.passage_labels))
        token_labels = {name: change(answers) for name, answers in self.token_labels.items()}
        return Batch(inputs, places, labels, passage_labels, self.num_tokens, words, token_labels)


@dataclass(frozen=True)
class Counts:
    """How many tokens and passages are predicted, how many ``tokens`` there are, and by question about tokens how many
    have a label, ``labelled``: what losses are divided by."""

    targets: int
    passages: int
    tokens: int = 0
    labelled: Mapping[str, int] = field(default_factory=dict)

    def of(self, loss: str) -> int:
        """What a loss is divided by (sheet 0.4, 4.2)."""
        if loss in self.labelled:
            return self.labelled[loss]
        if loss in _OVER_TOKENS:
            return self.tokens
        return self.targets if loss in _OVER_TARGETS else self.passages

    def asked(self, weights: Mapping[str, float]) -> dict[str, float]:
        """The weights of the losses that have something to predict; a mean over nothing is no number. Where nothing is
        chosen, nothing is replaced either."""
        given = (name for name in weights if self.of(name) and (self.targets or name not in GENERATED))
        return {name: weights[name] for name in given}


@dataclass(frozen=True)
class PooledCounts(Counts):
    """What losses are divided by that are measured on several sets of batches, ``by_name``; ``tokens`` are those that
    shares of tokens are told of."""

    by_name: Mapping[str, int] = field(default_factory=dict, kw_only=True)

    def of(self, loss: str) -> int:
        """What a loss is divided by in all sets together."""
        return self.by_name[loss]


def count(batches: list[Batch]) -> Counts:
    """Counts over all parts of a batch."""
    questions = batches[0].token_labels if batches else NO_QUESTIONS
    return Counts(
        sum(len(batch.labels) for batch in batches),
        sum(int((batch.passage_labels != IGNORE).sum()) for batch in batches),
        sum(batch.num_tokens for batch in batches),
        {name: sum(map(partial(_labelled, name), batches)) for name in questions},
    )


def _labelled(name: str, batch: Batch) -> int:
    return int((batch.token_labels[name] != IGNORE).sum())


def collate(
    masked: MaskedBatch, padding_id: int, keys: Keys | None = None, *, task: int | None = None, roles: bool = False
) -> Batch:
    """Pad a flat batch to its longest passage; padding gets ``padding_id`` and segment 0 (sheet 1.1). ``keys`` [B] of
    the passages decide what a generator draws; ``task`` is the row of the table of tasks, None without one, and
    ``roles`` says that segments are those of a dialogue."""
    passages, picks = masked.passages, masked.picks
    lengths = passages.lengths
    width = int(lengths.max())
    real = None if int(lengths.min()) == width else np.arange(width, dtype=np.int32) < lengths.astype(np.int32)[:, None]
    # Places move on by the padding of all passages before.
    padding = starts_of(width - lengths)[:-1]
    return Batch(
        Inputs(
            _padded(masked.input_ids, real, width, padding_id),
            _padded(passages.segment, real, width, 0),
            None if real is None else torch.from_numpy(real),
            tasks=None if task is None else torch.full((len(lengths),), task),
            roles=roles,
        ),
        torch.from_numpy(picks.position + padding.repeat(lengths_of(picks.position.searchsorted(passages.starts)))),
        torch.from_numpy(picks.original.astype(np.int64)),
        torch.from_numpy(passages.label.astype(np.int64)),
        len(masked.input_ids),
        None if keys is None else guessing_words(masked, keys),
    )


def joined(pieces: Sequence[Batch], padding_id: int) -> Batch:
    """Padded passages after one another as one batch, as :func:`collate` would make it of all of them."""
    if len(pieces) == 1:
        return pieces[0]
    width = max(piece.inputs.ids.shape[1] for piece in pieces)
    rows = starts_of(np.array([len(piece.inputs.ids) for piece in pieces]))
    places = [
        (piece.places // piece.inputs.ids.shape[1] + int(row)) * width + piece.places % piece.inputs.ids.shape[1]
        for piece, row in zip(pieces, rows, strict=False)
    ]
    words = [piece.words for piece in pieces if piece.words is not None]
    return Batch(
        _joined_inputs([piece.inputs for piece in pieces], width, padding_id),
        torch.cat(places),
        torch.cat([piece.labels for piece in pieces]),
        torch.cat([piece.passage_labels for piece in pieces]),
        sum(piece.num_tokens for piece in pieces),
        torch.cat(words) if words else None,
        {
            name: torch.cat([_widened(piece.token_labels[name], width, IGNORE) for piece in pieces])
            for name in pieces[0].token_labels
        },
    )


def _widened(tensor: Tensor, width: int, value: int | bool) -> Tensor:
    """Of [B, N] the columns up to ``width``, new ones with a value."""
    return pad(tensor, (0, width - tensor.shape[1]), value=value)


def _joined_inputs(pieces: Sequence[Inputs], width: int, padding_id: int) -> Inputs:
    real = None
    if any(piece.real is not None or piece.ids.shape[1] < width for piece in pieces):
        ones = (torch.ones_like(piece.ids, dtype=torch.bool) if piece.real is None else piece.real for piece in pieces)
        real = torch.cat([_widened(each, width, False) for each in ones])
    return Inputs(
        torch.cat([_widened(piece.ids, width, padding_id) for piece in pieces]),
        torch.cat([_widened(piece.segments, width, 0) for piece in pieces]),
        real,
        joined_ngrams(pieces, width),
        _joined_tasks(pieces),
        pieces[0].roles,
    )


def with_labels(batch: Batch, masked: MaskedBatch, labels: Mapping[str, Ints]) -> Batch:
    """The batch of ``masked`` passages with the right answers [T] to questions about their tokens, by loss."""
    real, width = batch.inputs.real, batch.inputs.ids.shape[1]
    mask = None if real is None else real.numpy()
    padded = {name: _padded(answers, mask, width, IGNORE) for name, answers in labels.items()}
    return replace(batch, token_labels=padded)


def _joined_tasks(pieces: Sequence[Inputs]) -> Tensor | None:
    tasks = [piece.tasks for piece in pieces if piece.tasks is not None]
    return torch.cat(tasks) if tasks else None


def with_ngrams(batch: Batch, matcher: NgramMatcher, masked: MaskedBatch, length: int, keys: Keys) -> Batch:
    """The batch with the n-grams of its passages, in a stage whose passages have at most so many tokens; ``keys`` [B]
    draw which are kept where that is left to chance."""
    passages = masked.passages
    before = matcher.settings.matching is NgramMatching.BEFORE
    ids = passages.ids if before else masked.input_ids
    found = matcher.find(Passages(ids, passages.starts, passages.segment), length, keys)
    ngrams = ngram_inputs(matcher, found, passages.starts, batch.inputs.ids.shape[1])
    return replace(batch, inputs=replace(batch.inputs, ngrams=ngrams))


def guessing_words(masked: MaskedBatch, keys: Keys) -> Tensor:
    """Two words [P, 2] for each predicted token, by the key [B] of its passage and its place there."""
    starts, position = masked.passages.starts, masked.picks.position
    owner = np.arange(len(masked.passages)).repeat(lengths_of(position.searchsorted(starts)))
    return position_words(keys, owner, position - starts[owner])


def _padded(flat: NDArray[np.integer], real: Bools | None, width: int, padding: int) -> Tensor:
    """Flat values [T] as [B, width], with ``padding`` where no token is ``real`` [B, width]."""
    if real is None:
        return torch.from_numpy(flat.astype(np.int64).reshape(-1, width))
    padded = np.full(real.shape, padding, dtype=np.int64)
    if flat.any() or padding:
        padded[real] = flat
    return torch.from_numpy(padded)
