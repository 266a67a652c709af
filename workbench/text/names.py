"""Names that a user gives to vocabularies and lists, which become names of files."""

from __future__ import annotations

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark

_FORBIDDEN = frozenset('<>:"/\\|?*')
_LONGEST = 80


def check_name(name: str) -> str:
    """The name, if every file system can hold it; else raises ArgumentError."""
    bad = (
        not name
        or len(name) > _LONGEST
        or name != name.strip()
        or name[0] == "."
        or name[-1] == "."
        or any(character in _FORBIDDEN or not character.isprintable() for character in name)
    )
    if bad:
        raise ArgumentError(
            mark("“{name}” cannot be a name."),
            mark('Use up to {longest} characters, none of < > : " / \\ | ? * and no dot or blank at an end.'),
            name=name,
            longest=_LONGEST,
        )
    return name
