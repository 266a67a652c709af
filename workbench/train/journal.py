"""Where a run's events begin: each with the run's name, its place and the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from workbench.core.events import EventBase
from workbench.core.texts import Text


class Journal:
    """Makes events of a run and hands them to ``record``; ``step`` and ``tokens`` are where the run stands.

    ``remark`` is what the last event is to say besides how the run ended.
    """

    def __init__(self, run: str, record: Callable[[EventBase], None]) -> None:
        self.run = run
        self.record = record
        self.step = 0
        self.tokens = 0
        self.remark: Text | None = None

    def tell(self, event: type[EventBase], /, **fields: Any) -> None:
        """Record an event at the present place, or at the one that ``fields`` name."""
        place = {"run": self.run, "step": self.step, "tokens": self.tokens, "time": time.time()}
        self.record(event(**place | fields))

    def stand_at(self, step: int, tokens: int) -> None:
        """Move the place."""
        self.step, self.tokens = step, tokens
