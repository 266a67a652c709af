"""Following the store tells what is new, once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from workbench.core.events import RunStarted, StepDone
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.deleting import purge
from workbench.store.store import Store
from workbench.store.tail import Tail


def test_news_is_told_once(
    store: Store, project: Project, spec: RunSpec, started: Callable[..., RunStarted], step: Callable[..., StepDone]
) -> None:
    run = store.create_run(spec)
    store.record(run, [started(), step(1)])
    with Store.open(project) as other:
        tail = Tail(other)
        assert not tail.poll()
        store.record(run, [step(2, 4.0), step(3, 3.0)])
        changes = tail.poll()
        assert changes.runs == {run.id}
        assert changes.points[run.id]["loss"].values.tolist() == [4.0, 3.0]
        assert not tail.poll()
        store.record(run, [started(step=2, session=2), step(3, 2.5)])
        changes = tail.poll()
        assert changes.rewound == {run.id}
        assert changes.points[run.id]["loss"].steps.tolist() == [3]
        second = store.create_run(spec)
        assert tail.poll().runs == {second.id}
        purge(store, [second])
        assert tail.poll().runs == {second.id}
        third = store.create_run(spec)
        store.record(third, [started(), step(1)])
        changes = tail.poll()
        assert changes.rewound == frozenset()
        assert len(changes.points[third.id]["loss"]) == 1


def test_own_writes_are_told_too(store: Store, spec: RunSpec) -> None:
    tail = Tail(store)
    run = store.create_run(spec)
    assert tail.poll().runs == {run.id}
    assert not tail.poll()


def test_catching_up_goes_in_pieces(
    store: Store, spec: RunSpec, step: Callable[..., StepDone], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.store.tail._MOST_ROWS", 6)
    run = store.create_run(spec)
    tail = Tail(store)
    store.record(run, [step(number) for number in range(1, 5)])
    looks = []
    while changes := tail.poll():
        looks.append(changes.points[run.id]["loss"].steps.tolist() if changes.points else [])
    assert [step for look in looks for step in look] == [1, 2, 3, 4]
    assert len(looks) >= 4
