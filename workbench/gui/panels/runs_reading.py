"""What the runs page reads of the store, in the background."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.core.paths import Project
from workbench.gui.tables.run_search import RunRow
from workbench.store.records import Run, View
from workbench.store.store import Store
from workbench.store.views import saved_views


@dataclass(frozen=True)
class Listed:
    """What the page reads: ``rows`` of the runs in the trash or out of it, how many lie ``in_trash``, saved
    views, and in a project that came from another machine how many things its runs do not find here."""

    deleted: bool
    rows: list[RunRow]
    in_trash: int
    views: list[View]
    num_missing: int


def read_rows(project: Project, deleted: bool) -> Listed:
    """All runs with their last values, in the background."""
    with Store.open(project) as store:
        missing = num_missing(store) if project.bundle.is_file() else 0
        finals = store.all_final_values()
        rows = [RunRow(run, finals.get(run.id, {})) for run in store.runs(deleted=deleted, tasks=deleted)]
        return Listed(deleted, rows, store.num_deleted(), saved_views(store), missing)


def num_missing(store: Store) -> int:
    """How many things the runs of a project that was unpacked from a bundle need and do not find."""
    from workbench.store.ingredients import wanted_here  # brings corpora and vocabularies, which the page does not need

    return len(wanted_here(store))


def progress_of(run: Run) -> tuple[object, ...]:
    """What moves on while a run is at work."""
    return run.id, run.step, run.sessions, run.status


def facts_of(run: Run) -> tuple[object, ...]:
    """What the comparison says of a run and that changes, besides its values while it is at work."""
    return run.id, run.name, run.active, run.sessions, run.words, run.device, run.proof
