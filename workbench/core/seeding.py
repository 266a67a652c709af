"""Counter-based uniform numbers: the same key and counter give the same number, in any order and any process.

Each example of a run has a key made from (run seed, stage, epoch, example); a number is then drawn by key, purpose
and position. Nothing is remembered between draws, so a batch, a single example, a preview and a worker agree.
The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
"""

from __future__ import annotations

import zlib
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)

Keys = NDArray[np.uint64]


def mix(values: ArrayLike) -> Keys:
    """Scramble 64-bit counters (any shape) into 64 random-looking bits each."""
    return _mix_in_place(np.array(values, dtype=np.uint64))


def _mix_in_place(z: Keys) -> Keys:
    """The same of an array that nobody else needs. In place, since a batch draws a few hundred thousand numbers; an
    array of no dimension counts modulo 2^64 as any other does, where numpy's scalars would warn."""
    z += _GOLDEN
    z ^= z >> np.uint64(30)
    z *= _FIRST
    z ^= z >> np.uint64(27)
    z *= _SECOND
    z ^= z >> np.uint64(31)
    return z


def _bits(value: ArrayLike) -> Keys:
    """Integers of any sign as 64-bit words."""
    array = np.asarray(value)
    return array if array.dtype == np.uint64 else array.astype(np.int64).view(np.uint64)


def derive(key: ArrayLike, *parts: ArrayLike) -> Keys:
    """A key made from a key and integers; shapes broadcast."""
    derived = _bits(key)
    for part in parts:
        derived = _mix_in_place(np.array(derived ^ mix(_bits(part))))
    return derived


def example_keys(seed: int, stage: int, epoch: int, examples: ArrayLike) -> Keys:
    """Keys [n] of the examples [n] of one epoch. Static masking passes epoch 0 always."""
    return derive(_epoch_key(seed, stage, epoch), examples)


@lru_cache(maxsize=256)
def _epoch_key(seed: int, stage: int, epoch: int) -> np.uint64:
    return np.uint64(derive(np.int64(seed), stage, epoch))


def purpose_code(purpose: str) -> int:
    """A stable number for a purpose, so that two uses of one key never share their draws."""
    return zlib.crc32(purpose.encode("ascii"))


@lru_cache(maxsize=256)
def _mixed_purpose(purpose: str) -> np.uint64:
    return np.uint64(mix(purpose_code(purpose)))


#: Mixed numbers of the first places, which nearly every draw needs.
_PLACES = mix(np.arange(1 << 12, dtype=np.uint64))


def _mixed_places(places: ArrayLike) -> Keys:
    """Mixed places (any shape), as a new array."""
    array = np.asarray(places)
    try:
        return _PLACES.take(array)
    except IndexError:  # of a long passage, or below 0
        return mix(_bits(array))


def _spread(keys: Keys, owner: NDArray[np.int64], purpose: str, places: NDArray[np.int64]) -> Keys:
    """64 bits [n] by key [B] of the ``owner`` [n], purpose and place [n]."""
    words = _mixed_places(places)
    words ^= (keys ^ _mixed_purpose(purpose)).take(owner)
    return _mix_in_place(words)


def spread_uniforms(
    keys: Keys, owner: NDArray[np.int64], purpose: str, places: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The same as ``uniforms(keys[owner], purpose, places)``, with less work."""
    return _in_unit_interval(_spread(keys, owner, purpose, places))


def spread_words(
    keys: Keys, owner: NDArray[np.int64], purpose: str, places: NDArray[np.int64], bits: int
) -> NDArray[np.uint64]:
    """The leading bits of the numbers that :func:`spread_uniforms` draws, as whole numbers below 2^bits."""
    words = _spread(keys, owner, purpose, places)
    words >>= np.uint64(64 - bits)
    return words


def uniforms(keys: ArrayLike, purpose: str, positions: ArrayLike) -> NDArray[np.float64]:
    """Numbers in [0, 1) by key, purpose and position; the shapes of keys and positions broadcast.

    Keys are scrambled already, and so are purposes and positions here: what they come to together is scrambled once.
    """
    words = (_bits(keys) ^ _mixed_purpose(purpose)) ^ _mixed_places(positions)
    return _in_unit_interval(_mix_in_place(np.asarray(words)))


def _in_unit_interval(words: Keys) -> NDArray[np.float64]:
    """Words as numbers in [0, 1), by their leading 53 bits."""
    drawn: NDArray[np.float64] = (words >> np.uint64(11)).astype(np.float64)
    drawn *= 1.0 / (1 << 53)
    return drawn
