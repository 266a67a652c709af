"""What can be done to runs from a list, each as a step of the project's history."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from workbench.core.errors import WorkbenchError
from workbench.core.files import replacing
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.gui.context import Changes, Context
from workbench.gui.draft import DoneStep
from workbench.gui.i18n import in_list, render, tr
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.tasks import error_notice
from workbench.jobs.proving import prove_in_child
from workbench.store.deleting import purge
from workbench.store.proof import Proof, Verdict, proof_words
from workbench.store.records import Run, View
from workbench.store.store import Store
from workbench.store.views import delete_view, find_view, save_view, saved_views


class RunActions(QObject):
    """Writes to the store at once; ``done`` says that something changed. What is refused becomes a notice."""

    done = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._proving: set[int] = set()

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

    def tag(self, runs: Sequence[Run], add: Sequence[str], remove: Sequence[str] = ()) -> None:
        """Give runs tags, and take others away."""
        after = {run.id: [*(tag for tag in run.tags if tag not in remove), *add] for run in runs}
        self._retag(runs, {number: list(dict.fromkeys(tags)) for number, tags in after.items()})

    def set_tags(self, number: int, tags: Sequence[str]) -> None:
        """Give a run exactly these tags."""
        self._retag([self._context.store.run(number)], {number: list(tags)})

    def _retag(self, runs: Sequence[Run], after: Mapping[int, Sequence[str]]) -> None:
        store, before = self._context.store, {run.id: run.tags for run in runs}
        changed = [number for number, tags in after.items() if tuple(tags) != before[number]]
        if changed:
            self._push(
                tr("Tags of {names}", names=_names(runs)),
                _each(changed, lambda number: store.tag(number, after[number])),
                _each(changed, lambda number: store.tag(number, before[number])),
            )

    def hide(self, runs: Sequence[Run], hidden: bool) -> None:
        """Leave runs out of the list, or take them in again."""
        store = self._context.store
        changed = [run.id for run in runs if run.hidden != hidden]
        if changed:
            title = tr("Hide {names}", names=_names(runs)) if hidden else tr("Unhide {names}", names=_names(runs))
            self._push(
                title,
                _each(changed, lambda number: store.hide(number, hidden)),
                _each(changed, lambda number: store.hide(number, not hidden)),
            )

    def give_reason(self, number: int, text: str) -> None:
        """Say why a run was cloned."""
        store = self._context.store
        run = store.run(number)
        title = tr("Reason for {name}", name=run.name)
        self._push(title, lambda: store.note_origin(number, text), lambda: store.note_origin(number, run.origin_note))

    def save_view(self, view: View) -> None:
        """Keep how the list is looked at, in the place of a view of the same name."""
        store = self._context.store
        before = next((kept for kept in saved_views(store) if kept.name == view.name), None)
        undo = partial(delete_view, store, view.name) if before is None else partial(save_view, store, before)
        self._push(tr("Save the view {name}", name=view.name), partial(save_view, store, view), undo)

    def delete_view(self, name: str) -> None:
        """Forget a view."""
        store = self._context.store
        before = find_view(store, name)
        title = tr("Delete the view {name}", name=name)
        self._push(title, partial(delete_view, store, name), partial(save_view, store, before))

    def save_capsule(self, run: Run, path: Path) -> None:
        """Write what it takes to make a run again into a file that the user has chosen."""
        from workbench.store.capsule import write_capsule  # brings corpora and vocabularies

        project = self._context.project

        def work() -> None:
            with Store.open(project) as store:
                write_capsule(store, run.id, path, metrics=True, overwrite=True)

        self._context.tasks.run(lambda report, cancelled: work(), title=tr("Exporting"))

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
                purge(store, numbers)

        self._context.tasks.run(lambda report, cancelled: work(), self._tell, title=tr("Deleting for good"))

    def prove(self, run: Run) -> None:
        """Have the engine repeat the last steps of a run, once at a time; the verdict is kept with the run."""
        if run.id in self._proving:
            return
        self._proving.add(run.id)
        project = self._context.project

        def work(report: Report, cancelled: Cancelled) -> Proof:
            try:
                return prove_in_child(project, run, progress=report, cancelled=cancelled)
            finally:
                self._proving.discard(run.id)

        title = tr("Proving the resume of {name}", name=run.name)
        self._context.tasks.run(work, lambda proof: self._tell_proof(run, proof), title=title, owner=self)

    def _tell_proof(self, run: Run, proof: Proof) -> None:
        level = NoticeLevel.WARNING if proof.verdict is Verdict.DIFFERENT else NoticeLevel.INFO
        self._context.notify(Notice(f"{run.name}: {render(proof_words(proof))}", level))
        self._tell(None)

    def clone(self, run: Run) -> None:
        """Take a run's spec as the draft, and turn to the model page to change it."""
        try:
            spec = self._context.store.clone(run)
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            return
        self._context.draft.replace(spec, tr("Clone {name}", name=run.name), cloned_from=run.id)
        self._context.open_page("model")

    def export(self, runs: Sequence[Run], path: Path) -> None:
        """Write all points of runs as CSV."""
        project = self._context.project
        self._context.tasks.run(lambda report, cancelled: export_metrics(project, runs, path), title=tr("Exporting"))

    def _push(self, title: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """A step whose first doing must succeed; a refusal leaves no step behind."""
        if not self._try(do):
            return
        self._context.draft.history.push(DoneStep(title, lambda: self._try(do), lambda: self._try(undo)))

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
    return in_list(run.name for run in runs) if len(runs) <= 3 else tr("{count} {count:run|runs}", count=len(runs))


def export_metrics(project: Project, runs: Sequence[Run], path: Path) -> None:
    """All points of runs as CSV with times in UTC; raises :class:`WorkbenchError` where it can't be written."""
    with replacing(path, "utf-8") as file, Store.open(project) as store:
        writer = csv.writer(file)
        writer.writerow(["run", "metric", "step", "tokens", "time", "value"])
        for run in runs:
            for point in store.metrics(run):
                moment = datetime.fromtimestamp(point.time, UTC).isoformat(timespec="milliseconds")
                writer.writerow([run.name, point.name, point.step, point.tokens, moment, repr(point.value)])
