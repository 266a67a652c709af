"""The folder of a run: what an engine needs to begin, readable without the database."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from workbench.core.errors import ArgumentError, SpecError, WorkbenchError
from workbench.core.files import write_whole
from workbench.core.names import readable
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.spec.files import dump_spec, load_spec
from workbench.spec.run import RunSpec
from workbench.store.records import RunKind

_DATA = "data.json"
#: Columns of a run's row that are never changed, with their types: they are kept in its folder too.
LASTING = {
    "created": float,
    "parent": int,
    "origin": str,
    "sweep": str,
    "corpus_fingerprint": str,
    "vocabulary_fingerprint": str,
    "versions": dict,
    "stage_corpora": dict,
}


class SettingsError(WorkbenchError):
    """The ``spec.toml`` of a run's folder that cannot be read; ``problem`` says why."""

    exit_code = 2

    def __init__(self, folder: str, problem: Text) -> None:
        super().__init__(
            mark("{folder} has no settings that can be read: {problem}"),
            mark("Mend its spec.toml, or put it back from a copy."),
            folder=folder,
            problem=problem,
        )
        self.problem = problem


@dataclass(frozen=True)
class RunFolder:
    """What ``spec.toml`` and ``run.json`` say: ``run`` is the number in the store; corpus and vocabulary are paths;
    ``row`` are the :data:`LASTING` columns of its row, none in folders of earlier versions; ``corpora`` are the paths
    of the corpora that stages name beside the run's own, by name."""

    run: int
    spec: RunSpec
    project: Project
    corpus: Path
    vocabulary: Path
    kind: RunKind = RunKind.PRETRAINING
    row: Mapping[str, Any] = field(default_factory=dict)
    corpora: Mapping[str, Path] = field(default_factory=dict)


def place_of(project: Project, run: int) -> Path:
    """The folder of the run of a number."""
    return project.runs / f"{run:06d}"


def write_run_folder(folder: Path, content: RunFolder) -> None:
    """Write ``spec.toml`` and ``run.json``; raises :class:`WorkbenchError` where they cannot be written."""
    root = content.project.root.resolve()
    write_whole(folder / "spec.toml", dump_spec(content.spec), parents=True)
    write_whole(folder / "run.json", _places_text(content, str(root)))


def portable_places(content: RunFolder) -> str:
    """``run.json`` without a path of this machine: what lay outside of the project is expected inside."""
    corpus = content.project.corpora / content.corpus.name
    vocabulary = content.project.vocabularies / content.vocabulary.name
    corpora = {name: content.project.corpora / path.name for name, path in content.corpora.items()}
    return _places_text(replace(content, corpus=corpus, vocabulary=vocabulary, corpora=corpora), "")


def _places_text(content: RunFolder, project: str) -> str:
    """Folders inside of the project are written from there, so that they hold wherever it lies."""
    root = content.project.root.resolve()
    places: dict[str, Any] = {"run": content.run, "kind": content.kind.value, "project": project}
    for name, path in (("corpus", content.corpus), ("vocabulary", content.vocabulary)):
        places[name] = _place_text(path.resolve(), root)
    if content.corpora:
        places["corpora"] = {name: _place_text(path.resolve(), root) for name, path in content.corpora.items()}
    places["row"] = dict(content.row)
    return json.dumps(places, ensure_ascii=False, indent=2) + "\n"


def _place_text(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def read_run_folder(folder: Path) -> RunFolder:
    """What a run's folder says. A project that was moved as a whole is found from the run folder's own place.

    Raises :class:`ArgumentError` where it is not the folder of a run, and :class:`SettingsError`.
    """
    folder = folder.resolve()
    try:
        places: dict[str, Any] = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        run, written = int(places["run"]), Path(places["project"])
        corpus, vocabulary = Path(places["corpus"]), Path(places["vocabulary"])
        corpora = {str(name): Path(path) for name, path in dict(places.get("corpora", {})).items()}
        kind = RunKind(places.get("kind", RunKind.PRETRAINING))  # earlier versions wrote none, and no row
        row = {name: value for name, value in dict(places.get("row", {})).items() if _is_lasting(name, value)}
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        raise ArgumentError(
            mark("{folder} is not the folder of a run."),
            mark("It should hold a readable run.json; give a folder below the project's runs."),
            folder=str(folder),
        ) from None
    try:
        spec = load_spec(folder / "spec.toml")
    except SpecError as error:
        raise SettingsError(readable(str(folder)), error.message) from None
    around = folder.parent.parent
    root = around if Project(around).database.is_file() else written
    return RunFolder(
        run,
        spec,
        Project(root),
        _moved(corpus, written, root),
        _moved(vocabulary, written, root),
        kind,
        row,
        {name: _moved(path, written, root) for name, path in corpora.items()},
    )


def _is_lasting(name: str, value: Any) -> bool:
    return name in LASTING and isinstance(value, LASTING[name])


def _moved(path: Path, written: Path, root: Path) -> Path:
    """A path inside the project as it was written, inside the project where it is now."""
    return root / (path.relative_to(written) if path.is_relative_to(written) else path)


def note_session_data(folder: Path, step: int, fingerprint: str) -> None:
    """Note what the session that begins after ``step`` reads (:func:`workbench.spec.replay.data_fingerprint`), so that
    its batches can be told from others; raises :class:`WorkbenchError` where the file cannot be written."""
    noted = {start: found for start, found in session_data(folder).items() if start < step}
    noted[step] = fingerprint
    write_whole(folder / _DATA, json.dumps(noted, indent=2) + "\n")


def session_data(folder: Path) -> dict[int, str]:
    """By the steps done when a session began, the fingerprint of what it read; empty where none is noted."""
    try:
        noted = json.loads((folder / _DATA).read_text(encoding="ascii"))
        return {int(step): str(fingerprint) for step, fingerprint in noted.items()}
    except (OSError, ValueError, AttributeError):
        return {}
