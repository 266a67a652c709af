"""ZIP archives that may come from anybody: written whole, and read only after every name and size was looked at.

The head of an archive is a JSON document in a member of its own, which names all others with size and SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import stat
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from workbench.core.errors import ArgumentError, StoppedError, WorkbenchError
from workbench.core.files import replacing
from workbench.core.names import check_name, readable
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark

MOST_MEMBERS = 500_000
MOST_HEAD_BYTES = 64 << 20
_BLOCK = 1 << 20
#: Weights do not shrink, and packing them takes long.
_STORED = frozenset({".safetensors", ".npy", ".bin"})


class ArchiveWriter:
    """Adds members, and notes what the head says of them."""

    def __init__(self, archive: zipfile.ZipFile, cancelled: Cancelled) -> None:
        self._archive = archive
        self._cancelled = cancelled
        self.members: dict[str, dict[str, Any]] = {}

    def add_file(self, name: str, path: Path) -> None:
        """A copy of a file; one that grows meanwhile is taken as far as it has come."""
        with path.open("rb") as source:
            self._add(name, lambda: source.read(_BLOCK), path.suffix)

    def add_text(self, name: str, text: str) -> None:
        """A text as UTF-8."""
        blocks = iter((text.encode(),))
        self._add(name, lambda: next(blocks, b""), "")

    def _add(self, name: str, read: Callable[[], bytes], suffix: str) -> None:
        digest, size = hashlib.sha256(), 0
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.compress_type = zipfile.ZIP_STORED if suffix in _STORED else zipfile.ZIP_DEFLATED
        with self._archive.open(info, "w", force_zip64=True) as member:
            while block := read():
                _stop_if(self._cancelled)
                digest.update(block)
                size += len(block)
                member.write(block)
        self.members[name] = {"size": size, "sha256": digest.hexdigest()}


@contextmanager
def writing_archive(
    path: Path, head_name: str, head: Mapping[str, Any], *, overwrite: bool, cancelled: Cancelled = never
) -> Iterator[ArchiveWriter]:
    """A new archive that takes the place of ``path`` when the block ends; its head gets ``members`` besides.

    Raises :class:`WorkbenchError` where it cannot be written, :class:`StoppedError` when cancelled.
    """
    with replacing(path, overwrite=overwrite) as file, zipfile.ZipFile(file, "w") as archive:
        writer = ArchiveWriter(archive, cancelled)
        yield writer
        text = json.dumps({**head, "members": writer.members}, ensure_ascii=False, indent=1)
        archive.writestr(zipfile.ZipInfo(head_name, (1980, 1, 1, 0, 0, 0)), text + "\n", zipfile.ZIP_DEFLATED)


class ArchiveReader:
    """An archive of one format whose members all are where they may be, and as large as its head says."""

    def __init__(self, path: Path, archive: zipfile.ZipFile, head_name: str, form: str, version: int) -> None:
        self.path = path
        self._archive = archive
        self.head = self._read_head(head_name, form, version)
        self._check_members(head_name)

    @property
    def names(self) -> list[str]:
        """Names of the members besides the head."""
        return list(self.head["members"])

    def head_text(self) -> str:
        """The head without the members, which are unpacked, as JSON."""
        kept = {name: value for name, value in self.head.items() if name != "members"}
        return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"

    @property
    def size(self) -> int:
        """Bytes of all members together, unpacked."""
        return sum(int(member["size"]) for member in self.head["members"].values())

    def read_text(self, name: str) -> str:
        """A small member as text; raises :class:`WorkbenchError` where it is not what the head says."""
        if int(self.head["members"].get(name, {"size": MOST_HEAD_BYTES + 1})["size"]) > MOST_HEAD_BYTES:
            raise damaged_archive(self.path, name)
        blocks: list[bytes] = []
        self._copy(name, blocks.append, never)
        try:
            return b"".join(blocks).decode("utf-8")
        except UnicodeDecodeError:
            raise damaged_archive(self.path, name) from None

    def extract(self, folder: Path, cancelled: Cancelled = never) -> None:
        """Write all members below a new folder; raises :class:`WorkbenchError` where there is no room for them, or
        where one is not what the head says."""
        folder.mkdir(parents=True)
        if self.size > shutil.disk_usage(folder).free:
            raise WorkbenchError(
                mark("{file} needs {size:,.0f} MB, and less is free."),
                mark("Make room, or choose a folder on another disk."),
                file=readable(str(self.path)),
                size=self.size / 1e6,
            )
        for name in self.names:
            target = folder.joinpath(*PurePosixPath(name).parts)
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                self._copy(name, file.write, cancelled)

    def _copy(self, name: str, write: Callable[[bytes], object], cancelled: Cancelled) -> None:
        said = self.head["members"][name]
        digest, left = hashlib.sha256(), int(said["size"])
        try:
            with self._archive.open(name) as member:
                while block := member.read(min(_BLOCK, left + 1)):
                    _stop_if(cancelled)
                    left -= len(block)
                    if left < 0:
                        break
                    digest.update(block)
                    write(block)
        except (zipfile.BadZipFile, KeyError, RuntimeError, NotImplementedError, EOFError, ValueError) as error:
            raise damaged_archive(self.path, name) from error
        if left or digest.hexdigest() != said["sha256"]:
            raise damaged_archive(self.path, name)

    def _read_head(self, head_name: str, form: str, version: int) -> dict[str, Any]:
        try:
            info = self._archive.getinfo(head_name)
            if info.file_size > MOST_HEAD_BYTES:
                raise ValueError("too long")
            with self._archive.open(info) as member:
                head = json.loads(member.read(MOST_HEAD_BYTES).decode("utf-8"))
            if head["format"] != form:
                raise ValueError("another format")
            newer = int(head["version"]) > version
            {name: (int(said["size"]), str(said["sha256"])) for name, said in head["members"].items()}
        except (zipfile.BadZipFile, KeyError, TypeError, ValueError, AttributeError, RuntimeError, OSError) as error:
            raise _another_thing(self.path) from error
        if newer:
            raise WorkbenchError(
                mark("{file} was made by a newer version of the program."),
                mark("Update the program, then try again."),
                file=readable(str(self.path)),
            )
        return dict(head)

    def _check_members(self, head_name: str) -> None:
        infos = self._archive.infolist()
        if len(infos) > MOST_MEMBERS:
            raise damaged_archive(self.path, head_name)
        found: dict[str, zipfile.ZipInfo] = {}
        for info in infos:
            if info.filename.casefold() in found or stat.S_ISLNK(info.external_attr >> 16):
                raise damaged_archive(self.path, info.filename)
            check_member_name(self.path, info.filename)
            found[info.filename.casefold()] = info
        said = {name.casefold(): int(member["size"]) for name, member in self.head["members"].items()}
        sizes = {name: info.file_size for name, info in found.items() if name != head_name}
        for name in said.keys() | sizes.keys():
            if said.get(name) != sizes.get(name):
                raise damaged_archive(self.path, name)


@contextmanager
def reading_archive(path: Path, head_name: str, form: str, version: int) -> Iterator[ArchiveReader]:
    """Open an archive of a format; raises :class:`WorkbenchError` where it is none, is damaged, newer, or would write
    outside of its folder."""
    try:
        archive = zipfile.ZipFile(path)
    except OSError as error:
        raise ArgumentError(
            mark("{file} can't be read: {reason}."), file=readable(str(path)), reason=error.strerror or str(error)
        ) from error
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise _another_thing(path) from error
    with archive:
        yield ArchiveReader(path, archive, head_name, form, version)


def check_member_name(path: Path, name: str) -> None:
    """Raise :class:`WorkbenchError` for a name that would lead out of the folder, or that some system can't hold."""
    try:
        if not name or name.startswith("/"):
            raise ArgumentError("{name}", name=name)
        for part in name.split("/"):
            check_name(part)
    except ArgumentError as error:
        raise WorkbenchError(
            mark("{file} holds a file with the name “{name}”, which cannot be unpacked safely."),
            mark("Nothing of it was unpacked. Ask for another copy from whoever made it."),
            file=readable(str(path)),
            name=ascii(name)[1:81],
        ) from error


def damaged_archive(path: Path, name: str) -> WorkbenchError:
    """The archive does not hold what its head says."""
    return WorkbenchError(
        mark("{file} is damaged: what it holds as “{name}” is not what was packed."),
        mark("Copy it again from where it came."),
        file=readable(str(path)),
        name=name,
    )


def _another_thing(path: Path) -> WorkbenchError:
    return WorkbenchError(
        mark("{file} is no file of the kind that is needed here, or it is cut off."), file=readable(str(path))
    )


def _stop_if(cancelled: Cancelled) -> None:
    if cancelled():
        raise StoppedError(mark("Stopped."))
