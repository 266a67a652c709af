"""Vocabularies: what a token id means; loading them into a project and finding them again."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.names import check_name, free_name, readable
from workbench.core.paths import Project
from workbench.core.texts import listed, mark
from workbench.text.found import Found, folders_in, open_all, remove_folder
from workbench.text.library_tokenizer import require_cutter, tokenizer_definition
from workbench.text.vocabulary_check import (
    VocabularyFile,
    VocabularyKind,
    VocabularyProblem,
    VocabularyReport,
    read_vocabulary_file,
    token_problems,
)
from workbench.text.vocabulary_lineage import Lineage
from workbench.text.vocabulary_tokens import Vocabulary, refuse_missing

__all__ = [
    "Vocabulary",
    "VocabularyKind",
    "VocabularyProblem",
    "VocabularyReport",
    "check_vocabulary",
    "delete_vocabulary",
    "find_vocabulary",
    "list_vocabularies",
    "load_vocabulary",
    "refuse_missing",
    "save_vocabulary",
]

_MANIFEST, _TOKENS, _DEFINITION = "vocabulary.json", "tokens.json", "tokenizer.json"
#: What a manifest says that a vocabulary is made of, beside its tokens.
_PARTS = ("name", "kind", "lowercase", "merges", "definition", "lineage")


def check_vocabulary(path: Path) -> VocabularyReport:
    """Everything that is odd about a file, without loading it.

    Raises ArgumentError where there is none, WorkbenchError where it cannot be read.
    """
    return _read_file(path).report()


def check_known(project: Project, name_or_path: str | Path) -> VocabularyReport:
    """The same for a vocabulary of the project by name, else for the file or folder at a path."""
    folders = _folders(project)
    if (folder := folders.get(str(name_or_path))) is not None:
        return report_on(_opened(folder))
    path = Path(name_or_path)
    if not str(name_or_path) or not path.exists():
        raise _unknown(str(name_or_path), folders)
    if (path / _MANIFEST).is_file():
        return report_on(read_vocabulary_folder(path))
    return check_vocabulary(path)


def report_on(vocabulary: Vocabulary) -> VocabularyReport:
    """What is odd about a vocabulary that has been loaded."""
    source = VocabularyFile(
        vocabulary.kind,
        vocabulary.tokens,
        vocabulary.lowercase,
        problems=tuple(token_problems(vocabulary.tokens)),
    )
    return source.report()


def _read_file(path: Path) -> VocabularyFile:
    """A file as :func:`read_vocabulary_file` reads it, its own way of cutting text tried out."""
    source = read_vocabulary_file(path)
    if source.definition:
        require_cutter(path, source.definition)
    return source


def load_vocabulary(
    project: Project,
    path: Path,
    name: str,
    *,
    kind: VocabularyKind | None = None,
    lowercase: bool | None = None,
    add_missing: bool = False,
) -> Vocabulary:
    """Bring a file into the project under a name.

    ``kind`` and ``lowercase`` override what the file suggests; ``add_missing`` appends missing special tokens at the
    end, so that no other id moves. Raises WorkbenchError where special tokens are missing or the name is taken.
    """
    vocabulary = _from_file(_read_file(path), name, kind, lowercase, add_missing)
    save_vocabulary(project, vocabulary)
    return vocabulary


def _from_file(
    source: VocabularyFile, name: str, kind: VocabularyKind | None, lowercase: bool | None, add_missing: bool
) -> Vocabulary:
    tokens = source.tokens + (source.missing_special if add_missing else ())
    return Vocabulary.make(
        name,
        kind or source.kind,
        tokens,
        lowercase=source.lowercase if lowercase is None else lowercase,
        merges=source.merges,
        definition=source.definition,
    )


def save_vocabulary(project: Project, vocabulary: Vocabulary) -> Path:
    """Write a vocabulary into the project, all at once or not at all; returns its folder.

    Raises ArgumentError for a name that cannot be one or is taken, and WorkbenchError where it cannot be written.
    """
    target = check_free(project, vocabulary.name)
    try:
        project.vocabularies.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=".new-", dir=project.vocabularies))
        try:
            _write_folder(folder, vocabulary)
            folder.rename(target)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        raise WorkbenchError(
            mark("The vocabulary cannot be written ({reason})."),
            mark("Check the space and the rights of the project folder."),
            reason=error.strerror or str(error),
        ) from error
    return target


def check_free(project: Project, name: str) -> Path:
    """Where a new vocabulary will stand; raises ArgumentError for a name that cannot be one or is taken, and
    WorkbenchError where the project is there for reading only."""
    project.require_writable()
    target = project.vocabularies / check_name(name)
    if target.exists():
        raise ArgumentError(
            mark("There is a vocabulary named “{name}” already."),
            mark("Choose another name, or delete it first."),
            name=name,
        )
    return target


def free_vocabulary_name(project: Project, name: str) -> str:
    """The name, or the first like it with a number behind it, that no vocabulary has."""
    return free_name(name, lambda candidate: (project.vocabularies / candidate).exists())


def _write_folder(folder: Path, vocabulary: Vocabulary) -> None:
    """The files of a vocabulary."""
    manifest = {
        "format": 1,
        "name": vocabulary.name,
        "kind": vocabulary.kind.value,
        "size": vocabulary.size,
        "fingerprint": vocabulary.fingerprint,
        "special": dict(vocabulary.special),
        "lowercase": vocabulary.lowercase,
        "merges": [list(pair) for pair in vocabulary.merges],
        "definition": vocabulary.definition,
        "lineage": None if vocabulary.lineage is None else vocabulary.lineage.to_record(),
    }
    _write_json(folder / _TOKENS, list(vocabulary.tokens))
    (folder / _DEFINITION).write_text(tokenizer_definition(vocabulary), encoding="utf-8", newline="\n")
    _write_json(folder / _MANIFEST, manifest)


def _write_json(path: Path, content: object) -> None:
    """ASCII JSON, which holds any token exactly."""
    path.write_text(json.dumps(content), encoding="ascii", newline="\n")


def read_vocabulary_folder(folder: Path) -> Vocabulary:
    """The vocabulary that :func:`save_vocabulary` wrote.

    Raises WorkbenchError, naming the file, where one is missing, cut or changed.
    """
    manifest, tokens = _read_manifest(folder / _MANIFEST), _read_tokens(folder / _TOKENS)
    if len(tokens) != manifest["size"]:
        raise _damaged(folder / _TOKENS)
    try:
        vocabulary = Vocabulary.make(tokens=tokens, **{part: manifest[part] for part in _PARTS})
    except WorkbenchError:  # none is saved without its special tokens
        raise _damaged(folder / _TOKENS) from None
    if vocabulary.fingerprint != manifest["fingerprint"]:
        raise WorkbenchError(
            mark("The vocabulary in “{folder}” was changed after it was loaded."),
            mark("Delete it and load it again."),
            folder=folder,
        )
    return vocabulary


def _read_manifest(path: Path) -> dict[str, Any]:
    """What stands beside the tokens; the fingerprint guards what it means."""
    manifest = _read_json(path)
    try:
        return {
            "name": str(manifest["name"]),
            "kind": VocabularyKind(manifest["kind"]),
            "size": int(manifest["size"]),
            "fingerprint": str(manifest["fingerprint"]),
            "lowercase": bool(manifest["lowercase"]),
            "merges": [(str(left), str(right)) for left, right in manifest["merges"]],
            "definition": str(manifest["definition"]),
            "lineage": Lineage.from_record(manifest.get("lineage")),  # earlier versions wrote none
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path) from error


def _read_tokens(path: Path) -> list[str]:
    """The tokens by id."""
    tokens = _read_json(path)
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise _damaged(path)
    return tokens


def _read_json(path: Path) -> Any:
    """The content of one of a vocabulary's own files."""
    try:
        return json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError, RecursionError) as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> WorkbenchError:
    return WorkbenchError(
        mark("The vocabulary “{name}” is damaged: its file {file} is missing, cut off or changed."),
        mark("Delete it and load or train it again."),
        name=path.parent.name,
        file=path.name,
    )


