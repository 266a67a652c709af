"""Selection within a budget, against a plain loop and against the exact mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.seeding import example_keys, uniforms
from workbench.masking import budget
from workbench.masking.basic import Basic
from workbench.masking.budget import select
from workbench.masking.limits import Limits
from workbench.masking.strategy import BudgetBase, Rounding
from workbench.masking.unit_table import SPARE, UnitTable
from workbench.text.ragged import starts_of

INFINITE = 10**9


def lay_units(passages: Sequence[Sequence[int]], keys: np.ndarray, tier: np.ndarray | None = None) -> UnitTable:
    """Units end to end, given by their lengths; all of the first tier unless said otherwise."""
    lengths = [np.asarray(units, np.int64) for units in passages]
    return UnitTable(
        bounds=starts_of([len(units) for units in passages]),
        place=np.concatenate([np.cumsum(units) - units for units in lengths]),
        length=np.concatenate(lengths),
        tier=np.zeros(sum(map(len, lengths)), np.uint8) if tier is None else tier,
        keys=keys,
    )


def limit(units: UnitTable, **settings: object) -> Limits:
    """Limits of passages that have no tokens but those of their units and two special ones."""
    maskable = units.total.astype(np.int64)
    defaults = {"rate": 0.15, "count_all": False, "nearest": False, "at_least_one": True, "max_predictions": 0}
    return Limits.make(lengths=maskable + 2, maskable=maskable, **{**defaults, **settings})


def circle(
    lengths: Sequence[int], tiers: Sequence[int], tier: int, draw: Sequence[int], key: np.uint64
) -> list[tuple[int, float]]:
    """The units of a tier in the order in which they come round, and where each begins."""
    units = [i for i in range(len(lengths)) if tiers[i] == tier]
    spent = sum(lengths[i] for i in range(len(lengths)) if tiers[i] < tier)
    tokens = [(i, token) for i in units for token in range(lengths[i])]
    if not tokens:
        return []
    drawn = float(uniforms(key, "arc", tier)) * len(tokens)
    last, token = tokens[math.floor(drawn)]
    rest = token + drawn - math.floor(drawn)
    found = []
    for i in [*sorted((i for i in units if i != last), key=draw.__getitem__), last]:
        found.append((i, spent + rest))
        spent += lengths[i]
    return found


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
    draw = [math.floor(float(uniforms(key, "order", place)) * 2**32) for place in places]
    order = sorted(range(len(lengths)), key=lambda i: (tiers[i], draw[i]))
    regular = [i for i in order if tiers[i] < SPARE]
    budget = rate * maskable
    if nearest:
        budget = float(max(round(budget), 1 if at_least_one else 0))
    budget = min(budget, maskable - 1 if maskable > 1 else maskable)
    greedy, budget = nearest or budget > cap, min(budget, cap)
    greedy = greedy or (max(lengths) > 1 and budget + max(lengths) - 1 > cap)
    shortest = min((lengths[i] for i in regular), default=min((lengths[i] for i in order), default=0))
    lead = [lengths[i] for i in regular if tiers[i] == tiers[regular[0]]]
    if not greedy and at_least_one and any(length > budget for length in lead):
        low, high = 0.0, budget
        for _ in range(40):
            middle = (low + high) / 2
            nothing = sum(max(0.0, length - middle) for length in lead) / sum(lead)
            low, high = (low, middle) if middle + shortest * nothing > budget else (middle, high)
        budget = low
    taken: list[int] = []
    spent = 0
    passing = greedy and max(lengths) > 1
    room = math.floor(budget + 1e-9 + float(uniforms(key, "rounding", 0)))
    for i in regular if passing else []:
        if spent + lengths[i] <= room:
            taken.append(i)
            spent += lengths[i]
    for tier in () if passing else range(SPARE):
        taken += [i for i, begin in circle(lengths, tiers, tier, draw, key) if begin < budget]
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
    tier = np.concatenate([[unit[1] for unit in units] for units in passages]).astype(np.uint8)
    keys = example_keys(seed, 0, 0, np.arange(len(passages)))
    units = lay_units([[unit[0] for unit in units] for units in passages], keys, tier)
    allowed = limit(units, rate=rate, nearest=nearest, at_least_one=at_least_one, max_predictions=cap)
    chosen, chances = select(units, allowed)
    expected: list[bool] = []
    for passage, key in zip(passages, keys, strict=True):
        lengths, tiers = [unit[0] for unit in passage], [unit[1] for unit in passage]
        expected += naive_passage(lengths, tiers, key, rate, nearest, at_least_one, cap or INFINITE)
    assert chosen.tolist() == expected
    chance = chances()
    assert ((chance >= 0) & (chance <= 1)).all()


def repeat_select(lengths: Sequence[int], times: int, **settings: object) -> tuple[np.ndarray, np.ndarray]:
    """Tokens chosen in each of many draws of one passage, and the expected tokens."""
    units = lay_units([lengths] * times, example_keys(3, 0, 0, np.arange(times)))
    chosen, chances = select(units, limit(units, **settings))
    return units.sums(np.where(chosen, units.length, 0)), units.sums(chances() * units.length)


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


@pytest.mark.parametrize("at_least_one", [False, True])
@pytest.mark.parametrize("lengths", [[1, 2, 4, 8, 1, 2, 4, 8, 1, 1], [1] * 9 + [12], [5, 1, 3], [2, 2, 2], [9, 8]])
def test_each_unit_is_chosen_as_often_as_its_chance_says(lengths: list[int], at_least_one: bool) -> None:
    """Long ones too; where no passage needs a rescue, the chance is the same for all of them."""
    chance = chances_hold(lengths, [0] * len(lengths), rate=0.3, at_least_one=at_least_one)
    if not at_least_one:
        assert chance == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("lengths", "tiers", "rate"),
    [([5, 1, 3], [0, 0, 0], 0.9), ([3, 3], [0, 0], 0.7), ([1] * 5, [0] * 5, 0.95), ([2, 3, 1, 2], [0, 0, 1, 1], 0.93),
     ([2, 5, 2, 2], [0, 0, 1, 1], 0.2), ([3, 2, 2, 4], [1, 1, 0, 2], 0.1), ([4, 4], [2, 2], 0.3)],
)  # fmt: skip
def test_chances_hold_where_passages_are_rescued_or_a_unit_is_taken_back(
    lengths: list[int], tiers: list[int], rate: float
) -> None:
    chances_hold(lengths, tiers, rate=rate)


def chances_hold(lengths: Sequence[int], tiers: Sequence[int], **settings: object) -> np.ndarray:
    """Check the chances of the units of one passage against how often they are chosen; returns them."""
    times = 40_000
    keys = example_keys(7, 0, 0, np.arange(times))
    units = lay_units([lengths] * times, keys, np.tile(np.array(tiers, np.uint8), times))
    chosen, chances = select(units, limit(units, **settings))
    chance, often = chances(), chosen.reshape(times, -1).mean(axis=0)
    error = np.sqrt(np.maximum(often * (1 - often), 1 / times) / times)
    assert (np.abs(often - chance[: len(lengths)]) <= 4.5 * error).all()
    return chance[: len(lengths)]


def test_lower_tiers_come_first_and_every_unit_of_the_next_has_the_same_chance() -> None:
    lengths, times = [2, 1, 3, 1, 5, 2], 40_000
    tier = np.tile(np.array([0, 0, 1, 1, 1, 1], np.uint8), times)
    units = lay_units([lengths] * times, example_keys(8, 0, 0, np.arange(times)), tier)
    chosen, _ = select(units, limit(units, rate=0.5))
    often = chosen.reshape(times, -1).mean(axis=0)
    assert often[:2].tolist() == [1.0, 1.0]
    assert often[2:] == pytest.approx((7 - 3) / 11, abs=0.012)


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
    units = lay_units([[1] * 510] * times, example_keys(1, 0, 0, np.arange(times)))
    chosen, _ = select(units, strategy.limits(np.full(times, 512), np.full(times, 510)))
    counts = units.sums(chosen)
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


@pytest.mark.parametrize(("lengths", "rate", "cap"), [([1, 2, 3, 4] * 13, 0.15, 20), ([2, 1, 1] * 20, 0.22, 18)])
def test_a_cap_just_above_the_budget_costs_little(lengths: list[int], rate: float, cap: int) -> None:
    """Units that would exceed it are passed over, and shorter ones fill up."""
    tokens, expected = repeat_select(lengths, 4000, rate=rate, max_predictions=cap)
    assert tokens.max() <= cap
    assert tokens.mean() == pytest.approx(rate * sum(lengths), abs=0.2)
    assert expected[0] == pytest.approx(rate * sum(lengths))


def test_a_unit_longer_than_the_cap_has_no_chance() -> None:
    units = lay_units([[4] * 10 + [1]] * 200, example_keys(1, 0, 0, np.arange(200)))
    chosen, chances = select(units, limit(units, rate=0.07, max_predictions=3))
    assert chosen.reshape(200, -1).sum(axis=0).tolist() == [0] * 10 + [200]
    assert chances()[:11].tolist() == [0.0] * 10 + [1.0]


def test_no_units_at_all() -> None:
    units = lay_units([[]], example_keys(1, 0, 0, [0]))
    chosen, chances = select(units, limit(units))
    assert len(chosen) == len(chances()) == 0


def test_passages_without_units_among_others() -> None:
    units = lay_units([[], [2, 1, 3], [], [1, 1]], example_keys(1, 0, 0, np.arange(4)))
    chosen, _ = select(units, limit(units, rate=0.5))
    assert [chosen[units.owner == passage].any() for passage in range(4)] == [False, True, False, True]


def with_low_draws(widths: float, units: UnitTable, allowed: Limits) -> tuple[list[bool], list[float]]:
    """What is chosen, and the chances, where so many low draws are looked at before all are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(budget, "_WIDTHS", widths)
        chosen, chances = select(units, allowed)
    return chosen.tolist(), chances().tolist()


@settings(max_examples=60)
@given(st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=150), min_size=1, max_size=6),
       st.integers(0, 99), st.floats(0.02, 0.9), st.booleans())  # fmt: skip
def test_low_draws_choose_what_all_draws_do(passages: list[list[int]], seed: int, rate: float, tiered: bool) -> None:
    """With none beyond the expected number, where half of the passages fall short, as with plenty."""
    keys = example_keys(seed, 0, 0, np.arange(len(passages)))
    units = lay_units(passages, keys)
    if tiered:
        units = replace(units, tier=np.where(units.owner % 2 == 0, units.owner % 3, 0).astype(np.uint8))
    allowed = limit(units, rate=rate)
    everything = with_low_draws(1e9, units, allowed)
    assert with_low_draws(0.0, units, allowed) == with_low_draws(4.0, units, allowed) == everything


def test_low_draws_suffice_for_nearly_all_of_many_passages() -> None:
    lengths = np.random.default_rng(3).choice([1, 1, 2, 3], size=(4000, 60))
    units = lay_units(lengths.tolist(), example_keys(1, 0, 0, np.arange(4000)))
    assert with_low_draws(4.0, units, limit(units)) == with_low_draws(1e9, units, limit(units))
