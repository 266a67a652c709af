"""ALBERT: ``AlbertForPreTraining``, ``AlbertForMaskedLM`` or the body alone (sheet 3, 5.2, 5.3).

transformers shares whole layers, in groups. What else a model here may share is written as a group for each layer, with
copies; reading finds the copies again and ties them. It always has a map from E to H: where both are equal, ours has
none, and the identity is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, ClassVar

import torch
from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.model.build import VOCABULARY
from workbench.model.exchange.config_file import ConfigFile
from workbench.model.exchange.family import (
    POOLER,
    Family,
    Names,
    Part,
    Tensors,
    common_encoder,
    embedding_names,
    weight_and_bias,
)
from workbench.spec.encoder import EncoderSpec, Sharing
from workbench.spec.sharing import group_of, layer_uses
from workbench.spec.validation import validate
from workbench.text.vocabulary import Vocabulary

_MLM, _SOP = "mlm", "sentence_order"
_MAP = "albert.encoder.embedding_hidden_mapping_in"
_CLASSES = {
    "AlbertForPreTraining": (POOLER, _MLM, _SOP),
    "AlbertForMaskedLM": (_MLM,),
    "AlbertModel": (POOLER,),
}
_ATTENTION = {
    "attention.query": "attention.query",
    "attention.key": "attention.key",
    "attention.value": "attention.value",
    "attention.dense": "attention_output",
    "attention.LayerNorm": "attention_norm",
}
_FEED_FORWARD = {"ffn": "expand", "ffn_output": "contract", "full_layer_layer_norm": "feed_forward_norm"}


class Albert(Family):
    """Narrow tables, a map, and layers that may share."""

    model_type: ClassVar[str] = "albert"
    prefix: ClassVar[str] = "albert."

    def body(self, encoder: EncoderSpec) -> Names:
        """Embeddings, their map, and the layers of all groups."""
        names = embedding_names(self.prefix)
        if encoder.maps_embeddings:
            names |= weight_and_bias(_MAP, "encoder.embeddings.projection")
        uses, groups = layer_uses(encoder), _groups(encoder)
        for group in range(groups):
            first = next(layer for layer in range(encoder.layers) if _group(layer, encoder.layers, groups) == group)
            for inner in range(encoder.inner_layers):
                number = first * encoder.inner_layers + inner
                for blocks, use in ((_ATTENTION, uses.attention[number]), (_FEED_FORWARD, uses.feed_forward[number])):
                    for theirs, ours in blocks.items():
                        names |= weight_and_bias(_layer(group, inner) + theirs, f"encoder.layers.{use}.{ours}")
        return names

    def parts(self, encoder: EncoderSpec) -> Mapping[str, Part]:
        """Pooler, MLM and SOP heads."""
        mlm = {
            "predictions.bias": "heads.mlm.bias",
            **weight_and_bias("predictions.dense", "heads.mlm.dense"),
            **weight_and_bias("predictions.LayerNorm", "heads.mlm.norm"),
        }
        return {
            POOLER: Part(weight_and_bias("albert.pooler", "encoder.pooler")),
            _MLM: Part(mlm, VOCABULARY),
            _SOP: Part(weight_and_bias("sop_classifier.classifier", f"heads.{_SOP}.linear"), 2),
        }

    def ties(self) -> Names:
        """The decoder of the MLM head."""
        return {
            "predictions.decoder.weight": "albert.embeddings.word_embeddings.weight",
            "predictions.decoder.bias": "predictions.bias",
        }

    def claimed(self, architecture: str) -> tuple[str, ...]:
        """The parts of a class."""
        return _CLASSES.get(architecture, ())

    def architecture(self, parts: Set[str]) -> str:
        """The class with these parts; an SOP head without the other is left out."""
        if _MLM not in parts:
            return "AlbertModel"
        return "AlbertForPreTraining" if _SOP in parts else "AlbertForMaskedLM"

    def holds(self, encoder: EncoderSpec, heads: Set[str]) -> bool:
        """Whether tables are narrow or layers share; positions begin at 0."""
        return encoder.position_offset == 0 and (encoder.maps_embeddings or encoder.sharing is not Sharing.NONE)

    def encoder_of(self, config: ConfigFile, weights: Mapping[str, Tensor]) -> EncoderSpec:
        """From the config, and of one group a layer from which of them are copies."""
        fields = common_encoder(config, activation="gelu_new", dropout=0.0)
        layers, hidden = config.whole("num_hidden_layers"), config.whole("hidden_size")
        width = config.whole("embedding_size", 128)
        groups, inner = config.whole("num_hidden_groups", 1), config.whole("inner_group_num", 1)
        fields["embedding_size"] = 0 if width == hidden else width
        plain = {"sharing": Sharing.ALL, "groups": groups, "inner_layers": inner}
        encoder = validate(EncoderSpec, fields | plain)
        if not _rounds_alike(layers, groups):
            raise WorkbenchError(
                mark("transformers puts {layers} layers into {groups} groups that are not those of this program."),
                mark("Its groups follow from a division with rounding errors: write the layers as a group each."),
                layers=layers,
                groups=groups,
            )
        return encoder.model_copy(update=_found_sharing(encoder, weights)) if groups == layers else encoder

    def settings(self, encoder: EncoderSpec, vocabulary: Vocabulary) -> dict[str, Any]:
        """The width of the tables, the groups, and the ids around a text."""
        return {
            "embedding_size": encoder.embedding_width,
            "num_hidden_groups": _groups(encoder),
            "inner_group_num": encoder.inner_layers,
            "bos_token_id": vocabulary.cls_id,
            "eos_token_id": vocabulary.sep_id,
            "classifier_dropout_prob": 0.1,
        }

    def outgoing(self, tensors: Tensors, encoder: EncoderSpec, vocabulary: Vocabulary) -> Tensors:
        """With the identity as map where ours has none; copies of what is shared are tensors of their own."""
        written = {name: tensor.clone() for name, tensor in tensors.items()}
        if not encoder.maps_embeddings:
            written |= {f"{_MAP}.weight": torch.eye(encoder.hidden), f"{_MAP}.bias": torch.zeros(encoder.hidden)}
        return written

    def incoming(self, tensors: Mapping[str, Tensor], encoder: EncoderSpec) -> Mapping[str, Tensor]:
        """Without a map that is the identity, where ours has none."""
        maps = {name: tensors[name] for name in (f"{_MAP}.weight", f"{_MAP}.bias") if name in tensors}
        if encoder.maps_embeddings or not maps:
            return tensors
        identity = {f"{_MAP}.weight": torch.eye(encoder.hidden), f"{_MAP}.bias": torch.zeros(encoder.hidden)}
        if not all(torch.equal(tensor, identity[name]) for name, tensor in maps.items()):
            raise WorkbenchError(
                mark("The checkpoint maps its embeddings of {size:,} to as wide vectors, which models here don't."),
                mark("Only a map that changes nothing can be left out; this one was trained."),
                size=encoder.hidden,
            )
        return {name: tensor for name, tensor in tensors.items() if name not in maps}


def _layer(group: int, inner: int) -> str:
    return f"albert.encoder.albert_layer_groups.{group}.albert_layers.{inner}."


def _group(layer: int, layers: int, groups: int) -> int:
    """The group of a layer as transformers reckons it, in floating numbers."""
    return int(layer / (layers / groups))


def _rounds_alike(layers: int, groups: int) -> bool:
    """Whether that gives the groups that whole numbers do (sheet 3.2: of 18 layers in 14 groups it does not)."""
    if not 1 <= groups <= layers:
        return False
    sizes = EncoderSpec(layers=layers, groups=groups)
    return all(_group(layer, layers, groups) == group_of(layer, sizes) for layer in range(layers))


def _groups(encoder: EncoderSpec) -> int:
    """How many groups are written: those of the encoder where whole layers are shared, else one a layer."""
    whole = encoder.sharing is Sharing.ALL and _rounds_alike(encoder.layers, encoder.groups)
    return encoder.groups if whole else encoder.layers


def _found_sharing(encoder: EncoderSpec, weights: Mapping[str, Tensor]) -> dict[str, Any]:
    """What layers share of which each has a group of its own."""
    attention, feed_forward = (_fewest(encoder, weights, blocks) for blocks in (_ATTENTION, _FEED_FORWARD))
    layers = encoder.layers
    if attention == feed_forward:
        alone = attention == layers and encoder.inner_layers == 1
        return {"sharing": Sharing.NONE, "groups": 1} if alone else {"sharing": Sharing.ALL, "groups": attention}
    if attention < layers:
        return {"sharing": Sharing.ATTENTION, "groups": attention}
    return {"sharing": Sharing.FEED_FORWARD, "groups": feed_forward}


def _fewest(encoder: EncoderSpec, weights: Mapping[str, Tensor], blocks: Names) -> int:
    """The least number of groups in which all layers have the same tensors of a block."""
    return next(
        groups
        for groups in range(1, encoder.layers + 1)
        if _are_copies(encoder.model_copy(update={"groups": groups}), weights, blocks)
    )


def _are_copies(encoder: EncoderSpec, weights: Mapping[str, Tensor], blocks: Names) -> bool:
    first: dict[int, int] = {}
    for layer in range(encoder.layers):
        original = first.setdefault(group_of(layer, encoder), layer)
        for inner in range(encoder.inner_layers):
            for name in weight_names(blocks):
                here, there = (weights.get(_layer(one, inner) + name) for one in (layer, original))
                if here is not None and there is not None and not torch.equal(here, there):
                    return False
    return True


def weight_names(blocks: Names) -> list[str]:
    """The tensors of the modules of a block."""
    return [name for theirs in blocks for name in weight_and_bias(theirs, "")]
