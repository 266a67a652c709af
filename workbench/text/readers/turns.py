"""Dialogues: where turns stand in records, and lines of turns with tabs between them. A turn is a paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from workbench.core.texts import mark
from workbench.text.readers.cleaning import Cleaner
from workbench.text.readers.decoding import Source, lines
from workbench.text.readers.fields import TURN_NAMES, FieldSample
from workbench.text.readers.pieces import Piece
from workbench.text.readers.settings import ImportSettings
from workbench.text.readers.txt import field_paragraphs

#: What a turn that is an object has its text in, and who speaks.
_TEXTS = ("text", "content", "value", "utterance", "message", "内容", "文本")
_SPEAKERS = ("role", "from", "speaker", "sender", "name", "角色")
_BARE = "turns"  #: what the list is called of which a record consists
_LEAST_LINES, _MOST_ALIKE = 5, 0.7


def named(value: Any) -> Any:
    """A record that is a list of turns as an object that has them; any other as it is."""
    if isinstance(value, list) and value and all(map(_is_turn, value)):
        return {_BARE: value}
    return value


def _is_turn(value: Any) -> bool:
    """Whether an item of a list is a text, or an object with a text and who says it."""
    if not isinstance(value, dict):
        return isinstance(value, str)
    keys = {str(key).lower() for key in value}
    return not keys.isdisjoint(_TEXTS) and not keys.isdisjoint(_SPEAKERS)


def turns_field(found: Sequence[FieldSample]) -> str:
    """The path to the texts of turns among the fields of a file, the one with most of them; empty where there is
    none."""
    known = [field for field in found if _is_path_of_turns(field.path)]
    return max(known, key=lambda field: field.texts).path if known else ""


def _is_path_of_turns(path: str) -> bool:
    name, item, rest = path.partition("[]")
    return bool(item) and name.lower() in TURN_NAMES and (not rest or rest.removeprefix(".").lower() in _TEXTS)


def is_field_of_turns(path: str) -> bool:
    """Whether what stands at a path are turns, by its name."""
    return path.partition("[]")[0].split(".")[-1].lower() in TURN_NAMES


def turn(source: Source, cleaner: Cleaner, text: str, line: int) -> tuple[str, ...]:
    """A turn as the one paragraph that it is, however many lines it has; none where it is blank."""
    parts = field_paragraphs(source, cleaner, text, line)
    return (" ".join(parts),) if parts else ()


def are_lines_of_turns(found: Sequence[str]) -> bool:
    """Whether lines hold texts with tabs between them, more in some than in others, as no table has."""
    cells = [line.strip("\n").split("\t") for line in found]
    if len(cells) < _LEAST_LINES or sum(len(row) > 1 and all(map(_is_text, row)) for row in cells) < 0.9 * len(cells):
        return False
    [(_, most)] = Counter(map(len, cells)).most_common(1)
    return most <= _MOST_ALIKE * len(cells)


def _is_text(cell: str) -> bool:
    """Whether a cell holds letters, and so no number or mark alone."""
    return any(map(str.isalpha, cell))


def read_turns(source: Source, settings: ImportSettings) -> Iterator[Piece]:
    """A dialogue a line, tabs between its turns; empty turns are left out, and told."""
    cleaner = Cleaner(source.name, source.notes, settings)
    for line, number in lines(source):
        cells = line.split("\t") if line.strip() else []
        parts = tuple(part for cell in cells for part in turn(source, cleaner, cell, number))
        if len(parts) < len(cells):
            template = mark("Line {line} has an empty turn.")
            source.notes.skip(source.name, number, "empty-turn", template, line=number)
        if parts:
            yield Piece(parts, number, turns=True)
