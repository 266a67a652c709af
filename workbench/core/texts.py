"""Texts for people that arise away from the window: marked here, translated where they are shown.

A marked text is a constant English template with ``{name}`` places; the values travel apart from it, so that
an extractor finds every template and a translation can be looked up by the template itself. Where a text names a
setting, each shell says it in its own way: the terminal by its option, the window by the label that stands beside it.
Words that go with a number are ``{count:page|pages}``: the first where the value of ``count`` is 1, else the second.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from numbers import Integral, Real
from string import Formatter
from typing import Any

Translate = Callable[[str], str]


def mark(template: str) -> str:
    """Mark a constant English template for translation; returns it unchanged."""
    return template


def untranslated(template: str) -> str:
    """The English text itself."""
    return template


class _Filler(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        """A value, or the one of two words that goes with it."""
        one, bar, many = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        return one if str(value) == "1" else many


_FILLER = _Filler()


def fill(template: str, values: Mapping[str, Any]) -> str:
    """A template, translated already, with its values."""
    return _FILLER.vformat(template, (), values)


@dataclass(frozen=True)
class Setting:
    """A setting as a value of a text: the ``label`` (marked) that it has in the window, its ``option`` in the terminal.

    ``choices`` are values that it may be given, as the terminal writes them; ``choice_label`` (marked) is what the
    window calls the only one, where it does not show it as it is.
    """

    label: str
    option: str
    choices: tuple[str, ...] = ()
    choice_label: str = ""

    def to(self, *choices: str, label: str = "") -> Setting:
        """The setting given one of these values; ``label`` is the window's word for a single one."""
        return replace(self, choices=choices, choice_label=label)


Naming = Callable[[Setting, Translate], str]
_SPACED = re.compile(r"\{(\w+)\} (?=\{)")  #: a place that only a space parts from the next one
_FULL_WIDTH_STOPS = ("。", "！", "？", "；", "：")


def by_option(setting: Setting, _translate: Translate) -> str:
    """A setting as it is typed in a terminal."""
    return ", ".join(f"{setting.option} {choice}" for choice in setting.choices) or setting.option


@dataclass(frozen=True)
class Text:
    """A marked template with its values."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.template)  # values may be lists, which have no hash; equal texts have equal templates

    def render(self, translate: Translate = untranslated, naming: Naming = by_option) -> str:
        """The sentence in the language of ``translate``, settings in it named as the shell names them; values that are
        texts are rendered too. After a full-width stop no space parts a text from the next one."""
        filled = {name: _filled(value, translate, naming) for name, value in self.values.items()}
        template = translate(self.template)
        if not filled:
            return template
        stopped = {
            name
            for name, value in self.values.items()
            if isinstance(value, Text) and filled[name].endswith(_FULL_WIDTH_STOPS)
        }
        if stopped:
            template = _SPACED.sub(lambda place: place[0].rstrip() if place[1] in stopped else place[0], template)
        return fill(template, filled)

    def __str__(self) -> str:
        return self.render()


def joined(texts: Iterable[Text], separator: str = ", ") -> Text:
    """Texts one after another as one text."""
    values = {f"text{number}": text for number, text in enumerate(texts)}
    return Text(separator.join(f"{{{name}}}" for name in values), values)


def with_hint(message: Text, hint: Text) -> Text:
    """A sentence and what to do about it, which may be empty."""
    return joined([message, hint], " ") if hint.template else message


def parted(texts: Sequence[Text]) -> Text:
    """Texts, one at least, one after another with the language's semicolons between them."""
    return _in_pairs(mark("{first}; {second}"), texts)


def listed(items: Iterable[str | Text]) -> Text:
    """Names or texts one after another with the language's commas between them, as “a, b”."""
    found = list(items)
    return _in_pairs(mark("{first}, {second}"), found) if found else Text("")


def sentences(*told: str) -> str:
    """Sentences of one language one after another, without the empty ones; after a full-width stop stands no space."""
    whole = ""
    for sentence in filter(None, told):
        whole += sentence if not whole or whole.endswith(_FULL_WIDTH_STOPS) else f" {sentence}"
    return whole


def _in_pairs(template: str, items: Sequence[str | Text]) -> Text:
    """Items joined in pairs, and pairs again, by a template with a ``first`` and a ``second``."""
    if len(items) == 1:
        return items[0] if isinstance(items[0], Text) else Text("{item}", {"item": items[0]})
    middle = len(items) // 2
    return Text(template, {"first": _in_pairs(template, items[:middle]), "second": _in_pairs(template, items[middle:])})


def text_data(text: Text) -> list[Any]:
    """A text as plain data, from which :func:`text_of` makes it again: it is put into a language where it is shown."""
    return [text.template, values_data(text.values)]


def text_of(data: Any) -> Text:
    """The text that :func:`text_data` wrote; raises :class:`ValueError` or :class:`TypeError` for what is none."""
    template, values = data
    return Text(str(template), values_of(values))


def values_data(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a text as plain data: texts and settings among them stay such, what has no place in JSON is written
    out."""
    return {name: _plain(value) for name, value in values.items()}


def values_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The values that :func:`values_data` wrote."""
    return {name: _value_of(value) for name, value in data.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return text_data(value)
    if isinstance(value, Setting):
        return asdict(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, Integral):
        return int(value)  # numpy's are no numbers to JSON
    if isinstance(value, Real):
        number = float(value)
        return number if math.isfinite(number) else {"number": repr(number)}
    return str(value)


def _value_of(data: Any) -> Any:
    match data:
        case [str(), dict()]:
            return text_of(data)
        case {"number": str(number)}:
            return float(number)
        case {"label": str(), "option": str(), "choices": choices, "choice_label": str()}:
            return Setting(**{**data, "choices": tuple(choices)})
        case _:
            return data


def _filled(value: Any, translate: Translate, naming: Naming) -> Any:
    if isinstance(value, Text):
        return value.render(translate, naming)
    return naming(value, translate) if isinstance(value, Setting) else value
