"""The n-grams of a sentence in all checkpoints of a run, read one after another in the background, each once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui.i18n import render
from workbench.gui.panels.probe import Probe
from workbench.gui.panels.probe_answers import Hidden, Question
from workbench.gui.tasks import Tasks
from workbench.inspection.examples import example_of
from workbench.inspection.ngram_picture import ReadCheckpoints
from workbench.inspection.ngrams import NgramInspection
from workbench.store.store import Store

MOST_KEPT = 8  #: sentences whose checkpoints stay in memory

_Key = tuple[int, str, str, Hidden, int]


@dataclass
class _Kept:
    """What was read of a sentence, and why a checkpoint could not be read."""

    read: ReadCheckpoints
    problems: dict[int, str] = field(default_factory=dict)


class NgramReading(QObject):
    """``changed`` comes when a checkpoint was read or could not be, and when reading goes on or ends.

    At most one question waits at the child at a time, so that whoever asks something else there waits for one
    checkpoint only.
    """

    changed = Signal()

    def __init__(self, tasks: Tasks, probe: Probe, project: Project, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks, self._probe, self._project = tasks, probe, project
        self._kept: dict[_Key, _Kept] = {}  # what was looked at last stands last
        self._question: Question | None = None
        self._wanted: list[int] = []
        self._steps: Sequence[int] = ()
        self._asking = False
        self._all = True
        self._at_work = False

    # What is to be read

    def show(self, question: Question, steps: Sequence[int]) -> None:
        """Read this sentence from now on; the checkpoint of the question first."""
        if self._question is None or _key(self._question) != _key(question):
            self._all = True
        self._question = question
        key = _key(question)
        fresh = _Kept(ReadCheckpoints({}, example=example_of(question.text)))
        self._kept[key] = self._kept.pop(key, fresh)
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        self._wanted = [question.checkpoint] if question.checkpoint is not None else []
        self.offer(steps)

    def offer(self, steps: Sequence[int]) -> None:
        """There are checkpoints of these steps now."""
        self._steps = steps
        self._go_on()

    def want(self, step: int) -> None:
        """Read a checkpoint next, also after :meth:`stop`."""
        if step not in self._wanted:
            self._wanted.append(step)
        self._go_on()

    def work(self, at_work: bool) -> None:
        """Read, or wait while nobody looks."""
        self._at_work = at_work
        self._go_on()

    def stop(self) -> None:
        """Read only what is wanted by itself."""
        self._all = False
        self._go_on()

    def go_on(self) -> None:
        """Read all again; what could not be read is tried once more."""
        self._all = True
        if self._current is not None:
            self._current.problems.clear()
        self._go_on()

    # What was read

    @property
    def read(self) -> ReadCheckpoints:
        """What is known of the sentence."""
        return ReadCheckpoints({}) if self._current is None else self._current.read

    @property
    def problems(self) -> dict[int, str]:
        """Why checkpoints could not be read, by step."""
        return {} if self._current is None else self._current.problems

    @property
    def missing(self) -> list[int]:
        """The steps that are neither read nor known not to be readable, rising."""
        known = self.read.by_step.keys() | self.problems.keys()
        return [step for step in self._steps if step not in known]

    @property
    def running(self) -> bool:
        """Whether more is being read."""
        return self._asking

    @property
    def _current(self) -> _Kept | None:
        return None if self._question is None else self._kept.get(_key(self._question))

    # Reading

    def _next(self) -> int | None:
        missing = set(self.missing)
        self._wanted = [step for step in self._wanted if step in missing]
        if self._wanted:
            return self._wanted[-1]
        return min(missing) if missing and self._all else None

    def _go_on(self) -> None:
        step, question = self._next(), self._question
        if not self._asking and self._at_work and step is not None and question is not None:
            self._asking = True
            asked = replace(question, checkpoint=step)
            probe, project = self._probe, self._project

            def work() -> tuple[NgramInspection, float | None]:
                return probe.ask_ngrams(asked), _epoch(project, asked)

            self._tasks.run(
                lambda report, cancelled: work(), partial(self._take, asked), partial(self._refuse, asked), owner=self
            )
        self.changed.emit()

    def _take(self, asked: Question, answer: tuple[NgramInspection, float | None]) -> None:
        found, epoch = answer
        kept, step = self._kept.get(_key(asked)), asked.checkpoint
        if kept is not None and step is not None:
            before = kept.read
            epochs = before.epochs if epoch is None else {**before.epochs, step: epoch}
            kept.read = ReadCheckpoints({**before.by_step, step: found}, epochs, before.example)
        self._asking = False
        self._go_on()

    def _refuse(self, asked: Question, error: WorkbenchError) -> None:
        kept = self._kept.get(_key(asked))
        if kept is not None and asked.checkpoint is not None:
            kept.problems[asked.checkpoint] = render(error)
        self._asking = False
        self._go_on()


def _key(question: Question) -> _Key:
    return question.run.id, question.text, question.pair, question.hidden, question.task


def _epoch(project: Project, asked: Question) -> float | None:
    """How many epochs a checkpoint had trained; None where the run did not note it."""
    with Store.open(project) as store:
        return None if asked.checkpoint is None else store.value_at(asked.run.id, "epoch", asked.checkpoint)
