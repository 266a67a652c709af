"""JSON records out of a file: one a line, or the items of one array, or one object after the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.text.readers.decoding import Source, lines, text_blocks

_LONGEST_RECORD = 1 << 26
_SPACE = " \t\n\r,"


@dataclass(frozen=True)
class Record:
    """A value and the line on which it begins; ``raw`` is its line, for a look at what the parser drops."""

    value: Any
    line: int
    raw: str = ""


@dataclass(frozen=True)
class BrokenRecord:
    """A line that is not JSON, and why."""

    line: int
    reason: str


def is_json_lines(head: str) -> bool:
    """Whether a file that begins so has one record a line; else it is an array or objects over several lines."""
    first, *others = [line for line in head.split("\n") if line.strip()][:3] or [""]
    if _parses(first):
        return True
    return not head.lstrip().startswith("[") and any(_parses(line) for line in others)


def _parses(line: str) -> bool:
    """The line is JSON by itself."""
    try:
        json.loads(line.strip().lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return True


def read_lines(source: Source) -> Iterator[Record | BrokenRecord]:
    """One record a line; blank lines are nothing."""
    for line, number in lines(source):
        text = line.strip().lstrip("\ufeff")
        if not text:
            continue
        try:
            yield Record(json.loads(text), number, text)
        except ValueError as error:
            yield BrokenRecord(number, getattr(error, "msg", str(error)))
        except RecursionError:
            yield BrokenRecord(number, "too deeply nested")


def read_values(source: Source) -> Iterator[Record | BrokenRecord]:
    """The items of an array that spans lines, or objects that do, one after the other."""
    scanner, wait = _ValueScanner(), 0
    for block in text_blocks(source):
        scanner.buffer += block.text
        if len(scanner.buffer) > _LONGEST_RECORD:
            raise WorkbenchError(
                mark("The JSON value on line {line} of {file} is too large or broken."),
                mark("Write one record a line."),
                line=scanner.line,
                file=source.name,
            )
        # What was incomplete is tried again only once the text has doubled, so that the whole stays linear.
        if len(scanner.buffer) >= wait:
            yield from scanner.complete()
            wait = 2 * len(scanner.buffer)
    yield from scanner.complete()
    if scanner.buffer.strip(_SPACE + "]"):
        yield BrokenRecord(scanner.line, "the value has no end, or is not JSON")


class _ValueScanner:
    """Takes whole JSON values off the front of a growing text."""

    def __init__(self) -> None:
        self.buffer, self.line = "", 1
        self._in_array = False
        self._decoder = json.JSONDecoder()

    def complete(self) -> Iterator[Record]:
        """The values that are whole; what is left of the text stays."""
        position = 0
        while True:
            position, skipped = _skip(self.buffer, position)
            self.line += skipped
            following = self.buffer[position : position + 1]
            if following == "[" and not self._in_array:
                self._in_array, position = True, position + 1
                continue
            if following in ("", "]"):
                break
            try:
                value, end = self._decoder.raw_decode(self.buffer, position)
            except (ValueError, RecursionError):
                break
            yield Record(value, self.line)
            self.line += self.buffer.count("\n", position, end)
            position = end
        self.buffer = self.buffer[position:]


def _skip(text: str, position: int) -> tuple[int, int]:
    """The next place that is no blank or comma, and the line ends on the way."""
    begin = position
    while position < len(text) and text[position] in _SPACE:
        position += 1
    return position, text.count("\n", begin, position)
