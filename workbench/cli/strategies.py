"""The masking strategies that options name, with the settings that options give them."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.errors import ArgumentError
from workbench.core.texts import mark
from workbench.masking.registry import STRATEGIES

ALL = "all"


def named_kinds(names: Sequence[str]) -> list[str]:
    """The kinds of strategies that ``--strategy`` names, :data:`ALL` alone being every one.

    Raises :class:`ArgumentError` where one is named twice or beside :data:`ALL`; an unknown one is told where it is
    looked up.
    """
    if ALL in names and len(names) > 1:
        raise ArgumentError(
            mark("--strategy all is every strategy already."), mark("Give it alone, or only names of strategies.")
        )
    for name in names:
        if names.count(name) > 1:
            raise ArgumentError(mark("--strategy {name} is given twice."), mark("Name each strategy once."), name=name)
    return list(STRATEGIES) if ALL in names else list(names)
