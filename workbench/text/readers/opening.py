"""Files as streams of bytes: compressed ones are unpacked on the way, and what is not text is refused by name."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

import zstandard

from workbench.core.errors import WorkbenchError
from workbench.core.names import readable
from workbench.core.texts import Text, mark

#: Bytes a read: small enough that a cancelled import stops within a tenth of a second.
CHUNK = 1 << 18
GZIP, ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"

#: First bytes -> what the file is. (PDF and the like may hold text, but not as text.)
SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n", mark("a picture (PNG)")),
    (b"\xff\xd8\xff", mark("a picture (JPEG)")),
    (b"GIF87a", mark("a picture (GIF)")),
    (b"GIF89a", mark("a picture (GIF)")),
    (b"II*\x00", mark("a picture (TIFF)")),
    (b"MM\x00*", mark("a picture (TIFF)")),
    (b"%PDF-", mark("a PDF document")),
    (b"PK\x03\x04", mark("a ZIP archive or an Office document")),
    (b"PK\x05\x06", mark("a ZIP archive")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", mark("an old Office document")),
    (b"7z\xbc\xaf\x27\x1c", mark("a 7z archive")),
    (b"Rar!\x1a\x07", mark("a RAR archive")),
    (b"BZh91AY&SY", mark("a bzip2 file; unpack it first")),
    (b"\xfd7zXZ\x00", mark("an xz file; unpack it first")),
    (b"\x7fELF", mark("a program")),
    (b"SQLite format 3\x00", mark("an SQLite database")),
    (b"PAR1", mark("a Parquet file")),
    (b"\x93NUMPY", mark("a NumPy array")),
    (b"ID3\x03", mark("a sound file")),
    (b"OggS\x00", mark("a sound file")),
)


class BinaryFileError(WorkbenchError):
    """The file holds no text."""


class NotCorpusError(WorkbenchError):
    """The file is good, but for another task than a corpus."""


class ByteStream:
    """The unpacked bytes of a file, read in order; ``position`` counts the bytes read on disk, for progress."""

    def __init__(self, raw: IO[bytes], data: IO[bytes], path: Path) -> None:
        self._raw, self._data, self._path = raw, data, path

    @property
    def position(self) -> int:
        """Bytes of the file on disk that have been read."""
        return self._raw.tell()

    def read(self, size: int = CHUNK) -> bytes:
        """Up to ``size`` bytes, fewer only at the end; raises where the compressed data are damaged."""
        try:
            return self._data.read(size)
        except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
            raise WorkbenchError(
                mark("{file} cannot be read to its end ({reason})."),
                mark("The file is damaged or cut off."),
                file=readable(self._path.name),
                reason=str(error),
            ) from error

    def chunks(self, limit: int | None = None) -> Iterator[bytes]:
        """The bytes piece by piece, about ``limit`` at most."""
        seen = 0
        while (limit is None or seen < limit) and (chunk := self.read()):
            seen += len(chunk)
            yield chunk


def compression(head: bytes) -> str:
    """``gzip``, ``zstd`` or nothing, by content."""
    if head.startswith(GZIP):
        return "gzip"
    return "zstd" if head.startswith(ZSTANDARD) else ""


@contextmanager
def open_bytes(path: Path) -> Iterator[ByteStream]:
    """The file, unpacked where it is gzip or Zstandard by content; raises a :class:`WorkbenchError` if unreadable."""
    try:
        raw = path.open("rb")
    except OSError as error:
        raise WorkbenchError(
            mark("{file} cannot be opened ({reason})."),
            mark("Check that it is there and may be read."),
            file=readable(path.name),
            reason=error.strerror or str(error),
        ) from error
    with raw:
        packed = compression(raw.read(4))
        raw.seek(0)
        if packed == "gzip":
            with gzip.GzipFile(fileobj=raw) as data:
                yield ByteStream(raw, cast("IO[bytes]", data), path)
        elif packed == "zstd":
            with zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True, closefd=False) as reader:
                yield ByteStream(raw, cast("IO[bytes]", reader), path)
        else:
            yield ByteStream(raw, raw, path)


def refuse_binary(path: Path, head: bytes) -> None:
    """Raise if the first (unpacked) bytes are the signature of something that is not text."""
    kind = next((what for signature, what in SIGNATURES if head.startswith(signature)), "")
    if not kind and head[257:262] == b"ustar":
        kind = mark("a tar archive; unpack it first")
    if kind:
        raise BinaryFileError(
            mark("{file} is not text: it is {kind}."),
            mark("Choose a plain text, JSONL or CSV file."),
            file=readable(path.name),
            kind=Text(kind),
        )
