"""Sentences in which words can be cut in more than one way, with the n-grams that are meant and those that mislead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from workbench.core.config import Labelled
from workbench.core.errors import ArgumentError
from workbench.core.paths import resource
from workbench.core.texts import mark
from workbench.inspection.ngrams import NgramInspection
from workbench.spec.files import read_data

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
    return read_examples(resource("text", "ambiguous_sentences.toml"))


def read_examples(path: Path) -> tuple[Example, ...]:
    """The sentences of a TOML file: tables ``[[sentences]]`` with a ``text`` and its ``valid`` and ``misleading``
    n-grams, in square brackets the one of several places that has the characters around it.

    Raises :class:`SpecError` for a file that can't be read, and :class:`ArgumentError` for one that has something else
    in it, or n-grams that their sentence has not.
    """
    data = read_data(path)
    entries = data.get("sentences") if isinstance(data, dict) else None
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise ArgumentError(mark("{file} has no table [[sentences]]."), _FORM, file=path.name)
    return tuple(_example(path, entry, number) for number, entry in enumerate(entries, 1))


#: What a file of sentences looks like.
_FORM = mark('Write [[sentences]], then text = "…", valid = ["…"] and misleading = ["…"], a line each.')


def _example(path: Path, entry: Mapping[str, Any], number: int) -> Example:
    text = entry.get("text")
    if not isinstance(text, str) or not text.strip():
        raise ArgumentError(mark("{file}: sentence {number} has no text."), _FORM, file=path.name, number=number)
    marks: dict[Characters, Expected] = {}
    for kind in Expected:
        words = entry.get(kind.value, [])
        if not isinstance(words, list) or not all(isinstance(word, str) and word for word in words):
            raise ArgumentError(
                mark("{file}: “{name}” of sentence {number} is no list of n-grams."),
                _FORM, file=path.name, name=kind.value, number=number,
            )  # fmt: skip
        for written in words:
            spans = list(_spans(text, written))
            if not spans:
                raise ArgumentError(
                    mark("{file}: sentence {number} has no “{ngram}”."), file=path.name, number=number, ngram=written
                )
            marks |= dict.fromkeys(spans, kind)
    return Example(text, marks)


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
