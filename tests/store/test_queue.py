"""The queue: its order, who may take from it, and that it outlives programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.store.queue import RunQueue
from workbench.store.records import Status
from workbench.store.store import Store
from workbench.store.tail import Tail


@pytest.fixture
def store(tmp_path: Path, spec: RunSpec) -> Iterator[Store]:
    """Five new runs."""
    with Store.open(Project(tmp_path)) as opened:
        for number in range(1, 6):
            opened.create_run(spec, name=f"r{number}")
        yield opened


def test_order_is_kept_and_nothing_waits_twice(store: Store, tmp_path: Path) -> None:
    queue = RunQueue(store)
    queue.add([3, 1])
    queue.add([1, 2, 3, 2])
    assert queue.runs() == [3, 1, 2]
    queue.put([2, 3, 1, 2])
    queue.remove([3, 5])
    assert queue.runs() == [2, 1]
    queue.going = True
    with Store.open(Project(tmp_path)) as other:
        assert RunQueue(other).runs() == [2, 1]
        assert RunQueue(other).going


def test_runs_are_taken_in_order_one_at_a_time(store: Store) -> None:
    queue = RunQueue(store)
    queue.add([4, 2, 3])
    assert queue.take() is None, "the queue stands"
    queue.going = True
    taken = queue.take()
    assert taken is not None
    assert taken.run.id == 4
    store.update(4, status=Status.RUNNING.value)
    assert queue.take() is None, "one is at work"
    assert queue.runs() == [2, 3]
    store.update(4, status=Status.FAILED.value)
    store.delete(2)
    store.update(3, status=Status.DONE.value)
    assert queue.going
    assert queue.take() is None, "one lies in the trash, the other is complete"
    assert queue.runs() == []
    assert not queue.going, "who adds a run later does not start it unknowingly"


def test_only_what_is_named_is_taken(store: Store) -> None:
    queue = RunQueue(store)
    queue.add([1, 2, 3])
    taken = queue.take(only={3}, only_while_going=False)
    assert taken is not None
    assert taken.run.id == 3
    assert queue.take(only={3}, only_while_going=False) is None
    assert queue.runs() == [1, 2]


def test_a_run_that_is_gone_no_longer_waits_and_followers_are_told(store: Store) -> None:
    queue, tail = RunQueue(store), Tail(store)
    queue.add([1, 2])
    assert tail.poll().runs == {1, 2}
    queue.remove([2])
    assert tail.poll().runs == {2}
    store.database.table("runs").delete(1)
    assert queue.runs() == []


def test_a_run_that_was_cut_off_waits_again_before_the_others(store: Store) -> None:
    """Once, and only where its process has gone without a last word."""
    queue = RunQueue(store)
    queue.add([4, 2])
    assert queue.take_back() is None, "none was taken"
    assert queue.take(only_while_going=False) is not None
    assert queue.take_back() is None, "it is at work"
    store.update(4, status=Status.LOST.value)
    taken = queue.take_back()
    assert taken is not None
    assert (taken.id, queue.runs()) == (4, [4, 2])
    queue.remove([4])
    assert queue.take_back() is None, "who takes it out of the queue means it"
    assert queue.runs() == [2]


@pytest.mark.parametrize("status", [Status.STOPPED, Status.FAILED, Status.DONE])
def test_a_run_that_ended_with_a_word_does_not_wait_again(store: Store, status: Status) -> None:
    queue = RunQueue(store)
    queue.add([4, 2])
    queue.take(only_while_going=False)
    store.update(4, status=status.value)
    before = store.database.conn.total_changes
    assert queue.take_back() is None
    assert queue.runs() == [2]
    assert store.database.conn.total_changes == before, "a project that can only be read has a queue too"


def test_a_run_in_the_trash_or_purged_does_not_wait_again(store: Store) -> None:
    queue = RunQueue(store)
    queue.add([4, 2])
    queue.take(only_while_going=False)
    store.update(4, status=Status.LOST.value)
    store.delete(4)
    assert queue.take_back() is None
    queue.take(only_while_going=False)
    store.database.table("runs").delete(2)
    assert queue.take_back() is None
