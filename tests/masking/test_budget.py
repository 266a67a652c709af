"""Selection within a budget, against a plain loop and against the exact mean."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.seeding import example_keys, uniforms
from workbench.masking.basic import Basic
from workbench.masking.budget import SPARE, Limits, _select_any, select, select_each
from workbench.masking.strategy import BudgetBase, Rounding

INFINITE = 10**9


def lay_out(passages: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Owner, place in the passage and length of units given by their lengths."""
    owner = np.repeat(np.arange(len(passages)), [len(units) for units in passages])
    place = np.concatenate([np.cumsum([0, *units[:-1]]) for units in passages]).astype(np.int64)
    return owner, place, np.concatenate([np.asarray(units, np.int64) for units in passages])


def make_limits(maskable: np.ndarray, **settings: object) -> Limits:
    defaults = {
        "rate": 0.15, "count_all": False, "nearest": False, "at_least_one": True, "max_predictions": 0,
    }  # fmt: skip
    return Limits.make(lengths=maskable + 2, maskable=maskable, **{**defaults, **settings})


def naive_passage(
    lengths: Sequence[int],
    tiers: Sequence[int],
    key: np.uint64,
    rate: float,
    nearest: bool,
    at_least_one: bool,
    cap: int,
) -> list[bool]:
    """The rules of one passage in a plain loop."""
    maskable = sum(lengths)
    places = [sum(lengths[:i]) for i in range(len(lengths))]
    draw = [math.floor(float(uniforms(key, "order", place)) * 2**40) for place in places]
    order = sorted(range(len(lengths)), key=lambda i: (tiers[i], draw[i]))
    regular = [i for i in order if tiers[i] < SPARE]
    budget = rate * maskable
    if nearest:
        budget = float(max(round(budget), 1 if at_least_one else 0))
    budget = min(budget, maskable - 1 if maskable > 1 else maskable)
    greedy, budget = nearest or budget > cap, min(budget, cap)
    shortest = min((lengths[i] for i in regular), default=min((lengths[i] for i in order), default=0))
    lead = [lengths[i] for i in regular if tiers[i] == tiers[regular[0]]]
    if not greedy and at_least_one and any(length > budget for length in lead):
        low, high = 0.0, budget
        for _ in range(40):
            middle = (low + high) / 2
            nothing = sum(max(0.0, 1 - middle / length) for length in lead) / len(lead)
            low, high = (low, middle) if middle + shortest * nothing > budget else (middle, high)
        budget = low
    coin = float(uniforms(key, "rounding", 0))
    taken: list[int] = []
    spent = 0
    used = 0.0
    for i in regular:
        if greedy:
            if spent + lengths[i] <= budget:
                taken.append(i)
                spent += lengths[i]
            continue
        left = budget - used
        if (lengths[i] <= left + 1e-9 or coin * lengths[i] < left) and used + lengths[i] <= cap:
            taken.append(i)
        used += lengths[i]
    if at_least_one and not taken and order:
        pool = regular or order
        taken = [next(i for i in pool if lengths[i] == shortest)]
    if maskable > 1 and sum(lengths[i] for i in taken) >= maskable:
        taken.remove(max(taken, key=order.index))
    return [i in taken for i in range(len(lengths))]


