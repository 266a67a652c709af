"""A place of a sentence, shown with some of the text around it."""

from __future__ import annotations

from dataclasses import dataclass

AROUND = 24  #: characters on either side


@dataclass(frozen=True)
class Example:
    """A piece of a sentence of the corpus; ``start`` and ``end`` mark the place that it is an example of."""

    text: str
    start: int
    end: int

    @property
    def parts(self) -> tuple[str, str, str]:
        """What stands before the place, the place itself, and what stands behind it."""
        return self.text[: self.start], self.text[self.start : self.end], self.text[self.end :]


def cut_around(text: str, start: int, end: int, around: int = AROUND) -> Example:
    """The place of a text with so many characters on either side, and an ellipsis where there are more."""
    first, last = max(0, start - around), min(len(text), end + around)
    before, after = "…" if first else "", "…" if last < len(text) else ""
    shift = len(before) - first
    return Example(f"{before}{text[first:last]}{after}", start + shift, end + shift)
