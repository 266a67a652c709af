"""From tokens to units: sums over keys, means over queries."""

from __future__ import annotations

import numpy as np

from workbench.inspection.groups import Group, aggregate, fill_gaps


def test_the_rule_is_sum_over_keys_and_mean_over_queries() -> None:
    head = np.random.default_rng(0).random((6, 6))
    head /= head.sum(-1, keepdims=True)
    groups = [Group(0, 1, "[CLS]"), Group(1, 4, "波士顿"), Group(4, 5, "的"), Group(5, 6, "[SEP]")]
    found = aggregate(head, groups)
    for row, one in enumerate(groups):
        for column, other in enumerate(groups):
            sums = [sum(head[i, j] for j in range(other.start, other.end)) for i in range(one.start, one.end)]
            assert np.isclose(found[row, column], sum(sums) / len(sums), atol=1e-12)
    np.testing.assert_allclose(found.sum(1), 1)


def test_groups_that_overlap_are_counted_in_both() -> None:
    head = np.full((3, 3), 1 / 3)
    nested = [Group(0, 3, "波士顿"), Group(1, 3, "士顿")]
    np.testing.assert_allclose(aggregate(head, nested), [[1, 2 / 3], [1, 2 / 3]])


def test_rows_and_columns_may_be_grouped_apart() -> None:
    head = np.arange(4.0).reshape(2, 2)
    np.testing.assert_allclose(aggregate(head, [Group(0, 2, "北京")], [Group(0, 1, "北"), Group(1, 2, "京")]), [[1, 2]])


def test_gaps_are_filled_with_what_meets_no_unit() -> None:
    words = [Group(0, 1, "在"), Group(1, 3, "北京"), Group(3, 5, "大学"), Group(5, 6, "的")]
    (first, entity, last) = fill_gaps([Group(1, 5, "北京大学")], words)
    assert (first.text, first.unit) == ("在", False)
    assert (entity.text, entity.unit) == ("北京大学", True)
    assert (last.text, last.unit) == ("的", False)


def test_nested_units_all_stay_the_longer_first() -> None:
    found = fill_gaps([Group(1, 3, "士顿"), Group(0, 3, "波士顿"), Group(0, 2, "波士")], [])
    assert [one.text for one in found] == ["波士顿", "波士", "士顿"]
