"""ELECTRA: discriminators as ``ElectraForPreTraining``, generators as ``ElectraForMaskedLM`` (sheet 4.5, 5.2, 5.3).

A run with a generator holds both networks. Each becomes a checkpoint folder, as transformers has no class for both.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, ClassVar

from torch import Tensor

from workbench.model.build import VOCABULARY
from workbench.model.exchange.config_file import ConfigFile
from workbench.model.exchange.family import Family, Names, Part, common_encoder, stack_names, weight_and_bias
from workbench.spec.encoder import Activation, EncoderSpec, Sharing
from workbench.spec.validation import validate
from workbench.text.vocabulary import Vocabulary

_MLM, _DETECTOR = "mlm", "replaced_token"
_CLASSES = {"ElectraForPreTraining": (_DETECTOR,), "ElectraForMaskedLM": (_MLM,)}


class Electra(Family):
    """Tables that may be narrow, with a map only where they are; no pooler, no question about passages."""

    model_type: ClassVar[str] = "electra"
    prefix: ClassVar[str] = "electra."

    def body(self, encoder: EncoderSpec) -> Names:
        """Embeddings, their map where there is one, and layers."""
        names = stack_names(self.prefix, encoder)
        if encoder.maps_embeddings:
            names |= weight_and_bias("electra.embeddings_project", "encoder.embeddings.projection")
        return names

    def parts(self, encoder: EncoderSpec) -> Mapping[str, Part]:
        """The generator's head and the discriminator's."""
        mlm = {
            "generator_lm_head.bias": "heads.mlm.bias",
            **weight_and_bias("generator_predictions.dense", "heads.mlm.dense"),
            **weight_and_bias("generator_predictions.LayerNorm", "heads.mlm.norm"),
        }
        detector = {
            **weight_and_bias("discriminator_predictions.dense", f"heads.{_DETECTOR}.dense"),
            **weight_and_bias("discriminator_predictions.dense_prediction", f"heads.{_DETECTOR}.output"),
        }
        return {_MLM: Part(mlm, VOCABULARY), _DETECTOR: Part(detector, VOCABULARY)}

    def ties(self) -> Names:
        """The generator's output matrix."""
        return {"generator_lm_head.weight": "electra.embeddings.word_embeddings.weight"}

    def claimed(self, architecture: str) -> tuple[str, ...]:
        """The parts of a class."""
        return _CLASSES.get(architecture, ())

    def architecture(self, parts: Set[str]) -> str:
        """The class with these parts."""
        if _DETECTOR in parts:
            return "ElectraForPreTraining"
        return "ElectraForMaskedLM" if _MLM in parts else "ElectraModel"

    def holds(self, encoder: EncoderSpec, heads: Set[str]) -> bool:
        """Whether it has a detector, or is as only a generator is: narrow tables and no pooler."""
        as_generator = encoder.maps_embeddings and not encoder.pooler and can_be_generator(encoder)
        return _can_be_either(encoder) and (_DETECTOR in heads or as_generator)

    def encoder_of(self, config: ConfigFile, weights: Mapping[str, Tensor]) -> EncoderSpec:
        """From the config alone."""
        fields = common_encoder(config)
        width = config.whole("embedding_size", 128)
        fields["embedding_size"] = 0 if width == fields["hidden"] else width
        return validate(EncoderSpec, fields)

    def settings(self, encoder: EncoderSpec, vocabulary: Vocabulary) -> dict[str, Any]:
        """The width of the tables, and how a passage is summed up where somebody asks."""
        return {
            "embedding_size": encoder.embedding_width,
            "classifier_dropout": None,
            "summary_type": "first",
            "summary_use_proj": True,
            "summary_activation": "gelu",
            "summary_last_dropout": 0.1,
        }


def can_be_generator(encoder: EncoderSpec) -> bool:
    """Whether transformers' class for generators computes what a model of this encoder does: its head has GELU."""
    return _can_be_either(encoder) and encoder.activation is Activation.GELU


def _can_be_either(encoder: EncoderSpec) -> bool:
    return not (encoder.position_offset or encoder.task_types) and encoder.sharing is Sharing.NONE
