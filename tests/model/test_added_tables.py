"""Tables of tasks and of dialogue roles beside those of BERT (ERNIE sheet 1.3, 2.1, 2.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import torch
from torch import Tensor

from workbench.model.build import Model, build_model
from workbench.model.embeddings import Embeddings
from workbench.model.inputs import Inputs
from workbench.model.packing import Packing
from workbench.model.word_rows import TableGradient
from workbench.spec.encoder import EncoderSpec, Initialisation
from workbench.spec.training import DecayExclusion, OptimizerKind, TrainingSpec
from workbench.train.optim import Optimizer

VOCABULARY = 50
HEADS = {"mlm": 0, "next_sentence": 2}
ADDED = ("encoder.embeddings.task.weight", "encoder.embeddings.role.weight")
Pairs = Callable[..., Inputs]


def built(tiny: EncoderSpec, seed: int = 3, **sizes: Any) -> Model:
    torch.manual_seed(seed)
    return build_model(tiny.model_copy(update=sizes), VOCABULARY, HEADS)


def hidden_by(road: str, model: Model, inputs: Inputs) -> Tensor:
    """Hidden vectors [T, H] of the real tokens, one row after another."""
    real = torch.ones_like(inputs.ids, dtype=torch.bool) if inputs.real is None else inputs.real
    hidden: Tensor = model.encoder(inputs) if road == "packed" else model.encoder.padded(inputs)
    return hidden[real]


def sums_by(road: str, embeddings: Embeddings, inputs: Inputs) -> Tensor:
    """What goes into the norm [T, E], of the real tokens in the order of the packing."""
    seen: list[Tensor] = []
    hook = embeddings.norm.register_forward_pre_hook(lambda _module, given: seen.append(given[0]))
    packing = Packing.of(inputs)
    if road == "packed":
        embeddings.packed(inputs, packing, TableGradient(), torch.float32)
    else:
        embeddings(inputs)
    hook.remove()
    found = seen[0].flatten(0, -2)
    return found[: packing.count] if road == "packed" else found[packing.tokens[: packing.count]]


def trained(model: Model, batches: Sequence[Inputs], training: TrainingSpec) -> None:
    """A step a batch, by what all that there is to learn asks, with decay."""
    optimizer = Optimizer(model, training)
    for step, inputs in enumerate(batches):
        places = torch.arange(len(inputs.ids)) * inputs.ids.shape[1]
        labels = torch.full_like(places, 7)
        scores = model.scores(inputs, places, labels, torch.ones_like(places), HEADS)
        sum(score.loss for score in scores.values()).backward()
        optimizer.clip()
        optimizer.step(step)


ROADS = pytest.mark.parametrize("road", ["packed", "padded"])


@ROADS
def test_a_table_of_zeros_changes_not_a_bit(road: str, tiny: EncoderSpec, pairs: Pairs) -> None:
    plain, added = built(tiny), built(tiny, task_types=3)
    assert added.encoder.embeddings.task is not None
    torch.nn.init.zeros_(added.encoder.embeddings.task.weight)
    inputs = pairs(9, 4, 6)
    with_task = replace(inputs, tasks=torch.tensor([2, 0, 1]))
    assert torch.equal(hidden_by(road, plain, inputs), hidden_by(road, added, with_task))


@ROADS
def test_another_task_moves_what_is_normed_by_the_difference_of_the_rows(
    road: str, tiny: EncoderSpec, pairs: Pairs
) -> None:
    """All of it in float64, where sums of a few numbers differ in their last bits only."""
    model = built(tiny, task_types=5).double()
    table = model.encoder.embeddings.task
    assert table is not None
    inputs = pairs(9, 4, 6)
    before = sums_by(road, model.encoder.embeddings, replace(inputs, tasks=torch.tensor([1, 1, 4])))
    after = sums_by(road, model.encoder.embeddings, replace(inputs, tasks=torch.tensor([3, 1, 0])))
    owners = Packing.of(inputs).owners[: Packing.of(inputs).count]
    moved = torch.stack([table.weight[3] - table.weight[1], torch.zeros(32), table.weight[0] - table.weight[4]])
    torch.testing.assert_close(after - before, moved[owners].double(), rtol=0, atol=1e-14)
    without = sums_by(road, model.encoder.embeddings, inputs)
    zeros = sums_by(road, model.encoder.embeddings, replace(inputs, tasks=torch.zeros(3, dtype=torch.int64)))
    assert torch.equal(without, zeros), "no task is row 0"


@ROADS
def test_another_task_is_its_difference_added_before_the_norm(road: str, tiny: EncoderSpec, pairs: Pairs) -> None:
    """To the logits of all heads (ERNIE sheet 2.7): all passages from task 1 to 3, or all positions by e3 - e1."""
    model, moved = built(tiny, task_types=5).double(), built(tiny, task_types=5).double()
    table, positions = moved.encoder.embeddings.task, moved.encoder.embeddings.position
    assert table is not None
    assert positions is not None
    with torch.no_grad():
        positions.weight += table.weight[3] - table.weight[1]
    inputs = pairs(9, 4, 6)
    one, three = (replace(inputs, tasks=torch.full((3,), task)) for task in (1, 3))
    before, after, added = hidden_by(road, model, one), hidden_by(road, model, three), hidden_by(road, moved, one)
    assert not torch.allclose(after, before, atol=1e-3)
    torch.testing.assert_close(added, after, rtol=0, atol=1e-12)
    places = torch.arange(5)
    for name, logits in model.padded(three, places, HEADS).items():
        torch.testing.assert_close(moved.padded(one, places, HEADS)[name], logits, rtol=0, atol=1e-12)


@ROADS
@pytest.mark.parametrize("width", [0, 16])
def test_gradients_of_both_tables_are_the_sums_of_their_tokens(
    road: str, width: int, tiny: EncoderSpec, pairs: Pairs
) -> None:
    """Against the definition: a row's gradient is the sum of those of the sums that it went into."""
    model = built(tiny, task_types=4, roles=2, embedding_size=width).double()
    embeddings = model.encoder.embeddings
    inputs = replace(pairs(9, 4, 6), tasks=torch.tensor([2, 0, 2]), roles=True)
    kept: list[Tensor] = []

    def keep(_module: object, given: tuple[Tensor]) -> None:
        given[0].retain_grad()
        kept.append(given[0])

    hook = embeddings.norm.register_forward_pre_hook(keep)
    hidden_by(road, model, inputs).pow(3).sum().backward()
    hook.remove()
    packing = Packing.of(inputs)
    assert kept[0].grad is not None
    flat = kept[0].grad.flatten(0, -2)
    rows = torch.arange(packing.count) if road == "packed" else packing.tokens[: packing.count]
    owners, roles = packing.owners[: packing.count], packing.take(inputs.segments)[: packing.count]
    for table, index in ((embeddings.task, inputs.tasks), (embeddings.role, None)):
        assert table is not None
        assert table.weight.grad is not None
        places = roles if index is None else index[owners]
        expected = torch.zeros_like(table.weight).index_add(0, places, flat[rows])
        torch.testing.assert_close(table.weight.grad, expected)
        assert table.weight.grad[2 if index is not None else 1].any()
    assert embeddings.segment.weight.grad is None


