"""Rows of the runs table as :class:`Run`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from workbench.core.paths import Project
from workbench.core.texts import Text, text_data, text_of
from workbench.store.proof import proof_of
from workbench.store.records import Origin, Run, RunKind, Status


def run_of(row: dict[str, Any], project: Project) -> Run:
    """A run from its row; the folder is made absolute."""
    return Run(
        id=row["id"],
        name=row["name"],
        status=Status(row["status"]),
        spec_text=row["spec"],
        preset=row["preset"] or "",
        seed=row["seed"] or 0,
        corpus=row["corpus"] or "",
        corpus_fingerprint=row["corpus_fingerprint"] or "",
        vocabulary=row["vocabulary"] or "",
        vocabulary_fingerprint=row["vocabulary_fingerprint"] or "",
        versions=_versions_of(row["versions"] or "{}"),
        baselines=json.loads(row["baselines"]) if row["baselines"] else {},
        device=row["device"] or "",
        precision=row["precision"] or "",
        created=row["created"],
        started=row["started"],
        ended=row["ended"],
        outcome=row["outcome"] or "",
        words=_words_of(row),
        step=row["step"],
        total_steps=row["total_steps"],
        tokens=row["tokens"],
        prepared=row["prepared"],
        seconds_left=row["seconds_left"],
        sessions=row["sessions"],
        note=row["note"] or "",
        starred=bool(row["starred"]),
        deleted=row["deleted"],
        folder=project.root / (row["folder"] or ""),
        parent=row["parent"],
        pid=row["pid"],
        process_started=row["process_started"],
        host=row["host"] or "",
        tags=tuple(json.loads(row["tags"])) if row["tags"] != "[]" else (),
        hidden=bool(row["hidden"]),
        origin=_origin_of(row["origin"]),
        origin_note=row["origin_note"],
        proof=proof_of(row["proof"]),
        sweep=row["sweep"],
        kind=RunKind(row["kind"]),
        stage_corpora=json.loads(row["stage_corpora"]) if row["stage_corpora"] else {},
    )


def _words_of(row: Mapping[str, Any]) -> Text:
    return text_of(json.loads(row["words"])) if row["words"] else Text(row["message"] or "")


def message_columns(words: Text | None) -> dict[str, Any]:
    """What a run's row keeps of its message: the text, and the same in English, which any program can read."""
    if words is None:
        return {"message": "", "words": None}
    return {"message": words.render(), "words": json.dumps(text_data(words), ensure_ascii=False)}


@lru_cache(maxsize=64)
def _versions_of(text: str) -> Mapping[str, str]:
    """Versions by package: most runs of a project share them."""
    return dict(json.loads(text))


def _origin_of(text: str | None) -> Origin | None:
    if not text:
        return None
    data = json.loads(text)
    return Origin(data["name"], {path: (before, after) for path, (before, after) in data["changes"].items()})


def origin_data(origin: Origin) -> dict[str, Any]:
    """An origin as plain data."""
    return {"name": origin.name, "changes": {path: list(values) for path, values in origin.changes.items()}}


def origin_text(origin: Origin) -> str:
    """An origin as the table keeps it."""
    return json.dumps(origin_data(origin), ensure_ascii=False)
