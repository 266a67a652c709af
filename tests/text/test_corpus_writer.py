"""The evaluation split."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from workbench.text.corpus_writer import choose_evaluation


@given(st.lists(st.integers(0, 30), min_size=1, max_size=200), st.floats(0.01, 0.5))
def test_copies_stay_together_and_both_sides_have_some(hashes: list[int], share: float) -> None:
    chosen = choose_evaluation(np.asarray(hashes, np.uint64), share)
    sides = {value: {bool(c) for h, c in zip(hashes, chosen, strict=True) if h == value} for value in set(hashes)}
    assert all(len(side) == 1 for side in sides.values())
    if len(set(hashes)) > 1:
        assert chosen.any()
        assert not chosen.all()
    else:
        assert not chosen.any()


def test_the_share_is_kept() -> None:
    hashes = np.random.default_rng(0).integers(0, 1 << 63, 2000).astype(np.uint64)
    assert choose_evaluation(hashes, 0.05).sum() == 100
    assert choose_evaluation(hashes, 0.0).sum() == 0
    order = np.random.default_rng(1).permutation(2000)
    assert np.array_equal(choose_evaluation(hashes, 0.05)[order], choose_evaluation(hashes[order], 0.05))


def test_many_copies_of_one_document_do_not_become_the_evaluation() -> None:
    hashes = np.asarray([1] * 200 + [5, 9], np.uint64)
    assert choose_evaluation(hashes, 0.05).sum() <= 2
