"""Vocabularies: what a token id means; loading them into a project and finding them again."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.text.document import Bools
from workbench.text.library_tokenizer import tokenizer_definition
from workbench.text.names import check_name
from workbench.text.vocabulary_check import (
    VocabularyFile,
    VocabularyKind,
    VocabularyProblem,
    VocabularyReport,
    missing_special,
    read_vocabulary_file,
    special_ids,
)

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
    "save_vocabulary",
]

_MANIFEST, _TOKENS, _DEFINITION = "vocabulary.json", "tokens.json", "tokenizer.json"
#: Entries that stand for nothing in text: reserved places, fillers, and marks of other programs.
_RESERVED = re.compile(r"^(\[unused\d+\]|<unused\d+>|madeupword\d+|<\|.*\|>|\[[A-Z]+\]|</?[a-zA-Z]>)$")


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Tokens by id. ``special`` maps the roles ``pad unk cls sep mask`` to ids; all five are always there.

    ``lowercase`` says that text is lower-cased and stripped of accents first (not for byte-level BPE). ``merges`` or
    ``definition`` (a ``tokenizer.json`` without special tokens) hold what byte-level BPE needs beside the tokens.
    """

    name: str
    kind: VocabularyKind
    tokens: tuple[str, ...]
    fingerprint: str
    special: Mapping[str, int]
    lowercase: bool = True
    merges: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    definition: str = field(default="", repr=False)

    @staticmethod
    def make(
        name: str,
        kind: VocabularyKind,
        tokens: Sequence[str],
        *,
        lowercase: bool = True,
        merges: Sequence[tuple[str, str]] = (),
        definition: str = "",
    ) -> Vocabulary:
        """A vocabulary with its fingerprint and special ids worked out; raises where a special token is missing."""
        missing = missing_special(tokens, kind)
        if missing:
            raise WorkbenchError(
                mark("The vocabulary “{name}” has no {missing}."),
                mark("Masked pretraining needs them; load it with the missing ones added at its end."),
                name=name,
                missing=", ".join(missing),
            )
        digest = hashlib.sha256()
        for part in (kind.value, str(lowercase), json.dumps(tokens), json.dumps(merges), definition):
            digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
        return Vocabulary(
            name, kind, tuple(tokens), digest.hexdigest()[:32], special_ids(tokens), lowercase,
            tuple((left, right) for left, right in merges), definition,
        )  # fmt: skip

    @property
    def size(self) -> int:
        """Number of ids, blank entries included."""
        return len(self.tokens)

    @property
    def pad_id(self) -> int:
        """Id of [PAD]."""
        return self.special["pad"]

    @property
    def unk_id(self) -> int:
        """Id of [UNK]."""
        return self.special["unk"]

    @property
    def cls_id(self) -> int:
        """Id of [CLS]."""
        return self.special["cls"]

    @property
    def sep_id(self) -> int:
        """Id of [SEP]."""
        return self.special["sep"]

    @property
    def mask_id(self) -> int:
        """Id of [MASK]."""
        return self.special["mask"]

    @cached_property
    def is_special(self) -> Bools:
        """Which ids are special tokens [V]."""
        special = np.zeros(self.size, np.bool_)
        special[list(self.special.values())] = True
        return special

    @cached_property
    def ordinary_ids(self) -> NDArray[np.int32]:
        """Ids that text can hold: neither special nor blank nor reserved ([unused1]); random tokens come from here."""
        ordinary = [bool(token) and not _RESERVED.match(token) for token in self.tokens]
        return np.flatnonzero(np.asarray(ordinary) & ~self.is_special).astype(np.int32)

    def token(self, token_id: int) -> str:
        """The token of an id, as the vocabulary writes it."""
        return self.tokens[token_id]

    @cached_property
    def ids_by_token(self) -> Mapping[str, int]:
        """Token -> id, without blanks; of duplicates the last, as BERT's own loader has it."""
        return {token: place for place, token in enumerate(self.tokens) if token}

    def with_name(self, name: str) -> Vocabulary:
        """The same vocabulary under another name."""
        return Vocabulary(
            name, self.kind, self.tokens, self.fingerprint, self.special, self.lowercase, self.merges, self.definition
        )


