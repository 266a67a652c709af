"""A setting that a sweep varies: its path and the values that it takes in turn, written as for ``--set``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from workbench.core.errors import FieldProblem, SpecError
from workbench.core.texts import Text, mark
from workbench.spec.files import toml_inline

_OPENING, _CLOSING = "[{", "]}"


@dataclass(frozen=True)
class Variation:
    """``values`` are texts as :func:`workbench.spec.files.apply_overrides` takes them after ``path=``."""

    path: str
    values: tuple[str, ...]

    def override(self, value: str) -> str:
        """The setting with one of the values."""
        return f"{self.path}={value}"


def parse_variation(text: str) -> Variation:
    """``encoder.layers=2,4`` as a variation; raises :class:`SpecError` where it is none."""
    path, _equals, values = (part.strip() for part in text.partition("="))
    if not path or not values:
        raise SpecError([FieldProblem(text, Text(mark("What is varied is written as path=value,value.")))])
    return Variation(path, split_values(values))


def split_values(text: str) -> tuple[str, ...]:
    """Values between commas, or those of an array of TOML, which may hold texts with commas.

    Lists and groups among them are written in TOML's form: ``["a", "b"], ["c"]`` are two values.
    """
    parts = tuple(_parts(text))
    array = parts[0].startswith("[") if len(parts) == 1 else False
    if not array:
        return parts
    try:
        values = tomllib.loads(f"values = {text}")["values"]
    except tomllib.TOMLDecodeError:
        return parts
    return tuple(value if isinstance(value, str) else toml_inline(value) for value in values)


def _parts(text: str) -> Iterator[str]:
    """What stands between commas outside of brackets and quotes; empty parts are none."""
    depth, quote, part = 0, "", ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif depth and sign in "\"'":
            quote = sign
        depth += not quote and sign in _OPENING
        depth -= not quote and sign in _CLOSING
        if sign in ",，" and depth <= 0 and not quote:
            yield from filter(None, [part.strip()])
            part = ""
        else:
            part += sign
    yield from filter(None, [part.strip()])
