"""The order of batches."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from workbench.spec.position import epoch_batches, stage_at, stage_ends
from workbench.spec.run import Stage


@given(st.lists(st.integers(5, 40), min_size=1, max_size=300), st.integers(1, 9), st.integers(0, 3))
def test_each_passage_comes_once_in_full_batches(lengths: list[int], size: int, epoch: int) -> None:
    batches = epoch_batches(np.array(lengths), size, 1, 0, epoch)
    rows = np.concatenate(batches)
    assert len(set(rows.tolist())) == len(rows)
    assert all(len(batch) == min(size, len(lengths)) for batch in batches)
    assert len(lengths) - len(rows) < size


def test_like_lengths_come_together() -> None:
    lengths = np.random.default_rng(0).integers(5, 129, 1024)
    batches = epoch_batches(lengths, 32, 1, 0, 0)
    padded = sum(len(batch) * int(lengths[batch].max()) for batch in batches)
    assert padded < 1.1 * lengths.sum()


def test_order_follows_the_seed_and_the_epoch() -> None:
    lengths = np.random.default_rng(0).integers(5, 129, 500)
    orders = [
        np.concatenate(epoch_batches(lengths, 16, seed, stage, epoch)).tolist()
        for seed, stage, epoch in ((1, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1))
    ]
    assert orders[0] == orders[1]
    assert all(order != orders[0] for order in orders[2:])


def test_stages_share_the_steps() -> None:
    ends = stage_ends([Stage(name="a", share=1), Stage(name="b", share=2), Stage(name="c", share=0.5)], 100)
    assert ends == [29, 86, 100]
    assert [stage_at(ends, step) for step in (0, 28, 29, 85, 86, 99)] == [0, 0, 1, 1, 2, 2]
