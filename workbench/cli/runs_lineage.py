"""``runs clone``, ``lineage``, ``reason``: the same with a change, and where runs came from."""

from __future__ import annotations

import argparse

from workbench.cli.output import print_json, print_line
from workbench.cli.runs_output import AddAction, report, summary
from workbench.core.errors import ArgumentError
from workbench.core.texts import Text, mark
from workbench.core.translation import terminal_translate
from workbench.core.versions import versions
from workbench.spec.check import require_valid
from workbench.spec.files import apply_overrides
from workbench.spec.sources import find_stage_corpora, fingerprints
from workbench.spec.wording import setting_name, setting_value
from workbench.store.lineage import Relative, lineage
from workbench.store.records import KIND_TITLES, Run, RunKind
from workbench.store.rows import origin_data
from workbench.store.starting import starting_spec
from workbench.store.store import Store
from workbench.text.analysis import lists_of
from workbench.text.corpus import find_corpus
from workbench.text.vocabulary import find_vocabulary

_MOST_CHANGES = 12  #: so many are told of each run


def add_lineage(add: AddAction) -> None:
    """Add the parsers."""
    cloning = add("clone", "a new run like another, with changes; “resume” trains it", clone_run)
    cloning.add_argument("key", metavar="R", help="name or number of a run")
    cloning.add_argument("--set", action="append", default=[], metavar="a.b=v", help="change a setting")
    cloning.add_argument("--name", default="", metavar="N", help="name of the new run")
    cloning.add_argument("--reason", default="", metavar="TEXT", help="why it is cloned")
    tree = add("lineage", "where a run came from and what came of it, with the changes", show_lineage)
    tree.add_argument("key", metavar="R", help="name or number of a run")
    reason = add("reason", "say why a run was cloned", give_reason)
    reason.add_argument("key", metavar="R", help="name or number of a run")
    reason.add_argument("text", metavar="TEXT")


def clone_run(store: Store, arguments: argparse.Namespace) -> None:
    """Make a new run, whose corpus, vocabulary and lists must be there."""
    spec = apply_overrides(store.clone(arguments.key), arguments.set)
    if not spec.corpus:
        raise ArgumentError(
            mark("The run {name} has no corpus."),
            mark("Name one, as in --set corpus=NAME."),
            name=store.run(arguments.key).name,
        )
    corpus, vocabulary = find_corpus(store.project, spec.corpus), find_vocabulary(store.project, spec.vocabulary)
    require_valid(spec, vocabulary.size)
    spec = starting_spec(store.project, spec, vocabulary)
    lists_of(store.project, spec.units)
    of_stages = find_stage_corpora(store.project, spec)
    run = store.create_run(
        spec,
        name=arguments.name,
        corpus_fingerprint=corpus.fingerprint,
        vocabulary_fingerprint=vocabulary.fingerprint,
        stage_corpora=fingerprints(of_stages),
        versions=versions(),
        parent=arguments.key,
    )
    if arguments.reason:
        store.note_origin(run, arguments.reason)
    report(store, arguments, run, mark("The new run is {name}; “workbench resume {name}” trains it."))


def show_lineage(store: Store, arguments: argparse.Namespace) -> None:
    """A tree, the oldest first; of each run what was changed, and why."""
    found, chosen = lineage(store, arguments.key), store.run(arguments.key).id
    if arguments.json:
        print_json([_data(relative) for relative in found])
        return
    for relative in found:
        indent, sign = "  " * relative.depth, "*" if relative.run.id == chosen else "-"
        print_line(f"{indent}{sign} {relative.run.name}")
        for text in _edge(relative.run, top=relative.depth == 0):
            print_line(f"{indent}    {text.render(terminal_translate())}")


def give_reason(store: Store, arguments: argparse.Namespace) -> None:
    """Write a note on the edge."""
    store.note_origin(arguments.key, arguments.text)
    report(store, arguments, arguments.key, mark("The reason for the run {name} is kept."))


def _edge(run: Run, *, top: bool) -> list[Text]:
    """What lies between a run and the one it came from."""
    if run.kind is not RunKind.PRETRAINING:
        return [Text(KIND_TITLES[run.kind])]
    if run.origin is None:
        return []
    told = [Text(mark("from {name}, which is gone"), {"name": run.origin.name})] if top else []
    for path, (before, after) in list(run.origin.changes.items())[:_MOST_CHANGES]:
        values = {
            "setting": setting_name(path),
            "before": setting_value(path, before),
            "after": setting_value(path, after),
        }
        told.append(Text(mark("{setting}: {before} → {after}"), values))
    if (more := len(run.origin.changes) - _MOST_CHANGES) > 0:
        told.append(Text(mark("and {count} more settings"), {"count": more}))
    if run.origin_note:
        told.append(Text("“{note}”", {"note": run.origin_note}))
    return told


def _data(relative: Relative) -> dict[str, object]:
    run = relative.run
    origin = None if run.origin is None else {**origin_data(run.origin), "note": run.origin_note}
    return {**summary(run), "depth": relative.depth, "origin": origin}
