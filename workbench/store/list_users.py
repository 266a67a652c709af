"""Which runs use a corpus or vocabulary of the project, and which still need a list: those that can be resumed."""

from __future__ import annotations

import json

from workbench.core.errors import SpecError
from workbench.store.records import Run
from workbench.store.store import Store
from workbench.text.units import UnitSettings

_FIELDS = ("word_lists", "phrase_lists", "entity_lists", "ngram_lists", "synonyms")


def list_names(units: UnitSettings) -> frozenset[str]:
    """Every list that unit settings name."""
    return frozenset(name for field in _FIELDS for name in getattr(units, field))


def runs_on_corpus(store: Store, name: str) -> list[Run]:
    """Runs, done or not, whose text or that of a stage is the corpus, in the order of the runs table."""
    return [run for run in store.runs() if run.corpus == name or name in run.stage_corpora]


def runs_with_vocabulary(store: Store, name: str) -> list[Run]:
    """Runs, done or not, whose tokens are those of the vocabulary, in the order of the runs table."""
    return [run for run in store.runs() if run.vocabulary == name]


def runs_that_need(store: Store, name: str) -> list[Run]:
    """Runs that are at work or can be resumed and whose spec names the list, in the order of the runs table."""
    written = (name, json.dumps(name)[1:-1])  # the text is looked through first, which is faster than reading the spec
    return [
        run
        for run in store.runs()
        if (run.active or run.resumable) and any(one in run.spec_text for one in written) and name in _lists_of(run)
    ]


def _lists_of(run: Run) -> frozenset[str]:
    """The lists of a run; one whose spec this program cannot read cannot be resumed by it either."""
    try:
        return list_names(run.spec.units)
    except SpecError:
        return frozenset()
