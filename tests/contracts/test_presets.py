"""Every preset, with each of its recipes, loads, is sound, comes back from its file the same, and builds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from workbench.model.build import model_of
from workbench.model.inputs import Inputs, NgramInputs
from workbench.spec.check import problems
from workbench.spec.files import apply_overrides, load_spec, save_spec
from workbench.spec.forecast import forecast
from workbench.spec.presets import load_preset, preset_names, recipe_names, reference_vocabulary_size

ALL = [(name, recipe) for name in preset_names() for recipe in recipe_names(name)]


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Small sums are quicker on one thread, the more so on a machine at work."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize(("name", "recipe"), ALL)
def test_preset(name: str, recipe: str, tmp_path: Path) -> None:
    spec = load_preset(name, recipe)
    assert (spec.preset, spec.recipe) == (name, recipe)
    assert problems(spec, lists=False) == []
    assert all(problem.path.endswith("_lists") or problem.path == "ngrams.lists" for problem in problems(spec))
    save_spec(spec, tmp_path / "spec.toml")
    assert load_spec(tmp_path / "spec.toml") == spec
    assert forecast(spec, reference_vocabulary_size(name)).parameters.total > 1_000_000


@pytest.mark.parametrize("name", preset_names())
def test_the_forecast_counts_what_is_built(name: str) -> None:
    spec, vocabulary_size = load_preset(name), 21128
    with torch.device("meta"):  # shapes without memory
        model = model_of(spec, vocabulary_size)
    parameters = forecast(spec, vocabulary_size).parameters
    assert sum(weight.numel() for weight in model.parameters()) == parameters.total


@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("bert-tiny", ["training.batch_size=4"]),
        ("roberta-tiny", ["training.batch_size=1", "training.length=512"]),
        ("albert-tiny", ["training.batch_size=4", "encoder.hidden_dropout=0.1"]),
        ("bert-mini", ["training.batch_size=2", "encoder.attention_dropout=0", "encoder.hidden_dropout=0"]),
        ("bert-tiny", ["training.batch_size=4", "encoder.position_kind=relative"]),
        ("zen-mini", ["training.batch_size=4", "ngrams.rows=500", "ngrams.most=64"]),
    ],
)
def test_the_forecast_of_activations_is_near_what_the_backward_pass_keeps(name: str, overrides: list[str]) -> None:
    spec, vocabulary_size = apply_overrides(load_preset(name), [*overrides, "training.device=cpu"]), 4000
    model = model_of(spec, vocabulary_size)
    ngrams = None if spec.ngrams is None else full_slots(spec.training.batch_size, spec.training.length, 64)
    kept = kept_bytes(model, spec.training.batch_size, spec.training.length, vocabulary_size, ngrams)
    assert kept < forecast(spec, vocabulary_size).memory.activations < 1.5 * kept


def full_slots(batch: int, length: int, most: int) -> NgramInputs:
    """As many n-grams of two tokens in each passage as it may keep."""
    slots = torch.randint(1, 500, (batch, most))
    columns = torch.arange(batch * most).repeat_interleave(2)
    tokens = columns // most * length + torch.randint(length, columns.shape)
    return NgramInputs(Inputs(slots, torch.zeros_like(slots)), tokens, columns)


def kept_bytes(
    model: torch.nn.Module, batch: int, length: int, vocabulary_size: int, ngrams: NgramInputs | None = None
) -> int:
    """Bytes that autograd keeps of one forward pass with 15 % of the tokens predicted, besides the parameters."""
    own = {weight.untyped_storage().data_ptr() for weight in model.parameters()}
    kept: dict[int, torch.Tensor] = {}

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        kept[tensor.untyped_storage().data_ptr()] = tensor
        return tensor

    ids = torch.randint(vocabulary_size, (batch, length))
    places = torch.randperm(batch * length)[: round(0.15 * batch * length)]
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        logits = model(Inputs(ids, torch.zeros_like(ids), ngrams=ngrams), places)["mlm"]
        loss = torch.nn.functional.cross_entropy(logits, torch.zeros(len(places), dtype=torch.int64))
    for tensor in held(loss.grad_fn):
        keep(tensor)
    return sum(tensor.untyped_storage().nbytes() for place, tensor in kept.items() if place not in own)


def held(last: torch.autograd.graph.Node | None) -> Iterator[torch.Tensor]:
    """What the operations of the packed layers hold by themselves: their factors and the bits of dropout."""
    waiting, seen = [last], {None}
    while waiting:
        if (node := waiting.pop()) in seen or node is None:
            continue
        seen.add(node)
        waiting.extend(before for before, _ in node.next_functions)
        for _, *kept, bits in getattr(node, "kept", ()):
            yield from kept
            if bits is not None:
                yield bits.values
        if (bits := getattr(node, "bits", None)) is not None:
            yield bits.values
