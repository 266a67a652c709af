"""Saved views of the runs table: they belong to the project and travel with it."""

from __future__ import annotations

import json
from dataclasses import asdict

from workbench.core.errors import ArgumentError
from workbench.core.names import check_name
from workbench.core.texts import mark
from workbench.store.records import View
from workbench.store.store import Store


def saved_views(store: Store) -> list[View]:
    """All views by name; fields that a newer program may have added are passed over."""
    return [_view_of(name, content) for name, content in store.query("SELECT name, content FROM views ORDER BY name")]


def find_view(store: Store, name: str) -> View:
    """A view by its name; raises :class:`ArgumentError` where there is none."""
    for view in saved_views(store):
        if view.name == name:
            return view
    raise ArgumentError(mark("There is no view “{name}”."), mark("“runs views” shows what there is."), name=name)


def save_view(store: Store, view: View) -> None:
    """Keep a view, in the place of one of the same name; raises :class:`ArgumentError` where that can be no name."""
    content = asdict(view)
    del content["name"]
    with store.transaction():
        # sqlite_utils' upsert tries whether SQLite can, by making a table in this very file and dropping it again.
        store.database.execute(
            "INSERT OR REPLACE INTO views (name, content) VALUES (?, ?)",
            [check_name(view.name), json.dumps(content, ensure_ascii=False)],
        )


def delete_view(store: Store, name: str) -> None:
    """Forget a view; raises :class:`ArgumentError` where there is none."""
    find_view(store, name)
    with store.transaction():
        store.database.table("views").delete(name)


def _view_of(name: str, content: str) -> View:
    data = json.loads(content)
    return View(
        name,
        str(data.get("search", "")),
        tuple(map(str, data.get("columns", ()))),
        str(data.get("sort", "")),
        bool(data.get("descending", False)),
        bool(data.get("hidden", False)),
        tuple(map(int, data.get("selected", ()))),
    )
