"""Keyed Gumbel draws: they follow the chances, agree with the plain form, and depend on their words alone."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from workbench.model import sampling
from workbench.model.sampling import BLOCK, WORD_BITS, draw_tokens, waiting_times


def words_of(count: int, seed: int = 3) -> Tensor:
    return torch.randint(1 << WORD_BITS, (count, 2), generator=torch.Generator().manual_seed(seed), dtype=torch.int32)


def hashed(number: int, words: tuple[int, int]) -> float:
    """-ln u of one counter, by whole numbers of Python."""
    mask = (1 << 32) - 1
    bits = (number * 0x9E3779B9 & mask) ^ words[0]
    bits = (bits ^ bits >> 16) * 0x7FEB352D & mask
    bits = ((bits ^ bits >> 15) + words[1]) * 0x846CA68B & mask
    bits = (bits ^ bits >> 16) & (1 << 31) - 1
    return -math.log1p(-(bits + 0.5) / (1 << 31))


def test_numbers_are_those_of_the_hash() -> None:
    words = words_of(5)
    found = waiting_times(words, torch.arange(40, dtype=torch.int32))
    expected = [[hashed(number, (int(one), int(two))) for number in range(40)] for one, two in words]
    torch.testing.assert_close(found.double(), torch.tensor(expected, dtype=torch.float64), rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("size", [3, BLOCK, BLOCK + 1, 3 * BLOCK - 5])
def test_the_draw_is_the_largest_of_log_chance_and_noise_in_two_rounds(size: int) -> None:
    """Among blocks by the sums of their chances, then within the block: written out in float64."""
    chances, words = torch.rand(20, size), words_of(20)
    blocks = -(-size // BLOCK)
    for row, drawn in enumerate(draw_tokens(chances, words).tolist()):
        own = (int(words[row, 0]), int(words[row, 1]))
        sums = [float(chances[row, at * BLOCK : (at + 1) * BLOCK].double().sum()) for at in range(blocks)]
        block = max(range(blocks), key=lambda at: math.log(sums[at]) - math.log(hashed(at, own)))
        inside = range(block * BLOCK, min(size, (block + 1) * BLOCK))
        best = max(
            inside,
            key=lambda at: math.log(chances[row, at]) - math.log(hashed(blocks + at - block * BLOCK, own)),
        )
        assert drawn == best


@pytest.mark.parametrize(("size", "temperature"), [(5, 1.0), (2 * BLOCK + 9, 1.0), (5, 0.5), (5, 3.0)])
def test_draws_follow_the_chances(size: int, temperature: float) -> None:
    """Chi-square over 60,000 draws: of n kinds, it is n - 1 on average, with a deviation of √(2n)."""
    chances = torch.rand(size, generator=torch.Generator().manual_seed(1)) ** 2 + 0.01
    count = 60_000
    drawn = draw_tokens(chances.expand(count, size), words_of(count), temperature=temperature)
    wanted = chances.double() ** (1 / temperature)
    wanted = count * wanted / wanted.sum()
    squares = float(((torch.bincount(drawn, minlength=size) - wanted) ** 2 / wanted).sum())
    assert squares < size - 1 + 4 * math.sqrt(2 * size)


def test_neighbouring_words_draw_independently() -> None:
    """Counters as words, which only the hash can tell apart."""
    count = 40_000
    words = torch.stack([torch.arange(count), torch.full((count,), 7)], 1).int()
    drawn = draw_tokens(torch.ones(count, 4), words)
    pairs = torch.bincount(4 * drawn[:-1] + drawn[1:], minlength=16).double()
    assert float(((pairs - count / 16) ** 2 / (count / 16)).sum()) < 15 + 4 * math.sqrt(32)


def test_a_draw_is_the_same_alone_and_in_a_batch() -> None:
    chances, words = torch.rand(30, 300), words_of(30)
    together = draw_tokens(chances, words)
    assert together.tolist() == [int(draw_tokens(chances[row : row + 1], words[row : row + 1])) for row in range(30)]
    assert not torch.equal(together, draw_tokens(chances, words_of(30, seed=4)))


def test_what_is_excluded_is_never_drawn() -> None:
    count = 2000
    chances = torch.tensor([0.9, 0.05, 0.05]).expand(count, 3)
    drawn = draw_tokens(chances, words_of(count), excluded=torch.zeros(count, dtype=torch.int64))
    assert set(drawn.tolist()) == {1, 2}


def test_draws_have_no_gradient() -> None:
    chances = torch.rand(4, 6, requires_grad=True)
    assert not draw_tokens(chances.softmax(-1), words_of(4)).requires_grad


def test_words_of_both_signs_are_hashed_alike() -> None:
    assert sampling._signed(0xFFFFFFFF) == -1
    assert sampling._signed(0x7FFFFFFF) == 0x7FFFFFFF
