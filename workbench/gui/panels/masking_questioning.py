"""What is worked out about the questions of stages: what corpora tell at once, and how often each answer is right.

A child process counts that, stage by stage.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.core.texts import Text, mark
from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.panels.chosen import chosen_corpus, chosen_vocabulary
from workbench.gui.panels.masking_asked import Asked, Standing, questions_of, stage_key
from workbench.gui.panels.masking_preview import already_prepared
from workbench.gui.tasks import Task
from workbench.jobs.calls import call_in_child
from workbench.objectives.balance import Served, balance_note, serve, sparse_note
from workbench.objectives.examples import ExampleMaker
from workbench.spec.batches import batch_rule
from workbench.spec.corpora import corpus_of
from workbench.spec.passage_check import passage_problems
from workbench.spec.question_check import question_problems
from workbench.spec.run import RunSpec
from workbench.text.prepared import prepare

SMALL_CORPUS = 2_000_000  #: characters that are cut within seconds, so that nobody needs to ask for it


@dataclass(frozen=True)
class Looked:
    """What corpus and vocabulary tell of a stage at once: why its questions can't be asked, by the names of their
    losses (of the empty name, where none can), and whether it can be ``counted`` without much work."""

    refused: Mapping[str, Text] = field(default_factory=dict)
    counted: bool = False


def look_at(project: Project, spec: RunSpec) -> list[Looked]:
    """Look at each stage of a spec, as the list before a start does."""
    return [_look(project, spec, number) for number in range(len(spec.stages))]


def _look(project: Project, spec: RunSpec, number: int) -> Looked:
    stage, name = spec.stages[number], corpus_of(spec, number)
    if not name or not spec.vocabulary:
        lacking = mark("No corpus is chosen.") if not name else mark("No vocabulary is chosen.")
        return Looked({"": Text(lacking)})
    try:
        corpus, vocabulary = chosen_corpus(project, name), chosen_vocabulary(project, spec.vocabulary)
    except WorkbenchError as error:
        return Looked({"": error.text})
    alone = spec.model_copy(update={"stages": (stage,)})
    losses = {f"stages.0.tokens.{place}.kind": one.loss for place, one in enumerate(stage.tokens)}
    refused: dict[str, Text] = {}
    for problem in passage_problems(alone, {name: corpus}):
        refused[""] = problem.message
    for problem in question_problems(alone, vocabulary, {name: corpus}):
        refused[losses[problem.path]] = problem.message
    small = corpus.num_characters <= SMALL_CORPUS
    return Looked(refused, small or already_prepared(project, corpus, vocabulary, spec.units) is not None)


def count_stage(project: Project, spec: RunSpec, number: int, progress: Report, cancelled: Cancelled) -> Served:
    """Count the answers of a stage over an epoch of its corpus, which is prepared first where no run has left it."""
    corpus, vocabulary = chosen_corpus(project, corpus_of(spec, number)), chosen_vocabulary(project, spec.vocabulary)
    prepared = prepare(project, corpus, vocabulary, spec.units, progress=progress, cancelled=cancelled)
    maker = ExampleMaker(prepared, spec.stages[number], batch_rule(spec, number).length, spec.seed, number)
    return serve(maker, progress=progress, cancelled=cancelled)


class Questioning(QObject):
    """What is known of the questions of the draft. ``changed`` comes when that is more or other than before;
    ``started`` carries the task that counts a stage, ``counted`` the number of a stage that was counted, ``failed`` an
    error."""

    changed = Signal()
    started = Signal(object)
    counted = Signal(int)
    failed = Signal(object)

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._looked: dict[Hashable, Looked] = {}
        self._served: dict[Hashable, Served] = {}
        self._wanted: list[int] = []
        self._counting: Hashable = None
        self._task: Task | None = None
        self._look: Task | None = None

    # What is known

    def served(self, number: int) -> Served | None:
        """What was counted of a stage; None while nothing was."""
        return self._served.get(self._key(number))

    def refusal(self, asked: Asked) -> Text | None:
        """Why a question can't be asked, None where nothing is known to keep it from that."""
        looked, served = self._looked.get(self._key(asked.stage)), self.served(asked.stage)
        for refused in (looked.refused if looked is not None else {}, served.refused if served is not None else {}):
            for name in ("", asked.name):
                if name in refused:
                    return refused[name]
        return None

    def counts(self, asked: Asked) -> Mapping[str, int]:
        """How often each answer is right; nothing while that is not known."""
        served = self.served(asked.stage)
        return {} if served is None else served.counts.get(asked.name, {})

    def passages(self, asked: Asked) -> int:
        """In how many passages they were counted."""
        served = self.served(asked.stage)
        return 0 if served is None else served.passages

    def note(self, asked: Asked) -> Text | None:
        """What is to be said of answers that are hardly ever right, or of tokens that are hardly ever asked about."""
        counts = self.counts(asked)
        if not counts:
            return None
        sparse = sparse_note(asked.title, counts, self.passages(asked)) if asked.of_tokens else None
        return balance_note(asked.title, counts) or sparse

    def standing(self, asked: Asked) -> Standing:
        """How it stands with a question."""
        if self.refusal(asked) is not None:
            return Standing.REFUSED
        if not asked.name:
            return Standing.NOTHING
        if not self.counts(asked):
            return Standing.COUNTING if self._counting == self._key(asked.stage) else Standing.UNKNOWN
        return Standing.FITS if self.note(asked) is None else Standing.RARE

    @property
    def is_looked_at(self) -> bool:
        """Whether the draft as it is was looked at."""
        return all(key in self._looked for key in self._keys())

    def _key(self, number: int) -> Hashable:
        return stage_key(self._context.draft.spec, number)

    def _keys(self) -> list[Hashable]:
        return [self._key(number) for number in range(len(self._context.draft.spec.stages))]

    # Work

    def look(self) -> None:
        """Look at the draft, and count what can be counted at once."""
        spec, project = self._context.draft.spec, self._context.project
        if self.is_looked_at:
            self._count_what_is_light()
            return
        if self._look is not None:
            self._look.cancel()
        keys = self._keys()
        self._look = self._context.tasks.run(
            lambda report, cancelled: dict(zip(keys, look_at(project, spec), strict=True)),
            self._take_look,
            self.failed.emit,
        )

    @Slot(object)
    def _take_look(self, found: dict[Hashable, Looked]) -> None:
        self._looked = found
        if self.is_looked_at:
            self._count_what_is_light()

    def _count_what_is_light(self) -> None:
        self.count([number for number in self.uncounted if self._looked[self._key(number)].counted])

    def count(self, stages: Sequence[int]) -> None:
        """Count stages, but for the one that is being counted already."""
        if self._counting not in self._keys():
            self.stop_counting()
        self._wanted = [number for number in stages if self._key(number) != self._counting]
        if self._counting is None:
            self._next()
        else:
            self.changed.emit()

    @property
    def uncounted(self) -> list[int]:
        """The stages of which something could be counted that was not."""
        open_ones = (Standing.UNKNOWN, Standing.COUNTING)
        known = questions_of(self._context.draft.spec)
        return sorted({one.stage for one in known if self.standing(one) in open_ones})

    @Slot()
    def stop_counting(self) -> None:
        """Count no more; what was counted stays."""
        self._wanted = []
        if self._task is not None and self._task in self._context.tasks.active:
            self._task.cancel()
        self._counting = None
        self.changed.emit()

    def stop(self) -> None:
        """Do nothing more."""
        self.stop_counting()
        if self._look is not None:
            self._look.cancel()

    def forget(self) -> None:
        """Corpora, vocabularies or lists are others than before."""
        self.stop()
        self._looked.clear()
        self._served.clear()

    def _next(self) -> None:
        if not self._wanted:
            self._counting = None
            self.changed.emit()
            return
        number = self._wanted.pop(0)
        spec, project = self._context.draft.spec, self._context.project
        key = self._counting = self._key(number)
        self._task = self._context.tasks.run(
            lambda report, cancelled: (
                key,
                number,
                call_in_child(count_stage, project, spec, number, progress=report, cancelled=cancelled),
            ),
            self._take,
            self._fail,
            tr("Counting the answers"),
        )
        self.started.emit(self._task)
        self.changed.emit()

    @Slot(object)
    def _take(self, found: tuple[Hashable, int, Served]) -> None:
        key, number, served = found
        self._served[key] = served
        self.counted.emit(number)
        self._next()

    @Slot(object)
    def _fail(self, error: WorkbenchError) -> None:
        self._wanted = []
        self._next()
        self.failed.emit(error)
