"""The text of the masking page: passages made anew, in the background, whenever what decides about them changes."""

from __future__ import annotations

from collections.abc import Hashable

from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.panels.masking_navigator import Navigator
from workbench.gui.panels.masking_preview import Passages, Source, make_passages
from workbench.gui.panels.masking_stage import ChosenStage
from workbench.gui.tasks import Task
from workbench.spec.batches import batch_rule
from workbench.spec.corpora import corpus_of


class PageText(QObject):
    """``started`` carries the task that makes passages, ``made`` new :class:`Passages`, None where there is nothing to
    make them from; ``failed`` carries an error. Those on show stay until then."""

    started = Signal(object)
    made = Signal(object)
    failed = Signal(object)

    def __init__(self, context: Context, stage: ChosenStage, navigator: Navigator, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._stage, self._navigator = context, stage, navigator
        self.passages: Passages | None = None
        self._cut_from: Hashable = None
        self._loaded: Hashable = None
        self._lists = 0
        self._task: Task | None = None

    def source(self) -> Source | None:
        """What passages are made from now; None while corpus or vocabulary are missing."""
        spec, typed = self._context.draft.spec, self._navigator.text()
        corpus = corpus_of(spec, self._stage.number)
        if not spec.vocabulary or not (corpus or typed):
            return None
        known = self.passages.prepared if self.passages is not None and self._cut_from == self._cut() else None
        return Source(self._context.project, corpus, spec.vocabulary, spec, self._stage.number, typed, known)

    def _cut(self) -> Hashable:
        """Everything that decides how the text is cut into tokens and units."""
        spec = self._context.draft.spec
        corpus = corpus_of(spec, self._stage.number)
        return corpus, spec.vocabulary, spec.units, self._navigator.text(), self._lists

    def key(self) -> Hashable:
        """Everything that decides what the passages of the corpus are."""
        spec, stage = self._context.draft.spec, self._stage
        cut = corpus_of(spec, stage.number), spec.vocabulary, spec.units, self._lists
        return *cut, batch_rule(spec, stage.number).length, spec.seed, stage.number, stage.stage.passage

    def forget(self) -> None:
        """Corpora, vocabularies or lists are others than before."""
        self._lists += 1

    def follow(self) -> None:
        """Load anew where the draft would give other passages."""
        if self.key() != self._loaded:
            self.load()

    @Slot()
    def load(self) -> None:
        """Make the passages in the background."""
        source, cut = self.source(), self._cut()
        self._loaded = self.key()
        self.stop()
        if source is None:
            self.passages = None
            self.made.emit(None)
            return
        task = self._context.tasks.run(
            lambda report, cancelled: (cut, make_passages(source, report, cancelled)),
            self._take,
            lambda error: None if task.cancelled else self._fail(error),  # errors of given up work are no news
            "" if self.passages is not None else tr("Cutting the text"),  # no flicker below while one types
        )
        self._task = task
        self.started.emit(task)

    def stop(self) -> None:
        """Make nothing more."""
        if self._task is not None:
            self._task.cancel()

    def drop(self) -> None:
        """What the passages were made from is gone, and they with it."""
        self.passages = None

    @Slot()
    def forget_wish(self) -> None:
        """The user has cancelled: what is wished is made when anything changes or is asked for again."""
        self._loaded = None

    @Slot(object)
    def _take(self, found: tuple[Hashable, Passages]) -> None:
        self._cut_from, self.passages = found
        self.made.emit(self.passages)

    def _fail(self, error: WorkbenchError) -> None:
        self.failed.emit(error)
