"""Sentences in which words can be cut in more than one way, with the n-grams that are meant and those that mislead."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from workbench.core.config import Labelled
from workbench.core.paths import resource
from workbench.core.texts import mark
from workbench.inspection.ngrams import NgramInspection

Characters = tuple[int, int]


class Expected(Labelled):
    """What an n-gram of an example is."""

    VALID = "valid", mark("meant here")
    MISLEADING = "misleading", mark("misleading")


@dataclass(frozen=True)
class Example:
    """A ``text``, and by the characters (first, after the last) of n-grams what they are in it."""

    text: str
    marks: dict[Characters, Expected]

    def words(self, expected: Expected) -> list[str]:
        """The n-grams of a kind, in the order of the text."""
        return [self.text[slice(*span)] for span, kind in sorted(self.marks.items()) if kind is expected]


@cache
def examples() -> tuple[Example, ...]:
    """Those that ship, in their order."""
    content = tomllib.loads(resource("text", "ambiguous_sentences.toml").read_text(encoding="utf-8"))
    return tuple(
        Example(
            entry["text"],
            {
                span: kind
                for kind in Expected
                for written in entry.get(kind.value, ())
                for span in _spans(entry["text"], written)
            },
        )
        for entry in content["sentences"]
    )


def example_of(text: str) -> Example | None:
    """The example that a sentence is."""
    return next((one for one in examples() if one.text == text.strip()), None)


def expectations(example: Example | None, found: NgramInspection) -> list[Expected | None]:
    """What each candidate of a sentence is by the example that the sentence is; those of a pair are nothing."""
    if example is None:
        return [None] * len(found.candidates)
    spans = [found.characters(one) for one in found.candidates]
    return [None if span is None or span[0] else example.marks.get((span[1], span[2])) for span in spans]


def not_in_lists(example: Example | None, found: NgramInspection) -> list[str]:
    """N-grams of the example that the sentence has no candidate for, since the run's lists lack them."""
    if example is None:
        return []
    there = {(span[1], span[2]) for span in map(found.characters, found.candidates) if span is not None and not span[0]}
    return [example.text[slice(*span)] for span in sorted(example.marks) if span not in there]


def _spans(text: str, written: str) -> Iterator[Characters]:
    """Where an n-gram stands: everywhere, or, of one in square brackets, where the characters around it are too."""
    before, inside, after = _around(written)
    whole = before + inside + after
    at = text.find(whole)
    while at >= 0:
        yield at + len(before), at + len(before) + len(inside)
        at = text.find(whole, at + 1)


def _around(written: str) -> Sequence[str]:
    before, bracket, rest = written.partition("[")
    if not bracket:
        return "", written, ""
    inside, _, after = rest.partition("]")
    return before, inside, after
