"""What a run has said, line by line, with an upper bound."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from workbench.core.events import (
    CheckpointSaved,
    EvalDone,
    Event,
    RunEnded,
    RunStarted,
    Slept,
    StateChanged,
    Warned,
    WeightsTaken,
    event_from_json,
)
from workbench.gui.figures import duration, grouped
from workbench.gui.i18n import render, tr
from workbench.gui.labels import bounded
from workbench.gui.run_words import status_words
from workbench.store.records import Status
from workbench.text.vocabulary_rows import taken_rows

MOST_LINES = 500


def event_words(event: Event) -> str:
    """One event in words; empty for those that say nothing to a person."""
    if isinstance(event, RunStarted):
        where = f"{event.device}, {event.precision}"
        if event.session > 1:
            return tr("Resumed from step {step} on {where}", step=grouped(event.step), where=where)
        return tr("Started on {where}, {total} {total:step|steps}", where=where, total=grouped(event.total_steps))
    if isinstance(event, WeightsTaken):
        return tr("Begins with the weights of “{start}”; {rows}", start=event.start, rows=render(taken_rows(event)))
    if isinstance(event, EvalDone):
        loss = f"{event.loss:.4f}"
        if math.isnan(event.perplexity):  # no token was predicted
            return tr("Evaluation: loss {loss}", loss=loss)
        perplexity = f"{event.perplexity:.1f}"
        if event.bits_per_character is None:
            return tr("Evaluation: loss {loss}, perplexity {perplexity}", loss=loss, perplexity=perplexity)
        bits = f"{event.bits_per_character:.3f}"
        return tr("Evaluation: loss {loss}, perplexity {perplexity}, {bits} bits per character",
                  loss=loss, perplexity=perplexity, bits=bits)  # fmt: skip
    if isinstance(event, CheckpointSaved):
        return tr("Checkpoint saved")
    if isinstance(event, Slept):
        return tr("The machine slept for {time}", time=duration(event.seconds))
    if isinstance(event, Warned):
        return tr("Warning: {message}", message=render(event.words))
    if isinstance(event, RunEnded):
        end = status_words(Status(event.outcome.value))
        words = render(event.said)
        return f"{end}: {words}" if words else end
    if isinstance(event, StateChanged) and event.state in ("preparing", "paused"):
        return status_words(Status(event.state))
    return ""


def _is_pause(event: Event) -> bool:
    return isinstance(event, StateChanged) and event.state == "paused"


class EventLog(QPlainTextEdit):
    """The last lines of one run; new ones are appended, and it follows them while its end is in view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, readOnly=True, maximumBlockCount=MOST_LINES)
        self.setAccessibleName(tr("Log of the run"))
        self.setPlaceholderText(tr("What the run says stands here."))
        self.setTabChangesFocus(True)
        self._run = -1
        self._count = 0
        self._paused = False  # whether the last event was a pause; what follows it is going on

    def show_events(self, run: int, lines: Sequence[str]) -> None:
        """Show the events (lines of JSON) of a run, or what came since the last call."""
        if run != self._run or len(lines) < self._count:
            self.clear()
            self._run, self._count, self._paused = run, max(0, len(lines) - MOST_LINES), False
        for line in lines[max(self._count, len(lines) - MOST_LINES) :]:
            self._append(event_from_json(line))
        self._count = len(lines)

    def _append(self, event: Event) -> None:
        goes_on = self._paused and isinstance(event, StateChanged) and event.state == "running"
        self._paused = _is_pause(event)
        if words := tr("going on") if goes_on else event_words(event):
            moment = datetime.fromtimestamp(event.time).strftime("%H:%M:%S")
            self.appendPlainText(f"{moment}  {tr('step {step}', step=grouped(event.step))}  {bounded(words)}")
