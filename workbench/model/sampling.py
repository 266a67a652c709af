"""Tokens drawn by Gumbel noise, whose numbers have keys: the same key draws the same token anywhere.

The largest of ln p + g, with g = -ln(-ln u) for even u, is a draw from the chances p (sheet 4.2). It is made in two
rounds, among blocks of the vocabulary by the sums of their chances and then within the block that was drawn, which is
the same draw with a few hundred numbers a position in place of one for each token. Each number is a hash of two words
that belong to the position and of a counter, so that parts, processes and devices agree, and a resumed run goes on as
it would have.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from workbench.core.seeding import Keys, spread_words
from workbench.text.document import Ints

WORD_BITS = 31  #: of the words that a position brings; they are kept in 32 bits with a sign
BLOCK = 128  #: tokens of a block
_GOLDEN, _FIRST, _SECOND = 0x9E3779B9, 0x7FEB352D, 0x846CA68B


def position_words(keys: Keys, owner: Ints, place: Ints) -> Tensor:
    """Two words [n, 2] of int32 for each position, by key [B] of its passage ``owner`` [n] and place in it [n]."""
    drawn = spread_words(keys, owner, "generator's guess", place, 2 * WORD_BITS)
    words = np.stack([drawn >> np.uint64(WORD_BITS), drawn & np.uint64((1 << WORD_BITS) - 1)], axis=1)
    return torch.from_numpy(words.astype(np.int32))


@torch.no_grad()
def draw_tokens(chances: Tensor, words: Tensor, *, temperature: float = 1.0, excluded: Tensor | None = None) -> Tensor:
    """One id [n] for each row of ``chances`` [n, V], which need not come to 1; ``words`` [n, 2] are the position's own,
    of int32.

    Chances are raised to 1 / ``temperature``, which is what dividing logits by it comes to. ``excluded`` [n] are ids
    that are not to be drawn. Nothing of it has a gradient.
    """
    if temperature != 1:
        chances = chances.pow(1 / temperature)
    if excluded is not None:
        chances = chances.scatter(1, excluded[:, None], 0.0)
    size = chances.shape[1]
    numbers = torch.arange(-(-size // BLOCK) + BLOCK, dtype=torch.int32, device=chances.device)
    noise = -waiting_times(words, numbers).log_()
    blocks = _block_sums(chances)
    block = (blocks.log() + noise[:, : blocks.shape[1]]).argmax(1)
    inside = block[:, None] * BLOCK + torch.arange(BLOCK, device=chances.device)
    found = chances.gather(1, inside.clamp(max=size - 1)).log_()
    found = (found + noise[:, blocks.shape[1] :]).masked_fill_(inside >= size, -torch.inf)
    return block * BLOCK + found.argmax(1)


def _block_sums(chances: Tensor) -> Tensor:
    """Sums [n, blocks] over blocks of :data:`BLOCK` tokens, the last of which may be shorter."""
    whole = chances.shape[1] // BLOCK * BLOCK
    sums = chances[:, :whole].reshape(len(chances), -1, BLOCK).sum(2) if whole else chances[:, :0]
    rest = chances[:, whole:].sum(1, keepdim=True)
    return torch.cat([sums, rest], 1) if whole < chances.shape[1] else sums


def waiting_times(words: Tensor, numbers: Tensor) -> Tensor:
    """-ln u [n, m] for ``words`` [n, 2] and counters [m]: of 31 bits, so that small ones, which decide, are told apart
    finely. The hash is C. Wellons' "lowbias32" with one word more let in half way."""
    bits = (numbers * _signed(_GOLDEN)) ^ words[:, :1]
    _fold(bits, 16)
    bits *= _signed(_FIRST)
    _fold(bits, 15)
    bits += words[:, 1:]
    bits *= _signed(_SECOND)
    _fold(bits, 16)
    bits &= (1 << WORD_BITS) - 1
    return bits.float().add_(0.5).mul_(-(0.5**WORD_BITS)).log1p_().neg_()


def _fold(bits: Tensor, places: int) -> None:
    """Exclusive or with the bits shifted down, zeros moving in from above."""
    bits ^= (bits >> places).bitwise_and_((1 << 32 - places) - 1)


def _signed(word: int) -> int:
    """A word of 32 bits as the number with a sign that has the same bits."""
    return word - (1 << 32) if word >> 31 else word
