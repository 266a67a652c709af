"""Texts for people that arise away from the window: marked here, translated where they are shown.

A marked text is a constant English template with ``{name}`` places; the values travel apart from it, so that
an extractor finds every template and a translation can be looked up by the template itself. Where a text names a
setting, each shell says it in its own way: the terminal by its option, the window by the label that stands beside it.
Words that go with a number are ``{count:page|pages}``: the first where the value of ``count`` is 1, else the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
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


def by_option(setting: Setting, _translate: Translate) -> str:
    """A setting as it is typed in a terminal."""
    return ", ".join(f"{setting.option} {choice}" for choice in setting.choices) or setting.option


@dataclass(frozen=True)
class Text:
    """A marked template with its values."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def render(self, translate: Translate = untranslated, naming: Naming = by_option) -> str:
        """The sentence in the language of ``translate``, settings in it named as the shell names them; values that are
        texts are rendered too."""
        filled = {name: _filled(value, translate, naming) for name, value in self.values.items()}
        template = translate(self.template)
        return fill(template, filled) if filled else template

    def __str__(self) -> str:
        return self.render()


def joined(texts: Iterable[Text], separator: str = ", ") -> Text:
    """Texts one after another as one text."""
    values = {f"text{number}": text for number, text in enumerate(texts)}
    return Text(separator.join(f"{{{name}}}" for name in values), values)


def _filled(value: Any, translate: Translate, naming: Naming) -> Any:
    if isinstance(value, Text):
        return value.render(translate, naming)
    return naming(value, translate) if isinstance(value, Setting) else value