unit_lists = st.lists(st.tuples(st.integers(1, 6), st.integers(0, SPARE)), min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(
    passages=st.lists(unit_lists, min_size=1, max_size=5),
    rate=st.sampled_from([0.05, 0.15, 0.5, 0.9]),
    nearest=st.booleans(),
    at_least_one=st.booleans(),
    cap=st.sampled_from([0, 1, 3, 8]),
    seed=st.integers(0, 1000),
)
def test_equals_a_plain_loop(
    passages: list[list[tuple[int, int]]], rate: float, nearest: bool, at_least_one: bool, cap: int, seed: int
) -> None:
    owner, place, length = lay_out([[unit[0] for unit in units] for units in passages])
    tier = np.concatenate([[unit[1] for unit in units] for units in passages]).astype(np.uint8)
    keys = example_keys(seed, 0, 0, np.arange(len(passages)))
    maskable = np.bincount(owner, length).astype(np.int64)
    allowed = make_limits(maskable, rate=rate, nearest=nearest, at_least_one=at_least_one, max_predictions=cap)
    chosen, chance = select(owner, place, length, tier, keys, allowed)
    expected: list[bool] = []
    for units, key in zip(passages, keys, strict=True):
        lengths, tiers = [u[0] for u in units], [u[1] for u in units]
        expected += naive_passage(lengths, tiers, key, rate, nearest, at_least_one, cap or INFINITE)
    assert chosen.tolist() == expected
    assert ((chance >= 0) & (chance <= 1)).all()


def repeat_select(lengths: Sequence[int], times: int, **settings: object) -> tuple[np.ndarray, np.ndarray]:
    """Tokens chosen in each of many draws of one passage, and the expected tokens."""
    owner, place, length = lay_out([lengths] * times)
    maskable = np.full(times, sum(lengths))
    keys = example_keys(3, 0, 0, np.arange(times))
    chosen, chance = select(
        owner, place, length, np.zeros(len(owner), np.uint8), keys, make_limits(maskable, **settings)
    )
    return np.bincount(owner[chosen], length[chosen], minlength=times), np.bincount(owner, chance * length)


@pytest.mark.parametrize(
    "lengths",
    [[1] * 7, [2, 3, 1, 4, 2, 5, 3, 2], [4] * 10, [1, 9, 1, 1, 2], [6, 2, 2, 2, 2, 2, 1, 1, 1, 1], [7, 7, 7, 2, 2]],
)
@pytest.mark.parametrize("rate", [0.15, 0.3])
def test_the_mean_is_the_budget(lengths: list[int], rate: float) -> None:
    """Wherever the budget is at least the shortest unit, though each passage has a target and units stay whole."""
    assert rate * sum(lengths) >= min(lengths), "the case says nothing: the shortest unit alone exceeds the budget"
    tokens, expected = repeat_select(lengths, 20_000, rate=rate)
    assert tokens.min() >= 1
    assert tokens.mean() == pytest.approx(rate * sum(lengths), abs=4 * tokens.std() / math.sqrt(20_000))
    assert expected[0] == pytest.approx(rate * sum(lengths), rel=1e-6)


def test_a_budget_below_the_shortest_unit_takes_the_shortest() -> None:
    tokens, expected = repeat_select([4, 3], 1000)
    assert set(tokens) == {3}
    assert expected[0] == pytest.approx(3)


def test_without_at_least_one_a_passage_may_stay_whole() -> None:
    tokens, _ = repeat_select([1] * 4, 20_000, at_least_one=False)
    assert (tokens == 0).mean() == pytest.approx(0.4, abs=0.02)
    assert tokens.mean() == pytest.approx(0.6, abs=0.02)


@pytest.mark.parametrize(("total", "count"), [(64, 10), (128, 19), (256, 38), (384, 58), (512, 77), (30, 4), (10, 2)])
def test_budgets_of_the_original_code(total: int, count: int) -> None:
    """Sheet 1.2, 1.8 and 1.9: n counts all tokens, rounded half to even."""
    strategy = Basic(budget=BudgetBase.ALL, rounding=Rounding.NEAREST)
    allowed = strategy.limits(np.array([total]), np.array([total - 3]))
    assert allowed.budget.tolist() == [count]


def test_probabilistic_rounding_as_in_fairseq() -> None:
    """Sheet 2.2: 512 tokens give 76 with probability 0.2 and 77 with 0.8."""
    strategy = Basic(budget=BudgetBase.ALL)
    times = 4000
    owner, place, length = lay_out([[1] * 510] * times)
    keys = example_keys(1, 0, 0, np.arange(times))
    allowed = strategy.limits(np.full(times, 512), np.full(times, 510))
    chosen, _ = select(owner, place, length, np.zeros(len(owner), np.uint8), keys, allowed)
    counts = np.bincount(owner[chosen], minlength=times)
    assert set(counts) == {76, 77}
    assert (counts == 77).mean() == pytest.approx(0.8, abs=0.03)


def test_nearest_rounding_passes_over_what_does_not_fit() -> None:
    """Sheet 7.1: with 20 tokens the budget is 3, and a word of four can never be chosen."""
    lengths = [4, 4, 4, 4, 2, 1, 1]
    tokens, _ = repeat_select(lengths, 2000, nearest=True)
    assert set(tokens) == {2, 3}


def test_one_token_stays_visible() -> None:
    for lengths in ([1, 1], [2, 1], [5, 5], [1] * 9):
        for nearest in (False, True):
            tokens, _ = repeat_select(lengths, 500, rate=0.97, nearest=nearest)
            assert tokens.max() < sum(lengths)
            assert tokens.min() >= 1
    tokens, _ = repeat_select([1], 50)
    assert set(tokens) == {1}


@pytest.mark.parametrize("nearest", [False, True])
def test_the_cap_is_never_exceeded(nearest: bool) -> None:
    tokens, expected = repeat_select([1, 2, 3, 2, 1] * 40, 500, max_predictions=20, nearest=nearest)
    assert tokens.max() <= 20
    assert tokens.mean() == pytest.approx(20, abs=0.5)
    assert expected[0] == pytest.approx(20)


def test_no_units_at_all() -> None:
    none = np.zeros(0, np.int64)
    chosen, chance = select(
        none, none, none, none.astype(np.uint8), example_keys(1, 0, 0, [0]), make_limits(np.zeros(1, np.int64))
    )
    assert len(chosen) == len(chance) == 0


@given(st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=12), min_size=1, max_size=6), st.integers(0, 99))
def test_each_by_itself_is_a_plain_comparison(passages: list[list[int]], seed: int) -> None:
    owner, place, length = lay_out(passages)
    keys = example_keys(seed, 0, 0, np.arange(len(passages)))
    maskable = np.array([sum(units) for units in passages])
    limits = make_limits(maskable, at_least_one=False)
    drawn = uniforms(keys[owner], "select", place)
    chosen, chance = select_each(owner, place, length, np.zeros(len(owner), np.uint8), keys, limits, drawn, 0.3)
    hidden = np.bincount(owner[drawn < 0.3], length[drawn < 0.3], minlength=len(passages))
    spared = np.isin(owner, np.flatnonzero((hidden == maskable) & (maskable > 1)))
    assert (chosen == (drawn < 0.3))[~spared].all()
    assert chosen[spared].sum() == (drawn < 0.3)[spared].sum() - len(set(owner[spared].tolist()))
    assert (chance == 0.3).all()


