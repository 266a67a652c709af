"""Looking over a whole project: database, run folders, corpora, vocabularies and lists."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.texts import Text, mark
from workbench.store.ingredients import State, Wanted, wanted_here
from workbench.store.store import Store
from workbench.text.corpus import list_corpora
from workbench.text.lexicon import list_lexicons
from workbench.text.vocabulary import list_vocabularies


def check_project(store: Store) -> Iterator[Text]:
    """Whatever is wrong, a sentence each; nothing is changed."""
    for line in store.check_integrity():
        yield Text(mark("Database: {problem}"), {"problem": line})
    for run in store.runs() + store.runs(deleted=True):
        if not run.folder.is_dir():
            yield Text(mark("The folder of the run {name} is gone: {folder}"), {"name": run.name, "folder": run.folder})
    project = store.project
    for found in (list_corpora(project), list_vocabularies(project), list_lexicons(project)):
        for damaged in found.damaged:
            yield Text("{problem}", {"problem": damaged.problem.message})
    yield from map(wanted_text, wanted_here(store))


def wanted_text(wanted: Wanted) -> Text:
    """What is not as runs need it, in words."""
    values = {
        "kind": Text(wanted.ingredient.kind.label),
        "name": wanted.ingredient.name,
        "runs": ", ".join(wanted.runs[:5]) + (f" … ({len(wanted.runs)})" if len(wanted.runs) > 5 else ""),
        "expected": wanted.ingredient.fingerprint or "–",
        "found": wanted.found,
    }
    templates = {
        State.MISSING: mark("Missing {kind} “{name}” (fingerprint {expected}), needed by: {runs}"),
        State.OTHER: mark("Another {kind} has the name “{name}” ({found} instead of {expected}), needed by: {runs}"),
        State.DAMAGED: mark("Damaged {kind} “{name}” (fingerprint {expected}), needed by: {runs}"),
    }
    return Text(templates[wanted.state], values)
