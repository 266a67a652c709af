"""Figures against naive references, and exact cases."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.labelled.records import Entity
from workbench.train.task.metrics import (
    matthews,
    measure_classes,
    measure_entities,
    measure_numbers,
    ranks,
)

PAIRS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30)


@given(PAIRS)
def test_classes_against_counting(pairs: list[tuple[int, int]]) -> None:
    right, predicted = (np.array(side) for side in zip(*pairs, strict=True))
    found = measure_classes(right, predicted, ["a", "b", "c"])
    assert found.scores["accuracy"] == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))
    f1s = []
    for number, figures in enumerate(found.classes):
        hits = sum(a == b == number for a, b in pairs)
        guessed, there = sum(b == number for _, b in pairs), sum(a == number for a, _ in pairs)
        precision, recall = hits / guessed if guessed else 0.0, hits / there if there else 0.0
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        assert (figures.precision, figures.recall, figures.f1) == pytest.approx((precision, recall, f1))
        assert figures.support == there
        if guessed or there:
            f1s.append(f1)
    assert found.scores["macro_f1"] == pytest.approx(sum(f1s) / len(f1s))
    counts = Counter(pairs)
    assert found.confusion == tuple(tuple(counts[a, b] for b in range(3)) for a in range(3))


@given(PAIRS)
def test_matthews_is_the_correlation_of_indicators(pairs: list[tuple[int, int]]) -> None:
    """Gorodkin's form: covariance of indicator vectors, summed over classes, over both deviations."""
    right, predicted = (np.eye(3)[list(side)] for side in zip(*pairs, strict=True))
    covariance = lambda x, y: ((x - x.mean(0)) * (y - y.mean(0))).sum()
    spread = covariance(right, right) * covariance(predicted, predicted)
    expected = covariance(right, predicted) / math.sqrt(spread) if spread > 1e-12 else 0.0
    table = np.zeros((3, 3), int)
    for a, b in pairs:
        table[a, b] += 1
    assert matthews(table) == pytest.approx(expected, abs=1e-9)


def test_matthews_of_two_classes() -> None:
    assert matthews(np.array([[6, 2], [1, 3]])) == pytest.approx((6 * 3 - 2 * 1) / math.sqrt(8 * 4 * 7 * 5))


def test_classes_that_were_never_learnt_count_as_wrong() -> None:
    found = measure_classes(np.array([0, -1, 1, -1]), np.array([0, 0, 1, 1]), ["a", "b"])
    assert found.scores["accuracy"] == 0.5
    assert [one.support for one in found.classes] == [1, 1]
    assert found.classes[0].precision == 0.5


@given(st.lists(st.tuples(st.integers(-5, 5), st.floats(-5, 5)), min_size=2, max_size=30))
def test_numbers_against_definitions(pairs: list[tuple[int, float]]) -> None:
    right, predicted = (np.array(side, np.float64) for side in zip(*pairs, strict=True))
    found = measure_numbers(right, predicted).scores
    assert found["mse"] == pytest.approx(sum((a - b) ** 2 for a, b in pairs) / len(pairs))
    for name, sides in (("pearson", (right, predicted)), ("spearman", (ranks(right), ranks(predicted)))):
        one, other = (side - sum(side) / len(side) for side in sides)
        spread = math.sqrt(sum(one**2) * sum(other**2))
        if spread > 1e-6:
            assert found[name] == pytest.approx(sum(one * other) / spread, abs=1e-6)


def test_equal_numbers_share_their_rank_and_constants_have_no_correlation() -> None:
    assert ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]
    assert measure_numbers(np.array([1.0, 2.0]), np.array([4.0, 4.0])).scores["pearson"] == 0.0


@pytest.mark.parametrize("size", [1e-300, 1e-251, 1e150])
def test_numbers_of_any_size_have_a_correlation(size: float) -> None:
    assert measure_numbers(np.array([0.0, 1.0]), np.array([0.0, size])).scores["pearson"] == pytest.approx(1.0)


ENTITIES = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from("XY")), max_size=4)


@given(st.lists(st.tuples(ENTITIES, ENTITIES), min_size=1, max_size=6))
def test_entities_against_counting(
    sentences: list[tuple[set[tuple[int, int, str]], set[tuple[int, int, str]]]],
) -> None:
    right = [[Entity(*one) for one in known] for known, _ in sentences]
    predicted = [[Entity(*one) for one in found] for _, found in sentences]
    found = measure_entities(right, predicted, ["X", "Y"])
    hits = sum(len(known & guessed) for known, guessed in sentences)
    there, guessed = sum(len(known) for known, _ in sentences), sum(len(found) for _, found in sentences)
    precision, recall = hits / guessed if guessed else 0.0, hits / there if there else 0.0
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    assert (found.scores["precision"], found.scores["recall"], found.scores["f1"]) == pytest.approx(
        (precision, recall, f1)
    )
    assert found.classes[0].support == sum(one[2] == "X" for known, _ in sentences for one in known)


def test_gold_against_gold_is_one() -> None:
    gold = [[Entity(0, 1, "X"), Entity(3, 3, "Y")], []]
    assert measure_entities(gold, gold, ["X", "Y"]).scores == {
        "f1": 1.0, "precision": 1.0, "recall": 1.0, "macro_f1": 1.0
    }  # fmt: skip
