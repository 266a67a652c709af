"""Probe sentences: a few fixed sentences in which a run's predictions are followed through its training.

``[MASK]`` stands for a token that is asked for; words in double brackets, as ``首都是[[北京]]``, are hidden from the
model, and how likely they are is kept too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_PROBES = 8
MASK = "[MASK]"
_HIDDEN = re.compile(r"\[\[(?!\[)(.+?)\]\]")


@dataclass(frozen=True)
class ProbeText:
    """A probe sentence without brackets; ``hidden`` are the spans of hidden words in it (characters, half-open)."""

    plain: str
    hidden: tuple[tuple[int, int], ...]

    @property
    def asks(self) -> bool:
        """Whether anything in it is to be predicted."""
        return bool(self.hidden) or MASK in self.plain


def read_probe(text: str) -> ProbeText:
    """A probe sentence as it is written in a spec; brackets without a partner are plain text."""
    parts: list[str] = []
    hidden: list[tuple[int, int]] = []
    at, length = 0, 0
    for match in _HIDDEN.finditer(text):
        parts += [text[at : match.start()], match[1]]
        begin = length + match.start() - at
        length = begin + len(match[1])
        hidden.append((begin, length))
        at = match.end()
    return ProbeText("".join([*parts, text[at:]]), tuple(hidden))
