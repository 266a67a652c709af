"""The translation file read without Qt, for the terminal. The window reads the same file compiled by Qt's lrelease."""

from __future__ import annotations

import locale
import os
from functools import cache
from xml.etree import ElementTree

from workbench.core.paths import resource
from workbench.core.texts import Translate, untranslated


@cache
def messages(language: str) -> dict[str, str]:
    """Source text -> finished translation; empty for English and for languages without a file."""
    path = resource("texts", f"workbench_{language}.ts")
    if not path.is_file():
        return {}
    found: dict[str, str] = {}
    for message in ElementTree.parse(path).iter("message"):
        translation = message.find("translation")
        if translation is not None and translation.text and translation.get("type") != "unfinished":
            found[message.findtext("source", "")] = translation.text
    return found


def language_of(name: str) -> str:
    """``zh_CN`` for any Simplified Chinese locale name, else ``en``."""
    return "zh_CN" if name.replace("-", "_").lower().startswith("zh") else "en"


def terminal_language() -> str:
    """The language of the terminal's locale."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return language_of(value)
    return language_of(locale.getlocale()[0] or "en")


def terminal_translate() -> Translate:
    """Translates into the terminal's language."""
    table = messages(terminal_language())
    return (lambda text: table.get(text, text)) if table else untranslated
