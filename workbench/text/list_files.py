"""Files with an entry a line: plain, gzip or Zstandard, in UTF-8 or another encoding that is said or certain."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.names import readable
from workbench.core.texts import mark
from workbench.text.readers.decoding import Source, text_blocks, with_line_feeds
from workbench.text.readers.encodings import UncertainEncodingError, canonical, detect
from workbench.text.readers.opening import BinaryFileError, open_bytes, refuse_binary

AUTO = "auto"  #: the encoding is found out


def list_lines(path: Path, encoding: str = AUTO) -> list[str]:
    """The lines of a file without their ends: LF, CR LF or CR alone (as published lists have it), and nothing else. A
    last one without text is none.

    Raises WorkbenchError where the file cannot be read, UncertainEncodingError where its encoding would be a guess.
    """
    lines = with_line_feeds(_read(path, encoding), lone_cr=True).split("\n")
    return lines if lines[-1] else lines[:-1]


def _read(path: Path, wanted: str) -> str:
    """The file's text, unpacked, in the encoding that is wanted, or in UTF-8 or the one that it is certain to have."""
    with open_bytes(path) as stream:
        content = b"".join(stream.chunks())
    try:
        refuse_binary(path, content[:512])
        return _decoded(path, content, wanted)
    except BinaryFileError as error:
        hint = mark("A list is a plain text file with an entry a line.")
        raise BinaryFileError(error.message.template, hint, **error.message.values) from None


def _decoded(path: Path, content: bytes, wanted: str) -> str:
    """The unpacked content as text."""
    if wanted == AUTO:
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            encoding = _certain_encoding(path)
    else:
        encoding = canonical(wanted)
    if "+" in encoding:
        return "".join(block.text for block in text_blocks(Source(path, readable(path.name), encoding)))
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise WorkbenchError(
            mark("Not all of the list “{path}” can be read as {encoding}."),
            mark("Say which encoding it has, or save it as UTF-8."),
            path=path,
            encoding=encoding,
        ) from None


def _certain_encoding(path: Path) -> str:
    """The encoding of a file; raises where it is a guess."""
    guess = detect(path)
    if not guess.certain:
        raise UncertainEncodingError(readable(path.name), guess)
    return guess.encoding
