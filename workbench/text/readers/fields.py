"""Which field of a record holds the text, and how to reach it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.texts import Setting, Text, listed, mark
from workbench.text.readers.settings import FIELD

#: Names that text goes by, the most usual first.
TEXT_NAMES: tuple[str, ...] = (
    "text", "content", "contents", "body", "article", "document", "paragraphs", "paragraph", "lines", "sentences",
    "sentence", "abstract", "正文", "文本", "内容", "內容", "文章", "句子",
)  # fmt: skip
#: Names of the field that holds the turns of a dialogue.
TURN_NAMES: tuple[str, ...] = ("turns", "dialog", "dialogue", "conversation", "conversations", "messages", "utterances")
LABEL_NAMES: tuple[str, ...] = ("label", "labels", "score", "标签", "类别")
_STEP = re.compile(r"([^.\[\]]+)((?:\[\])*)")


_EXAMPLE_CHARACTERS = 60
#: Names that are told in one sentence, and the characters of each.
_MOST_NAMED, _LONGEST_NAME = 12, 60


@dataclass(frozen=True)
class FieldSample:
    """A field or column of the first records: in how many it stands, how many texts they hold, one of them cut short.

    Where no text stands in it, ``example`` is what does.
    """

    path: str
    records: int = 0
    texts: int = 0
    example: str = ""


class FieldCounter:
    """Gathers :class:`FieldSample` records in the order in which their fields come."""

    def __init__(self) -> None:
        self._found: dict[str, FieldSample] = {}

    def add(self, path: str, values: Iterable[Any]) -> None:
        """The values that one more record has in a field."""
        before = self._found.get(path, FieldSample(path))
        listed = list(values)
        texts = [value for value in listed if isinstance(value, str) and value.strip()]
        example = before.example
        if not before.texts and (texts or (listed and not example)):
            example = " ".join(str((texts or listed)[0])[: 4 * _EXAMPLE_CHARACTERS].split())[:_EXAMPLE_CHARACTERS]
        self._found[path] = FieldSample(path, before.records + 1, before.texts + len(texts), example)

    def all(self) -> tuple[FieldSample, ...]:
        """What was found."""
        return tuple(self._found.values())


def list_names(names: Sequence[str]) -> Text:
    """The first names and how many there are in all: a file may have any number."""
    told = listed(names[:_MOST_NAMED])
    if len(names) <= _MOST_NAMED:
        return told
    return Text(mark("{names}, … ({count} in all)"), {"names": told, "count": len(names)})


def list_fields(found: Sequence[FieldSample]) -> str | Text:
    """Fields with the number of texts in each."""
    return list_names([f"{short_name(field.path)} ({field.texts})" for field in found])


def short_name(name: str) -> str:
    """A name, which may be any text of a file, cut to what can be told."""
    return name if len(name) <= _LONGEST_NAME else name[:_LONGEST_NAME] + "…"


class NoFieldError(WorkbenchError):
    """No field is named as text usually is, or none has the name ``wanted`` that a ``setting`` says; ``fields`` are
    those found."""

    def __init__(self, file: str, fields: Sequence[FieldSample], wanted: str = "", setting: Setting = FIELD) -> None:
        template = mark(
            "{file} has no field named “text” or the like; it has (with the texts in the first records): {fields}."
        )
        if wanted:
            template = mark("{file} has no field “{wanted}”; it has (with the texts in the first records): {fields}.")
        super().__init__(
            template,
            mark("Name the field of the text with {setting}.")
            if setting == FIELD
            else mark("Name one of these with {setting}, or leave it empty."),
            setting=setting,
            file=file,
            fields=list_fields(fields) or "–",
            wanted=wanted,
        )
        self.file, self.fields, self.wanted, self.setting = file, tuple(fields), wanted, setting

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.fields, self.wanted, self.setting)


def choose(file: str, found: Sequence[FieldSample]) -> str:
    """The field of the text among those found; raises :class:`NoFieldError`."""
    usual = [field for field in found if field.path.removesuffix("[]").lower() in TEXT_NAMES]
    if not usual:
        raise NoFieldError(file, found)
    return max(usual, key=_likelihood).path


def _likelihood(field: FieldSample) -> tuple[int, bool, int]:
    """By records that have it, by a name written as usual, by the place of that among the usual names."""
    name = field.path.removesuffix("[]")
    return field.records, name in TEXT_NAMES, -TEXT_NAMES.index(name.lower())


def paths(value: Any, prefix: str = "") -> Iterator[str]:
    """The dotted paths of a JSON value at which strings or lists of strings may stand, ``[]`` for every item."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        yield from paths(value[0], f"{prefix}[]")
    elif prefix:
        yield f"{prefix}[]" if isinstance(value, list) else prefix


def steps(path: str) -> list[tuple[str, int]]:
    """The path as keys, each with the number of lists to go through; raises where it is none."""
    parts = path.split(".")
    found = [_STEP.fullmatch(part) for part in parts]
    if not all(found):
        raise WorkbenchError(
            mark("“{path}” is no path to a field."), mark("Write it as text or data.paragraphs[].context."), path=path
        )
    return [(match.group(1), match.group(2).count("[]")) for match in found if match]


class Missing(LookupError):
    """The record has no such field."""


def values_at(record: Any, path: Sequence[tuple[str, int]]) -> list[Any]:
    """The values at a path; raises :class:`Missing` where the record lacks it. An empty list has none."""
    values = [record]
    for key, depth in path:
        reached = []
        for value in values:
            if not isinstance(value, dict) or key not in value:
                raise Missing(key)
            reached.append(value[key])
        for _ in range(depth):
            if not all(isinstance(value, list) for value in reached):
                raise Missing(key)
            reached = [item for value in reached for item in value]
        values = reached
    return values
