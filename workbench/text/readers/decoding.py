"""A file as blocks of whole lines: decoded, line ends made LF, damaged bytes replaced and told.

Only LF, CRLF and (where the source says so) a lone CR end a line; U+2028, U+2029, U+0085, VT, FF and FS do not.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from workbench.core.errors import StoppedError, WorkbenchError
from workbench.core.progress import Cancelled, never
from workbench.core.texts import mark
from workbench.text.readers.mixed import LineDecoder
from workbench.text.readers.notes import Notes
from workbench.text.readers.opening import open_bytes
from workbench.text.readers.settings import ENCODING
from workbench.text.readers.utf8_survey import CESU_PAIR, ESCAPED, decode_utf8, first_misfit

REPLACEMENT = "\ufffd"
#: Characters of a line that are kept together; a longer line is cut near a sentence end, so that memory stays bounded.
LONGEST_LINE = 1 << 22
#: Unpacked bytes by which formats and fields are judged.
HEAD_BYTES = 1 << 23
_CUT_AFTER = re.compile("[。！？!?；;.，,\\s]")
_CUT_WINDOW = 2000


@dataclass
class Source:
    """One file of an import. ``name`` is what reports call it; ``position`` counts the bytes read on disk.

    With ``limit``, no more (unpacked) bytes are read. ``lone_cr`` says whether a CR without LF ends a line.
    """

    path: Path
    name: str
    encoding: str
    notes: Notes = field(default_factory=Notes)
    cancelled: Cancelled = never
    position: int = 0
    limit: int | None = None
    lone_cr: bool = True

    def head(self) -> Source:
        """The beginning of the same file for a look ahead, whose notes nobody hears."""
        return replace(self, notes=Notes(), position=0, limit=HEAD_BYTES)


@dataclass(frozen=True)
class TextBlock:
    """Text from line ``line`` (from 1) on; ends with a line end unless the file ends or ``cut`` a very long line."""

    text: str
    line: int
    cut: bool = False


class _Decoder:
    """Bytes to text by the encoding of a source; what does not fit is escaped, repaired or replaced, and told."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._pending = b""
        self._offset = 0
        self._utf8 = source.encoding == "utf-8"
        first, plus, second = source.encoding.partition("+")
        self._lines = LineDecoder(second) if plus else None
        errors = "surrogatepass" if first.startswith("utf-16") else "surrogateescape"
        self._decoder = codecs.getincrementaldecoder(first)("replace" if self._wide else errors)

    @property
    def _wide(self) -> bool:
        return self._source.encoding.startswith("utf-32")

    def decode(self, chunk: bytes, line: int, *, final: bool) -> str:
        """The next text; ``line`` is the line on which it begins."""
        if self._utf8:
            data = self._pending + chunk
            text, used, fits = decode_utf8(data, final)
            begin = self._offset - len(self._pending)
            self._pending = data[used:]
        elif self._lines is not None:
            begin = self._offset - self._lines.pending
            text = self._decode_lines(self._lines, chunk, line, final)
            fits = ESCAPED.search(text) is None
        else:
            begin = self._offset - len(self._decoder.getstate()[0])
            text = self._decode_other(chunk, line, final)
            fits = ESCAPED.search(text) is None
        self._offset += len(chunk)
        return text if fits else self._mend(text, begin, line)

    def _decode_other(self, chunk: bytes, line: int, final: bool) -> str:
        """Text of an encoding other than UTF-8; a unit cut in half by the end of the file is told."""
        try:
            return self._decoder.decode(chunk, final)
        except UnicodeDecodeError as error:
            if final and not chunk:
                self._tell(1, self._offset, line)
                return REPLACEMENT
            raise WorkbenchError(
                mark("{file} is not {encoding}: byte {offset} does not fit."),
                mark("Let the encoding be detected, or choose another with {setting}."),
                setting=ENCODING,
                file=self._source.name,
                encoding=self._source.encoding,
                offset=self._offset + error.start,
            ) from error

    def _decode_lines(self, lines: LineDecoder, chunk: bytes, line: int, final: bool) -> str:
        """Text of lines in two encodings; those that are not UTF-8 are told."""
        text = lines.decode(chunk, final)
        if lines.foreign:
            self._source.notes.count(
                self._source.name,
                line + lines.first,
                "other-encoding",
                mark("{count} {count:line is not UTF-8 and was|lines are not UTF-8 and were} read as {encoding}."),
                lines.foreign,
                encoding=self._source.encoding.partition("+")[2],
            )
        return text

    def _mend(self, text: str, begin: int, line: int) -> str:
        """Put CESU-8 pairs together and replace other escaped bytes."""
        original = text
        text, pairs = CESU_PAIR.subn(_astral, text)
        if pairs:
            place = CESU_PAIR.search(original)
            at = line + original.count("\n", 0, place.start() if place else 0)
            template = mark(
                "{count} {count:character|characters} written as surrogate halves (CESU-8) {count:was|were} put "
                "together."
            )
            self._source.notes.count(self._source.name, at, "cesu-8", template, pairs)
        bad = ESCAPED.search(text)
        if bad is None:
            return text
        count = sum(len(run) for run in ESCAPED.findall(text))
        before = text[: bad.start()]
        self._tell(count, begin + self._offset_of_misfit(original), line + before.count("\n"))
        return ESCAPED.sub(REPLACEMENT, text)

    def _offset_of_misfit(self, text: str) -> int:
        """Bytes of a decoded text before the first that does not fit."""
        if self._lines is not None:
            return self._lines.first_bad
        return len(text[: first_misfit(text)].encode(self._source.encoding, "surrogateescape"))

    def _tell(self, count: int, offset: int, line: int) -> None:
        self._source.notes.count(
            self._source.name,
            line,
            "bad-bytes",
            mark(
                "{count} {count:byte does|bytes do} not fit {encoding} and {count:was|were} replaced by U+FFFD; "
                "the first is byte {offset}."
            ),
            count,
            encoding=self._source.encoding,
            offset=offset,
        )


