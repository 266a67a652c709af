"""Which field of a record holds the text, and how to reach it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark

#: Names that text goes by, the most usual first.
TEXT_NAMES: tuple[str, ...] = (
    "text", "content", "contents", "body", "article", "document", "paragraphs", "paragraph", "lines", "sentences",
    "sentence", "abstract", "正文", "文本", "内容", "內容", "文章", "句子",
)  # fmt: skip
#: Names of the field that holds the turns of a dialogue.
TURN_NAMES: tuple[str, ...] = ("turns", "dialog", "dialogue", "conversation", "conversations", "messages", "utterances")
LABEL_NAMES: tuple[str, ...] = ("label", "labels", "score", "标签", "类别")
_STEP = re.compile(r"([^.\[\]]+)((?:\[\])*)")


class NoFieldError(WorkbenchError):
    """No field is named as text usually is; ``fields`` are those found."""

    def __init__(self, file: str, fields: Sequence[str]) -> None:
        super().__init__(
            mark("{file} has no field named “text” or the like; it has: {fields}."),
            mark("Name the field of the text with --field."),
            file=file,
            fields=", ".join(fields) or "–",
        )
        self.fields = tuple(fields)


def choose(file: str, counts: Counter[str]) -> str:
    """The field of the text among ``counts`` (path -> records that have it); raises :class:`NoFieldError`."""
    usual = [path for path in counts if path.removesuffix("[]").lower() in TEXT_NAMES]
    if not usual:
        raise NoFieldError(file, list(counts))
    return max(usual, key=lambda path: (counts[path], path.removesuffix("[]") in TEXT_NAMES, -_rank(path)))


def _rank(path: str) -> int:
    """The place of a usual name among the usual names."""
    return TEXT_NAMES.index(path.removesuffix("[]").lower())


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
