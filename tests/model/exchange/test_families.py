"""What is written of each family: as many tensors and the very settings that the sheet has (5.2, 5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from workbench.core.errors import WorkbenchError
from workbench.model.build import build_model, heads_of
from workbench.model.exchange.albert import Albert
from workbench.model.exchange.bert import Bert
from workbench.model.exchange.electra import Electra, can_be_generator
from workbench.model.exchange.ernie import Ernie
from workbench.model.exchange.families import FAMILIES, family_of_encoder
from workbench.model.exchange.family import POOLER, Family, common_settings
from workbench.model.exchange.networks import networks_of
from workbench.model.exchange.roberta import Roberta
from workbench.spec.encoder import EncoderSpec, PositionKind, Sharing
from workbench.spec.generator import generator_encoder
from workbench.spec.presets import load_preset, preset_names
from workbench.spec.run import RunSpec

if TYPE_CHECKING:
    from tests.model.exchange.conftest import Desk


#: The family of presets that a family of checkpoints is for, where that is called otherwise.
PRESETS = {"ernie": "ernie2"}
#: The family that presets are written in, where that is called otherwise: ERNIE 1.0 computes what BERT does.
WRITTEN = {"ernie": "bert", "ernie2": "ernie"}


def encoder_for(model_type: str, size: str) -> EncoderSpec:
    """The encoder of a preset that a family holds."""
    return load_preset(f"{PRESETS.get(model_type, model_type)}-{size}").encoder


def guesser(spec: RunSpec) -> EncoderSpec:
    assert spec.generator is not None
    return generator_encoder(spec.encoder, spec.generator)


@pytest.mark.parametrize(
    ("family", "preset", "architecture", "count"),
    [
        (Bert(), "bert-base", "BertForPreTraining", 206),
        (Roberta(), "roberta-base", "RobertaForMaskedLM", 202),
        (Albert(), "albert-base", "AlbertForPreTraining", 32),
        (Ernie(), "ernie2-base", "ErnieForPreTraining", 207),
        (Bert(), "ernie-base", "BertForPreTraining", 206),
        (Electra(), "electra-base", "ElectraForPreTraining", 201),
        (Electra(), "electra-base", "ElectraForMaskedLM", 204),
    ],
)
def test_base_sizes_have_as_many_tensors_as_the_sheet_counts(
    family: Family, preset: str, architecture: str, count: int
) -> None:
    spec = load_preset(preset)
    encoder = guesser(spec) if architecture == "ElectraForMaskedLM" else spec.encoder
    parts = family.parts(encoder)
    names = [*family.body(encoder), *(name for part in family.claimed(architecture) for name in parts[part].names)]
    assert len(names) == len(set(names)) == count


@pytest.mark.parametrize("preset", preset_names())
def test_every_preset_has_its_family_but_those_with_ngrams(preset: str) -> None:
    spec = load_preset(preset)
    if spec.ngrams is not None:
        with pytest.raises(WorkbenchError, match="no model with an n-gram encoder"):
            networks_of(spec, {})
        return
    relative = spec.encoder.model_copy(update={"position_kind": PositionKind.RELATIVE, "position_offset": 0})
    with pytest.raises(WorkbenchError, match="No family of transformers holds this encoder"):
        family_of_encoder(relative, heads_of(spec).keys())
    own = preset.split("-")[0]
    assert family_of_encoder(spec.encoder, heads_of(spec).keys()).model_type == WRITTEN.get(own, own)


@pytest.mark.parametrize("preset", ["roberta-tiny", "albert-tiny", "electra-tiny", "bert-tiny"])
def test_a_table_of_tasks_is_never_left_out(preset: str) -> None:
    """ERNIE has a place for one, no other family; a detector's body then goes without its head."""
    spec = load_preset(preset)
    encoder = spec.encoder.model_copy(update={"task_types": 3})
    heads = heads_of(spec).keys()
    if preset in ("bert-tiny", "electra-tiny"):
        assert isinstance(family_of_encoder(encoder, heads), Ernie)
    else:
        with pytest.raises(WorkbenchError, match="No family of transformers holds this encoder"):
            family_of_encoder(encoder, heads)
    if spec.generator is not None:
        assert can_be_generator(guesser(spec))
        assert not can_be_generator(guesser(spec).model_copy(update={"task_types": 3}))


#: What sheet 5.3 has for base sizes, beside the sizes themselves.
_COMMON: dict[str, Any] = {
    "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072,
    "initializer_range": 0.02, "tie_word_embeddings": True, "dtype": "float32",
}  # fmt: skip
_USUAL = {"max_position_embeddings": 512, "type_vocab_size": 2, "layer_norm_eps": 1e-12, "pad_token_id": 0}
SETTINGS: dict[str, dict[str, Any]] = {
    "bert": {**_USUAL, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1},
    "roberta": {
        "max_position_embeddings": 514, "type_vocab_size": 1, "layer_norm_eps": 1e-5, "hidden_act": "gelu",
        "pad_token_id": 1, "bos_token_id": 0, "eos_token_id": 2,
    },
    "albert": {
        **_USUAL, "hidden_act": "gelu_new", "hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0,
        "embedding_size": 128, "num_hidden_groups": 1, "inner_group_num": 1, "bos_token_id": 2, "eos_token_id": 3,
        "classifier_dropout_prob": 0.1,
    },
    "ernie": {
        **_USUAL, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1,
        "type_vocab_size": 4, "layer_norm_eps": 1e-5, "use_task_id": True, "task_type_vocab_size": 16,
    },
    "electra": {
        **_USUAL, "hidden_act": "gelu", "embedding_size": 768, "summary_type": "first", "summary_use_proj": True,
        "summary_activation": "gelu", "summary_last_dropout": 0.1,
    },
}  # fmt: skip


@pytest.mark.parametrize("model_type", SETTINGS)
def test_every_structural_setting_is_written(desk: Desk, model_type: str) -> None:
    family = next(one for one in FAMILIES if one.model_type == model_type)
    encoder = encoder_for(model_type, "base")
    vocabulary = desk.byte_pairs() if model_type == "roberta" else desk.words()
    written = common_settings(encoder, vocabulary) | family.settings(encoder, vocabulary)
    wanted = _COMMON | SETTINGS[model_type] | {"vocab_size": vocabulary.size}
    assert {name: written.get(name) for name in wanted} == wanted


@pytest.mark.parametrize(
    ("family", "sharing"),
    [*((family, Sharing.NONE) for family in FAMILIES), *((Albert(), sharing) for sharing in Sharing)],
    ids=lambda value: getattr(value, "model_type", value),
)
def test_every_weight_of_a_model_has_its_name(family: Family, sharing: Sharing) -> None:
    preset = encoder_for(family.model_type, "tiny")
    parts = family.parts(preset)
    encoder = preset.model_copy(update={"sharing": sharing, "layers": 3, "pooler": POOLER in parts})
    with torch.device("meta"):
        heads = {name: part.classes for name, part in parts.items() if part.classes is not None}
        model = build_model(encoder, 20, heads)
    names = [family.body(encoder), *(part.names for part in parts.values())]
    assert {ours for some in names for ours in some.values()} == set(model.state_dict())
    assert sum(map(len, names)) == len({theirs for some in names for theirs in some}), "no name stands for two"
