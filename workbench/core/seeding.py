"""Counter-based uniform numbers: the same key and counter give the same number, in any order and any process.

Each example of a run has a key made from (run seed, stage, epoch, example); a number is then drawn by key, purpose
and position. Nothing is remembered between draws, so a batch, a single example, a preview and a worker agree.
The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
"""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import ArrayLike, NDArray

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)

Keys = NDArray[np.uint64]


def mix(values: ArrayLike) -> Keys:
    """Scramble 64-bit counters (any shape) into 64 random-looking bits each."""
    with np.errstate(over="ignore"):
        z = np.asarray(values, dtype=np.uint64) + _GOLDEN
        z = (z ^ (z >> np.uint64(30))) * _FIRST
        z = (z ^ (z >> np.uint64(27))) * _SECOND
        mixed: Keys = z ^ (z >> np.uint64(31))
    return mixed


def _bits(value: ArrayLike) -> Keys:
    """Integers of any sign as 64-bit words."""
    array = np.asarray(value)
    return array.astype(np.uint64) if array.dtype == np.uint64 else array.astype(np.int64).view(np.uint64)


def derive(key: ArrayLike, *parts: ArrayLike) -> Keys:
    """A key made from a key and integers; shapes broadcast."""
    derived = _bits(key)
    for part in parts:
        derived = mix(derived ^ mix(_bits(part)))
    return derived


def example_keys(seed: int, stage: int, epoch: int, examples: ArrayLike) -> Keys:
    """Keys [n] of the examples [n] of one epoch. Static masking passes epoch 0 always."""
    return derive(derive(np.int64(seed), stage, epoch), examples)


def purpose_code(purpose: str) -> int:
    """A stable number for a purpose, so that two uses of one key never share their draws."""
    return zlib.crc32(purpose.encode("ascii"))


#: Mixed numbers of the first places, which nearly every draw needs.
_PLACES = mix(np.arange(1 << 12, dtype=np.uint64))


def spread_uniforms(
    keys: Keys, owner: NDArray[np.int64], purpose: str, places: NDArray[np.int64]
) -> NDArray[np.float64]:
    """The same as ``uniforms(keys[owner], purpose, places)`` for places [n] of 0 and more, at a third of the work."""
    first = derive(keys, purpose_code(purpose))
    mixed = _PLACES[places] if not len(places) or int(places.max()) < len(_PLACES) else mix(places.view(np.uint64))
    drawn: NDArray[np.float64] = (mix(first[owner] ^ mixed) >> np.uint64(11)).astype(np.float64)
    drawn *= 1.0 / (1 << 53)
    return drawn


def uniforms(keys: ArrayLike, purpose: str, positions: ArrayLike) -> NDArray[np.float64]:
    """Numbers in [0, 1) by key, purpose and position; the shapes of keys and positions broadcast."""
    words = derive(keys, purpose_code(purpose), positions)
    drawn: NDArray[np.float64] = (words >> np.uint64(11)).astype(np.float64) * (1.0 / (1 << 53))
    return drawn
