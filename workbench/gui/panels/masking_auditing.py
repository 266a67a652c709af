"""The audit of the cards' strategies over many passages: in a child process, one strategy after another."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.gui.i18n import tr, translate
from workbench.gui.panels.chosen import chosen_corpus, chosen_vocabulary
from workbench.gui.tasks import Task, Tasks
from workbench.jobs.calls import call_in_child
from workbench.masking.strategy import MaskingStrategy
from workbench.objectives.auditing import AuditResult, audit_stage
from workbench.objectives.balance import answerable
from workbench.objectives.examples import ExampleMaker, PreviewStage
from workbench.spec.batches import batch_rule
from workbench.spec.corpora import corpus_of
from workbench.spec.run import RunSpec
from workbench.text.prepared import prepare


@dataclass(frozen=True)
class Design:
    """What is audited: strategies in the place of the masking of stage ``stage`` (from 0) of ``spec``.

    ``key`` changes with all that decides what the passages are.
    """

    project: Project
    spec: RunSpec
    stage: int
    strategies: Sequence[MaskingStrategy]
    key: Hashable


def count(
    project: Project,
    spec: RunSpec,
    number: int,
    strategy: MaskingStrategy,
    passages: int,
    progress: Report,
    cancelled: Cancelled,
) -> AuditResult:
    """Audit one strategy on the corpus of a spec, which is prepared first where no run has left it; answers are counted
    of what the stage asks and the corpus serves."""
    corpus, vocabulary = chosen_corpus(project, corpus_of(spec, number)), chosen_vocabulary(project, spec.vocabulary)
    prepared = prepare(project, corpus, vocabulary, spec.units, progress=progress, cancelled=cancelled)
    own, length = spec.stages[number], batch_rule(spec, number).length
    stage = replace(PreviewStage(strategy), passage=own.passage, dynamic=own.dynamic, dupe_factor=own.dupe_factor)
    asking = ExampleMaker(prepared, replace(stage, tokens=own.tokens), length, spec.seed, number)
    return audit_stage(
        prepared,
        replace(stage, tokens=tuple(answerable(asking, 0)[1].questions)),
        length=length,
        passages=passages,
        seed=spec.seed,
        stage_number=number,
        progress=progress,
        cancelled=cancelled,
    )


class Auditing(QObject):
    """Keeps the results of a design. ``started`` carries the task of a strategy, ``counted`` comes with each result,
    ``failed`` carries an error; both also end the work."""

    started = Signal(object)
    counted = Signal()
    failed = Signal(object)

    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._key: Hashable = None
        self._design: Design | None = None
        self._passages = 0
        self._task: Task | None = None
        self._results: list[tuple[MaskingStrategy, AuditResult]] = []

    def result(self, design: Design, strategy: MaskingStrategy) -> AuditResult | None:
        """What is known of a strategy on the passages of a design."""
        if design.key != self._key:
            return None
        return next((found for known, found in self._results if known == strategy), None)

    def begin(self, design: Design, passages: int) -> None:
        """Count those strategies of a design that were not counted on as many of the same passages."""
        self.stop()
        if design.key != self._key or passages != self._passages:
            self._key, self._passages, self._results = design.key, passages, []
        self._design = design
        self._next()

    def stop(self) -> None:
        """Count no more; what was counted stays."""
        self._design = None
        if self._task is not None:
            self._task.cancel()

    def _next(self) -> None:
        design, passages = self._design, self._passages
        if design is None:
            return
        strategy = next((one for one in design.strategies if self.result(design, one) is None), None)
        if strategy is None:
            self._design = None
            return
        self._task = self._tasks.run(
            lambda report, cancelled: (
                design,
                strategy,
                call_in_child(
                    count, design.project, design.spec, design.stage, strategy, passages,
                    progress=report, cancelled=cancelled,
                ),
            ),
            self._take,
            self._fail,
            tr("Auditing {name}", name=translate(strategy.title)),
        )  # fmt: skip
        self.started.emit(self._task)

    @Slot(object)
    def _take(self, found: tuple[Design, MaskingStrategy, AuditResult]) -> None:
        design, strategy, result = found
        if design is self._design:
            self._results.append((strategy, result))
            self.counted.emit()
            self._next()

    @Slot(object)
    def _fail(self, error: WorkbenchError) -> None:
        self._design = None
        self.failed.emit(error)
