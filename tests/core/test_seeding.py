"""Counter-based draws: uniform, independent by purpose, and the same in any order."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.seeding import derive, example_keys, mix, purpose_code, spread_uniforms, spread_words, uniforms

MASK = (1 << 64) - 1


def naive_mix(value: int) -> int:
    """SplitMix64's finaliser in Python integers."""
    z = (value + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


@given(st.integers(min_value=0, max_value=MASK))
def test_mix_agrees_with_python_integers(value: int) -> None:
    assert int(mix(np.uint64(value))) == naive_mix(value)


def test_first_output_of_splitmix64_for_seed_zero() -> None:
    # The published reference sequence for seed 0 begins with this number.
    assert int(mix(np.uint64(0))) == 0xE220A8397B1DCDAF


def test_draws_are_uniform_and_uncorrelated() -> None:
    keys = example_keys(7, 0, 0, np.arange(1000))
    drawn = uniforms(keys[:, None], "select", np.arange(200)[None, :])
    assert drawn.min() >= 0.0
    assert drawn.max() < 1.0
    assert abs(drawn.mean() - 0.5) < 0.003
    counts, _ = np.histogram(drawn, bins=20, range=(0, 1))
    assert np.all(np.abs(counts / drawn.size - 0.05) < 0.003)
    assert abs(np.corrcoef(drawn[:, :-1].ravel(), drawn[:, 1:].ravel())[0, 1]) < 0.01
    other = uniforms(keys[:, None], "replace", np.arange(200)[None, :])
    assert abs(np.corrcoef(drawn.ravel(), other.ravel())[0, 1]) < 0.01


def test_each_part_of_the_key_matters() -> None:
    base = example_keys(1, 0, 0, 5)
    assert len({int(base), *(int(example_keys(*parts)) for parts in ((2, 0, 0, 5), (1, 1, 0, 5), (1, 0, 1, 5)))}) == 4
    assert int(example_keys(1, 0, 0, 6)) != int(base)


@given(st.integers(0, 2**31 - 1), st.lists(st.integers(0, 10**9), min_size=1, max_size=20))
def test_an_example_alone_draws_what_it_draws_in_a_batch(seed: int, examples: list[int]) -> None:
    together = uniforms(example_keys(seed, 0, 3, np.array(examples)), "select", 4)
    alone = [float(uniforms(example_keys(seed, 0, 3, example), "select", 4)) for example in examples]
    assert together.tolist() == alone


def test_negative_parts_are_allowed() -> None:
    assert int(derive(np.int64(-1), -5)) != int(derive(np.int64(-1), 5))


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 9000)), max_size=30))
def test_draws_agree_with_python_integers(drawn: list[tuple[int, int]]) -> None:
    """Places up to 4095 are mixed beforehand, later ones when they come."""
    keys = example_keys(3, 1, 2, np.arange(5))
    owner, place = (np.array([row[column] for row in drawn], dtype=np.int64) for column in (0, 1))
    words = [naive_mix(int(keys[o]) ^ naive_mix(purpose_code("order")) ^ naive_mix(p)) for o, p in drawn]
    assert spread_uniforms(keys, owner, "order", place).tolist() == [(word >> 11) / 2**53 for word in words]
    assert uniforms(keys[owner], "order", place).tolist() == [(word >> 11) / 2**53 for word in words]
    assert spread_words(keys, owner, "order", place, 32).tolist() == [word >> 32 for word in words]
