"""Texts for people that arise away from the window: marked here, translated where they are shown.

A marked text is a constant English template with ``{name}`` places; the values travel apart from it, so that
an extractor finds every template and a translation can be looked up by the template itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Translate = Callable[[str], str]


def mark(template: str) -> str:
    """Mark a constant English template for translation; returns it unchanged."""
    return template


def untranslated(template: str) -> str:
    """The English text itself."""
    return template


@dataclass(frozen=True)
class Text:
    """A marked template with its values."""

    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def render(self, translate: Translate = untranslated) -> str:
        """The sentence in the language of ``translate``; values that are texts are rendered too."""
        filled = {
            name: value.render(translate) if isinstance(value, Text) else value for name, value in self.values.items()
        }
        template = translate(self.template)
        return template.format(**filled) if filled else template

    def __str__(self) -> str:
        return self.render()
