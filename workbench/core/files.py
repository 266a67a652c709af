"""Files that are there whole or not at all: written beside their place under a hidden name, then put there at once."""

from __future__ import annotations

import io
import os
import uuid
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, overload

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.names import readable
from workbench.core.texts import mark

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


@overload
def replacing(
    path: Path, encoding: None = None, *, overwrite: bool = True, parents: bool = False
) -> AbstractContextManager[IO[bytes]]: ...


@overload
def replacing(
    path: Path, encoding: str, *, errors: str = "strict", overwrite: bool = True, parents: bool = False
) -> AbstractContextManager[IO[str]]: ...


@contextmanager
def replacing(
    path: Path, encoding: str | None = None, *, errors: str = "strict", overwrite: bool = True, parents: bool = False
) -> Iterator[Any]:
    """A new file that takes the place of ``path`` when the block ends; bytes, or text where an encoding is given.

    Line ends are written as they come. After any error what was there before stays, and nothing is left of the new
    file; a process that is killed leaves a hidden file that nobody reads. ``parents`` makes the folders that are
    missing above it.

    Raises :class:`WorkbenchError` where the file cannot be written, or where ``errors`` (as of :func:`open`) lets a
    character not be; :class:`ArgumentError` where ``overwrite`` is false and there is a file. What the block raises
    by itself passes as it is.
    """
    check_target(path, overwrite=overwrite)
    target, beside = _places(path)
    with _explained(path):
        if parents:
            target.parent.mkdir(parents=True, exist_ok=True)
        raw = _File(beside, path)
    buffered = io.BufferedWriter(raw)
    file = buffered if encoding is None else _TextFile(buffered, path, encoding, errors)
    try:
        yield file
        file.close()
        check_target(path, overwrite=overwrite)
        with _explained(path):
            os.replace(beside, target)
    finally:
        with suppress(OSError, WorkbenchError):  # what still waits in it after an error is thrown away
            file.close()
        with suppress(OSError):
            beside.unlink(missing_ok=True)


@contextmanager
def replacing_by_name(path: Path, *, overwrite: bool = True) -> Iterator[Path]:
    """As :func:`replacing`, for what can be written by a file's name only (SQLite): the name of the new file.

    The folder must be there, and the file is there already, empty. The block closes it; what it raises passes as it is.
    """
    check_target(path, overwrite=overwrite)
    target, beside = _places(path)
    with _explained(path):
        beside.touch(exist_ok=False)
    try:
        yield beside
        check_target(path, overwrite=overwrite)
        with _explained(path):
            os.replace(beside, target)
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _places(path: Path) -> tuple[Path, Path]:
    """The file that is replaced, to which a link goes on pointing, and a new name beside it."""
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    return target, target.with_name(f".workbench-{uuid.uuid4().hex[:12]}.part")


def write_whole(path: Path, content: str | bytes, *, overwrite: bool = True, parents: bool = False) -> None:
    """Write bytes, or text as UTF-8, as :func:`replacing` does."""
    with replacing(path, overwrite=overwrite, parents=parents) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def check_target(path: Path, *, overwrite: bool) -> None:
    """Raises :class:`ArgumentError` where there is a file that may not be overwritten, or something that is no file."""
    if path.exists() and not (overwrite and path.is_file()):
        raise ArgumentError(mark("{path} is there already."), mark("Choose another name."), path=readable(str(path)))


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What the system refuses, said for people."""
    try:
        yield
    except OSError as error:
        raise _unwritable(path, error.strerror or str(error)) from error


def _unwritable(path: Path, reason: str) -> WorkbenchError:
    return WorkbenchError(
        mark("{file} can't be written: {reason}."),
        mark("Check the space and the rights of its folder."),
        file=readable(str(path)),
        reason=reason,
    )


class _File(io.FileIO):
    """A file that must be new (made under the user's umask), whose own errors can be told from those around it."""

    def __init__(self, beside: Path, meant: Path) -> None:
        self._meant = meant
        super().__init__(beside, "xb")

    def write(self, data: ReadableBuffer, /) -> int:
        with _explained(self._meant):
            return super().write(data)

    def close(self) -> None:
        with _explained(self._meant):
            super().close()


class _TextFile(io.TextIOWrapper):
    """Text whose encoding says what it cannot hold."""

    def __init__(self, file: IO[bytes], meant: Path, encoding: str, errors: str) -> None:
        self._meant = meant
        super().__init__(file, encoding, errors, newline="")

    def write(self, text: str, /) -> int:
        try:
            return super().write(text)
        except UnicodeEncodeError as error:
            raise _unwritable(self._meant, str(error)) from error
