"""Positions and padding rows (sheet 2.4)."""

from __future__ import annotations

import torch

from workbench.model.build import build_model
from workbench.model.embeddings import position_rows
from workbench.model.inputs import Inputs
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