def find_vocabulary(project: Project, name_or_path: str | Path) -> Vocabulary:
    """A vocabulary of the project by name, or one at a path, which is then read where it is and not copied."""
    folders = _folders(project)
    if (folder := folders.get(str(name_or_path))) is not None:
        return _opened(folder)
    path = Path(name_or_path)
    if not str(name_or_path) or not path.exists():
        raise _unknown(str(name_or_path), folders)
    if (path / _MANIFEST).is_file():
        return read_vocabulary_folder(path)
    return _from_file(_read_file(path), _name_for(path), None, None, False)


def _name_for(path: Path) -> str:
    """What to call a vocabulary file or folder: ``vocab.txt`` says nothing, so that its folder's name serves."""
    if path.is_dir():
        return path.resolve().name
    return path.stem if path.stem != "vocab" else path.resolve().parent.name


def _unknown(name: str, known: Iterable[str]) -> ArgumentError:
    names = list(known)
    return ArgumentError(
        mark("There is no vocabulary named “{name}”, and no such file."),
        mark("In this project: {known}.") if names else mark("This project has none yet."),
        name=name,
        known=listed(names),
    )


def _folders(project: Project) -> dict[str, Path]:
    """Name -> folder of the project's vocabularies, by name."""
    return dict(folders_in(project.vocabularies))


def _opened(folder: Path) -> Vocabulary:
    """A vocabulary of the project under the name of its folder, which someone may have renamed."""
    return read_vocabulary_folder(folder).with_name(readable(folder.name))


def list_vocabularies(project: Project) -> Found[Vocabulary]:
    """All vocabularies of the project by name, the damaged ones apart."""
    return open_all(_folders(project).items(), _opened)


def delete_vocabulary(project: Project, name: str) -> None:
    """Remove a vocabulary from the project, damaged or not; runs that were trained with it need it to go on."""
    project.require_writable()
    folders = _folders(project)
    if name not in folders:
        raise _unknown(name, folders)
    try:
        remove_folder(folders[name])
    except OSError as error:
        raise WorkbenchError(
            mark("The vocabulary “{name}” cannot be deleted ({reason})."),
            mark("Close what is using it and try again."),
            name=name,
            reason=error.strerror or str(error),
        ) from error
