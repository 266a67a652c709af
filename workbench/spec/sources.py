"""The texts of a run found in the project, and cut into tokens for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workbench.core.errors import FieldProblem, SpecError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report, never, silent
from workbench.spec.corpora import corpus_field, stage_corpora
from workbench.spec.run import RunSpec
from workbench.text.corpus import Corpus, find_corpus
from workbench.text.prepared import PreparedCorpus, prepare
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary

#: Corpora by the names that a spec has for them, the run's own first.
Corpora = Mapping[str, Corpus]
Sources = Mapping[str, PreparedCorpus]


def find_stage_corpora(project: Project, spec: RunSpec) -> dict[str, Corpus]:
    """The corpora that stages name beside the run's own, by these names; raises :class:`SpecError` at the settings that
    name one which is not there, or is damaged."""
    found: dict[str, Corpus] = {}
    wrong: list[FieldProblem] = []
    for name, stage in stage_corpora(spec).items():
        try:
            found[name] = find_corpus(project, name)
        except WorkbenchError as error:
            wrong.append(FieldProblem(corpus_field(spec, stage), error.text))
    if wrong:
        raise SpecError(wrong)
    return found


def fingerprints(corpora: Corpora) -> dict[str, str]:
    """The fingerprint of each corpus by its name."""
    return {name: corpus.fingerprint for name, corpus in corpora.items()}


def prepare_all(
    project: Project,
    corpora: Corpora,
    vocabulary: Vocabulary,
    units: UnitSettings,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> dict[str, PreparedCorpus]:
    """Each corpus cut for one vocabulary, by its name; ``progress`` counts the sentences of all of them together."""
    whole, before = sum(corpus.num_sentences for corpus in corpora.values()), 0
    prepared: dict[str, PreparedCorpus] = {}
    for name, corpus in corpora.items():

        def tell(own: Progress, before: int = before) -> None:
            progress(replace(own, done=before + own.done, total=whole) if own.total else own)

        prepared[name] = prepare(project, corpus, vocabulary, units, progress=tell, cancelled=cancelled)
        before += corpus.num_sentences
    return prepared
