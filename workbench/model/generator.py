"""The generator: predicts the chosen tokens, and draws what stands in their place (ELECTRA sheet 4.2, 4.4, 4.6)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.model.encoder import Encoder
from workbench.model.heads import VocabularyHead
from workbench.model.inputs import Inputs
from workbench.model.packing import Packing
from workbench.model.sampling import draw_tokens
from workbench.model.score import Score, widened
from workbench.model.token_rows import TokenRows
from workbench.spec.generator import GeneratorPlan, GeneratorSharing


@dataclass(frozen=True)
class Chosen:
    """The chosen tokens of passages: ``places`` [P] in the flattened [B * N], the ``labels`` [P] that the text has
    there, and two ``words`` [P, 2] of int32 that decide what is drawn for each."""

    places: Tensor
    labels: Tensor
    words: Tensor


@dataclass(frozen=True)
class Guesses:
    """What the generator says of P chosen tokens: ``drawn`` [P] ids without a gradient, and the ``score`` of its
    predictions against the text."""

    drawn: Tensor
    score: Score


@dataclass(frozen=True)
class OpenGuesses(Guesses):
    """Guesses that can be rewarded: ``log_chances`` [P] of what was drawn, and the ``baseline`` [P], ln of whose
    sigmoid stands against the reward; both have a gradient."""

    log_chances: Tensor
    baseline: Tensor

    def rewarded(self, reward: Tensor) -> Tensor:
        """What to minimise to maximise the expected ``reward`` [P] by REINFORCE (sheet 4.6), summed over the guesses.

        -ln p(drawn) · (R - b) with b = -ln sigmoid(baseline), no gradient through R - b; and the cross-entropy between
        sigmoid(baseline) and e^-R, by which the baseline learns.
        """
        reward = reward.detach()
        advantage = reward + functional.logsigmoid(self.baseline.detach())
        learned = functional.binary_cross_entropy_with_logits(self.baseline, (-reward).exp(), reduction="sum")
        return learned - (self.log_chances * advantage).sum()


class Generator(nn.Module):
    """An encoder of its own or shared in part, with a vocabulary head that is tied to its word table."""

    def __init__(self, plan: GeneratorPlan, vocabulary_size: int, encoder: Encoder) -> None:
        """``encoder`` is that of the run's own network, whose weights may be shared."""
        super().__init__()
        self.settings = plan.settings
        if self.settings.sharing is GeneratorSharing.ALL:
            self.encoder = encoder
        else:
            tied = self.settings.sharing is GeneratorSharing.EMBEDDINGS
            self.encoder = Encoder(plan.encoder, vocabulary_size, encoder.embeddings if tied else None)
        self.head = VocabularyHead(plan.encoder, vocabulary_size)
        self.baseline = nn.Linear(plan.encoder.hidden, 1) if plan.adversarial else None

    def guess(self, inputs: Inputs, chosen: Chosen, packing: Packing | None) -> Guesses:
        """Draw a token for each chosen one."""
        rows = TokenRows.of(self.encoder, inputs, packing)
        drawn = torch.zeros_like(chosen.labels)

        def draw(part: slice, chances: Tensor) -> None:
            drawn[part] = self._draw(chances, chosen.labels[part], chosen.words[part])

        losses = rows.token_losses(self.head, rows.at(chosen.places), chosen.labels, draw)
        return Guesses(drawn, Score(*losses))

    def guess_openly(self, inputs: Inputs, chosen: Chosen, packing: Packing | None) -> OpenGuesses:
        """The same with the chances of what is drawn, for a generator that has a baseline."""
        assert self.baseline is not None
        rows = TokenRows.of(self.encoder, inputs, packing)
        at = rows.at(chosen.places)
        log_chances = rows.logits(self.head, at).log_softmax(-1)
        seen = log_chances.detach()
        likelihood = seen.gather(1, chosen.labels[:, None])
        drawn = self._draw(seen.exp(), chosen.labels, chosen.words)
        return OpenGuesses(
            drawn,
            Score(-likelihood.sum(), seen.argmax(1) == chosen.labels, -likelihood[:, 0]),
            log_chances.gather(1, drawn[:, None])[:, 0],
            widened(self.baseline(rows.hidden.index_select(0, at).detach())[:, 0]),
        )

    def logits(self, inputs: Inputs, places: Tensor) -> Tensor:
        """What it predicts at ``places`` [P], as logits [P, V]."""
        return TokenRows.of(self.encoder, inputs, None).logits(self.head, places)

    def _draw(self, chances: Tensor, labels: Tensor, words: Tensor) -> Tensor:
        excluded = labels if self.settings.disallow_correct else None
        return draw_tokens(chances, words, temperature=self.settings.temperature, excluded=excluded)
