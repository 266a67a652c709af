"""Tags of the BIO family: one automaton reads BIO, BMES, BIOES and their mixtures, and tells what it had to repair."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from workbench.core.texts import mark

#: Letters of the schemes -> what they do: begin, go on with, end a unit, or be one alone.
_ROLES = {"B": "B", "I": "I", "M": "I", "E": "E", "L": "E", "S": "S", "U": "S", "W": "S"}
_TAG = re.compile(r"([BIMELSUW])(?:[-_](\S+))?")


class TaggedToken(NamedTuple):
    """A token of a line with its tag; None where the line has none."""

    text: str
    tag: str | None
    line: int


class Tag(NamedTuple):
    """What a tag does (one of B, I, E, S), and its class."""

    role: str
    name: str


@dataclass(frozen=True)
class TaggedUnit:
    """A unit from token ``first`` to token ``last``, both included."""

    first: int
    last: int
    name: str


class Odd(Protocol):
    """Tells something odd: line, kind, template and its values."""

    def __call__(self, line: int, kind: str, template: str, /, **values: Any) -> None: ...


def parse_tag(tag: str) -> Tag | None:
    """What a tag says; None for ``O`` and for what is no tag."""
    found = _TAG.fullmatch(tag)
    return Tag(_ROLES[found[1]], found[2] or "") if found else None


class TagReader:
    """Reads the tags of sentences. ``closing`` says whether the file's scheme marks the ends of units (BMES, BIOES)."""

    def __init__(self, closing: bool, odd: Odd) -> None:
        self._closing, self._odd = closing, odd
        self._block: Sequence[TaggedToken] = ()
        self._open: TaggedUnit | None = None
        self._units: list[TaggedUnit] = []

    @staticmethod
    def of(head: Sequence[TaggedToken], odd: Odd) -> TagReader:
        """A reader for a file that begins so: its scheme marks ends if most units have one."""
        parsed = [parse_tag(token.tag) for token in head if token.tag]
        roles = Counter(tag.role for tag in parsed if tag is not None)
        return TagReader(2 * (roles["E"] + roles["S"]) > roles["B"] + roles["S"], odd)

    def units(self, block: Sequence[TaggedToken], *, characters: bool) -> list[TaggedUnit]:
        """The units of a sentence in order. ``characters`` says that tokens are to be single characters."""
        self._block, self._units, self._open = block, [], None
        for place, token in enumerate(block):
            self._look_at_text(token, characters)
            self._read(place, self._tag(token))
        self._close()
        return self._units

    def _look_at_text(self, token: TaggedToken, characters: bool) -> None:
        if token.text == " ":
            template = mark("Line {line}: the token is a blank; it was kept as a blank of the text.")
            self._odd(token.line, "blank-token", template)
        elif characters and len(token.text) > 1 and not token.text.isascii():
            template = mark(
                "Line {line}: the token “{token}” has {count} characters; its tag was taken for all of them."
            )
            self._odd(token.line, "long-token", template, token=token.text, count=len(token.text))

    def _tag(self, token: TaggedToken) -> Tag | None:
        """The tag of a token; what is missing or unknown is told and read as ``O``."""
        if token.tag is None:
            template = mark("Line {line}: “{token}” has no tag; it was read as outside of all units (O).")
            self._odd(token.line, "no-tag", template, token=token.text)
            return None
        tag = parse_tag(token.tag)
        if tag is None and token.tag != "O":
            template = mark("Line {line}: “{tag}” is no tag; it was read as outside of all units (O).")
            self._odd(token.line, "unknown-tag", template, tag=token.tag)
        if tag is not None and not self._closing and token.tag[0] not in "BI":
            template = (
                mark("Line {line}: {tag} is no BIO tag; it was read as a unit by itself (B).")
                if tag.role == "S"
                else mark("Line {line}: {tag} is no BIO tag; it was read as going on with the unit (I).")
            )
            self._odd(token.line, "other-scheme", template, tag=token.tag)
        return tag

    def _read(self, place: int, tag: Tag | None) -> None:
        """One step of the automaton."""
        if tag is None or tag.role in "BS" or not self._goes_on(place, tag):
            self._close()
        if tag is not None:
            first = self._open.first if self._open is not None else place
            self._open = TaggedUnit(first, place, tag.name)
            if tag.role in "ES":
                self._close(has_end=True)

    def _goes_on(self, place: int, tag: Tag) -> bool:
        """Whether there is a unit that a tag (I or E) goes on with; tells where there is none."""
        token = self._block[place]
        if self._open is None:
            template = mark("Line {line}: {tag} goes on with no unit; it was read as the beginning of one (B).")
            self._odd(token.line, "no-beginning", template, tag=token.tag)
        elif self._open.name != tag.name:
            template = mark("Line {line}: {tag} follows a unit of the class {name}; it was read as a new unit (B).")
            self._odd(token.line, "other-class", template, tag=token.tag, name=self._open.name or "–")
        return self._open is not None and self._open.name == tag.name

    def _close(self, *, has_end: bool = False) -> None:
        """End the open unit, if there is one."""
        if self._open is None:
            return
        if self._closing and not has_end:
            template = mark("Line {line}: the unit of the class {name} has no tag for its end (E); it was ended here.")
            self._odd(self._block[self._open.last].line, "no-end", template, name=self._open.name or "–")
        self._units.append(self._open)
        self._open = None
