"""Which heads look alike: distances of their patterns, an order that puts alike ones side by side, and groups."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from workbench.inspection.hiding import Matrix

PATTERN = 32  #: most rows and columns of a pattern that is compared


def pattern(attention: Matrix, most: int = PATTERN) -> Matrix:
    """Heads [A, n, n] in at most ``most`` rows and columns: summed over the keys of a block and averaged over its
    queries, so that rows still sum to 1."""
    count = attention.shape[-1]
    starts = np.arange(0, count, max(1, -(-count // most)))
    sizes = np.diff(np.append(starts, count)).astype(attention.dtype)
    keys = np.add.reduceat(attention, starts, axis=2)
    pooled: Matrix = np.add.reduceat(keys, starts, axis=1) / sizes[:, None]
    return pooled


def distances(patterns: Matrix) -> NDArray[np.float32]:
    """How unlike heads [A, r, r] are [A, A]: the root of the Jensen-Shannon divergence of their rows in bits, averaged
    over rows; 0 for the same pattern, 1 where no two heads ever look at the same token."""
    logs = _entropy_bits(patterns)  # [A, r]
    found = np.zeros((len(patterns), len(patterns)), np.float32)
    for number in range(len(patterns) - 1):
        mixed = (patterns[number] + patterns[number + 1 :]) / 2
        divergence = _entropy_bits(mixed) - (logs[number] + logs[number + 1 :]) / 2
        found[number, number + 1 :] = np.sqrt(np.clip(divergence, 0, 1)).mean(-1)
    return found + found.T


def _entropy_bits(rows: Matrix) -> Matrix:
    logs = np.log2(rows, out=np.zeros_like(rows), where=rows > 0)
    sums: Matrix = -np.einsum("...ij,...ij->...i", rows, logs)
    return sums


@dataclass(frozen=True)
class Tree:
    """Joins of :func:`join`, in their order: ``parts`` are numbers of leaves, or n + the number of an earlier join."""

    leaves: int
    parts: tuple[tuple[int, int], ...]

    def order(self) -> list[int]:
        """The leaves so that what was joined stands together."""
        if not self.parts:
            return list(range(self.leaves))
        return self._leaves_of(self.leaves + len(self.parts) - 1)

    def groups(self, count: int) -> NDArray[np.int64]:
        """The number of the group of each leaf, where the last joins are left out so that ``count`` groups are there;
        numbered as they stand in :meth:`order`."""
        count = max(1, min(count, self.leaves))
        kept = len(self.parts) - (count - 1)
        joined = {part for pair in self.parts[:kept] for part in pair}
        tops = [number for number in range(self.leaves + kept) if number not in joined]
        found = np.zeros(self.leaves, np.int64)
        place = {leaf: at for at, leaf in enumerate(self.order())}
        members = sorted((self._leaves_of(top) for top in tops), key=lambda group: min(place[leaf] for leaf in group))
        for number, group in enumerate(members):
            found[group] = number
        return found

    def _leaves_of(self, top: int) -> list[int]:
        found: list[int] = []
        waiting = [top]
        while waiting:
            number = waiting.pop()
            if number < self.leaves:
                found.append(number)
            else:
                first, second = self.parts[number - self.leaves]
                waiting += [second, first]
        return found


def join(apart: NDArray[np.floating]) -> Tree:
    """Average linkage (UPGMA): again and again the two nearest groups of leaves become one, until one is left.

    ``apart`` [n, n] is symmetric. Of equal distances the first is taken, so that the result is always the same.
    """
    count = len(apart)
    far = apart.astype(np.float64)
    np.fill_diagonal(far, np.inf)
    names, sizes = list(range(count)), np.ones(count)
    parts: list[tuple[int, int]] = []
    for step in range(count - 1):
        first, second = sorted(divmod(int(far.argmin()), count))
        parts.append((names[first], names[second]))
        merged = (sizes[first] * far[first] + sizes[second] * far[second]) / (sizes[first] + sizes[second])
        far[first] = far[:, first] = merged
        far[first, first] = np.inf
        far[second] = far[:, second] = np.inf
        sizes[first] += sizes[second]
        names[first] = count + step
    return Tree(count, tuple(parts))
