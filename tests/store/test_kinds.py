"""Runs that are tasks of others hang under them: out of plain lists, in the lineage, and gone with their run."""

from __future__ import annotations

import json

import pytest

from workbench.cli import main
from workbench.core.paths import Project
from workbench.spec.run import RunSpec
from workbench.spec.task import TaskSpec
from workbench.store.deleting import purge
from workbench.store.folder import read_run_folder
from workbench.store.lineage import lineage
from workbench.store.records import Run, RunKind
from workbench.store.recovery import recover
from workbench.store.resuming import resume_words
from workbench.store.store import Store


def make_task(store: Store, spec: RunSpec, name: str, parent: Run) -> Run:
    return store.create_run(spec, name=name, parent=parent, kind=RunKind.TASK)


def test_a_task_hangs_under_its_run(store: Store, spec: RunSpec) -> None:
    first = store.create_run(spec, name="first")
    task = make_task(store, spec, "first-mood", first)
    second = store.create_run(spec, name="second", parent=first)
    assert [run.name for run in store.runs()] == ["second", "first"]
    assert [run.name for run in store.runs(tasks=True)] == ["second", "first-mood", "first"]
    assert [run.name for run in store.tasks_of(first)] == ["first-mood"]
    assert store.tasks_of(second) == [], "a clone is no task"
    assert (task.kind, task.parent, task.origin) == (RunKind.TASK, first.id, None)
    assert [(one.run.name, one.run.kind.value) for one in lineage(store, first)] == [
        ("first", "pretraining"),
        ("first-mood", "task"),
        ("second", "pretraining"),
    ]


def test_a_copy_of_a_task_hangs_beside_it(store: Store, spec: RunSpec) -> None:
    first = store.create_run(spec, name="first")
    task = store.create_run(spec.model_copy(update={"task": TaskSpec(file="a.tsv")}), name="task", parent=first)
    copy = store.create_run(store.clone(task), name="copy", parent=task)
    assert (task.kind, copy.kind, copy.parent) == (RunKind.TASK, RunKind.TASK, first.id)
    assert [run.name for run in store.tasks_of(first)] == ["task", "copy"]


def test_a_task_goes_on_after_its_last_part(store: Store, spec: RunSpec) -> None:
    task = make_task(store, spec, "tried", store.create_run(spec, name="first"))
    assert str(resume_words(task, 0)).startswith("“tried” goes on after its last finished part")


def test_loaded_weights_are_listed_like_pretrainings(store: Store, spec: RunSpec) -> None:
    store.create_run(spec, name="loaded", kind=RunKind.LOADED)
    assert [(run.name, run.kind) for run in store.runs()] == [("loaded", RunKind.LOADED)]


def test_tasks_in_the_trash_are_told_apart(store: Store, spec: RunSpec) -> None:
    first = store.create_run(spec, name="first")
    store.delete(make_task(store, spec, "tried", first))
    assert store.tasks_of(first) == []
    assert [run.name for run in store.tasks_of(first, deleted=True)] == ["tried"]
    assert [run.name for run in store.runs(deleted=True, tasks=True)] == ["tried"]


def test_a_run_that_is_deleted_for_good_takes_its_tasks_along(store: Store, spec: RunSpec) -> None:
    first = store.create_run(spec, name="first")
    tasks = [make_task(store, spec, name, first) for name in ("kept", "in-the-trash")]
    store.delete(tasks[1])
    clone = store.create_run(spec, name="clone", parent=first)
    purge(store, [first])
    assert [run.name for run in store.runs(tasks=True)] == ["clone"]
    assert store.run(clone).parent is None
    assert not any(run.folder.exists() for run in (first, *tasks))


def test_the_folder_alone_tells_what_a_run_is(project: Project, spec: RunSpec) -> None:
    with Store.open(project) as store:
        task = make_task(store, spec, "task", store.create_run(spec, name="first"))
    assert read_run_folder(task.folder).kind is RunKind.TASK
    project.database.write_bytes(b"nonsense" * 1000)
    recover(project)
    with Store.open(project) as store:
        assert [(run.name, run.kind.value) for run in store.runs(tasks=True)] == [
            ("task", "task"),
            ("first", "pretraining"),
        ]


def test_the_list_in_the_terminal_has_tasks_below_their_run(
    project: Project, spec: RunSpec, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store.open(project) as store:
        first = store.create_run(spec, name="first")
        store.create_run(spec, name="second")
        make_task(store, spec, "first-mood", first)
    assert main(["runs", "list", "--project", str(project.root)]) == 0
    names = [line.split()[1] for line in capsys.readouterr().out.splitlines()[1:] if line.split()[0].isdecimal()]
    assert names == ["second", "first", "first-mood"]
    assert main(["runs", "list", "--json", "--project", str(project.root)]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(run["kind"], run["parent"]) for run in listed] == [("pretraining", None)] * 2 + [("task", first.id)]
    assert main(["runs", "lineage", "first", "--project", str(project.root)]) == 0
    assert capsys.readouterr().out.splitlines() == ["* first", "  - first-mood", "      task"]
