"""The colours of runs that are on show together: one rule for curves, lists and tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from workbench.gui.theme import NUM_COLOURS


def run_looks(runs: Iterable[int]) -> Mapping[int, tuple[int, int]]:
    """Colour and round of each run that is on show, by its number; the colours of a round differ.

    A run has the colour that follows from its number, wherever it is shown and whatever was chosen first; only where
    one with a lower number has that already it gets a free one. More runs than colours take a further round.
    """
    waiting = sorted(set(runs))
    looks: dict[int, tuple[int, int]] = {}
    lap = 0
    while waiting:
        free = set(range(NUM_COLOURS))
        for prefers_own in (True, False):
            for run in tuple(waiting):
                own = (run - 1) % NUM_COLOURS
                if free and (own in free or not prefers_own):
                    colour = min(free, key=lambda one: (one - own) % NUM_COLOURS)
                    free.remove(colour)
                    waiting.remove(run)
                    looks[run] = colour, lap
        lap += 1
    return looks
