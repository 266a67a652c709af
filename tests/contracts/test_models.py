"""What must hold for every preset and every passage objective: forecast and modules agree, and something is learnt."""

from __future__ import annotations

import pytest
import torch

from workbench.model.build import count_parameters, heads_of, model_of
from workbench.model.inputs import Inputs
from workbench.model.tap import Tap
from workbench.objectives.registry import PASSAGE_OBJECTIVES
from workbench.spec.files import apply_overrides
from workbench.spec.forecast import forecast
from workbench.spec.presets import load_preset, preset_names, reference_vocabulary_size
from workbench.spec.run import RunSpec, Stage
from workbench.train.batch import Batch, count
from workbench.train.losses import compute_losses

TINY = [
    "encoder.layers=2", "encoder.hidden=32", "encoder.heads=2", "encoder.feed_forward=64", "encoder.hidden_dropout=0",
    "encoder.attention_dropout=0", "encoder.vocabulary_size=0", "training.length=16",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)
    torch.manual_seed(0)


@pytest.mark.parametrize("name", preset_names())
def test_the_forecast_counts_what_is_built(name: str) -> None:
    spec = load_preset(name)
    for size in (reference_vocabulary_size(name), 21_128):
        if spec.encoder.vocabulary_size not in (0, size):
            continue
        with torch.device("meta"):
            model = model_of(spec, size)
        expected = forecast(spec, size).parameters
        assert count_parameters(model) == expected.total
        assert count_parameters(model.encoder) == expected.body
        assert {head: count_parameters(module) for head, module in model.heads.items()} == expected.heads


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_builds_small_and_pays_attention(name: str) -> None:
    spec = apply_overrides(load_preset(name), TINY)
    model = model_of(spec, 60).eval()
    inputs = batch_of(spec).inputs
    tap = Tap()
    with torch.no_grad():
        seen, fused = model.encoder(inputs, tap), model.encoder(inputs)
    assert inputs.real is not None
    assert (seen - fused)[inputs.real].abs().max() < 1e-5
    attention = tap.stacked()
    assert attention.shape == (2, 4, 2, 16, 16)
    torch.testing.assert_close(attention.sum(-1), torch.ones(attention.shape[:-1]))
    assert not attention[:, ~inputs.real.all(1)][..., -1].any()


@pytest.mark.parametrize("kind", PASSAGE_OBJECTIVES)
def test_every_objective_drives_a_toy_loss_down(kind: str) -> None:
    stage = Stage.model_validate({"passage": {"kind": kind}})
    spec = apply_overrides(RunSpec(stages=(stage,)), TINY)
    model = model_of(spec, 60)
    weights = dict.fromkeys(heads_of(spec), 1.0)
    batch = batch_of(spec)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    first = last = torch.zeros(())
    for step in range(40):
        losses = compute_losses(model, batch, count([batch]), weights)
        assert losses.means.keys() == weights.keys()
        optimizer.zero_grad()
        losses.total.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        first, last = (losses.total.detach() if step == 0 else first), losses.total.detach()
    assert last < 0.5 * first


def batch_of(spec: RunSpec) -> Batch:
    """Four random passages, one of them padded."""
    ids = torch.randint(5, 60, (4, 16))
    real = torch.ones(4, 16, dtype=torch.bool)
    real[3, 10:] = False
    places = torch.arange(0, 50, 5)
    asks = bool(spec.stages[0].passage.head)
    passage_labels = torch.randint(2, (4,)) if asks else torch.full((4,), -100)
    return Batch(Inputs(ids, torch.zeros_like(ids), real), places, torch.randint(5, 60, (10,)), passage_labels, 58)
