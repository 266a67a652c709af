"""The corpus and the vocabulary that the experiment names, which may have been deleted since they were chosen."""

from __future__ import annotations

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.text.corpus import Corpus, find_corpus
from workbench.text.vocabulary import Vocabulary, find_vocabulary


class GoneError(WorkbenchError):
    """What the experiment names is not there; in the window nobody typed the name, so that none like it is meant."""


def chosen_corpus(project: Project, name: str) -> Corpus:
    """The corpus of that name; raises :class:`GoneError` where there is none."""
    try:
        return find_corpus(project, name)
    except ArgumentError as error:
        raise gone_corpus(name) from error


def gone_corpus(name: str) -> GoneError:
    """That a corpus is not there."""
    message = mark("The chosen corpus “{name}” is no longer there.")
    return GoneError(message, mark("Choose another corpus, or import it again."), name=name)


def chosen_vocabulary(project: Project, name: str) -> Vocabulary:
    """The vocabulary of that name; raises :class:`GoneError` where there is none."""
    try:
        return find_vocabulary(project, name)
    except ArgumentError as error:
        message = mark("The chosen vocabulary “{name}” is no longer there.")
        raise GoneError(message, mark("Choose another vocabulary, or load it again."), name=name) from error
