"""Two things that a person who is away should be told of: a loss that runs away, and one that stands still.

The rules, each told once a session:

- *Divergence*: the mean training loss of the last 50 points stands more than 0.5 nats and more than a tenth above the
  lowest such mean so far, for 20 points in a row. Points of one run are at least a step each.
- *Plateau*: 10 evaluations in a row do not bring the evaluation loss more than 0.5 per cent below its best.

Both begin anew with another group of stages, which may measure something else.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence

from workbench.core.events import EvalDone, EventBase, StepDone, Warned
from workbench.core.texts import mark
from workbench.train.patience import Patience

WINDOW = 50  #: points in a mean
EXCESS_NATS, EXCESS_SHARE = 0.5, 0.1
POINTS_ABOVE = 20
PATIENCE = 10  #: evaluations
IMPROVEMENT = 0.005  #: share of the best loss


class Divergence:
    """Watches the training loss."""

    def __init__(self) -> None:
        self._last: deque[float] = deque(maxlen=WINDOW)
        self._lowest = math.inf
        self._above = 0

    def sees(self, loss: float) -> bool:
        """Take a point; whether the loss has run away. Values that are not finite are no points."""
        if not math.isfinite(loss):
            return False
        self._last.append(loss)
        if len(self._last) < WINDOW:
            return False
        mean = sum(self._last) / WINDOW
        self._lowest = min(self._lowest, mean)
        excess = max(EXCESS_NATS, EXCESS_SHARE * self._lowest)
        self._above = self._above + 1 if mean > self._lowest + excess else 0
        return self._above >= POINTS_ABOVE


class Alerts:
    """Both rules over the events of a session; ``ends`` are the steps at which groups of stages end."""

    def __init__(self, ends: Sequence[int]) -> None:
        self._ends = ends
        self._group = -1
        self._told: set[str] = set()
        self._begin()

    def _begin(self) -> None:
        self._divergence, self._patience = Divergence(), Patience()

    def of(self, event: EventBase) -> Iterator[Warned]:
        """The warnings that an event gives cause for."""
        if not isinstance(event, StepDone | EvalDone):
            return
        group = bisect_right(self._ends, min(max(event.step - 1, 0), self._ends[-1] - 1))  # of the step that was done
        if group != self._group:
            self._group = group
            self._begin()
        if isinstance(event, StepDone):
            if self._divergence.sees(event.loss) and self._is_new("diverging"):
                text = mark("The training loss runs away: it has risen well above its lowest mean. A lower learning "
                            "rate, a longer warm-up or a smaller gradient clip may help.")  # fmt: skip
                yield self._warning(event, "diverging", text)
        elif self._stands_still(event.loss) and self._is_new("plateau"):
            text = mark("The evaluation loss stands still: {count} evaluations in a row were not below {best}.")
            best = math.inf if self._patience.best is None else self._patience.best
            yield self._warning(event, "plateau", text, count=PATIENCE, best=f"{best:.3f}")

    def _stands_still(self, loss: float) -> bool:
        """Take an evaluation; whether the loss has stood still for too long."""
        self._patience = self._patience.after(loss, IMPROVEMENT * (self._patience.best or 0.0))
        return self._patience.is_spent(PATIENCE)

    def _is_new(self, kind: str) -> bool:
        new = kind not in self._told
        self._told.add(kind)
        return new

    @staticmethod
    def _warning(event: EventBase, kind: str, message: str, **values: object) -> Warned:
        return Warned(
            run=event.run, step=event.step, tokens=event.tokens, time=event.time, kind=kind, message=message,
            values=dict(values),
        )  # fmt: skip
