"""Units of a text as records of JSON name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

#: Fields of a record that hold spans, the most usual first.
SPAN_NAMES = ("spans", "entities", "label", "labels")
_START_NAMES, _END_NAMES = ("start", "start_offset", "begin"), ("end", "end_offset")
_CLASS_NAMES = ("class", "label", "type", "name")


class TextSpan(NamedTuple):
    """A unit of a text: half-open in characters, and its class."""

    start: int
    end: int
    name: str


def span_field(record: Any) -> str:
    """The field of a record in which units stand; empty where there is none."""
    if not isinstance(record, dict):
        return ""
    lists = ((name, record[name]) for name in SPAN_NAMES if isinstance(record.get(name), list))
    return next((name for name, found in lists if found and parse_span(found[0]) is not None), "")


def parse_span(item: Any) -> TextSpan | None:
    """The unit that ``[start, end, class]`` or an object of these tells; None for anything else."""
    if isinstance(item, dict):
        item = [_first(item, names) for names in (_START_NAMES, _END_NAMES, _CLASS_NAMES)]
    if not isinstance(item, list) or len(item) not in (2, 3):
        return None
    start, end, *rest = item
    name = rest[0] if rest and rest[0] is not None else ""
    if type(start) is not int or type(end) is not int or not isinstance(name, str):
        return None
    return TextSpan(start, end, " ".join(name.split()))


def _first(item: dict[str, Any], names: Sequence[str]) -> Any:
    return next((item[name] for name in names if name in item), None)
