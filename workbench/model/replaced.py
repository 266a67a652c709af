"""What a model says of text in which its generator has replaced the chosen tokens (ELECTRA sheet 4.2, 4.6, 4.7)."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional

from workbench.model.generator import Chosen, Generator, Guesses, OpenGuesses
from workbench.model.heads import TOKEN_HEADS, CopyHead, VocabularyHead
from workbench.model.inputs import Inputs
from workbench.model.packing import Packing
from workbench.model.score import NO_QUESTIONS, Score, TokenLabels, question_score, score, widened
from workbench.model.token_rows import TokenRows

if TYPE_CHECKING:
    from workbench.model.build import Model

LIKELIHOOD, ADVERSARIAL = "generator", "adversarial"  #: losses of the generator
DETECTION, DETECTION_CHOSEN = "replaced_token", "replaced_token_chosen"  #: over all tokens, or over the chosen ones
REPLACED_MLM, ALL_TOKENS_MLM = "replaced_mlm", "all_tokens_mlm"
#: Losses that need a generator.
GENERATED = frozenset({LIKELIHOOD, ADVERSARIAL, DETECTION, DETECTION_CHOSEN, REPLACED_MLM, ALL_TOKENS_MLM})
OF_GENERATOR = frozenset({LIKELIHOOD, ADVERSARIAL})  #: those that train it


@dataclass(frozen=True)
class Detection:
    """What a detector says of the tokens it is asked about, [n] each: its ``logits``, and which were ``replaced``."""

    logits: Tensor
    replaced: Tensor

    @property
    def score(self) -> Score:
        """Binary cross-entropy; a logit above 0 says replaced."""
        loss = functional.binary_cross_entropy_with_logits(
            self.logits, self.replaced.to(self.logits.dtype), reduction="sum"
        )
        return Score(loss, self.called == self.replaced)

    @property
    def called(self) -> Tensor:
        """Which tokens it calls replaced."""
        return self.logits.detach() > 0

    @property
    def reward(self) -> Tensor:
        """Its cross-entropy at each token, which a generator that works against it is rewarded with (sheet 4.6)."""
        return functional.binary_cross_entropy_with_logits(
            self.logits, self.replaced.to(self.logits.dtype), reduction="none"
        ).detach()


@dataclass(frozen=True)
class Answers:
    """Scores by loss; where the run's network read corrupted text, how many tokens ``replaced`` the text's own, and of
    a detector how many it ``called`` replaced and how many of these it ``found`` rightly."""

    scores: dict[str, Score]
    tallies: dict[str, Tensor]


def corrupted(inputs: Inputs, places: Tensor, drawn: Tensor) -> Inputs:
    """Every one of ``places`` [P] overwritten with what was drawn for it [P]."""
    ids = inputs.ids.flatten().index_copy(0, places, drawn)
    return replace(inputs, ids=ids.view(inputs.ids.shape))


def answers(
    model: Model,
    inputs: Inputs,
    chosen: Chosen,
    passage_labels: Tensor,
    wanted: Collection[str],
    token_labels: TokenLabels = NO_QUESTIONS,
) -> Answers:
    """Scores of the ``wanted`` losses: those of the generator, which reads masked ``inputs``, and those of the run's
    network, which reads the text with the generator's guesses in the place of every chosen token."""
    assert model.generator is not None
    packing = Packing.of(inputs) if model.packs(inputs) else None
    guesses = _guesses(model.generator, inputs, chosen, packing, wanted)
    reading = [name for name in wanted if name not in OF_GENERATOR]
    scores = {LIKELIHOOD: guesses.score} if LIKELIHOOD in wanted else {}
    tallies: dict[str, Tensor] = {}
    if reading:
        reader = Reader.of(model, inputs, chosen, guesses.drawn, packing)
        for name in reading:
            scores[name] = reader.score(name, passage_labels, token_labels)
        tallies = reader.tallies(reading)
        if isinstance(guesses, OpenGuesses):
            scores[ADVERSARIAL] = Score(guesses.rewarded(reader.detection(chosen_only=True).reward), guesses.score.hits)
    return Answers(scores, tallies)