@ROADS
def test_roles_take_the_place_of_segments(road: str, tiny: EncoderSpec, pairs: Pairs) -> None:
    model, inputs = built(tiny, roles=2), pairs(9, 4)
    plain = hidden_by(road, model, inputs)
    spoken = hidden_by(road, model, replace(inputs, roles=True))
    assert not torch.allclose(plain, spoken)
    embeddings = model.encoder.embeddings
    assert embeddings.role is not None
    embeddings.role.weight.data.copy_(embeddings.segment.weight.data)
    assert torch.equal(hidden_by(road, model, replace(inputs, roles=True)), plain)


@ROADS
@pytest.mark.parametrize("optimizer", OptimizerKind)
@pytest.mark.parametrize("correction", [True, False])
def test_the_table_that_a_batch_does_not_use_keeps_every_bit(
    road: str, optimizer: OptimizerKind, correction: bool, tiny: EncoderSpec, pairs: Pairs
) -> None:
    """Weight decay of everything, and moments of earlier steps: neither touches a table without its own batch."""
    model = built(tiny, roles=2, task_types=3)
    model.compiled = road == "padded"  # which keeps losses from the packed road
    training = TrainingSpec(
        steps=20, warmup_steps=0, learning_rate=1e-2, weight_decay=0.5, optimizer=optimizer,
        decay_exclusion=DecayExclusion.NOTHING, bias_correction=correction,
    )  # fmt: skip
    embeddings = model.encoder.embeddings
    assert embeddings.role is not None
    tables = {"segments": embeddings.segment.weight, "roles": embeddings.role.weight}
    plain = pairs(9, 4)
    spoken = replace(plain, roles=True)
    turns = [("segments", [plain]), ("roles", [spoken]), ("segments", [plain] * 2)]
    for used, batches in turns:
        before = {name: table.detach().clone() for name, table in tables.items()}
        trained(model, batches, training)
        changed = {name for name, table in tables.items() if not torch.equal(table, before[name])}
        assert changed == {used}


def test_momentum_of_an_earlier_batch_does_not_go_on(tiny: EncoderSpec, pairs: Pairs) -> None:
    """One optimizer over both kinds of batches in turn, as in a run whose stages alternate."""
    model = built(tiny, roles=2)
    training = TrainingSpec(steps=20, warmup_steps=0, learning_rate=1e-2, weight_decay=0.5)
    plain = pairs(9, 4)
    segment, seen = model.encoder.embeddings.segment.weight, []
    model.encoder.embeddings.norm.register_forward_pre_hook(lambda *_: seen.append(segment.detach().clone()))
    trained(model, [plain, replace(plain, roles=True), replace(plain, roles=True), plain], training)
    assert [torch.equal(one, other) for one, other in pairwise(seen)] == [False, True, True]


@pytest.mark.parametrize("initialisation", Initialisation)
def test_everything_else_begins_as_without_the_tables(initialisation: Initialisation, tiny: EncoderSpec) -> None:
    plain = built(tiny, initialisation=initialisation).state_dict()
    added = built(tiny, initialisation=initialisation, task_types=7, roles=2).state_dict()
    assert added.keys() - plain.keys() == set(ADDED)
    assert all(torch.equal(added[name], tensor) for name, tensor in plain.items())
    for name in ADDED:
        assert 0.1 < added[name].std() < 0.3, "drawn as all tables are"


def test_inputs_keep_tasks_and_roles_wherever_they_go(pairs: Pairs) -> None:
    inputs = replace(pairs(4, 3), tasks=torch.tensor([2, 1]), roles=True)
    moved = inputs.each(lambda tensor: tensor.clone())
    assert moved.roles
    assert moved.tasks is not None
    assert moved.tasks.tolist() == [2, 1]
    assert moved.tasks is not inputs.tasks
