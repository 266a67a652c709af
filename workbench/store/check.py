"""Looking over a whole project: database, run folders, corpora, vocabularies and lists."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from workbench.core.paths import Project
from workbench.core.texts import Setting, Text, mark
from workbench.store.checkpoints import broken_checkpoints, newest_whole
from workbench.store.ingredients import Kind, State, Wanted, wanted_here
from workbench.store.records import Run
from workbench.store.run_folders import UnusableFolder, read_folder, run_folders, shown_place
from workbench.store.store import Store
from workbench.text.corpus import list_corpora
from workbench.text.lexicon import list_lexicons
from workbench.text.vocabulary import list_vocabularies


def check_project(store: Store) -> Iterator[Text]:
    """Whatever is wrong, a sentence each; nothing is changed."""
    for line in store.check_integrity():
        yield Text(mark("Database: {problem}"), {"problem": line})
    yield from _run_problems(store)
    project = store.project
    for found in (list_corpora(project), list_vocabularies(project), list_lexicons(project)):
        for damaged in found.damaged:
            yield Text("{problem}", {"problem": damaged.problem.message})
    yield from map(_wanted_problem, wanted_here(store))


_RELINK = Setting(mark("project relink"), "“workbench project relink NAME PATH”")
_RECOVER = Setting(mark("project recover"), "“workbench project recover”")


def _run_problems(store: Store) -> Iterator[Text]:
    project = store.project
    folders = run_folders(project)  # before the rows: a run that begins meanwhile has both
    runs = {run.folder: run for run in store.runs(tasks=True) + store.runs(deleted=True, tasks=True)}
    for run in runs.values():
        if not run.folder.is_dir():
            yield Text(
                mark("The folder of the run {name} is gone: {folder}. Put it back from a copy, or delete the run."),
                {"name": run.name, "folder": run.folder},
            )
    for folder in folders:
        run_here = runs.get(folder)
        content = read_folder(project, folder)
        if isinstance(content, UnusableFolder):
            yield content.problem.text if run_here is None else _of_run(run_here, content)
        elif run_here is None:
            yield Text(
                mark("{folder} holds a run that the database does not know. In a terminal, {recover} brings it back; "
                     "if you don't need it, delete the folder."),
                {"folder": shown_place(project, folder), "recover": _RECOVER},
            )  # fmt: skip
        yield from (_broken_checkpoint(project, path, folder) for path in broken_checkpoints(folder))


def _of_run(run: Run, unusable: UnusableFolder) -> Text:
    return Text(mark("Run {name}: {problem}"), {"name": run.name, "problem": unusable.problem.text})


def _broken_checkpoint(project: Project, checkpoint: Path, run_folder: Path) -> Text:
    newest = newest_whole(run_folder)
    values = {"folder": shown_place(project, checkpoint), "step": newest.step}
    if newest.path is None:
        return Text(
            mark("The checkpoint {folder} is damaged, and there is no other that its run could go on from: it would "
                 "begin anew. This one can be deleted."),
            values,
        )  # fmt: skip
    return Text(
        mark("The checkpoint {folder} is damaged. Its run goes on from that of step {step}; this one can be deleted."),
        values,
    )


def _wanted_problem(wanted: Wanted) -> Text:
    """As :func:`wanted_text`, with what brings it back."""
    text = wanted_text(wanted)
    if wanted.state is not State.MISSING or wanted.ingredient.kind is Kind.LIST:
        return text
    template = mark("{problem}. In a terminal, {relink} brings it back from its folder or its text files.")
    return Text(template, {"problem": text, "relink": _RELINK})


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
