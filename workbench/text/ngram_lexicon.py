"""The n-grams of a run, in the order of their ids: made of lists of the project, and kept in the run's own folder.

The file ``ngrams.tsv`` has a head line, then ``text<TAB>count`` for each n-gram; the id of the first is 1, as 0 is
padding. A text has no tab and no line end, so that one with commas or blanks is kept as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.files import replacing
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.text.lexicon import Lexicon, LexiconKind, find_lexicons

NGRAMS = "ngrams.tsv"
_HEAD = "#workbench-ngrams\t1"
_KINDS = frozenset({LexiconKind.NGRAM, LexiconKind.PHRASE, LexiconKind.ENTITY})


@dataclass(frozen=True)
class NgramLexicon:
    """``texts`` [n] with their ``counts`` [n], the most frequent first; the id of a text is its place plus 1."""

    texts: tuple[str, ...]
    counts: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def rows(self) -> int:
        """Rows of a table that has a vector for each, and one for padding."""
        return len(self.texts) + 1

    @cached_property
    def content(self) -> bytes:
        """The file of the lexicon."""
        lines = (f"{text}\t{count}\n" for text, count in zip(self.texts, self.counts, strict=True))
        return "".join((f"{_HEAD}\n", *lines)).encode("utf-8", "surrogatepass")

    @cached_property
    def fingerprint(self) -> str:
        """Changes with every text, count and id."""
        return hashlib.sha256(self.content).hexdigest()[:32]

    @staticmethod
    def of(lists: Iterable[Lexicon]) -> NgramLexicon:
        """The entries of all lists, each text once with its highest count; equally frequent ones in the order of the
        lists."""
        counts: dict[str, int] = {}
        for entry in (entry for lexicon in lists for entry in lexicon.entries):
            counts[entry.text] = max(entry.count, counts.get(entry.text, 0))
        ranked = sorted(counts.items(), key=lambda pair: -pair[1])
        return NgramLexicon(tuple(text for text, _ in ranked), tuple(count for _, count in ranked))


def ngram_lists(project: Project, names: Iterable[str]) -> list[Lexicon]:
    """Lists of the project that n-grams can be made of; raises :class:`ArgumentError` for one that is not there, or
    that has no texts to match."""
    found = find_lexicons(project, names)
    for lexicon in found:
        if lexicon.kind not in _KINDS:
            raise ArgumentError(
                mark("The list “{name}” is a {kind}, whose entries are no n-grams."),
                mark("Choose a list of n-grams, phrases or entities."),
                name=lexicon.name,
                kind=Text(lexicon.kind.label),
            )
    return found


def save_ngrams(folder: Path, lexicon: NgramLexicon) -> None:
    """Write the lexicon into a run's folder; raises :class:`WorkbenchError` where it cannot be written."""
    with replacing(folder / NGRAMS, parents=True) as file:
        file.write(lexicon.content)


def load_ngrams(folder: Path) -> NgramLexicon:
    """The lexicon of a run's folder; raises :class:`WorkbenchError` where it is missing or damaged."""
    path = folder / NGRAMS
    try:
        return _parsed(path.read_bytes())
    except (OSError, ValueError) as error:
        raise WorkbenchError(
            mark("The n-grams of the run, {file}, are missing or damaged."),
            mark("Put the file back from a copy; the weights mean nothing without it."),
            file=str(path),
        ) from error


def _parsed(content: bytes) -> NgramLexicon:
    head, *lines = content.decode("utf-8", "surrogatepass").split("\n")
    if head != _HEAD or not lines or lines.pop():
        raise ValueError(head)
    pairs = list(_pairs(lines))
    lexicon = NgramLexicon(tuple(text for text, _ in pairs), tuple(count for _, count in pairs))
    if lexicon.content != content:
        raise ValueError("a count is written in another way")
    return lexicon


def _pairs(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    for line in lines:
        text, count = line.split("\t")
        yield text, int(count)
