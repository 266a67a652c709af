"""Patterns, their distances, and joins against a slow form."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from workbench.inspection.similarity import distances, join, pattern


def rows(seed: int, shape: tuple[int, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    made = np.random.default_rng(seed).random(shape)
    return made / made.sum(-1, keepdims=True)


def test_patterns_of_long_heads_still_sum_to_one() -> None:
    pooled = pattern(rows(0, (2, 100, 100)), 32)
    assert pooled.shape == (2, 25, 25)
    np.testing.assert_allclose(pooled.sum(-1), 1)
    short = rows(1, (2, 7, 7))
    np.testing.assert_allclose(pattern(short), short)


def test_the_same_pattern_is_at_0_and_another_place_at_1() -> None:
    identity, shifted = np.eye(4), np.roll(np.eye(4), 1, axis=1)
    np.testing.assert_allclose(distances(np.stack([identity, shifted, identity])), [[0, 1, 0], [1, 0, 1], [0, 1, 0]])


def test_distances_are_jensen_shannon() -> None:
    heads = rows(2, (3, 5, 5))
    found = distances(heads)
    for first, second in itertools.combinations(range(3), 2):
        total = 0.0
        for one, other in zip(heads[first], heads[second], strict=True):
            middle = (one + other) / 2
            total += np.sqrt(((one * np.log2(one / middle)).sum() + (other * np.log2(other / middle)).sum()) / 2)
        assert found[first, second] == pytest.approx(total / 5, rel=1e-5)
        assert found[first, second] == found[second, first]


def test_joins_are_those_of_average_linkage() -> None:
    """Against the definition: the mean over all pairs of leaves of two groups."""
    apart = np.random.default_rng(3).random((9, 9))
    apart = apart + apart.T
    np.fill_diagonal(apart, 0)
    groups = {number: [number] for number in range(9)}
    expected = []
    for step in range(8):
        pairs = itertools.combinations(groups, 2)
        first, second = min(pairs, key=lambda pair: apart[np.ix_(groups[pair[0]], groups[pair[1]])].mean())
        expected.append({first, second})
        groups[9 + step] = groups.pop(first) + groups.pop(second)
    assert [set(pair) for pair in join(apart).parts] == expected


def test_alike_heads_stand_side_by_side_in_one_group() -> None:
    near = np.full((6, 6), 0.9)
    for members in ((0, 3, 5), (1, 2, 4)):
        near[np.ix_(members, members)] = 0.1
    np.fill_diagonal(near, 0)
    tree = join(near)
    order = tree.order()
    assert sorted(order) == list(range(6))
    assert {frozenset(order[:3]), frozenset(order[3:])} == {frozenset({0, 3, 5}), frozenset({1, 2, 4})}
    groups = tree.groups(2)
    assert groups[order].tolist() == [0, 0, 0, 1, 1, 1]
    assert sorted(set(tree.groups(1))) == [0]
    assert tree.groups(6)[order].tolist() == list(range(6))
    assert tree.groups(99).tolist() == tree.groups(6).tolist()


def test_one_head_is_a_group() -> None:
    tree = join(np.zeros((1, 1)))
    assert tree.order() == [0]
    assert tree.groups(3).tolist() == [0]
