"""What is looked at of the n-grams of a run before it starts."""

from __future__ import annotations

from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Text, mark
from workbench.gui.figures import grouped
from workbench.gui.panels.check_line import Check, Checks, Verdict, good
from workbench.spec.ngrams_check import ngram_hint
from workbench.spec.run import RunSpec
from workbench.store.ngrams import ngrams_for
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.ngram_lexicon import NgramLexicon
from workbench.text.ngram_slots import unmatched_entries
from workbench.text.tokenizer import Tokenizer
from workbench.text.vocabulary import Vocabulary

_PAGE, _LISTS = "model", "ngrams.lists"


def lexicon_of(project: Project, spec: RunSpec, cloned_from: int | None, found: list[Check]) -> NgramLexicon | None:
    """The n-grams that a run would have; why there are none goes to what was ``found``."""
    if spec.ngrams is None or not spec.ngrams.lists:  # which is said with the settings
        return None
    try:
        return ngrams_for(project, spec, _run(project, cloned_from))
    except WorkbenchError as error:
        found.append(Check(Verdict.WRONG, error.text, _PAGE, _LISTS))
        return None


def ngram_checks(project: Project, spec: RunSpec, lexicon: NgramLexicon, vocabulary: Vocabulary) -> Checks:
    """Whether the n-grams can match anything, and whether they give masked tokens away."""
    if spec.ngrams is None:
        return
    unmatched = unmatched_entries(lexicon, spec.ngrams, Tokenizer(vocabulary, project.cache))
    if unmatched.total == len(lexicon):
        template = mark("None of the {count} n-grams can match a token of this vocabulary. Choose other lists.")
        yield Check(Verdict.WRONG, Text(template, {"count": grouped(len(lexicon))}), _PAGE, _LISTS)
    elif unmatched.total:
        yield Check(Verdict.WARNING, unmatched.told(len(lexicon)), _PAGE, _LISTS)
    else:
        yield good(mark("N-grams: {count}, all of which this vocabulary can match"), count=grouped(len(lexicon)))
    if (hint := ngram_hint(spec.ngrams)) is not None:
        yield Check(Verdict.WARNING, hint, _PAGE, "ngrams.matching")


def _run(project: Project, number: int | None) -> Run | None:
    """A run by its number, unless it has been deleted for good."""
    if number is None:
        return None
    with Store.open(project) as store:
        try:
            return store.run(number)
        except ArgumentError:
            return None
