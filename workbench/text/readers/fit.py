"""Whether a file is in the encoding that the user said, looked at before any of it is imported.

A few damaged bytes are replaced and told, as everywhere; but a file that is in another encoding is refused, since
nothing of its text would be left.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark
from workbench.text.readers.mixed import LineDecoder
from workbench.text.readers.opening import open_bytes
from workbench.text.readers.settings import ENCODING
from workbench.text.readers.utf8_survey import CESU_PAIR, ESCAPED

#: So many bytes, or such a share of the file, may be damaged.
_FEW, _FEW_SHARE = 16, 0.02
_REPLACED = re.compile("\ufffd+")


@dataclass
class _Misfits:
    """Bytes of a file that do not fit; ``line`` of the first counts from 1."""

    total: int = 0
    count: int = 0
    line: int = 0

    @property
    def too_many(self) -> bool:
        """More than a damaged file has."""
        return self.count > max(_FEW, _FEW_SHARE * self.total) or 2 * self.count > self.total


def require_fit(
    path: Path,
    name: str,
    encoding: str,
    *,
    limit: int | None = None,
    progress: Callable[[int], object] = lambda position: None,
    cancelled: Cancelled = never,
) -> None:
    """Raise :class:`WorkbenchError` where a file, called ``name`` in it, is not in an encoding.

    Looks at the whole file, or about ``limit`` bytes of it; ``progress`` is told the bytes read on disk.
    """
    misfits = _Misfits()
    with open_bytes(path) as stream:
        counter = _Counter(encoding, misfits)
        for chunk in stream.chunks(limit):
            if cancelled():
                raise StoppedError(mark("The import was cancelled."))
            counter.add(chunk)
            progress(stream.position)
    if misfits.too_many:
        raise WorkbenchError(
            mark("{file} is not {encoding}: {count} of its {total} bytes do not fit, the first in line {line}."),
            mark("Let the encoding be detected, or choose another with {setting}."),
            setting=ENCODING,
            file=name,
            encoding=encoding,
            count=misfits.count,
            total=misfits.total,
            line=misfits.line,
        )


class _Counter:
    """Decodes a file piece by piece and counts what does not fit; a character cut off by the end is not counted."""

    def __init__(self, encoding: str, misfits: _Misfits) -> None:
        self._wide = encoding.startswith(("utf-16", "utf-32"))
        self._decoder: codecs.IncrementalDecoder | LineDecoder
        if "+" in encoding:
            self._decoder = LineDecoder(encoding.partition("+")[2])
        else:
            self._decoder = codecs.getincrementaldecoder(encoding)("replace" if self._wide else "surrogateescape")
        self._misfits, self._line = misfits, 1

    def add(self, chunk: bytes) -> None:
        """The next bytes."""
        self._misfits.total += len(chunk)
        try:
            text = self._decoder.decode(chunk, False)
        except UnicodeDecodeError:  # some decoders cannot pass over a byte: reading the file will name it
            return
        if not text.isascii():
            self._count(text)
        self._line += text.count("\n")

    def _count(self, text: str) -> None:
        """Characters in two halves (CESU-8) do fit: they are put together when the file is read."""
        if not self._wide and ESCAPED.search(text):
            text = CESU_PAIR.sub("\U0001f600", text)
        first: int | None = None
        for match in (_REPLACED if self._wide else ESCAPED).finditer(text):
            first = match.start() if first is None else first
            self._misfits.count += len(match.group()) * (2 if self._wide else 1)
        if first is not None and not self._misfits.line:
            self._misfits.line = self._line + text.count("\n", 0, first)
