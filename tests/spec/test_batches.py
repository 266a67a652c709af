"""Which passages stand in a batch together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.spec.batches import BatchRule, batch_rule, epoch_batches, longest, num_batches, place_starts
from workbench.spec.run import RunSpec, Stage
from workbench.spec.training import BatchUnit, TrainingSpec

LENGTHS = st.lists(st.integers(5, 40), min_size=1, max_size=300)


def sequences(size: int, partial: bool = True) -> BatchRule:
    return BatchRule(128, size, 0, partial)


def places(count: int) -> BatchRule:
    return BatchRule(128, 0, count, True)


@given(LENGTHS, st.integers(1, 9), st.integers(0, 3))
def test_each_passage_comes_once(lengths: list[int], size: int, epoch: int) -> None:
    batches = epoch_batches(np.array(lengths), sequences(size), 1, 0, epoch)
    assert sorted(np.concatenate(batches).tolist()) == list(range(len(lengths)))
    assert [len(batch) for batch in batches[:-1]] == [size] * (len(batches) - 1)
    assert len(batches[-1]) == (len(lengths) % size or size)
    assert len(batches) == num_batches(len(lengths), sequences(size))


@given(LENGTHS, st.integers(1, 9), st.integers(0, 3))
def test_without_partial_batches_all_are_full(lengths: list[int], size: int, epoch: int) -> None:
    rule = sequences(size, partial=False)
    batches = epoch_batches(np.array(lengths), rule, 1, 0, epoch)
    rows = np.concatenate(batches)
    assert len(set(rows.tolist())) == len(rows)
    assert all(len(batch) == min(size, len(lengths)) for batch in batches)
    assert len(lengths) - len(rows) < size
    assert len(batches) == num_batches(len(lengths), rule)
    with_rest = epoch_batches(np.array(lengths), sequences(size), 1, 0, epoch)
    for one, other in zip(batches, with_rest, strict=False):
        assert one.tolist() == other.tolist(), "a partial batch changes no other"


def naive_place_batches(lengths: list[int], budget: int) -> list[list[int]]:
    """One passage after another, by length: into the batch while its padded size allows."""
    batches: list[list[int]] = [[]]
    for length in sorted(lengths):
        if batches[-1] and (len(batches[-1]) + 1) * length > budget:
            batches.append([])
        batches[-1].append(length)
    return batches


@given(LENGTHS, st.integers(1, 200), st.integers(0, 3))
def test_batches_of_places_are_those_of_the_plain_rule(lengths: list[int], budget: int, epoch: int) -> None:
    found = epoch_batches(np.array(lengths), places(budget), 1, 0, epoch)
    assert sorted(np.concatenate(found).tolist()) == list(range(len(lengths)))
    by_length = sorted(sorted(lengths[row] for row in batch) for batch in found)
    assert by_length == sorted(naive_place_batches(lengths, budget))
    assert len(found) == len(place_starts(np.sort(np.array(lengths)), budget)), "whatever the order of the epoch"


def test_the_budget_of_the_sheet() -> None:
    """256 sequences of 512 tokens are 131,072 places (sheet 2.3); short passages make larger batches."""
    stage = TrainingSpec(batch_size=256, length=512, batch_unit=BatchUnit.FULL_SEQUENCES)
    rule = batch_rule(RunSpec(training=stage), 0)
    assert (rule.sequences, rule.places, rule.most_places) == (0, 131_072, 131_072)
    lengths = np.random.default_rng(0).integers(64, 513, 20_000)
    batches = epoch_batches(lengths, rule, 1, 0, 0)
    padded = [len(batch) * int(lengths[batch].max()) for batch in batches]
    assert max(padded) <= 131_072
    assert sorted(padded)[1] > 0.99 * 131_072, "all but the last are full"
    assert sum(padded) < 1.03 * lengths.sum()
    assert max(map(len, batches)) > 1_000
    assert min(map(len, batches)) <= 256


def test_the_rule_of_a_stage() -> None:
    stages = (Stage(name="a", length=128), Stage(name="b", length=512, batch_size=64), Stage(name="c"))
    training = TrainingSpec(length=256, batch_size=32)
    spec = RunSpec(stages=stages, training=training)
    assert [batch_rule(spec, number) for number in range(3)] == [
        BatchRule(128, 32, 0, True),
        BatchRule(512, 64, 0, True),
        BatchRule(256, 32, 0, True),
    ]
    assert longest(spec) == 512
    in_tokens = spec.model_copy(update={"training": training.model_copy(update={"batch_unit": BatchUnit.TOKENS})})
    assert [batch_rule(in_tokens, number).places for number in range(3)] == [32, 64, 32]


@pytest.mark.parametrize("rule", [sequences(32), places(4096)])
def test_like_lengths_come_together(rule: BatchRule) -> None:
    lengths = np.random.default_rng(0).integers(5, 129, 1024)
    batches = epoch_batches(lengths, rule, 1, 0, 0)
    padded = sum(len(batch) * int(lengths[batch].max()) for batch in batches)
    assert padded < 1.1 * lengths.sum()


@pytest.mark.parametrize("rule", [sequences(16), places(600)])
def test_order_follows_the_seed_and_the_epoch(rule: BatchRule) -> None:
    lengths = np.random.default_rng(0).integers(5, 129, 500)
    orders = [
        np.concatenate(epoch_batches(lengths, rule, seed, stage, epoch)).tolist()
        for seed, stage, epoch in ((1, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1))
    ]
    assert orders[0] == orders[1]
    assert all(order != orders[0] for order in orders[2:])
