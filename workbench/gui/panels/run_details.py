"""What the training page reads of the chosen run besides its row and curves."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.core.events import ProbesDone
from workbench.core.paths import Project
from workbench.gui.panels.curve_events import SHOWN, flags_of_events, planned_flags
from workbench.gui.views.curve_data import Flag
from workbench.store.checkpoints import Newest, newest_whole
from workbench.store.probes import probes_of
from workbench.store.store import Store

_LOGGED = (*SHOWN, "eval", "state", "ended")  #: kinds of events that have words in the log


@dataclass(frozen=True)
class RunDetails:
    """``events`` as lines of JSON, and their ``flags`` by step; ``probes`` by evaluation; ``newest`` is the checkpoint
    that the run would go on from, None where it is not to be resumed; ``saved_at`` is when the last one was saved
    (seconds since the epoch)."""

    run: int
    events: list[str]
    flags: list[Flag]
    probes: list[ProbesDone]
    newest: Newest | None
    saved_at: float


def read_details(project: Project, number: int) -> RunDetails:
    """The details of a run, from a connection of its own, for a background call."""
    with Store.open(project) as store:
        run = store.run(number)
        checkpoints = store.checkpoints(run)
        newest = newest_whole(run.folder) if run.resumable else None
        moment = checkpoints[-1].time if checkpoints else 0.0
        flags = [*planned_flags(run), *flags_of_events(store.events(run, SHOWN))]
        return RunDetails(run.id, store.events(run, _LOGGED), flags, probes_of(store, run), newest, moment)
