"""BERT: ``BertForPreTraining``, ``BertForMaskedLM`` or the body alone (sheet 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, ClassVar

from torch import Tensor

from workbench.model.build import VOCABULARY
from workbench.model.exchange.config_file import ConfigFile
from workbench.model.exchange.family import (
    POOLER,
    Family,
    Names,
    Part,
    common_encoder,
    is_plain,
    stack_names,
    weight_and_bias,
)
from workbench.spec.encoder import EncoderSpec
from workbench.spec.validation import validate
from workbench.text.vocabulary import Vocabulary

_MLM, _NSP = "mlm", "next_sentence"
#: The parts of a class, by its name without that of the family.
_CLASSES = {
    "ForPreTraining": (POOLER, _MLM, _NSP),
    "ForMaskedLM": (_MLM,),
    "ForNextSentencePrediction": (POOLER, _NSP),
    "Model": (POOLER,),
}


class Bert(Family):
    """Positions from 0, segments, and a pooler where there is a head for it."""

    model_type: ClassVar[str] = "bert"
    prefix: ClassVar[str] = "bert."
    classes: ClassVar[str] = "Bert"  #: what the names of its classes begin with

    def body(self, encoder: EncoderSpec) -> Names:
        """Embeddings and layers."""
        return stack_names(self.prefix, encoder)

    def parts(self, encoder: EncoderSpec) -> Mapping[str, Part]:
        """Pooler, MLM and NSP heads."""
        mlm = {
            "cls.predictions.bias": "heads.mlm.bias",
            **weight_and_bias("cls.predictions.transform.dense", "heads.mlm.dense"),
            **weight_and_bias("cls.predictions.transform.LayerNorm", "heads.mlm.norm"),
        }
        return {
            POOLER: Part(weight_and_bias(f"{self.prefix}pooler.dense", "encoder.pooler")),
            _MLM: Part(mlm, VOCABULARY),
            _NSP: Part(weight_and_bias("cls.seq_relationship", f"heads.{_NSP}.linear"), 2),
        }

    def ties(self) -> Names:
        """The decoder of the MLM head."""
        return {
            "cls.predictions.decoder.weight": f"{self.prefix}embeddings.word_embeddings.weight",
            "cls.predictions.decoder.bias": "cls.predictions.bias",
        }

    def claimed(self, architecture: str) -> tuple[str, ...]:
        """The parts of a class."""
        family, kind = architecture[: len(self.classes)], architecture[len(self.classes) :]
        return _CLASSES.get(kind, ()) if family == self.classes else ()

    def architecture(self, parts: Set[str]) -> str:
        """The class with these parts: an NSP head brings the pooler, the MLM head alone has none."""
        if _NSP in parts:
            kind = "ForPreTraining" if _MLM in parts else "ForNextSentencePrediction"
        else:
            kind = "ForMaskedLM" if _MLM in parts else "Model"
        return self.classes + kind

    def holds(self, encoder: EncoderSpec, heads: Set[str]) -> bool:
        """Whether positions begin at 0, and nothing is as in ALBERT."""
        return encoder.position_offset == 0 and is_plain(encoder)

    def encoder_of(self, config: ConfigFile, weights: Mapping[str, Tensor]) -> EncoderSpec:
        """From the config alone."""
        return validate(EncoderSpec, common_encoder(config))

    def settings(self, encoder: EncoderSpec, vocabulary: Vocabulary) -> dict[str, Any]:
        """What only some families say."""
        return {"classifier_dropout": None}
