"""The encoding that the user chose: believed where it may be true, refused or doubted where the bytes say otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import Text, mark
from workbench.text.readers.contest import compare
from workbench.text.readers.encodings import (
    EncodingGuess,
    MixedEncodingError,
    canonical,
    detect,
    marked_encoding,
    tell_candidates,
)
from workbench.text.readers.fit import require_fit
from workbench.text.readers.opening import CHUNK, BinaryFileError, open_bytes, refuse_binary
from workbench.text.readers.settings import ENCODING

#: Bytes over which a chosen encoding is compared with the likeliest.
_COMPARED_BYTES = 1 << 25


@dataclass(frozen=True)
class Chosen:
    """The encoding to read with, and a warning where another one is likelier."""

    encoding: str
    warning: Text | None = None


def check_chosen(
    path: Path,
    name: str,
    chosen: str,
    *,
    limit: int | None = None,
    progress: Callable[[int], object] = lambda position: None,
    cancelled: Cancelled = never,
) -> Chosen:
    """What the user said, if it can be true: a picture stays a picture, and a mark tells which UTF-16 it is.

    Raises :class:`WorkbenchError` where many bytes do not fit, and where all fit but the file is surely in a form of
    Unicode that reads otherwise: the text would be nonsense.
    """
    encoding = canonical(chosen)
    with open_bytes(path) as stream:
        head = stream.read(CHUNK)
    refuse_binary(path, head)
    marked = marked_encoding(head)
    if marked and marked[:6] == encoding[:6]:
        encoding = marked
    if "+" in encoding:
        guess = _guess_of_whole(path, name, limit, cancelled)
        if guess is not None and (found := as_a_whole(encoding, guess)) != encoding:
            readings = tell_candidates(compare(guess.sample, [found]))
            template = mark("Read as {found} from end to end, not line by line as {encoding}: {readings}.")
            return Chosen(found, Text(template, {"found": found, "encoding": encoding, "readings": readings}))
    require_fit(path, name, encoding, limit=limit, progress=progress, cancelled=cancelled)
    if "+" in encoding:
        return Chosen(encoding)
    try:
        guess = detect(path, name=name, limit=_COMPARED_BYTES, cancelled=cancelled)
    except BinaryFileError:
        return Chosen(encoding)
    return Chosen(encoding, _doubt(name, encoding, guess))


def as_a_whole(encoding: str, guess: EncodingGuess) -> str:
    """The encoding to read with where ``encoding`` may be one for each line, as ``utf-8+gb18030``.

    A file that is certainly in a third encoding is read in that: its lines would be nonsense in either of the two.
    """
    first, plus, second = encoding.partition("+")
    if not plus or not guess.certain or guess.encoding in (first, second):
        return encoding
    readings = compare(guess.sample, [second, guess.encoding])
    return encoding if readings[0].preview == readings[1].preview else guess.encoding


def _guess_of_whole(path: Path, name: str, limit: int | None, cancelled: Cancelled) -> EncodingGuess | None:
    """What a file is in from end to end; None for one in several encodings, and where it cannot be told."""
    try:
        return detect(path, name=name, limit=limit, cancelled=cancelled)
    except (BinaryFileError, MixedEncodingError):
        return None


def _doubt(name: str, encoding: str, guess: EncodingGuess) -> Text | None:
    """A warning where another encoding is certain and reads otherwise; raises where it is one of Unicode."""
    if not guess.certain or guess.encoding == encoding:
        return None
    readings = compare(guess.sample, [encoding, guess.encoding])
    if readings[0].preview == readings[1].preview:
        return None
    values = {"file": name, "encoding": encoding, "found": guess.encoding, "readings": tell_candidates(readings)}
    if guess.encoding.startswith("utf"):
        raise WorkbenchError(
            mark("{file} is not {encoding} but {found}: {readings}."),
            mark("Let the encoding be detected, or choose {setting}."),
            **values,
            setting=ENCODING.to(guess.encoding),
        )
    return Text(mark("Read as {encoding}, as chosen; but it looks like {found}: {readings}."), values)
