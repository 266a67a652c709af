"""The capsule of a run: one small ZIP file that says all it takes to make the run again.

Format ``workbench-capsule``, version 1. Members:

- ``capsule.json``, the head: ``format``, ``version``, ``made`` (seconds since the epoch), ``run`` (name, number, state,
  times, steps, device, note, tags, sweep, where it was cloned from), ``seed``, ``fingerprints`` (``corpus`` and
  ``vocabulary`` with name and fingerprint, ``stage_corpora`` by name where stages name some, ``lists`` by name,
  ``sessions``: by the step that a session began at, the fingerprint of what it read), ``versions``, ``baselines``,
  ``final`` (last values; what is not finite as a string) and ``members``;
- ``spec.toml``: the experiment, which ``workbench train`` takes;
- ``ngrams.tsv``: the n-grams of its encoder, where it has some, with their fingerprint as ``ngrams`` in the head;
- ``metrics.csv``, if asked for: metric, step, tokens, time (seconds since the epoch), value.
"""

from __future__ import annotations

import csv
import io
import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.spec.files import dump_spec
from workbench.store.archives import damaged_archive, reading_archive, writing_archive
from workbench.store.folder import session_data
from workbench.store.ingredients import Ingredient, Kind, State, lists_of_run, look_up
from workbench.store.ngrams import ngrams_of
from workbench.store.records import Run
from workbench.store.rows import origin_data
from workbench.store.store import RunKey, Store
from workbench.text.lexicon import find_lexicon
from workbench.text.ngram_lexicon import NGRAMS

FORMAT, VERSION = "workbench-capsule", 1
HEAD, SPEC, METRICS = "capsule.json", "spec.toml", "metrics.csv"


@dataclass(frozen=True)
class Capsule:
    """What a capsule says; ``spec`` is TOML, ``head`` the whole document."""

    head: dict[str, Any]
    spec: str
    ingredients: tuple[Ingredient, ...]


def write_capsule(
    store: Store, key: RunKey, path: Path, *, metrics: bool = False, overwrite: bool = False
) -> dict[str, Any]:
    """Write the capsule of a run and return its head without the members.

    Fingerprints of lists are those of now; the ones of the sessions tell whether they have changed since. Raises
    :class:`WorkbenchError` where it cannot be written, or where this program cannot read the run's spec.
    """
    run = store.run(key)
    head = _head(store, run)
    with writing_archive(path, HEAD, head, overwrite=overwrite) as archive:
        archive.add_text(SPEC, dump_spec(run.spec))
        if run.spec.ngrams is not None:
            archive.add_file(NGRAMS, run.folder / NGRAMS)
        if metrics:
            archive.add_text(METRICS, _metrics(store, run))
    return head


def read_capsule(path: Path) -> Capsule:
    """Read a capsule; raises :class:`WorkbenchError` where it is none, or is damaged or newer."""
    with reading_archive(path, HEAD, FORMAT, VERSION) as archive:
        spec, head = archive.read_text(SPEC), archive.head
    try:
        prints = head["fingerprints"]
        named = [
            Ingredient(kind, str(prints[kind.value]["name"]), str(prints[kind.value]["fingerprint"]))
            for kind in (Kind.CORPUS, Kind.VOCABULARY)
        ]
        others = prints.get("stage_corpora", {})
        named += [Ingredient(Kind.CORPUS, str(name), str(found)) for name, found in others.items()]
        lists = [Ingredient(Kind.LIST, str(name), str(found or "")) for name, found in prints["lists"].items()]
    except (LookupError, TypeError, AttributeError) as error:
        raise damaged_archive(path, HEAD) from error
    return Capsule(head, spec, (*named, *lists))


def compare_with_project(capsule: Capsule, project: Project) -> list[tuple[Ingredient, State, str]]:
    """What a capsule's run was made of, and what the project has of it, with its fingerprint."""
    return [(ingredient, *look_up(project, ingredient)) for ingredient in capsule.ingredients if ingredient.name]


def _head(store: Store, run: Run) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "made": time.time(),
        "run": {
            "name": run.name,
            "number": run.id,
            "status": run.status.value,
            "created": run.created,
            "started": run.started,
            "ended": run.ended,
            "step": run.step,
            "total_steps": run.total_steps,
            "tokens": run.tokens,
            "device": run.device,
            "precision": run.precision,
            "note": run.note,
            "tags": list(run.tags),
            "sweep": run.sweep,
            "origin": None if run.origin is None else {**origin_data(run.origin), "note": run.origin_note},
        },
        "seed": run.seed,
        "fingerprints": {
            "corpus": {"name": run.corpus, "fingerprint": run.corpus_fingerprint},
            "vocabulary": {"name": run.vocabulary, "fingerprint": run.vocabulary_fingerprint},
            **({"stage_corpora": dict(run.stage_corpora)} if run.stage_corpora else {}),
            "lists": {name: _list_fingerprint(store.project, name) for name in lists_of_run(run)},
            **_ngram_fingerprint(run),
            "sessions": {str(step): found for step, found in session_data(run.folder).items()},
        },
        "versions": dict(run.versions),
        "baselines": dict(run.baselines),
        "final": {name: _plain(value) for name, value in store.final_values(run).items()},
    }


def _ngram_fingerprint(run: Run) -> dict[str, str]:
    """Of the run's own n-grams, where it has some."""
    lexicon = ngrams_of(run.folder, run.spec)
    return {} if lexicon is None else {"ngrams": lexicon.fingerprint}


def _list_fingerprint(project: Project, name: str) -> str | None:
    try:
        return find_lexicon(project, name).fingerprint
    except WorkbenchError:
        return None


def _plain(value: float) -> float | str:
    return value if math.isfinite(value) else str(value)


def _metrics(store: Store, run: Run) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["metric", "step", "tokens", "time", "value"])
    writer.writerows(
        [point.name, point.step, point.tokens, point.time, repr(point.value)] for point in store.metrics(run)
    )
    return text.getvalue()
