"""RoBERTa: ``RobertaForMaskedLM`` or the body alone (sheet 2.4, 5.2, 5.3).

transformers counts positions from the padding id on: padding has the row of that number, the first token the next.
Ours may begin elsewhere, as with a vocabulary of BERT's kind. Then rows are laid anew, and a setting that transformers
passes over, ``position_offset``, says how they lay; those before the padding's, which no token has, become zeros.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, ClassVar

from torch import Tensor

from workbench.model.build import VOCABULARY
from workbench.model.exchange.config_file import ConfigFile
from workbench.model.exchange.family import (
    Family,
    Names,
    Part,
    Tensors,
    common_encoder,
    is_plain,
    stack_names,
    weight_and_bias,
)
from workbench.spec.encoder import EncoderSpec, Initialisation
from workbench.spec.validation import validate
from workbench.text.vocabulary import Vocabulary

_MLM = "mlm"
_OFFSET = "position_offset"
_POSITIONS = "roberta.embeddings.position_embeddings.weight"
_WORDS = "roberta.embeddings.word_embeddings.weight"


class Roberta(Family):
    """Positions after a padding row, no pooler, no question about passages."""

    model_type: ClassVar[str] = "roberta"
    prefix: ClassVar[str] = "roberta."

    def body(self, encoder: EncoderSpec) -> Names:
        """Embeddings and layers."""
        return stack_names(self.prefix, encoder)

    def parts(self, encoder: EncoderSpec) -> Mapping[str, Part]:
        """The MLM head; the pooler of some files was never trained."""
        mlm = {
            "lm_head.bias": "heads.mlm.bias",
            **weight_and_bias("lm_head.dense", "heads.mlm.dense"),
            **weight_and_bias("lm_head.layer_norm", "heads.mlm.norm"),
        }
        return {_MLM: Part(mlm, VOCABULARY)}

    def ties(self) -> Names:
        """The decoder of the MLM head."""
        return {"lm_head.decoder.weight": _WORDS, "lm_head.decoder.bias": "lm_head.bias"}

    def claimed(self, architecture: str) -> tuple[str, ...]:
        """The parts of a class."""
        return (_MLM,) if architecture == "RobertaForMaskedLM" else ()

    def architecture(self, parts: Set[str]) -> str:
        """The class with these parts."""
        return "RobertaForMaskedLM" if _MLM in parts else "RobertaModel"

    def holds(self, encoder: EncoderSpec, heads: Set[str]) -> bool:
        """Whether positions begin after a padding row, and nothing is as in ALBERT."""
        return encoder.position_offset > 0 and is_plain(encoder)

    def encoder_of(self, config: ConfigFile, weights: Mapping[str, Tensor]) -> EncoderSpec:
        """From the config, and whether padding rows are at zero."""
        padding = config.whole("pad_token_id", 1)
        offset = config.whole(_OFFSET, padding + 1)
        fields = common_encoder(config)
        tables = [weights.get(name) for name in (_WORDS, _POSITIONS)]
        at_zero = all(table is not None and len(table) > padding and not table[padding].any() for table in tables)
        own = {
            "positions": fields["positions"] - padding - 1 + offset,
            "position_offset": offset,
            "initialisation": Initialisation.NORMAL,
            "zero_padding_row": at_zero and offset > 1,
        }
        return validate(EncoderSpec, fields | own)

    def settings(self, encoder: EncoderSpec, vocabulary: Vocabulary) -> dict[str, Any]:
        """Positions from the padding id on, and the ids around a text."""
        elsewhere = encoder.position_offset != vocabulary.pad_id + 1
        return {
            **({_OFFSET: encoder.position_offset} if elsewhere else {}),
            "max_position_embeddings": vocabulary.pad_id + 1 + encoder.positions - encoder.position_offset,
            "bos_token_id": vocabulary.cls_id,
            "eos_token_id": vocabulary.sep_id,
            "classifier_dropout": None,
        }

    def outgoing(self, tensors: Tensors, encoder: EncoderSpec, vocabulary: Vocabulary) -> Tensors:
        """With rows of positions from the padding id on."""
        return tensors | {_POSITIONS: _laid(tensors[_POSITIONS], encoder, vocabulary.pad_id)}

    def incoming(self, tensors: Mapping[str, Tensor], encoder: EncoderSpec) -> Mapping[str, Tensor]:
        """With rows of positions as the encoder has them."""
        if _POSITIONS not in tensors:
            return tensors
        return {**tensors, _POSITIONS: _laid(tensors[_POSITIONS], encoder, encoder.position_offset - 1)}


def _laid(rows: Tensor, encoder: EncoderSpec, padding: int) -> Tensor:
    """The padding's row at ``padding``, those of all positions after it; as they are where they lie so already."""
    count = encoder.positions - encoder.position_offset + 1  # with that of the padding
    if len(rows) == padding + count or len(rows) < count:  # too few are told as another shape
        return rows
    laid = rows.new_zeros(padding + count, rows.shape[1])
    laid[padding:] = rows[-count:]
    return laid