def _guesses(
    generator: Generator, inputs: Inputs, chosen: Chosen, packing: Packing | None, wanted: Collection[str]
) -> Guesses:
    if ADVERSARIAL in wanted:
        return generator.guess_openly(inputs, chosen, packing)
    with nullcontext() if LIKELIHOOD in wanted else torch.no_grad():  # one that nothing trains is frozen
        return generator.guess(inputs, chosen, packing)


@dataclass(frozen=True)
class Reader:
    """The run's network after it read corrupted text: its vectors in ``rows``, the rows ``at`` [P] of chosen tokens,
    by row [R] which tokens were ``replaced``, what stands ``there`` and what the text has (``original``)."""

    model: Model
    rows: TokenRows
    at: Tensor
    labels: Tensor
    replaced: Tensor
    there: Tensor
    original: Tensor

    @staticmethod
    def of(model: Model, inputs: Inputs, chosen: Chosen, drawn: Tensor, packing: Packing | None) -> Reader:
        """Have the network of a model read."""
        read, whole = corrupted(inputs, chosen.places, drawn), corrupted(inputs, chosen.places, chosen.labels)
        rows = TokenRows.of(model.encoder, read, packing)
        there, original = rows.of_padded(read.ids), rows.of_padded(whole.ids)
        return Reader(model, rows, rows.at(chosen.places), chosen.labels, there != original, there, original)

    def score(self, name: str, passage_labels: Tensor, token_labels: TokenLabels) -> Score:
        """The score of a loss by its name."""
        if name in (DETECTION, DETECTION_CHOSEN):
            return self.detection(chosen_only=name == DETECTION_CHOSEN).score
        head = self.model.heads[name]
        if isinstance(head, CopyHead):
            return self._all_tokens(head)
        if isinstance(head, VocabularyHead):
            return Score(*self.rows.token_losses(head, self.at, self.labels))
        if name in TOKEN_HEADS:
            labels, real = self.rows.of_padded(token_labels[name]), self.rows.real
            return question_score(head(self.rows.hidden).index_select(0, real), labels.index_select(0, real))
        return score(head(self.model.encoder.summary(self.rows.hidden[self.rows.first])), passage_labels)

    @cached_property
    def _detected(self) -> Tensor:
        """Logits of detection [R]."""
        return widened(self.model.heads[DETECTION](self.rows.hidden))

    def detection(self, *, chosen_only: bool) -> Detection:
        """What the detector says of all real tokens, or of the chosen ones."""
        rows = self.at if chosen_only else self.rows.real
        return Detection(self._detected.index_select(0, rows), self.replaced.index_select(0, rows))

    def _all_tokens(self, head: CopyHead) -> Score:
        """-ln p of each real token, p(v) = D [v = what is there] + (1 - D) q(v); right is what would be chosen: what is
        there where copying is likelier than not, else the best prediction."""
        real = self.rows.real
        losses, right, _ = self.rows.token_losses(head, real, self.original.index_select(0, real), each=True)
        copying = widened(head.copying(self.rows.hidden)).index_select(0, real)
        same = ~self.replaced.index_select(0, real)
        predicted = functional.logsigmoid(-copying) - losses
        chance = torch.where(same, torch.logaddexp(functional.logsigmoid(copying), predicted), predicted)
        return Score(-chance.sum(), torch.where(copying.detach() > 0, same, right))

    def tallies(self, asked: Collection[str]) -> dict[str, Tensor]:
        """Counts of replaced tokens, and of those that a detector among the ``asked`` calls so."""
        if not GENERATED.intersection(asked):
            return {}
        counts = {"replaced": self.replaced.index_select(0, self.rows.real).sum()}
        if found := {DETECTION, DETECTION_CHOSEN} & set(asked):
            seen = self.detection(chosen_only=DETECTION not in found)
            counts |= {"called": seen.called.sum(), "found": (seen.called & seen.replaced).sum()}
        return counts
