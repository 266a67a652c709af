"""Whose turn each step of a group of stages is."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.spec.run import Stage
from workbench.spec.stage_groups import StageGroup, group_at, group_of, stage_at, stage_counts, stage_groups

COUNTS = st.lists(st.integers(0, 40), min_size=1, max_size=6).filter(sum)


def stages_of(shares: list[float], together: list[bool]) -> list[Stage]:
    return [
        Stage(name=str(number), share=share, together=turn)
        for number, (share, turn) in enumerate(zip(shares, together, strict=True))
    ]


@given(COUNTS, st.integers(0, 9), st.integers(0, 3))
def test_the_order_is_that_of_middles_sorted(counts: list[int], begin: int, first: int) -> None:
    """Step k of a stage with n steps comes at (k + 1/2)/n; at one place the earlier stage comes first."""
    group = StageGroup(0, first, begin, tuple(counts))
    places = sorted(
        (Fraction(2 * turn + 1, 2 * count), first + own) for own, count in enumerate(counts) for turn in range(count)
    )
    wanted = [stage for _, stage in places]
    assert [group.stage_at(step) for step in range(begin, group.end)] == wanted
    for step in range(begin, group.end + 1):
        assert [group.taken(stage, step) for stage in group.stages] == [
            wanted[: step - begin].count(stage) for stage in group.stages
        ]


@given(COUNTS)
def test_every_beginning_has_the_stages_by_their_shares(counts: list[int]) -> None:
    """Half a step for the stage itself, and half a step of each stage as far as its share of that goes."""
    group, whole = StageGroup(0, 0, 0, tuple(counts)), sum(counts)
    for step in range(whole + 1):
        for stage, count in enumerate(counts):
            off = abs(Fraction(group.taken(stage, step)) - Fraction(count * step, whole))
            assert off <= Fraction(1, 2) + Fraction(len(counts) * count, 2 * whole)


def test_two_stages_take_turns_evenly() -> None:
    group = StageGroup(0, 0, 0, (6, 2))
    assert "".join("ab"[group.stage_at(step)] for step in range(8)) == "aabaaaba"
    even = StageGroup(0, 0, 0, (3, 3))
    assert "".join("ab"[even.stage_at(step)] for step in range(6)) == "ababab"


def test_a_far_step_of_a_huge_group_is_found() -> None:
    group = StageGroup(0, 0, 0, (10**9 - 7, 10**8 + 1, 3))
    assert group.taken(2, group.end // 2) == 1
    assert sum(group.taken(stage, 765_432_109) for stage in group.stages) == 765_432_109


def test_groups_follow_each_other() -> None:
    stages = stages_of([1, 1, 2, 1], [False, True, False, True])
    groups = stage_groups(stages, 50)
    assert [(group.number, group.first, group.begin, group.counts) for group in groups] == [
        (0, 0, 0, (10, 10)),
        (1, 2, 20, (20, 10)),
    ]
    assert [group_of(groups, stage).number for stage in range(4)] == [0, 0, 1, 1]
    assert [group_at(groups, step).number for step in (0, 19, 20, 49, 50)] == [0, 0, 1, 1, 1]
    assert [stage_at(groups, step) for step in (0, 1, 2, 20, 49)] == [0, 1, 0, 2, 2]


@given(
    st.lists(st.floats(1e-3, 1e3), min_size=1, max_size=6),
    st.integers(1, 5000),
    st.lists(st.booleans(), min_size=6, max_size=6),
)
def test_stages_have_the_same_steps_in_turn_and_one_after_another(
    shares: list[float], steps: int, together: list[bool]
) -> None:
    alone = stages_of(shares, [False] * len(shares))
    turns = stages_of(shares, together[: len(shares)])
    assert stage_counts(turns, steps) == stage_counts(alone, steps)
    groups = stage_groups(turns, steps)
    assert [count for group in groups for count in group.counts] == stage_counts(alone, steps)
    assert groups[-1].end == steps
    assert len(stage_groups(alone, steps)) == len(alone)


@pytest.mark.parametrize("first", [True, False])
def test_the_first_stage_has_none_to_go_with(first: bool) -> None:
    (group,) = stage_groups(stages_of([1], [first]), 10)
    assert group.counts == (10,)
