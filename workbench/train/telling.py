"""How far long work before the first step is, told now and then."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

_TELL_SECONDS = 0.5  #: least time between two words


class Telling:
    """Hands the fraction that is done, 0 to 1, to ``tell``: the first at once, others at most twice a second."""

    def __init__(self, tell: Callable[[float], None]) -> None:
        self._tell = tell
        self._told = -math.inf

    def __call__(self, done: int, total: int) -> None:
        """``done`` of ``total``, which is 0 where nobody knows."""
        if total and time.monotonic() - self._told >= _TELL_SECONDS:
            self._told = time.monotonic()
            self._tell(done / total)
