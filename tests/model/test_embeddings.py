"""Positions and padding rows (sheet 2.4), and tables that are narrower than the hidden vectors (3.1)."""

from __future__ import annotations

import pytest
import torch

from workbench.model.build import build_model
from workbench.model.embeddings import position_rows
from workbench.model.inputs import Inputs
from workbench.model.packing import Packing
from workbench.model.word_rows import TableGradient
from workbench.spec.encoder import EncoderSpec


def test_positions_of_roberta_and_bert() -> None:
    ids = torch.tensor([[0, 10, 11, 2, 1, 1], [0, 7, 8, 9, 10, 2]])
    inputs = Inputs(ids, torch.zeros_like(ids), ids != 1)
    assert position_rows(inputs, 2).tolist() == [[2, 3, 4, 5, 1, 1], [2, 3, 4, 5, 6, 7]]
    assert position_rows(inputs, 0).tolist() == [0, 1, 2, 3, 4, 5]
    full = Inputs(ids[1:], ids[1:] * 0)
    assert position_rows(full, 2).tolist() == [2, 3, 4, 5, 6, 7]


def test_padding_rows_stay_at_zero_through_training(tiny: EncoderSpec) -> None:
    spec = tiny.model_copy(update={"position_offset": 2, "segments": 1, "zero_padding_row": True})
    model = build_model(spec, 50, {"mlm": 0}, padding_id=1)
    word, position = model.encoder.embeddings.word.weight, model.encoder.embeddings.position.weight
    before = word[2].clone()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    ids = torch.tensor([[0, 10, 11, 2, 1, 1]])
    inputs = Inputs(ids, torch.zeros_like(ids), ids != 1)
    torch.nn.functional.cross_entropy(model(inputs, torch.tensor([1]))["mlm"], torch.tensor([1])).backward()
    optimizer.step()
    assert not word[1].any()
    assert not position[1].any()
    assert not torch.equal(word[2], before)


def test_padding_rows_are_rows_like_others_in_bert(tiny: EncoderSpec) -> None:
    assert build_model(tiny, 50, {"mlm": 0}).encoder.embeddings.word.weight[0].any()


@pytest.mark.parametrize("embedding_size", [0, 32])
def test_tables_as_wide_as_the_hidden_vectors_have_no_map(embedding_size: int, tiny: EncoderSpec) -> None:
    model = build_model(tiny.model_copy(update={"embedding_size": embedding_size}), 50, {"mlm": 0})
    assert model.encoder.embeddings.projection is None


def test_narrow_tables_are_narrow_throughout(tiny: EncoderSpec) -> None:
    model = build_model(tiny.model_copy(update={"embedding_size": 16}), 50, {"mlm": 0})
    shapes = {name: tuple(weight.shape) for name, weight in model.named_parameters()}
    assert {name: shape for name, shape in shapes.items() if "layers" not in name} == {
        "encoder.embeddings.word.weight": (50, 16),
        "encoder.embeddings.position.weight": (40, 16),
        "encoder.embeddings.segment.weight": (2, 16),
        "encoder.embeddings.norm.weight": (16,),
        "encoder.embeddings.norm.bias": (16,),
        "encoder.embeddings.projection.weight": (32, 16),
        "encoder.embeddings.projection.bias": (32,),
        "encoder.pooler.weight": (32, 32),
        "encoder.pooler.bias": (32,),
        "heads.mlm.dense.weight": (16, 32),
        "heads.mlm.dense.bias": (16,),
        "heads.mlm.norm.weight": (16,),
        "heads.mlm.norm.bias": (16,),
        "heads.mlm.bias": (50,),
    }


@pytest.mark.parametrize("training", [False, True])
def test_dropout_comes_before_the_map(training: bool, tiny: EncoderSpec) -> None:
    """What is dropped are elements of the narrow vector: a whole vector dropped leaves the bias of the map."""
    spec = tiny.model_copy(update={"embedding_size": 8, "hidden_dropout": 0.9})
    embeddings = build_model(spec, 50, {"mlm": 0}).encoder.embeddings.train(training)
    assert embeddings.projection is not None
    torch.nn.init.ones_(embeddings.projection.bias)
    ids = torch.randint(5, 50, (20, 30))
    inputs = Inputs(ids, ids * 0)
    packing = Packing.of(inputs)
    padded = embeddings(inputs).flatten(0, 1)
    packed = embeddings.packed(inputs, packing, TableGradient(), torch.float32)[: packing.count]
    for vectors in (padded, packed):
        only_bias = (vectors == 1).all(1).float().mean().item()
        assert only_bias == pytest.approx(0.9**8 if training else 0, abs=0.1)


def test_vectors_are_wide_where_products_are_not(tiny: EncoderSpec) -> None:
    """In bf16 the map is a product like others; what goes on from layer to layer stays fp32."""
    embeddings = build_model(tiny.model_copy(update={"embedding_size": 16}), 50, {"mlm": 0}).encoder.embeddings
    ids = torch.randint(5, 50, (2, 8))
    inputs = Inputs(ids, ids * 0)
    packing = Packing.of(inputs)
    exact, rough = (
        embeddings.packed(inputs, packing, TableGradient(), dtype) for dtype in (torch.float32, torch.bfloat16)
    )
    assert exact.dtype is rough.dtype is torch.float32
    assert 0 < (exact - rough).norm() < 0.02 * exact.norm()
