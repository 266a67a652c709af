"""What is measured with: the corpus and vocabulary that the options name, else the sample; sizes of files."""

from __future__ import annotations

import argparse

from workbench.cli.project import project_of
from workbench.core.errors import ArgumentError
from workbench.core.paths import Project, sample_data
from workbench.core.texts import mark
from workbench.text.corpus import Corpus, find_corpus, import_corpus
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, VocabularyKind, find_vocabulary
from workbench.text.vocabulary_training import train_vocabulary


def add_corpus_options(parser: argparse.ArgumentParser) -> None:
    """``--corpus`` and ``--vocabulary``."""
    parser.add_argument("--corpus", metavar="C", help="a corpus of the project (the sample)")
    parser.add_argument("--vocabulary", metavar="V", help="a vocabulary of the project (the sample's characters)")


def given(work: Project, arguments: argparse.Namespace) -> tuple[Corpus, Vocabulary]:
    """The corpus and vocabulary that the options name, or those of the sample, made in the project ``work``."""
    if (arguments.corpus is None) != (arguments.vocabulary is None):
        raise ArgumentError(mark("Name both a corpus and a vocabulary, or neither."))
    if arguments.corpus is None:
        return sample(work)
    project = project_of(arguments)
    return find_corpus(project, arguments.corpus), find_vocabulary(project, arguments.vocabulary)


def sample(project: Project) -> tuple[Corpus, Vocabulary]:
    """Sample corpus and a character vocabulary of it."""
    files = [sample_data("zh", name) for name in ("encyclopedia.txt", "news.txt", "essays.txt")]
    corpus = import_corpus(project, "sample", files, ImportSettings())
    return corpus, train_vocabulary(project, corpus, VocabularyKind.CHARACTER, 4000, "characters")


def read_sizes(text: str) -> list[float]:
    """Sizes in megabytes, as ``10,100``; raises :class:`ArgumentError`."""
    try:
        sizes = [float(part) for part in text.split(",")]
    except ValueError:
        sizes = []
    if not sizes or not min(sizes) > 0:
        raise ArgumentError(mark("“{sizes}” are no sizes."), mark("Give megabytes, as 10,100."), sizes=text)
    return sizes
