"""The corpora and the vocabulary of a new run: those of the project, or brought into it from a path."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import ArgumentError, FieldProblem, SpecError
from workbench.core.names import free_name, plain_name
from workbench.core.paths import Project
from workbench.core.texts import mark, with_hint
from workbench.spec.corpora import corpus_field, lacking_corpus, stage_corpora, with_corpora
from workbench.spec.run import RunSpec
from workbench.text.corpus import MANIFEST, Corpus, delete_corpus, find_corpus, import_corpus, list_corpora
from workbench.text.readers.settings import ImportSettings
from workbench.text.vocabulary import Vocabulary, find_vocabulary, list_vocabularies, save_vocabulary


def corpus_for(project: Project, wanted: str) -> Corpus:
    """The corpus of a name; what lies at a path is imported under the file's name, unless it is there already."""
    if not wanted:
        raise ArgumentError(mark("No corpus is given."), mark("Name one with --corpus; see workbench corpus list."))
    path, known = Path(wanted), list_corpora(project)
    if wanted in known.names or not path.exists() or (path / MANIFEST).is_file():
        return find_corpus(project, wanted)
    imported = import_corpus(project, free_name(plain_stem(path), known.names.__contains__), [path], ImportSettings())
    for corpus in known.good:
        if corpus.fingerprint == imported.fingerprint:
            delete_corpus(project, imported.name)
            return corpus
    return imported


def with_stage_corpora(project: Project, spec: RunSpec, own: Corpus) -> tuple[RunSpec, dict[str, Corpus]]:
    """The spec of a run on the corpus ``own`` with the project's names for the corpora of its stages, and those beside
    its own by these names; what lies at a path is imported. Raises :class:`SpecError` where one is not there."""
    found: dict[str, Corpus] = {}
    wrong: list[FieldProblem] = []
    for wanted, stage in stage_corpora(spec).items():
        try:
            found[wanted] = corpus_for(project, wanted)
        except ArgumentError as error:
            told = with_hint(lacking_corpus(spec, wanted), error.hint)
            wrong.append(FieldProblem(corpus_field(spec, stage), told))
    if wrong:
        raise SpecError(wrong)
    spec = with_corpora(spec, own.name, {wanted: corpus.name for wanted, corpus in found.items()})
    return spec, {corpus.name: corpus for corpus in found.values() if corpus.name != own.name}


def vocabulary_for(project: Project, wanted: str) -> Vocabulary:
    """The vocabulary of a name; one at a path is copied into the project, so that the run can be repeated."""
    if not wanted:
        raise ArgumentError(
            mark("No vocabulary is given."),
            mark("Name one with --vocabulary, or train one: workbench vocabulary train."),
        )
    found, known = find_vocabulary(project, wanted), list_vocabularies(project)
    if wanted in known.names:
        return found
    for vocabulary in known.good:
        if vocabulary.fingerprint == found.fingerprint:
            return vocabulary
    copy = found.with_name(free_name(plain_name(found.name), known.names.__contains__))
    save_vocabulary(project, copy)
    return copy


def plain_stem(path: Path) -> str:
    """The name of a file without any of its endings, as a name of the project."""
    return plain_name(path.absolute().name.lstrip(".").split(".")[0])
