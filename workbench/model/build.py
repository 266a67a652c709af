"""From a spec to modules with initial weights."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from workbench.masking.strategy import IGNORE
from workbench.model.embeddings import keep_row_at_zero
from workbench.model.encoder import Encoder
from workbench.model.heads import PassageHead, VocabularyHead
from workbench.model.inputs import Inputs
from workbench.model.packed import work_dtype
from workbench.model.packing import Packing, rounded
from workbench.model.shared import save_shared_once
from workbench.model.tap import Tap
from workbench.model.token_loss import token_loss
from workbench.model.word_rows import TableGradient
from workbench.spec.encoder import EncoderSpec, Initialisation
from workbench.spec.run import RunSpec

TOKEN_HEAD = "mlm"
VOCABULARY = 0  #: number of classes of a head that predicts tokens: as many as the vocabulary has

#: Heads by name -> number of their classes.
Heads = Mapping[str, int]


class Model(nn.Module):
    """An encoder with its heads; ``heads`` are named as the losses are. ``compiled`` says that :meth:`padded` is."""

    def __init__(self, spec: EncoderSpec, vocabulary_size: int, heads: Heads) -> None:
        super().__init__()
        self.compiled = False
        self.encoder = Encoder(spec, vocabulary_size)
        self.heads = nn.ModuleDict(
            {
                name: VocabularyHead(spec, vocabulary_size) if classes == VOCABULARY else PassageHead(spec, classes)
                for name, classes in heads.items()
            }
        )
        save_shared_once(self)

    def forward(self, inputs: Inputs, places: Tensor, tap: Tap | None = None) -> dict[str, Tensor]:
        """Logits by head: ``mlm`` [P, V] at ``places`` [P] of the flattened [B * N] tokens, passage heads [B, classes].

        Nothing of the vocabulary's width is computed at other places.
        """
        return self._logits(self.encoder(inputs, tap), places, tuple(self.heads))

    def padded(self, inputs: Inputs, places: Tensor, wanted: tuple[str, ...]) -> dict[str, Tensor]:
        """The same of the ``wanted`` heads by plain operations of torch, padding and all, on any device."""
        return self._logits(self.encoder.padded(inputs), places, wanted)

    def _logits(self, hidden: Tensor, places: Tensor, wanted: Collection[str]) -> dict[str, Tensor]:
        logits: dict[str, Tensor] = {}
        for name, head in self.heads.items():
            if name not in wanted:
                continue
            if isinstance(head, VocabularyHead):
                vectors = hidden.flatten(0, 1).index_select(0, places)
                logits[name] = head(vectors, self.encoder.embeddings.word.weight)
            else:
                logits[name] = head(self.encoder.summary(hidden[:, 0]))
        return logits

    def scores(
        self, inputs: Inputs, places: Tensor, labels: Tensor, passage_labels: Tensor, wanted: Collection[str]
    ) -> dict[str, Score]:
        """Summed cross-entropy in nats and the right answers, of the ``wanted`` heads.

        ``labels`` [P] belong to ``places`` [P]; ``passage_labels`` [B] are :data:`IGNORE` where nothing is asked.
        """
        if inputs.ids.device.type == "cpu" and not self.compiled:
            return self._packed_scores(inputs, places, labels, passage_labels, wanted)
        logits = self.padded(inputs, places, tuple(name for name in self.heads if name in wanted))
        return {
            name: score(found, labels if isinstance(self.heads[name], VocabularyHead) else passage_labels)
            for name, found in logits.items()
        }

    def _packed_scores(
        self, inputs: Inputs, places: Tensor, labels: Tensor, passage_labels: Tensor, wanted: Collection[str]
    ) -> dict[str, Score]:
        """The same on the processor, without padding and without logits that outlive their row."""
        table, packing = self.encoder.embeddings.word.weight, Packing.of(inputs)
        dtype = work_dtype(table)
        asked = {name: head for name, head in self.heads.items() if name in wanted}
        gradient = TableGradient()
        hidden = self.encoder.packed(inputs, packing, gradient)
        found: dict[str, Score] = {}
        for name, head in asked.items():
            if isinstance(head, VocabularyHead):
                features = head.features(hidden.index_select(0, rounded(packing.rows(places)))).to(dtype)
                found[name] = Score(*token_loss(features, table, head.bias, labels, dtype, gradient))
            else:
                first = hidden.index_select(0, packing.firsts)
                found[name] = score(head(self.encoder.summary(first)), passage_labels)
        return found


@dataclass(frozen=True)
class Score:
    """Cross-entropy summed over n targets, and which of them are predicted: ``hits`` [n]."""

    loss: Tensor
    hits: Tensor


def score(logits: Tensor, labels: Tensor) -> Score:
    """Of logits [n, classes], widened to fp32 first, and labels [n] of which some may be :data:`IGNORE`."""
    wide = logits if logits.dtype is torch.float64 else logits.float()
    loss = functional.cross_entropy(wide, labels, ignore_index=IGNORE, reduction="sum")
    return Score(loss, logits.detach().argmax(-1) == labels)


def heads_of(spec: RunSpec) -> dict[str, int]:
    """The heads that the objectives of all stages ask for."""
    heads = {objective.head: VOCABULARY for stage in spec.stages for objective in stage.tokens}
    return heads | {stage.passage.head: stage.passage.classes for stage in spec.stages if stage.passage.head}


def build_model(spec: EncoderSpec, vocabulary_size: int, heads: Heads, *, padding_id: int = 0) -> Model:
    """The model of a spec with fresh weights from torch's current random state.

    ``vocabulary_size`` is used where the spec leaves the number of rows open (0). ``padding_id`` matters only with
    ``zero_padding_row``. Built inside ``torch.device("meta")`` it takes no memory and draws no numbers.
    """
    model = Model(spec, spec.vocabulary_size or vocabulary_size, heads)
    initialise(model, spec)
    if spec.zero_padding_row:
        keep_row_at_zero(model.encoder.embeddings.word, padding_id)
        if spec.position_offset:
            keep_row_at_zero(model.encoder.embeddings.position, spec.position_offset - 1)
    return model


@torch.no_grad()
def initialise(model: nn.Module, spec: EncoderSpec) -> None:
    """Matrices and tables normal, cut at two deviations or not; biases 0, LayerNorm 1 and 0 (sheet 0.2)."""
    deviation = spec.initial_deviation
    for module in model.modules():
        if isinstance(module, nn.Linear | nn.Embedding):
            if spec.initialisation is Initialisation.TRUNCATED:
                nn.init.trunc_normal_(module.weight, std=deviation, a=-2 * deviation, b=2 * deviation)
            else:
                nn.init.normal_(module.weight, std=deviation)
        if isinstance(module, nn.Linear):
            nn.init.zeros_(module.bias)


def count_parameters(module: nn.Module) -> int:
    """Numbers in a module, shared ones once."""
    return sum(parameter.numel() for parameter in module.parameters())
