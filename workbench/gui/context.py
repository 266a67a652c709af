"""What every panel is given: project, store, draft, background tasks, settings, and ways to ask the shell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui.comparison import Comparison
from workbench.gui.draft import Draft
from workbench.gui.notices import Notice
from workbench.gui.settings import Settings
from workbench.gui.tasks import Tasks, error_notice
from workbench.store.store import Store
from workbench.text.lexicon import LexiconKind


@dataclass(frozen=True)
class Changes:
    """What a call altered: names among ``corpora vocabularies lexicons runs metrics settings``, and the run if one."""

    tables: frozenset[str]
    run: str = ""

    @staticmethod
    def of(*tables: str, run: str = "") -> Changes:
        """Changes of some tables."""
        return Changes(frozenset(tables), run)

    @staticmethod
    def all() -> Changes:
        """Everything may have changed."""
        return Changes.of("corpora", "vocabularies", "lexicons", "runs", "metrics", "settings")


class RunningWork(Protocol):
    """What the training panel offers the shell for the moment when the window closes."""

    def living_runs(self) -> Sequence[str]:
        """Names of the runs that this window supervises and that still run."""

    def keep_running(self) -> None:
        """Let them go on without the window."""

    def stop_and_save(self) -> None:
        """Ask them to save a checkpoint and stop; returns when they have, or when it takes too long."""


class Context(QObject):
    """The panels' only way to each other and to the shell.

    - :meth:`announce` tells all panels what changed in the project (each gets ``refresh(changes)``);
    - :meth:`open_page`, :meth:`notify`, :meth:`withdraw`, :meth:`start_training`, :meth:`inspect_run`,
      :meth:`replay_run`, :meth:`open_questions`, :meth:`resume_run`, :meth:`import_list` ask the shell or another
      panel;
    - ``draft.history`` takes the undoable steps of every panel; ``comparison`` is what the masking page compares, which
      stays where the window is built anew.
    """

    changed = Signal(object)
    page_requested = Signal(str)
    setting_requested = Signal(str, str)
    noticed = Signal(object)
    withdrawn = Signal(object)
    start_requested = Signal()
    inspect_requested = Signal(str)
    resume_requested = Signal(str)
    replay_requested = Signal(str)
    questions_requested = Signal()
    list_requested = Signal(object, object)

    def __init__(
        self,
        project: Project,
        store: Store,
        draft: Draft,
        tasks: Tasks,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.project = project
        self.store = store
        self.draft = draft
        self.tasks = tasks
        self.settings = settings
        self.comparison = Comparison()
        self.runs: RunningWork | None = None
        tasks.noticed.connect(self.noticed)
        draft.save_failed.connect(self._notice_error)

    def announce(self, changes: Changes) -> None:
        """Tell every panel what changed."""
        self.changed.emit(changes)

    def notify(self, notice: Notice) -> None:
        """Show a notice under the page."""
        self.noticed.emit(notice)

    def withdraw(self, notice: Notice) -> None:
        """Take back a notice that is no longer true."""
        self.withdrawn.emit(notice)

    @Slot(object)
    def _notice_error(self, error: WorkbenchError) -> None:
        self.noticed.emit(error_notice(error))

    def open_page(self, name: str) -> None:
        """Turn to a page by its panel's name."""
        self.page_requested.emit(name)

    def open_setting(self, page: str, path: str) -> None:
        """Turn to a page, and there to the field of a setting of the experiment, by its dotted path."""
        self.page_requested.emit(page)
        self.setting_requested.emit(page, path)

    def start_training(self) -> None:
        """Turn to the training page and begin what F5 begins."""
        self.page_requested.emit("training")
        self.start_requested.emit()

    def inspect_run(self, run: str) -> None:
        """Turn to the inspector with a run chosen."""
        self.page_requested.emit("inspector")
        self.inspect_requested.emit(run)

    def replay_run(self, run: str) -> None:
        """Turn to the masking page and show the masks that a run was trained with."""
        self.page_requested.emit("masking")
        self.replay_requested.emit(run)

    def open_questions(self) -> None:
        """Turn to the masking page and show what the stages ask, at first one that is chosen there."""
        self.page_requested.emit("masking")
        self.questions_requested.emit()

    def import_list(self, path: Path, kind: LexiconKind) -> None:
        """Turn to the masking page and bring a file in as a list there."""
        self.page_requested.emit("masking")
        self.list_requested.emit(path, kind)

    def resume_run(self, run: str) -> None:
        """Turn to the training page and resume a run."""
        self.page_requested.emit("training")
        self.resume_requested.emit(run)
