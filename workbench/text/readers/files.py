"""The files of an import: those named, and those in folders named, in a fixed order, each once."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.core.errors import ArgumentError
from workbench.core.names import readable
from workbench.core.texts import mark


@dataclass(frozen=True)
class ImportFile:
    """A file, what reports call it, whether it was named itself (else it was found in a folder), its bytes on disk."""

    path: Path
    name: str
    named: bool
    size: int


def find_files(paths: Sequence[Path]) -> list[ImportFile]:
    """Files to import; raises :class:`ArgumentError` for a path that is not there or a folder without files."""
    found: dict[Path, ImportFile] = {}
    for path in paths:
        if not path.exists():
            raise ArgumentError(
                mark("There is no file or folder {path}."),
                mark("Check how it is written; in a terminal a name with blanks needs quotation marks."),
                path=readable(str(path)),
            )
        if path.is_dir():
            inside = _inside(path)
            if not inside:
                raise ArgumentError(
                    mark("The folder {path} holds no files."),
                    mark("Give text, JSONL or CSV files, or a folder of them."),
                    path=readable(str(path)),
                )
            for file in inside:
                found.setdefault(file.resolve(), _file(file, readable(file.relative_to(path).as_posix()), named=False))
        else:
            found.setdefault(path.resolve(), _file(path, readable(path.name), named=True))
    return _with_own_names(list(found.values()))


def _inside(folder: Path) -> list[Path]:
    """All files below a folder but hidden ones, sorted by path."""
    files = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files += [Path(place, name) for name in names if not name.startswith(".")]
    return sorted(file for file in files if file.is_file())


def _with_own_names(files: list[ImportFile]) -> list[ImportFile]:
    """The same files, called by their whole paths where two would have one name."""
    names = Counter(file.name for file in files)
    return [replace(file, name=readable(str(file.path))) if names[file.name] > 1 else file for file in files]


def _file(path: Path, name: str, *, named: bool) -> ImportFile:
    return ImportFile(path, name, named, path.stat().st_size)
