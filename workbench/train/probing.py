"""The user's probe sentences, put to the model at every evaluation."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.events import Guess, ProbedMask, ProbedSentence
from workbench.model.build import Model
from workbench.model.encoding import EncodedText, encode_text
from workbench.model.ngram_inputs import TextNgrams
from workbench.spec.encoder import EncoderSpec
from workbench.spec.probes import read_probe
from workbench.text.vocabulary import Vocabulary

TOP = 8  #: guesses kept for a mask


class Probes:
    """Sentences cut once. Those that ask nothing, or are too long for the model, are left out; ``problems`` say why.
    ``ngrams`` finds what an n-gram encoder is given."""

    def __init__(
        self, texts: Sequence[str], vocabulary: Vocabulary, encoder: EncoderSpec, ngrams: TextNgrams | None = None
    ) -> None:
        self._vocabulary = vocabulary
        self._ngrams = ngrams
        self._sentences: list[tuple[str, EncodedText]] = []
        self.problems: list[WorkbenchError] = []
        for text in texts:
            probe = read_probe(text)
            if not probe.asks:
                continue
            try:
                encoded = encode_text(probe.plain, None, vocabulary, encoder, hidden=probe.hidden)
            except WorkbenchError as error:
                self.problems.append(error)
            else:
                self._sentences.append((text, encoded))

    @torch.no_grad()
    def ask(self, model: Model, device: torch.device, task: int = 0) -> tuple[ProbedSentence, ...]:
        """What the model predicts now, without dropout; no random number is drawn. Empty without a head for tokens.
        ``task`` is the row of its table of tasks, where it has one."""
        was_training = model.training
        model.eval()
        try:
            found = [(text, encoded, self._logits(model, encoded, device, task)) for text, encoded in self._sentences]
        finally:
            model.train(was_training)
        return tuple(
            ProbedSentence(
                text=text,
                tokens=tuple(self._vocabulary.token(token) for token in encoded.ids),
                masks=self._masks(encoded, logits.float().softmax(-1).cpu()),
            )
            for text, encoded, logits in found
            if logits is not None
        )

    def _masks(self, encoded: EncodedText, chances: Tensor) -> tuple[ProbedMask, ...]:
        """Guesses at each mask; ``chances`` [masks, V]."""
        best = chances.topk(min(TOP, chances.shape[-1]))
        masks = []
        for number, place in enumerate(encoded.masks):
            likely = zip(best.indices[number].tolist(), best.values[number].tolist(), strict=True)
            guesses = tuple(Guess(token=self._vocabulary.token(token), probability=chance) for token, chance in likely)
            answer = encoded.answers.get(place)
            if answer is None:
                masks.append(ProbedMask(position=place, guesses=guesses))
                continue
            chance = chances[number, answer]
            masks.append(
                ProbedMask(
                    position=place,
                    guesses=guesses,
                    answer=self._vocabulary.token(answer),
                    probability=float(chance),
                    rank=int((chances[number] > chance).sum()) + 1,
                )
            )
        return tuple(masks)

    def _logits(self, model: Model, encoded: EncodedText, device: torch.device, task: int) -> Tensor | None:
        """Logits [masks, V] at the masks of one sentence."""
        return model.predictions(encoded.inputs(self._ngrams, task).to(device), encoded.places().to(device))
