"""What a family of checkpoints is: the names of its tensors beside ours, and its settings beside the encoder's."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Any, ClassVar

from torch import Tensor

from workbench.model.exchange.config_file import ConfigFile, activation_name
from workbench.spec.encoder import EncoderSpec, Sharing
from workbench.text.vocabulary import Vocabulary

#: Name of a tensor in a checkpoint folder -> name of ours. Several of theirs may be one of ours, which is then shared.
Names = Mapping[str, str]
Tensors = dict[str, Tensor]

POOLER = "pooler"  #: the part of that name; other parts are named as heads are


@dataclass(frozen=True)
class Part:
    """What a checkpoint may have beside its body: the pooler, or a head of so many ``classes``, as
    :data:`workbench.model.build.Heads` have them."""

    names: Names
    classes: int | None = None


class Family(ABC):
    """One ``model_type`` of transformers. ``prefix`` begins the names of its body; names of body and heads are plain
    renames, as both sides keep linear maps as (out, in)."""

    model_type: ClassVar[str]
    prefix: ClassVar[str]
    has_tasks: ClassVar[bool] = False  #: whether its classes have a place for a table of tasks

    @abstractmethod
    def body(self, encoder: EncoderSpec) -> Names:
        """The tensors of embeddings and layers."""

    @abstractmethod
    def parts(self, encoder: EncoderSpec) -> Mapping[str, Part]:
        """What a checkpoint may lack: the pooler, and heads by name."""

    @abstractmethod
    def ties(self) -> Names:
        """Tensors that stand in files beside the one that they are tied to: the former's name -> the latter's."""

    @abstractmethod
    def claimed(self, architecture: str) -> tuple[str, ...]:
        """The parts that a class of this family has; none for a class that is not known."""

    @abstractmethod
    def architecture(self, parts: Set[str]) -> str:
        """The class that is written for a model with these parts; it may have no place for some of them."""

    @abstractmethod
    def holds(self, encoder: EncoderSpec, heads: Set[str]) -> bool:
        """Whether this is the family for an encoder with these heads."""

    @abstractmethod
    def encoder_of(self, config: ConfigFile, weights: Mapping[str, Tensor]) -> EncoderSpec:
        """The encoder of a checkpoint, without a pooler; raises :class:`WorkbenchError` where there is none such here.

        ``weights`` are by their names, where those of old files have been brought up to date.
        """

    @abstractmethod
    def settings(self, encoder: EncoderSpec, vocabulary: Vocabulary) -> dict[str, Any]:
        """What its config says beside :func:`common_settings`; may replace some of these."""

    def preset(self, encoder: EncoderSpec) -> str:
        """The family of presets that such an encoder belongs to."""
        return self.model_type

    def outgoing(self, tensors: Tensors, encoder: EncoderSpec, vocabulary: Vocabulary) -> Tensors:
        """Tensors by their names as files hold them, where that is not as ours."""
        return tensors

    def incoming(self, tensors: Mapping[str, Tensor], encoder: EncoderSpec) -> Mapping[str, Tensor]:
        """The way back; may leave out what ours has no place for. Raises :class:`WorkbenchError` where a value cannot
        be held."""
        return tensors


def weight_and_bias(theirs: str, ours: str) -> dict[str, str]:
    """Both tensors of a linear map or a LayerNorm."""
    return {f"{theirs}.{kind}": f"{ours}.{kind}" for kind in ("weight", "bias")}


def embedding_names(prefix: str) -> dict[str, str]:
    """Tables and LayerNorm at the beginning (sheet 5.2)."""
    tables = {"word": "word_embeddings", "position": "position_embeddings", "segment": "token_type_embeddings"}
    names = {
        f"{prefix}embeddings.{theirs}.weight": f"encoder.embeddings.{ours}.weight" for ours, theirs in tables.items()
    }
    return names | weight_and_bias(f"{prefix}embeddings.LayerNorm", "encoder.embeddings.norm")


def layer_names(theirs: str, ours: str) -> dict[str, str]:
    """The 16 tensors of a layer of BERT, RoBERTa and ELECTRA (sheet 5.2)."""
    modules = {
        "attention.self.query": "attention.query",
        "attention.self.key": "attention.key",
        "attention.self.value": "attention.value",
        "attention.output.dense": "attention_output",
        "attention.output.LayerNorm": "attention_norm",
        "intermediate.dense": "expand",
        "output.dense": "contract",
        "output.LayerNorm": "feed_forward_norm",
    }
    names: dict[str, str] = {}
    for there, here in modules.items():
        names |= weight_and_bias(f"{theirs}{there}", f"{ours}{here}")
    return names


def stack_names(prefix: str, encoder: EncoderSpec) -> dict[str, str]:
    """Embeddings and all layers, each with weights of its own."""
    names = embedding_names(prefix)
    for layer in range(encoder.layers):
        names |= layer_names(f"{prefix}encoder.layer.{layer}.", f"encoder.layers.{layer}.")
    return names


def is_plain(encoder: EncoderSpec) -> bool:
    """Whether tables are as wide as the layers, of which none shares anything."""
    return not encoder.maps_embeddings and encoder.sharing is Sharing.NONE


def common_settings(encoder: EncoderSpec, vocabulary: Vocabulary) -> dict[str, Any]:
    """What every family's config says (sheet 5.3)."""
    return {
        "vocab_size": encoder.vocabulary_size or vocabulary.size,
        "hidden_size": encoder.hidden,
        "num_hidden_layers": encoder.layers,
        "num_attention_heads": encoder.heads,
        "intermediate_size": encoder.feed_forward,
        "hidden_act": activation_name(encoder.activation),
        "hidden_dropout_prob": encoder.hidden_dropout,
        "attention_probs_dropout_prob": encoder.attention_dropout,
        "max_position_embeddings": encoder.positions,
        "type_vocab_size": encoder.segments,
        "layer_norm_eps": encoder.layer_norm_epsilon,
        "initializer_range": encoder.initial_deviation,
        "pad_token_id": vocabulary.pad_id,
        "tie_word_embeddings": True,
        "dtype": "float32",
        "torch_dtype": "float32",  # the name of the same before transformers 5
    }


def common_encoder(config: ConfigFile, *, activation: str = "gelu", dropout: float = 0.1) -> dict[str, Any]:
    """The fields of :class:`EncoderSpec` that every family's config says, with the defaults of its class."""
    for name, wanted in (
        ("position_embedding_type", "absolute"),
        ("is_decoder", False),
        ("add_cross_attention", False),
    ):
        config.require(name, wanted)
    return {
        "layers": config.whole("num_hidden_layers"),
        "hidden": config.whole("hidden_size"),
        "heads": config.whole("num_attention_heads"),
        "feed_forward": config.whole("intermediate_size"),
        "positions": config.whole("max_position_embeddings", 512),
        "segments": config.whole("type_vocab_size", 2),
        "pooler": False,
        "activation": config.activation(activation),
        "hidden_dropout": config.number("hidden_dropout_prob", dropout),
        "attention_dropout": config.number("attention_probs_dropout_prob", dropout),
        "layer_norm_epsilon": config.number("layer_norm_eps", 1e-12),
        "initial_deviation": config.number("initializer_range", 0.02),
    }
