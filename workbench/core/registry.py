"""A family of kinds: explicit entries, look-up by name, and a suggestion where the name is wrong."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Generic, TypeVar

from workbench.core.errors import ArgumentError
from workbench.core.texts import listed, mark

T = TypeVar("T")


class Registry(Generic[T]):
    """Kinds by name, in the order in which they were written down."""

    def __init__(self, what: str, entries: dict[str, T]) -> None:
        self.what = what
        self._entries = dict(entries)

    def __getitem__(self, kind: str) -> T:
        try:
            return self._entries[kind]
        except KeyError:
            raise self._unknown(kind) from None

    def __contains__(self, kind: object) -> bool:
        return kind in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def items(self) -> Iterator[tuple[str, T]]:
        """Pairs of name and entry."""
        return iter(self._entries.items())

    def _unknown(self, kind: str) -> ArgumentError:
        near = difflib.get_close_matches(kind, self._entries, n=1)
        if near:
            return ArgumentError(
                mark("There is no {what} named “{kind}”."),
                mark("Did you mean “{near}”?"),
                what=self.what,
                kind=kind,
                near=near[0],
            )
        return ArgumentError(
            mark("There is no {what} named “{kind}”."),
            mark("Known: {known}."),
            what=self.what,
            kind=kind,
            known=listed(self._entries),
        )
