"""What the runs of a sweep are called: its name, then a word for each thing that changes from run to run."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, product

from workbench.core.names import LONGEST_NAME, free_name, plain_name
from workbench.spec.variation import Variation

_LONGEST_WORD = 24


def run_names(name: str, axes: Sequence[Sequence[str]]) -> list[str]:
    """The name of each combination of words, the last axis changing fastest; an axis of one word is not told.

    Where one would be too long for a name, all are numbered instead.
    """
    told = [words for words in axes if len(words) > 1]
    names = ["-".join((name, *words)) for words in product(*told)]
    if max(map(len, names)) <= LONGEST_NAME:
        return names
    return [f"{name}-{number}" for number, _ in zip(count(1), names, strict=False)]


def variation_words(variations: Sequence[Variation]) -> list[list[str]]:
    """A word for each value of each variation: values that are words stand alone, as ``all``; of others and of words
    that two variations share, the setting is told too, as ``layers4``, as short as no other one is called so."""
    return [_distinct([_word(variation, value, variations) for value in variation.values]) for variation in variations]


def _word(variation: Variation, value: str, among: Sequence[Variation]) -> str:
    setting = _short_path(variation, among)
    if _is_number(value):
        return f"{setting}{value}"
    elsewhere = any(value in other.values for other in among if other is not variation)
    if value in ("true", "false") or elsewhere or not any(map(str.isalpha, value)):
        return f"{setting}-{_plain(value)}"
    return _plain(value)


def _plain(value: str) -> str:
    words = value.strip("[]{}").replace('"', "").replace(", ", "+")
    return plain_name(words)[:_LONGEST_WORD].strip(". ") if words else "none"


def _short_path(variation: Variation, among: Sequence[Variation]) -> str:
    """The last names of a path, as many as no other one ends with."""
    names = variation.path.split(".")
    others = [other.path.split(".") for other in among if other is not variation]
    for number in range(1, len(names)):
        if all(other[-number:] != names[-number:] for other in others):
            return plain_name(".".join(names[-number:]))
    return plain_name(variation.path)


def _is_number(value: str) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True


def _distinct(words: Sequence[str]) -> list[str]:
    """With numbers behind words that come again, which cutting may have made alike."""
    found: list[str] = []
    for word in words:
        found.append(free_name(word, found.__contains__))
    return found
