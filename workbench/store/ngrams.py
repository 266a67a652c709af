"""The n-grams of a run: from lists of the project when it is made, from its own folder ever after."""

from __future__ import annotations

from pathlib import Path

from workbench.core.errors import SpecError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import mark
from workbench.spec.run import RunSpec
from workbench.store.records import Run
from workbench.text.ngram_lexicon import NGRAMS, NgramLexicon, load_ngrams, ngram_lists


def ngrams_for(project: Project, spec: RunSpec, above: Run | None = None) -> NgramLexicon | None:
    """The n-grams of a run that is to be made, None for one without an n-gram encoder.

    Those of the run ``above``, which it is a copy of or starts from, where both name the same lists: ids are rows of a
    table that was learnt. Raises :class:`WorkbenchError` where a list is not there.
    """
    if spec.ngrams is None:
        return None
    if above is not None and _lists_of(above) == spec.ngrams.lists and (above.folder / NGRAMS).is_file():
        return load_ngrams(above.folder)
    return NgramLexicon.of(ngram_lists(project, spec.ngrams.lists))


def with_rows(spec: RunSpec, lexicon: NgramLexicon | None) -> RunSpec:
    """The spec with as many rows in its n-gram table as the n-grams need."""
    if spec.ngrams is None or lexicon is None:
        return spec
    return spec.model_copy(update={"ngrams": spec.ngrams.model_copy(update={"rows": lexicon.rows})})


def ngrams_of(folder: Path, spec: RunSpec) -> NgramLexicon | None:
    """The n-grams of a run that is there; raises :class:`WorkbenchError` where they are not those of its weights."""
    if spec.ngrams is None:
        return None
    lexicon = load_ngrams(folder)
    if lexicon.rows != spec.ngrams.rows:
        raise WorkbenchError(
            mark("The run has {rows:,} rows of n-grams, but its file {file} makes {found:,}."),
            mark("Put the file back from a copy; the weights mean nothing without it."),
            rows=spec.ngrams.rows,
            file=str(folder / NGRAMS),
            found=lexicon.rows,
        )
    return lexicon


def _lists_of(run: Run) -> tuple[str, ...] | None:
    """The lists that the n-grams of a run were made of; a run that this program cannot read has none."""
    try:
        ngrams = run.spec.ngrams
    except SpecError:
        return None
    return None if ngrams is None else ngrams.lists
