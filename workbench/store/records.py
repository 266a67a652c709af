"""What the store hands out: runs, points, series, commands and comparisons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.core.texts import Text, mark
from workbench.spec.files import spec_from_data
from workbench.spec.run import RunSpec
from workbench.store.proof import Proof


class Status(StrEnum):
    """Where a run stands; the last four are its ends."""

    CREATED = "created"
    STARTING = "starting"
    PREPARING = "preparing"
    RUNNING = "running"
    PAUSED = "paused"
    EVALUATING = "evaluating"
    SAVING = "saving"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"
    LOST = "lost"


class RunKind(StrEnum):
    """What a run is: a pretraining, a task that the weights of its parent are tried on, or loaded weights."""

    PRETRAINING = "pretraining"
    TASK = "task"
    LOADED = "loaded"


#: For people, to be translated where they are shown.
KIND_TITLES: Mapping[RunKind, str] = {
    RunKind.PRETRAINING: mark("pretraining"),
    RunKind.TASK: mark("task"),
    RunKind.LOADED: mark("loaded weights"),
}
STATUS_TITLES: Mapping[Status, str] = {
    Status.CREATED: mark("new"),
    Status.STARTING: mark("starting"),
    Status.PREPARING: mark("preparing"),
    Status.RUNNING: mark("running"),
    Status.PAUSED: mark("paused"),
    Status.EVALUATING: mark("evaluating"),
    Status.SAVING: mark("saving"),
    Status.DONE: mark("done"),
    Status.STOPPED: mark("stopped"),
    Status.FAILED: mark("failed"),
    Status.LOST: mark("interrupted"),
}

#: In these, a process ought to be at work.
ACTIVE = frozenset({Status.STARTING, Status.PREPARING, Status.RUNNING, Status.PAUSED, Status.EVALUATING, Status.SAVING})


class Command(StrEnum):
    """What a person asks of a run that is at work."""

    PAUSE = "pause"
    RESUME = "resume"
    CHECKPOINT = "checkpoint"
    STOP_AND_SAVE = "stop-and-save"
    STOP_NOW = "stop-now"


@dataclass(frozen=True)
class Origin:
    """Where a run came from: the ``name`` of the run that it was cloned from, as it was then, and in which settings it
    differs (path -> value there, value here). It outlives that run."""

    name: str
    changes: Mapping[str, tuple[Any, Any]]


@dataclass(frozen=True)
class Run:
    """One row of the runs table. ``folder`` is absolute; ``deleted`` is the time of its move to the trash;
    ``prepared`` is the share of the corpus that is cut and tokenised, None where that is not under way. ``parent`` is
    the number of the run that it was cloned from while there is one, and ``origin_note`` says why it was; ``sweep`` is
    the name of the sweep that it belongs to, empty for none. ``words`` say why it ended, or waits. ``proof``
    is the newest one of :mod:`workbench.train.proving`. The ``parent`` of a run of the ``kind`` task is the one whose
    weights are tried. ``stage_corpora`` are the fingerprints of the corpora that stages name beside the run's own."""

    id: int
    name: str
    status: Status
    spec_text: str
    preset: str
    seed: int
    corpus: str
    corpus_fingerprint: str
    vocabulary: str
    vocabulary_fingerprint: str
    versions: Mapping[str, str]
    baselines: Mapping[str, float]
    device: str
    precision: str
    created: float
    started: float | None
    ended: float | None
    outcome: str
    words: Text
    step: int
    total_steps: int
    tokens: int
    prepared: float | None
    seconds_left: float | None
    sessions: int
    note: str
    starred: bool
    deleted: float | None
    folder: Path
    parent: int | None
    pid: int | None
    process_started: float | None
    host: str
    tags: tuple[str, ...] = ()
    hidden: bool = False
    origin: Origin | None = None
    origin_note: str = ""
    proof: Proof | None = None
    sweep: str = ""
    kind: RunKind = RunKind.PRETRAINING
    stage_corpora: Mapping[str, str] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """Its words in English, for scripts."""
        return self.words.render()

    @property
    def spec(self) -> RunSpec:
        """What was run; raises :class:`SpecError` where this program cannot read it."""
        return spec_from_data(json.loads(self.spec_text))

    @property
    def active(self) -> bool:
        """Whether a process ought to be at work on it."""
        return self.status in ACTIVE

    @property
    def resumable(self) -> bool:
        """Whether it ended before its last step."""
        return self.status in (Status.STOPPED, Status.FAILED, Status.LOST)


@dataclass(frozen=True)
class Session:
    """One stretch of work of one process on a run."""

    number: int
    start_step: int
    started: float
    ended: float | None
    outcome: str
    device: str
    precision: str


@dataclass(frozen=True)
class Point:
    """One value of one metric; NaN and infinities are kept."""

    name: str
    step: int
    tokens: int
    time: float
    value: float


@dataclass(frozen=True)
class Series:
    """The points of one metric, [n] each."""

    steps: NDArray[np.int64]
    tokens: NDArray[np.int64]
    times: NDArray[np.float64]
    values: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.steps)

    @staticmethod
    def of(rows: Iterable[tuple[int, int, float, float | None]]) -> Series:
        """From rows of step, tokens, time and value, where None stands for NaN; as they come, so that a million of
        them take no room beside the arrays."""
        points = np.fromiter(rows, _POINT)
        return Series(*(np.ascontiguousarray(points[name]) for name in ("step", "tokens", "time", "value")))


_POINT = np.dtype([("step", np.int64), ("tokens", np.int64), ("time", np.float64), ("value", np.float64)])


@dataclass(frozen=True)
class Checkpoint:
    """A saved state of a run."""

    step: int
    time: float
    path: Path


@dataclass(frozen=True)
class Request:
    """A command that waits for its run."""

    id: int
    command: Command


@dataclass(frozen=True)
class Comparison:
    """``differing``: setting -> its value in each run, where they are not all equal; ``final``: metric -> last values
    (None where a run has no such metric)."""

    differing: dict[str, list[Any]]
    final: dict[str, list[float | None]]


@dataclass(frozen=True)
class View:
    """How a list of runs is looked at, under a name: the ``search``, the ``columns`` on show in their order, by which
    one it is sorted, whether hidden runs are listed, and the numbers of the ``selected`` runs."""

    name: str
    search: str = ""
    columns: tuple[str, ...] = ()
    sort: str = ""
    descending: bool = False
    hidden: bool = False
    selected: tuple[int, ...] = ()


@dataclass(frozen=True)
class Changes:
    """What is new since the last look: ``runs`` whose row changed (or vanished), ``points`` by run and metric, and
    ``rewound`` runs, of which earlier points were replaced by a resumed session and must be read again."""

    runs: frozenset[int] = frozenset()
    points: Mapping[int, Mapping[str, Series]] = field(default_factory=dict)
    rewound: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.runs or self.points or self.rewound)
