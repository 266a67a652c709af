"""The curves of the runs on show: what is looked at is read in the background, the rest when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui.context import Context
from workbench.gui.panels.run_curves import LostCurves, RunCurves
from workbench.gui.tasks import error_notice
from workbench.store.lost import LostStretch, lost_stretches
from workbench.store.records import Changes, Run, Series
from workbench.store.store import Store

#: By these points are placed along time and epochs; they rise steadily, so that some of their points tell the others.
CLOCKS = ("elapsed", "epoch")
CLOCK_POINTS = 4096

Choose = Callable[[Sequence[str]], Sequence[str]]  #: of the names of all metrics of a run those that are wanted


@dataclass(frozen=True)
class Needs:
    """What is looked at: ``first`` chooses the metrics that are to be seen at once, ``later`` others."""

    first: Choose
    later: Choose


def everything() -> Needs:
    """All metrics at once."""
    return Needs(lambda names: names, lambda names: names)


@dataclass(frozen=True)
class Held:
    """What is there of a run already: up to the ``newest`` point, of so many ``sessions``, the metrics ``names``."""

    newest: int
    sessions: int
    names: frozenset[str]

    @staticmethod
    def of(curves: RunCurves) -> Held:
        """What is there."""
        return Held(curves.newest, curves.run.sessions, frozenset(curves.tracks))


@dataclass(frozen=True)
class Reading:
    """What was read of a run: ``metrics`` in full, and the points that came since of what was there; ``afresh`` where
    what was there is out of date, as the run went back to a checkpoint, or nothing was: then with what was ``lost``."""

    run: Run
    newest: int
    names: Sequence[str]
    metrics: Mapping[str, Series]
    growth: Mapping[str, Series]
    afresh: bool
    lost: Sequence[LostStretch] = ()


def read_curves(
    project: Project, number: int, choose: Choose = list, held: Held | None = None, grow: bool = False
) -> Reading:
    """The metrics of a run that are chosen and not ``held``, and with ``grow`` what came since of those that are; from
    a connection of its own, for a background call."""
    with Store.open(project) as store:
        newest, run = store.newest_point(), store.run(number)
        names = store.metric_names(run)
        afresh = held is None or held.sessions != run.sessions
        there = frozenset() if held is None or afresh else held.names
        wanted = [name for name in choose(names) if name not in there]
        if held is not None and afresh:
            wanted += [name for name in names if name in held.names and name not in wanted]
        growth = store.points_after(run, held.newest) if held is not None and grow and not afresh else {}
        metrics = {name: _series(store, run, name) for name in wanted}
        lost = lost_stretches(store, run) if afresh and run.sessions > 1 else ()  # it looks through the whole run
        return Reading(run, newest, names, metrics, growth, afresh, lost)


def _series(store: Store, run: Run, name: str) -> Series:
    return store.series(run, name, max(1, run.step // CLOCK_POINTS) if name in CLOCKS else 1)


def curves_of(reading: Reading) -> RunCurves:
    """A whole reading as curves."""
    curves = RunCurves(reading.run, reading.metrics, reading.names, reading.newest)
    curves.lost = [LostCurves(one.session, RunCurves(reading.run, one.metrics)) for one in reading.lost]
    return curves


class CurveBook(QObject):
    """Keeps the curves of the runs on show. ``changed`` says that some run has more or other points."""

    changed = Signal()

    def __init__(
        self, context: Context, parent: QObject | None = None, needs: Callable[[], Needs] = everything
    ) -> None:
        super().__init__(parent)
        self._context, self._needs = context, needs
        self._wanted: tuple[int, ...] = ()
        self._read: dict[int, RunCurves] = {}
        self._waiting: dict[int, list[Mapping[str, Series]]] = {}  # news of runs that are being read

    def want(self, runs: Iterable[int]) -> None:
        """Say which runs are on show; those of other runs are dropped."""
        self._wanted = tuple(dict.fromkeys(runs))
        self._read = {run: curves for run, curves in self._read.items() if run in self._wanted}
        for run in self._wanted:
            if run not in self._read:
                self._begin_reading(run)
        self.changed.emit()

    @property
    def shown(self) -> list[RunCurves]:
        """Curves of the wanted runs that are there, in the order asked for."""
        return [self._read[run] for run in self._wanted if run in self._read]

    @property
    def reading(self) -> bool:
        """Whether a wanted run is still being read."""
        return any(run in self._waiting and run not in self._read for run in self._wanted)

    def take(self, changes: Changes) -> None:
        """Continue the curves with news of the store; runs that went back to a checkpoint are read again."""
        for run, metrics in changes.points.items():
            if run in self._waiting:
                self._waiting[run].append(metrics)
            if run in self._read:
                self._read[run].append(metrics)
        for run in changes.rewound:
            if run in self._wanted:
                self._begin_reading(run, again=True, anew=True)
        if any(run in self._wanted for run in changes.points):
            self.changed.emit()

    def renew(self, run: Run) -> None:
        """Take a run's row as it is now: its baselines come when it starts, its name may be another."""
        curves = self._read.get(run.id)
        if curves is not None:
            changed = (run.name, run.baselines) != (curves.run.name, curves.run.baselines)
            curves.run = run
            if changed:
                self.changed.emit()

    @Slot()
    def read_needed(self) -> None:
        """Read what somebody looks at now and that is not there yet; where a run is being read, after that."""
        for run, curves in self._read.items():
            if run not in self._waiting and self._missing(curves):
                self._begin_reading(run)

    def _missing(self, curves: RunCurves) -> list[str]:
        needs, names = self._needs(), list(curves.names)
        return [name for name in (*needs.first(names), *needs.later(names)) if name not in curves.tracks]

    def read_again(self, afresh: bool = False) -> None:
        """Read what is new of all wanted runs, for those who are told of no single points.

        ``afresh`` also replaces a reading that is under way and may miss the last points.
        """
        for run in self._wanted:
            self._begin_reading(run, again=afresh, grow=True)

    def _begin_reading(self, run: int, *, again: bool = False, grow: bool = False, anew: bool = False) -> None:
        """Read what is missing of a run: at first what is to be seen at once. ``again`` even where it is being read,
        ``grow`` also what is new of what is there, ``anew`` as if nothing were there."""
        if run in self._waiting and not again:
            return
        ticket: list[Mapping[str, Series]] = []
        self._waiting[run] = ticket
        project, needs, curves = self._context.project, self._needs(), self._read.get(run)
        held = None if curves is None or anew else Held.of(curves)
        urgent = curves is None or any(name not in curves.tracks for name in needs.first(list(curves.names)))
        choose = needs.first if urgent else _both(needs)

        def give_up(error: WorkbenchError) -> None:
            self._waiting.pop(run, None)
            self._context.notify(error_notice(error))
            self.changed.emit()

        self._context.tasks.run(
            lambda report, cancelled: (read_curves(project, run, choose, held, grow), ticket, grow),
            self._take_read,
            give_up,
            owner=self,
        )

    @Slot(object)
    def _take_read(self, found: tuple[Reading, list[Mapping[str, Series]], bool]) -> None:
        reading, news, grown = found
        run = reading.run.id
        if self._waiting.get(run) is not news:  # a newer reading is on its way
            return
        del self._waiting[run]
        if run not in self._wanted:
            return
        curves = self._read.get(run)
        if curves is None or reading.afresh:
            curves = self._read[run] = curves_of(reading)
        else:
            curves.add(reading.metrics)
            curves.append(reading.growth)
            curves.run = reading.run
            if grown:
                curves.newest = reading.newest
        for metrics in news:
            curves.append(metrics)
        self.changed.emit()
        self.read_needed()


def _both(needs: Needs) -> Choose:
    return lambda names: [*needs.first(names), *(name for name in needs.later(names) if name not in needs.first(names))]
