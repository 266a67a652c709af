"""Chances by frequency (ERNIE sheet 7.5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.seeding import example_keys
from workbench.masking.frequency import Frequency, clipped_chances
from workbench.masking.strategy import Selection
from workbench.masking.unit_table import UnitTable
from workbench.text.document import PassageBatch
from workbench.text.ragged import starts_of

Builder = Callable[..., PassageBatch]
passages = st.lists(
    st.tuples(st.lists(st.floats(1e-6, 1e6), min_size=1, max_size=30), st.floats(0.0, 1.0)), min_size=1, max_size=8
)


def naive(weights: list[float], budget: float) -> list[float]:
    """Chances of one passage: the heaviest that would exceed 1 is fixed, one after another."""
    order = sorted(range(len(weights)), key=lambda i: -weights[i])
    for fixed in range(len(weights) + 1):
        rest = order[fixed:]
        total = sum(weights[i] for i in rest)
        scale = (budget - fixed) / total if rest else 0.0
        if not rest or scale * weights[rest[0]] <= 1.0 + 1e-12:
            chances = dict.fromkeys(order[:fixed], 1.0) | {i: scale * weights[i] for i in rest}
            return [chances[i] for i in range(len(weights))]
    raise AssertionError


@given(passages)
def test_chances_equal_the_naive_rule(drawn: list[tuple[list[float], float]]) -> None:
    sizes = [len(weights) for weights, _ in drawn]
    ones = np.ones(sum(sizes), np.int64)
    units = UnitTable(
        starts_of(sizes), ones, ones, np.zeros(sum(sizes), np.uint8), example_keys(1, 0, 0, np.arange(len(drawn)))
    )
    weights = np.concatenate([np.asarray(weights) for weights, _ in drawn])
    budget = np.array([share * len(weights) for weights, share in drawn])
    found = clipped_chances(weights, units, budget)
    expected = np.concatenate([naive(w, share * len(w)) for w, share in drawn])
    assert found == pytest.approx(expected, abs=1e-9)
    assert units.sums(found) == pytest.approx(budget, rel=1e-9, abs=1e-9)


def test_draws_keep_the_chances_and_the_budget(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 40]] * 20_000)
    batch = replace(batch, ids=np.where(batch.maskable, 5 + np.tile(np.arange(-1, 41), 20_000), batch.ids))
    counts = np.zeros(1005, np.int64)
    counts[5:45] = np.geomspace(1, 1e6, 40).astype(int)
    batch = replace(batch, counts=counts)
    choice = Frequency(power=1.0).choose(batch, example_keys(1, 0, 0, batch.example))
    chosen, chance = choice.chosen.reshape(20_000, 40), choice.probability.reshape(20_000, 40)[0]
    assert chance.sum() == pytest.approx(6.0)
    assert (chosen.sum(axis=1) == 6).all()
    assert chosen.mean(axis=0) == pytest.approx(chance, abs=0.015)
    assert chance[0] == 1.0


def test_power_zero_treats_all_alike(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 20]])
    choice = Frequency(power=0.0).choose(batch, example_keys(1, 0, 0, batch.example))
    assert choice.probability == pytest.approx(np.full(20, 0.15))


def test_short_passages_get_a_target_by_weight(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 3]] * 500)
    chosen = Frequency().choose(batch, example_keys(1, 0, 0, batch.example)).chosen.reshape(500, 3)
    assert (chosen.sum(axis=1) == 1).all()


def test_each_by_itself_keeps_the_chances_and_a_target(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 8]] * 20_000)
    strategy = Frequency(selection=Selection.INDEPENDENT, rate=0.3, at_least_one=False)
    chosen = strategy.choose(batch, example_keys(1, 0, 0, batch.example)).chosen.reshape(20_000, 8)
    assert chosen.mean() == pytest.approx(0.3, abs=0.01)
    assert (chosen.sum(axis=1) == 0).mean() == pytest.approx(0.7**8, abs=0.02)
    strategy = Frequency(selection=Selection.INDEPENDENT)
    chosen = strategy.choose(batch, example_keys(1, 0, 0, batch.example)).chosen.reshape(20_000, 8)
    assert chosen.sum(axis=1).min() == 1


def test_each_by_itself_keeps_to_the_cap_and_leaves_a_token(make_batch: Builder) -> None:
    batch = make_batch([[[1] * 3]] * 300 + [[[1] * 60]] * 100)
    for settings in ({"rate": 0.9}, {"rate": 0.9, "at_least_one": False}, {"rate": 0.3, "max_predictions": 5}):
        strategy = Frequency.model_validate({"selection": "independent", **settings})
        choice = strategy.choose(batch, example_keys(1, 0, 0, batch.example))
        hidden = np.bincount(batch.owner[choice.units.start[choice.chosen]], minlength=len(batch))
        assert (hidden < batch.num_maskable).all()
        assert hidden.max() <= settings.get("max_predictions", 60)
