"""What a function gave, kept for arguments that come again: most words of a text do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(dict[K, V]):
    """Argument -> value, worked out when it is first asked for; all are forgotten when there are ``most`` of them.

    ``map(remembered.__getitem__, arguments)`` runs no Python for those that are known, unlike :func:`functools.cache`,
    whose lookups also cost more than a dictionary's.
    """

    def __init__(self, function: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._function, self._most = function, most

    def __missing__(self, argument: K) -> V:
        value = self._function(argument)
        if len(self) >= self._most:
            self.clear()
        self[argument] = value
        return value
