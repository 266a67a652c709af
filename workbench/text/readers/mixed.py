"""Files whose lines are in two encodings: UTF-8, and another one where that does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.text.readers.utf8_survey import CESU_PAIR, ESCAPED, decode_utf8, first_misfit

#: Bytes of a line that are waited for; a longer one is judged in pieces.
_LONGEST = 1 << 24
#: So many characters of UTF-8 for each byte that does not fit make a line damaged UTF-8, not another encoding.
_GOOD_FOR_BAD = 4


def _end_of_lines(data: bytes) -> int:
    """Where the last line that is whole ends; a CR at the very end may have its LF yet to come."""
    return max(data.rfind(b"\n"), data.rfind(b"\r", 0, max(0, len(data) - 1))) + 1


def _complete_lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes in blocks that end with a line, whatever ends it, but the last."""
    pending = b""
    for chunk in chunks:
        data = pending + chunk
        end = _end_of_lines(data)
        if not end and len(data) > _LONGEST:
            end = len(data)
        if end:
            yield data[:end]
        pending = data[end:]
    if pending:
        yield pending


def is_foreign(line: bytes) -> bool:
    """Whether a line is not UTF-8, not even damaged."""
    text, _, fits = decode_utf8(line, True)
    if fits:
        return False
    text = CESU_PAIR.sub("\U0001f600", text)
    bad = sum(len(run) for run in ESCAPED.findall(text))
    good = sum(character > "\x7f" for character in text) - bad
    return bad * _GOOD_FOR_BAD > good


def foreign_lines(chunks: Iterable[bytes]) -> Iterator[tuple[bytes, int, int]]:
    """Lines that are not UTF-8, each with its number (from 1) and the offset of its first byte that does not fit."""
    number, offset = 1, 0
    for block in _complete_lines(chunks):
        for line in block.splitlines(keepends=True):
            if not line.isascii() and is_foreign(line):
                text = decode_utf8(line, True)[0]
                bad = ESCAPED.search(text)
                yield line, number, offset + len(text[: bad.start() if bad else 0].encode())
            number += 1
            offset += len(line)


class LineDecoder:
    """Decodes each line as UTF-8 or, where it is not, in ``other``; bytes that fit neither are escaped.

    Of what was decoded last, ``foreign`` counts the lines in the other encoding, ``first`` the lines before the first
    of them, and ``first_bad`` the bytes before the first that is escaped.
    """

    def __init__(self, other: str) -> None:
        self._other = other
        self._pending = b""
        self.foreign = self.first = self.first_bad = 0

    @property
    def pending(self) -> int:
        """Bytes that wait for the end of their line."""
        return len(self._pending)

    def decode(self, chunk: bytes, final: bool) -> str:
        """The next text, whole lines but at the end of the file."""
        self.foreign = self.first = 0
        data = self._pending + chunk
        end = len(data) if final or len(data) > _LONGEST else _end_of_lines(data)
        block, self._pending = data[:end], data[end:]
        text, _, fits = decode_utf8(block, True)
        return text if fits else self._decode_lines(block.splitlines(keepends=True))

    def _decode_lines(self, lines: list[bytes]) -> str:
        texts: list[str] = []
        offset, self.first_bad = 0, -1
        for number, line in enumerate(lines):
            encoding = "utf-8"
            if is_foreign(line):
                encoding = self._other
                self.first = self.first if self.foreign else number
                self.foreign += 1
            text = line.decode(encoding, "surrogateescape")
            if self.first_bad < 0 and (place := first_misfit(text)) >= 0:
                self.first_bad = offset + len(text[:place].encode(encoding, "surrogateescape"))
            texts.append(text)
            offset += len(line)
        return "".join(texts)
