"""What layers share is one module: counted and saved once (sheet 3.2, 3.6)."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
import torch
from torch import Tensor

from workbench.core.errors import WorkbenchError
from workbench.model.build import Model, build_model, count_parameters
from workbench.model.inputs import Inputs
from workbench.model.shared import repeated_names
from workbench.model.weights import load_weights, model_from_file, save_tensors
from workbench.spec.encoder import EncoderSpec, Sharing
from workbench.spec.sharing import attention_tensors, feed_forward_tensors

HEADS = {"mlm": 0, "next_sentence": 2}
MODES = [
    {"sharing": "all"},
    {"sharing": "attention"},
    {"sharing": "feed-forward"},
    {"sharing": "all", "groups": 2},
    {"sharing": "all", "groups": 2, "inner_layers": 2},
]


def with_four(tiny: EncoderSpec, **settings: object) -> EncoderSpec:
    """Four layers and narrow tables."""
    return EncoderSpec.model_validate({**tiny.model_dump(), "layers": 4, "embedding_size": 16, **settings})


def logits(model: Model) -> Tensor:
    """Of fixed passages."""
    ids = torch.arange(5, 29).view(2, 12)
    return model.eval()(Inputs(ids, ids * 0), torch.arange(24))["mlm"]


def test_distinct_tensors_by_mode(tiny: EncoderSpec) -> None:
    """The count shown is the sum over storages, and of "all" the same for 4 and 8 layers."""
    counts = {}
    for mode in Sharing:
        model = build_model(with_four(tiny, sharing=mode), 50, HEADS)
        storages = {p.untyped_storage().data_ptr(): p.numel() for p in model.parameters()}
        counts[mode] = len(storages)
        assert count_parameters(model) == sum(storages.values())
        assert len(list(model.parameters())) == len(storages)
    assert counts[Sharing.NONE] > max(counts[Sharing.ATTENTION], counts[Sharing.FEED_FORWARD])
    assert min(counts[Sharing.ATTENTION], counts[Sharing.FEED_FORWARD]) > counts[Sharing.ALL]
    deep = build_model(with_four(tiny, sharing="all", layers=8), 50, HEADS)
    assert len(list(deep.parameters())) == counts[Sharing.ALL]


@pytest.mark.parametrize("mode", MODES)
def test_a_shared_tensor_is_saved_once_and_found_again_everywhere(
    mode: dict[str, object], tiny: EncoderSpec, tmp_path: Path
) -> None:
    spec = with_four(tiny, **mode)
    model = build_model(spec, 50, HEADS)
    state = model.state_dict()
    assert list(state) == [name for name, _ in model.named_parameters()]
    path = tmp_path / "model.safetensors"
    save_tensors(path, state)

    again = model_from_file(spec, 50, HEADS, path)
    assert torch.equal(logits(again), logits(model))
    other = build_model(spec, 50, HEADS)
    assert not torch.equal(logits(other), logits(model))
    load_weights(other, path)
    for loaded in (again, other):
        assert torch.equal(logits(loaded), logits(model))
        assert repeated_names(loaded) == repeated_names(model) != {}
        assert len({p.data_ptr() for p in loaded.parameters()}) == len(state)


def test_albert_base_saves_so_many_tensors() -> None:
    base = EncoderSpec(layers=12, hidden=768, heads=12, feed_forward=3072, embedding_size=128, sharing=Sharing.ALL)
    with torch.device("meta"):
        assert len(build_model(base, 30_000, HEADS).state_dict()) == 32
        twice = base.model_copy(update={"groups": 2, "inner_layers": 2})
        assert len(build_model(twice, 30_000, HEADS).state_dict()) == 16 + 16 * 4


def test_a_tensor_that_is_missing_is_missed(tiny: EncoderSpec, tmp_path: Path) -> None:
    spec = with_four(tiny, sharing="all")
    model = build_model(spec, 50, HEADS)
    state = model.state_dict()
    del state["encoder.layers.0.expand.weight"]
    save_tensors(tmp_path / "model.safetensors", state)
    with pytest.raises(WorkbenchError, match="1 missing, 0 unknown"):
        load_weights(model, tmp_path / "model.safetensors")


def test_the_tensors_of_a_block_are_those_that_the_window_shows(tiny: EncoderSpec) -> None:
    layer = build_model(tiny, 50, HEADS).encoder.layers[0]
    shapes = {name: tuple(tensor.shape) for name, tensor in layer.named_parameters()}
    assert attention_tensors(tiny) | feed_forward_tensors(tiny) == shapes


def test_weights_of_layers_that_share_nothing_have_the_names_they_had(tiny: EncoderSpec) -> None:
    model = build_model(tiny, 50, HEADS)
    assert repeated_names(model) == {}
    assert list(model.state_dict()) == [name for name, _ in model.named_parameters(remove_duplicate=False)]
    assert "encoder.layers.1.attention.query.weight" in model.state_dict()


def test_a_copy_shares_with_itself_alone(tiny: EncoderSpec) -> None:
    model = build_model(with_four(tiny, sharing="all"), 50, HEADS)
    twin = copy.deepcopy(model)
    assert repeated_names(twin) == repeated_names(model)
    with torch.no_grad():
        twin.encoder.layers[3].expand.weight.zero_()
    assert not twin.encoder.layers[0].expand.weight.any()
    assert model.encoder.layers[0].expand.weight.any()
    assert twin.state_dict().keys() == model.state_dict().keys()