def test_each_by_itself_keeps_the_cap_and_the_least_number() -> None:
    owner, place, length = lay_out([[1] * 50, [2, 1], [1, 1]] * 200)
    size = int(owner.max()) + 1
    keys = example_keys(3, 0, 0, np.arange(size))
    limits = make_limits(np.bincount(owner, length).astype(np.int64), max_predictions=4)
    drawn = uniforms(keys[owner], "select", place)
    chosen, chance = select_each(owner, place, length, np.zeros(len(owner), np.uint8), keys, limits, drawn, 0.3)
    targets = np.bincount(owner, length * chosen, minlength=size).reshape(-1, 3)
    assert targets[:, 0].max() == 4
    assert targets[:, 1:].min() >= 1
    pairs = np.bincount(owner, chosen, minlength=size).reshape(-1, 3)[:, 2].mean()
    assert chance.reshape(-1, 54)[:, 52:].sum(axis=1).mean() == pytest.approx(2 * 0.3 + 0.49)
    assert pairs == pytest.approx(1.0)


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=150), min_size=1, max_size=6),
       st.integers(0, 99), st.floats(0.02, 0.9), st.booleans())  # fmt: skip
def test_the_short_way_chooses_what_the_long_way_does(
    passages: list[list[int]], seed: int, rate: float, spare: bool
) -> None:
    owner, place, length = lay_out(passages)
    tier = np.where(spare & (owner % 2 == 0), owner % 3, 0).astype(np.uint8)
    keys = example_keys(seed, 0, 0, np.arange(len(passages)))
    limits = make_limits(np.array([sum(units) for units in passages]), rate=rate)
    quick, slow = (way(owner, place, length, tier, keys, limits) for way in (select, _select_any))
    assert quick[0].tolist() == slow[0].tolist()
    assert quick[1] == pytest.approx(slow[1])


def test_the_short_way_holds_for_many_passages() -> None:
    """The rare passages that need more than the low draws are met here too."""
    lengths = np.random.default_rng(3).choice([1, 1, 2, 3], size=(4000, 60))
    owner, place, length = lay_out(lengths.tolist())
    keys = example_keys(1, 0, 0, np.arange(4000))
    limits = make_limits(lengths.sum(axis=1))
    tier = np.zeros(len(owner), np.uint8)
    quick, slow = (way(owner, place, length, tier, keys, limits) for way in (select, _select_any))
    assert (quick[0] == slow[0]).all()