def check_vocabulary(path: Path) -> VocabularyReport:
    """Everything that is odd about a file, without loading it. Raises WorkbenchError where it cannot be read."""
    return read_vocabulary_file(path).report()


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
    vocabulary = _from_file(read_vocabulary_file(path), name, kind, lowercase, add_missing)
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
    """Write a vocabulary into the project, all at once or not at all; returns its folder."""
    name = check_name(vocabulary.name)
    project.vocabularies.mkdir(parents=True, exist_ok=True)
    target = project.vocabularies / name
    if target.exists():
        raise WorkbenchError(
            mark("There is a vocabulary named “{name}” already."), mark("Choose another name."), name=name
        )
    manifest = {
        "format": 1,
        "name": name,
        "kind": vocabulary.kind.value,
        "size": vocabulary.size,
        "fingerprint": vocabulary.fingerprint,
        "special": dict(vocabulary.special),
        "lowercase": vocabulary.lowercase,
        "merges": [list(pair) for pair in vocabulary.merges],
        "definition": vocabulary.definition,
    }
    folder = Path(tempfile.mkdtemp(prefix=".new-", dir=project.vocabularies))
    try:
        _write_json(folder / _TOKENS, list(vocabulary.tokens))
        (folder / _DEFINITION).write_text(tokenizer_definition(vocabulary), encoding="utf-8", newline="\n")
        _write_json(folder / _MANIFEST, manifest)
        folder.rename(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return target


def _write_json(path: Path, content: object) -> None:
    """ASCII JSON, which holds any token exactly."""
    path.write_text(json.dumps(content), encoding="ascii", newline="\n")


def read_vocabulary_folder(folder: Path) -> Vocabulary:
    """The vocabulary that :func:`save_vocabulary` wrote (also the copy in a run's folder)."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="ascii"))
        tokens = json.loads((folder / _TOKENS).read_text(encoding="ascii"))
        vocabulary = Vocabulary.make(
            manifest["name"],
            VocabularyKind(manifest["kind"]),
            tokens,
            lowercase=manifest["lowercase"],
            merges=[(left, right) for left, right in manifest["merges"]],
            definition=manifest["definition"],
        )
    except (OSError, ValueError, KeyError, TypeError):
        raise WorkbenchError(
            mark("The vocabulary in “{folder}” is damaged."), mark("Delete it and load it again."), folder=folder
        ) from None
    if vocabulary.fingerprint != manifest["fingerprint"]:
        raise WorkbenchError(
            mark("The vocabulary in “{folder}” was changed after it was loaded."),
            mark("Delete it and load it again."),
            folder=folder,
        )
    return vocabulary


def find_vocabulary(project: Project, name_or_path: str | Path) -> Vocabulary:
    """A vocabulary of the project by name, or one at a path, which is then read where it is and not copied."""
    folder = project.vocabularies / str(name_or_path)
    if (folder / _MANIFEST).is_file():
        return read_vocabulary_folder(folder)
    path = Path(name_or_path)
    if (path / _MANIFEST).is_file():
        return read_vocabulary_folder(path)
    if path.exists():
        name = path.stem if path.is_file() and path.stem != "vocab" else path.resolve().parent.name
        return _from_file(read_vocabulary_file(path), path.name if path.is_dir() else name, None, None, False)
    known = ", ".join(_names(project))
    raise ArgumentError(
        mark("There is no vocabulary named “{name}”, and no such file."),
        mark("In this project: {known}.") if known else mark("This project has none yet."),
        name=name_or_path,
        known=known,
    )


def _names(project: Project) -> list[str]:
    """Names of the project's vocabularies, sorted."""
    return sorted(
        path.parent.name for path in project.vocabularies.glob(f"*/{_MANIFEST}") if path.parent.name[0] != "."
    )


def list_vocabularies(project: Project) -> list[Vocabulary]:
    """All vocabularies of the project by name."""
    return [read_vocabulary_folder(project.vocabularies / name) for name in _names(project)]


def delete_vocabulary(project: Project, name: str) -> None:
    """Remove a vocabulary from the project; runs keep their own copy of what they need."""
    folder = project.vocabularies / check_name(name)
    if not folder.is_dir():
        find_vocabulary(project, check_name(name))
    shutil.rmtree(folder)
