"""Tags, hiding, saved views, and where runs came from."""

from __future__ import annotations

import pytest

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.spec.files import apply_overrides
from workbench.spec.run import RunSpec
from workbench.store.deleting import purge
from workbench.store.lineage import lineage
from workbench.store.records import View
from workbench.store.store import Store
from workbench.store.views import delete_view, find_view, save_view, saved_views


def test_a_clone_keeps_what_it_changed_and_why(store: Store, spec: RunSpec) -> None:
    first = store.create_run(spec, name="first")
    other = apply_overrides(store.clone(first), ["seed=7", "stages.0.masking.rate=0.3", "training.steps=50"])
    second = store.create_run(other, parent=first)
    assert first.origin is None
    assert second.origin is not None
    assert second.origin.name == "first"
    assert dict(second.origin.changes) == {
        "seed": (1, 7),
        "stages.0.masking.rate": (0.15, 0.3),
        "training.steps": (spec.training.steps, 50),
    }
    store.note_origin(second, "更多掩码")
    assert store.run(second).origin_note == "更多掩码"
    with pytest.raises(ArgumentError, match="was not cloned"):
        store.note_origin(first, "from nothing")


def test_a_run_that_begins_with_the_weights_of_another_comes_from_it(store: Store, spec: RunSpec) -> None:
    first = store.create_run(spec, name="first")
    for wanted in ("first", "first@500"):
        made = store.create_run(apply_overrides(spec, [f"training.start_from={wanted}"]))
        assert made.parent == first.id
        assert made.origin is not None
        assert dict(made.origin.changes) == {"training.start_from": ("", wanted)}
    assert store.create_run(apply_overrides(spec, ["training.start_from=/elsewhere/run"])).origin is None


def test_another_kind_of_masks_is_told_setting_by_setting(store: Store, spec: RunSpec) -> None:
    first = store.create_run(spec)
    origin = store.create_run(apply_overrides(spec, ["stages.0.masking.kind=span"]), parent=first).origin
    assert origin is not None
    assert origin.changes["stages.0.masking.kind"] == (spec.stages[0].masking.kind, "span")


def test_lineage_is_a_tree_from_the_oldest_on(store: Store, spec: RunSpec) -> None:
    root = store.create_run(spec, name="root")
    left = store.create_run(spec, name="left", parent=root)
    store.create_run(spec, name="right", parent=root)
    store.create_run(spec, name="leaf", parent=left)
    store.create_run(spec, name="stranger")
    expected = [("root", 0), ("left", 1), ("leaf", 2), ("right", 1)]
    for name, _depth in expected:
        assert [(relative.run.name, relative.depth) for relative in lineage(store, name)] == expected
    store.delete(left)
    assert [(relative.run.name, relative.depth) for relative in lineage(store, "root")] == expected
    purge(store, [left])
    assert [(relative.run.name, relative.depth) for relative in lineage(store, "leaf")] == [("leaf", 0)]
    leaf = store.run("leaf")
    assert leaf.origin is not None
    assert leaf.origin.name == "left", "the name of a run that is gone is kept"


def test_a_long_chain_of_clones_is_no_trouble(store: Store, spec: RunSpec) -> None:
    store.create_run(spec, name="c0")
    with store.transaction():
        row = dict(next(iter(store.database.query("SELECT * FROM runs"))))
        for number in range(2, 1502):
            store.database.table("runs").insert({**row, "id": number, "name": f"c{number}", "parent": number - 1})
    found = lineage(store, 700)
    assert [relative.depth for relative in found] == list(range(1501))


def test_tags_are_words_each_once(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec)
    store.tag(run, [" good run ", "中文", "good run", "", "  "])
    assert store.run(run).tags == ("good-run", "中文")
    with pytest.raises(ArgumentError, match="too long"):
        store.tag(run, ["x" * 41])
    assert store.run(run).tags == ("good-run", "中文")
    store.tag(run, [])
    assert store.run(run).tags == ()


def test_a_hidden_run_is_not_deleted(store: Store, spec: RunSpec) -> None:
    run = store.create_run(spec)
    store.hide(run)
    assert store.run(run).hidden
    assert [run.id for run in store.runs()] == [1]
    store.hide(run, False)
    assert not store.run(run).hidden


def test_views_are_kept_by_name(project: Project) -> None:
    view = View("短 list", "loss<4 tag:good", ("name", "loss"), "loss", True, True, (3, 1))
    with Store.open(project) as store:
        save_view(store, view)
        save_view(store, View("another"))
    with Store.open(project) as store:
        assert saved_views(store) == [View("another"), view]
        save_view(store, View("another", "seed=2"))
        assert find_view(store, "another").search == "seed=2"
        delete_view(store, "another")
        assert [view.name for view in saved_views(store)] == ["短 list"]
        with pytest.raises(ArgumentError, match="no view"):
            delete_view(store, "another")
        with pytest.raises(ArgumentError):
            save_view(store, View("a/b"))


def test_a_project_open_for_reading_changes_nothing(project: Project, spec: RunSpec) -> None:
    with Store.open(project) as store:
        store.create_run(spec, name="first")
    with Store.open(Project(project.root, read_only=True)) as store:
        assert store.run("first").name == "first"
        for change in (
            lambda: store.star("first"),
            lambda: store.delete("first"),
            lambda: store.create_run(spec),
            lambda: save_view(store, View("mine")),
        ):
            with pytest.raises(WorkbenchError, match="for reading only"):
                change()
        with pytest.raises(WorkbenchError, match="for reading only"):
            purge(store, ["first"])
    with Store.open(project) as store:
        assert [(run.name, run.starred, run.folder.is_dir()) for run in store.runs()] == [("first", False, True)]
