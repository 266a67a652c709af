"""Where runs came from: each was cloned from at most one other, with changes and a reason, or is a task of one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from workbench.store.records import Run
from workbench.store.store import RunKey, Store


@dataclass(frozen=True)
class Relative:
    """A run in a tree of relatives, ``depth`` steps below its root."""

    run: Run
    depth: int


def lineage(store: Store, key: RunKey) -> list[Relative]:
    """All relatives of a run, itself among them: the oldest that is still there first, each above its own clones.

    Runs in the trash are among them.
    """
    runs = {run.id: run for run in (*store.runs(tasks=True), *store.runs(deleted=True, tasks=True))}
    root = runs[store.run(key).id]
    while root.parent in runs:  # numbers of parents are smaller than those of their clones, so this ends
        root = runs[root.parent]
    children: dict[int, list[Run]] = {}
    for run in sorted(runs.values(), key=lambda run: run.id):
        if run.parent is not None:
            children.setdefault(run.parent, []).append(run)
    return list(_below(root, children))


def _below(root: Run, children: Mapping[int, Sequence[Run]]) -> Iterator[Relative]:
    """A run and everything below it, without calling itself: a chain of clones may be long."""
    waiting = [Relative(root, 0)]
    while waiting:
        relative = waiting.pop()
        yield relative
        waiting.extend(Relative(run, relative.depth + 1) for run in reversed(children.get(relative.run.id, [])))
