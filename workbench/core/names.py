"""The one rule for the names that a user gives: to corpora, vocabularies, lists and runs.

Most become names of files and folders, and a project may be carried from one system to another: a name must do on all.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import chain, count

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark

LONGEST_NAME = 80  #: characters
_ROOM = 10  #: kept free for a number that makes a name differ from others
_MOST_BYTES = 240  #: file systems take 255 of UTF-8, and an ending must fit
#: The last stands for bytes that are no text.
_FORBIDDEN = frozenset('<>:"/\\|?*\ufffd')
#: Dots and blanks at an end.
_EDGES = re.compile(r"^[\s.]+|[\s.]+$")
#: Windows takes these for devices, whatever ending follows.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\..*)?", re.IGNORECASE)


def readable(name: str) -> str:
    """A name from the file system as text: under a locale other than UTF-8, Python hands its bytes over escaped."""
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return name.encode("utf-8", "replace").decode("utf-8")


def check_name(name: str) -> str:
    """The name, if every file system can hold it; else raises :class:`ArgumentError`."""
    _check_readable(readable(name))
    return name


def _check_readable(name: str) -> None:
    if _DEVICE.fullmatch(name):
        raise ArgumentError(
            mark("“{name}” cannot be a name: Windows keeps it for a device."),
            mark("Choose another name."),
            name=name,
        )
    if not _fits(name):
        raise ArgumentError(
            mark("“{name}” cannot be a name."),
            mark('Use up to {longest} characters, none of < > : " / \\ | ? * and no dot or blank at an end.'),
            name=_shown(name),
            longest=LONGEST_NAME,
        )


def plain_name(text: str) -> str:
    """The nearest that a text, such as the name of a file, comes to a name."""
    allowed = "".join(character if _is_allowed(character) else "-" for character in readable(text))
    kept = _EDGES.sub("", allowed)[: LONGEST_NAME - _ROOM]
    while len(kept.encode()) > _MOST_BYTES - _ROOM:
        kept = kept[:-1]
    kept = _EDGES.sub("", kept)
    return f"{kept}-" if _DEVICE.fullmatch(kept) else kept or "unnamed"


def free_name(name: str, is_taken: Callable[[str], bool]) -> str:
    """The name, or the first of name-2, name-3, ... that is not taken."""
    candidates = chain((name,), (f"{name}-{number}" for number in count(2)))
    return next(candidate for candidate in candidates if not is_taken(candidate))


def _fits(name: str) -> bool:
    """Whether the name is neither empty nor too long, and made of characters that file systems take."""
    return (
        0 < len(name) <= LONGEST_NAME
        and all(_is_allowed(character) for character in name)
        and len(name.encode()) <= _MOST_BYTES
        and name == name.strip()
        and name[0] != "."
        and name[-1] != "."
    )


def _is_allowed(character: str) -> bool:
    """Whether it can be seen, or is one of the blanks (Chinese text has a wide one)."""
    visible = character.isprintable() or unicodedata.category(character) == "Zs"
    return visible and character not in _FORBIDDEN


def _shown(name: str) -> str:
    """The name as one line of a message can hold it: cut where it is long, what cannot be seen written out."""
    cut = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in cut)