def _astral(match: re.Match[str]) -> str:
    """The character of a CESU-8 pair, whose bytes stand escaped in the four groups."""
    high_middle, high_last, low_middle, low_last = (ord(group) - 0xDC00 for group in match.groups())
    high = (high_middle & 0x0F) << 6 | (high_last & 0x3F)
    low = (low_middle & 0x0F) << 6 | (low_last & 0x3F)
    return chr(0x10000 + (high << 10 | low))


def _texts(source: Source) -> Iterator[tuple[str, int]]:
    """Decoded text with LF line ends, and the line on which each piece begins."""
    decoder, line, held = _Decoder(source), 1, ""
    with open_bytes(source.path) as stream:
        first, seen = True, 0
        while True:
            if source.cancelled():
                raise StoppedError(mark("The import was cancelled."))
            chunk = stream.read() if source.limit is None or seen < source.limit else b""
            source.position = stream.position
            seen += len(chunk)
            text = decoder.decode(chunk, line, final=not chunk)
            if first and text:
                text, first = text.removeprefix("\ufeff"), False
            text, held = held + text, ""
            if text.endswith("\r") and chunk:
                text, held = text[:-1], "\r"
            if "\r" in text:
                text = _end_lines(source, text, line)
            if text:
                yield text, line
                line += text.count("\n")
            if not chunk:
                return


def with_line_feeds(text: str, lone_cr: bool) -> str:
    """The text with LF for CRLF and, where it ends lines, for a lone CR."""
    text = text.replace("\r\n", "\n")
    return text.replace("\r", "\n") if lone_cr else text


def _end_lines(source: Source, text: str, line: int) -> str:
    """The text with LF line ends; lone CR characters that end lines are told."""
    found = with_line_feeds(text, source.lone_cr)
    lone = text.count("\r") - text.count("\r\n")
    if lone and source.lone_cr:
        first = re.search("\r(?!\n)", text)
        at = line + with_line_feeds(text[: first.start()], True).count("\n") if first else line
        template = mark("{count} lone CR {count:character was taken as a line end|characters were taken as line ends}.")
        source.notes.count(source.name, at, "line-end-cr", template, lone)
    return found


def text_blocks(source: Source) -> Iterator[TextBlock]:
    """The text of a source in blocks of whole lines, about a quarter of a megabyte each."""
    carried: list[str] = []
    size, begin = 0, 1
    for text, line in _texts(source):
        end = text.rfind("\n") + 1
        if end:
            yield TextBlock("".join((*carried, text[:end])), begin)
            carried, size, begin = [text[end:]], len(text) - end, line + text.count("\n")
        else:
            carried.append(text)
            size += len(text)
        if size > LONGEST_LINE:
            whole = "".join(carried)
            cut = _cutting_place(whole)
            yield TextBlock(whole[:cut], begin, cut=True)
            carried, size = [whole[cut:]], len(whole) - cut
    if rest := "".join(carried):
        yield TextBlock(rest, begin)


def _cutting_place(text: str) -> int:
    """Where to cut a very long line: after the last sentence end, comma or blank near its end."""
    window = max(0, len(text) - _CUT_WINDOW)
    places = [match.end() for match in _CUT_AFTER.finditer(text, window)]
    return places[-1] if places else len(text)


def lines(source: Source) -> Iterator[tuple[str, int]]:
    """Lines without their ends, with their numbers; raises where one is too long to be a record."""
    carried = ""
    for block in text_blocks(source):
        text = carried + block.text
        carried = ""
        if block.cut:
            if len(text) > 16 * LONGEST_LINE:
                raise WorkbenchError(
                    mark("Line {line} of {file} is longer than {limit} characters."),
                    mark("Write one record a line."),
                    line=block.line,
                    file=source.name,
                    limit=16 * LONGEST_LINE,
                )
            carried = text
            continue
        for number, line in enumerate(text.removesuffix("\n").split("\n"), block.line):
            yield line, number
    if carried:
        yield carried, 1
