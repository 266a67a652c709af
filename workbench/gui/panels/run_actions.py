"""What can be done to runs from a list, each as a step of the project's history."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from workbench.core.errors import WorkbenchError
from workbench.core.files import replacing
from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.i18n import tr
from workbench.gui.tasks import error_notice
from workbench.store.records import Run
from workbench.store.store import Store


class _Done(Step):
    """A step that was done before it came into the history."""

    def __init__(self, name: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        super().__init__(name, lambda: None, lambda: None)
        self._again, self._back = do, undo
        self._first = True

    def redo(self) -> None:
        if not self._first:
            self._again()
        self._first = False

    def undo(self) -> None:
        self._back()


class RunActions(QObject):
    """Writes to the store at once; ``done`` says that something changed. What is refused becomes a notice."""

    done = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context

    def rename(self, number: int, name: str) -> None:
        """Give a run another name."""
        store = self._context.store
        before = store.run(number).name
        title = tr("Rename {old} to {new}", old=before, new=name)
        self._push(title, lambda: store.rename(number, name), lambda: store.rename(number, before))

    def note(self, number: int, text: str) -> None:
        """Write a note to a run."""
        store = self._context.store
        run = store.run(number)
        title = tr("Note on {name}", name=run.name)
        self._push(title, lambda: store.note(number, text), lambda: store.note(number, run.note))

    def star(self, runs: Sequence[Run], starred: bool) -> None:
        """Mark runs, or take the marks away."""
        store = self._context.store
        changed = [run.id for run in runs if run.starred != starred]
        if changed:
            title = tr("Star {names}", names=_names(runs)) if starred else tr("Unstar {names}", names=_names(runs))
            self._push(
                title,
                _each(changed, lambda number: store.star(number, starred)),
                _each(changed, lambda number: store.star(number, not starred)),
            )

    def delete(self, runs: Sequence[Run]) -> None:
        """Move runs to the trash; those at work are refused by name and stay."""
        store = self._context.store
        at_rest = [run.id for run in runs if not store.run(run).active]
        for run in (run for run in runs if run.id not in at_rest):
            self._try(lambda run=run: store.delete(run))  # type: ignore[misc]  # says why it refuses
        if at_rest:
            self._push(
                tr("Delete {names}", names=_names([run for run in runs if run.id in at_rest])),
                _each(at_rest, store.delete),
                _each(at_rest, store.restore),
            )

    def restore(self, runs: Sequence[Run]) -> None:
        """Bring runs back from the trash."""
        store, numbers = self._context.store, [run.id for run in runs]
        self._push(
            tr("Restore {names}", names=_names(runs)),
            _each(numbers, store.restore),
            _each(numbers, store.delete),
        )

    def purge(self, runs: Sequence[Run]) -> None:
        """Delete runs for good, in the background, as their files may be many."""
        project, numbers = self._context.project, [run.id for run in runs]

        def work() -> None:
            with Store.open(project) as store:
                for number in numbers:
                    store.purge(number)

        self._context.tasks.run(lambda report, cancelled: work(), self._tell, title=tr("Deleting for good"))

    def clone(self, run: Run) -> None:
        """Take a run's spec as the draft, and turn to the model page to change it."""
        try:
            spec = self._context.store.clone(run)
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            return
        self._context.draft.replace(spec, tr("Clone {name}", name=run.name))
        self._context.open_page("model")

    def export(self, runs: Sequence[Run], path: Path) -> None:
        """Write all points of runs as CSV."""
        project = self._context.project
        self._context.tasks.run(lambda report, cancelled: export_metrics(project, runs, path), title=tr("Exporting"))

    def _push(self, title: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """A step whose first doing must succeed; a refusal leaves no step behind."""
        if not self._try(do):
            return
        self._context.draft.history.push(_Done(title, lambda: self._try(do), lambda: self._try(undo)))

    def _try(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            self.done.emit()
            return False
        self._tell(None)
        return True

    def _tell(self, _result: object) -> None:
        self._context.announce(Changes.of("runs"))
        self.done.emit()


def _each(numbers: Sequence[int], act: Callable[[int], None]) -> Callable[[], None]:
    """Does something to each run."""

    def act_on_all() -> None:
        for number in numbers:
            act(number)

    return act_on_all


def _names(runs: Sequence[Run]) -> str:
    """Names of up to three runs, else how many."""
    return ", ".join(run.name for run in runs) if len(runs) <= 3 else tr("{count} {count:run|runs}", count=len(runs))


def export_metrics(project: Project, runs: Sequence[Run], path: Path) -> None:
    """All points of runs as CSV with times in UTC; raises :class:`WorkbenchError` where it can't be written."""
    with replacing(path, "utf-8") as file, Store.open(project) as store:
        writer = csv.writer(file)
        writer.writerow(["run", "metric", "step", "tokens", "time", "value"])
        for run in runs:
            for point in store.metrics(run):
                moment = datetime.fromtimestamp(point.time, UTC).isoformat(timespec="milliseconds")
                writer.writerow([run.name, point.name, point.step, point.tokens, moment, repr(point.value)])
