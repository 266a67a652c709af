"""Making a list from a corpus by frequency, PMI of neighbours or PMI of n words, new or into a list that is there.

They may be called in a process of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from workbench.core.config import Config, Labelled
from workbench.core.errors import ArgumentError, WorkbenchError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.core.texts import mark
from workbench.text.collocations import CollocationSettings, collocation_entries
from workbench.text.frequent import FrequencySettings, find_frequent
from workbench.text.lexicon import (
    Lexicon,
    LexiconEntry,
    LexiconKind,
    LexiconSource,
    find_lexicon,
    lexicon_path,
    save_lexicon,
)
from workbench.text.lexicon_edits import merge
from workbench.text.mining import MiningSettings, corpus_runs, find_phrases
from workbench.text.streaming import SentenceSource
from workbench.text.units import UnitSettings

MiningChoice = MiningSettings | CollocationSettings | FrequencySettings


class Method(Labelled):
    """How runs of words are found."""

    PMI = "pmi", mark("Strong neighbours (PMI)")
    FREQUENCY = "frequency", mark("Frequency")
    PMI_N = "pmi-n", mark("PMI of n words")


@dataclass(frozen=True)
class _Way:
    """The settings of a method, what finds the entries in runs of words (as :func:`find_phrases` does), and the kind of
    list that it makes unless another is asked for."""

    settings: type[Config]
    find: Callable[..., Iterable[LexiconEntry]]
    kind: LexiconKind


WAYS: Mapping[Method, _Way] = {
    Method.PMI: _Way(MiningSettings, find_phrases, LexiconKind.PHRASE),
    Method.FREQUENCY: _Way(FrequencySettings, find_frequent, LexiconKind.NGRAM),
    Method.PMI_N: _Way(CollocationSettings, collocation_entries, LexiconKind.NGRAM),
}
#: What a mined list may be.
MINED_KINDS = (LexiconKind.PHRASE, LexiconKind.NGRAM)


def method_of(settings: MiningChoice) -> Method:
    """Which method settings belong to."""
    return next(method for method, way in WAYS.items() if isinstance(settings, way.settings))


def build_lexicon(
    project: Project,
    corpus: SentenceSource,
    name: str,
    settings: MiningChoice,
    units: UnitSettings,
    kind: LexiconKind | None = None,
    into: bool = False,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Lexicon:
    """Mine a corpus and keep the list under a name; ``into`` a list that is there, what was pruned stays out of it.

    Raises ArgumentError for a name that is taken, or with ``into`` is not there or is a list of another kind, and what
    :func:`mine_lexicon` raises.
    """
    kind = kind or WAYS[method_of(settings)].kind
    if into:
        _list_to_merge_with(project, name, kind)
    else:
        require_free(project, name)
    mined = mine_lexicon(project, corpus, name, settings, units, kind, progress=progress, cancelled=cancelled)
    # Read again, as it may have been edited while the corpus was mined.
    made = merge(_list_to_merge_with(project, name, kind), mined) if into else mined
    save_lexicon(project, made, replace_existing=into)
    return made


def mine_lexicon(
    project: Project,
    corpus: SentenceSource,
    name: str,
    settings: MiningChoice,
    units: UnitSettings,
    kind: LexiconKind | None = None,
    *,
    progress: Report = silent,
    cancelled: Cancelled = never,
) -> Lexicon:
    """Mine a corpus; the list is not kept yet.

    Raises StoppedError on cancel, and WorkbenchError where nothing reaches the thresholds.
    """
    way = WAYS[method_of(settings)]
    runs = corpus_runs(project, corpus, units, settings.unit, progress, cancelled)
    entries = tuple(way.find(runs, settings, scratch=project.cache, progress=progress, cancelled=cancelled))
    if not entries:
        raise WorkbenchError(
            mark("Nothing in the corpus reaches the thresholds."),
            mark("Lower the least count, or take a larger corpus."),
        )
    return Lexicon(name, kind or way.kind, entries, LexiconSource.MINED)


def _list_to_merge_with(project: Project, name: str, kind: LexiconKind) -> Lexicon:
    found = find_lexicon(project, name)
    if found.kind is not kind:
        raise ArgumentError(
            mark("What is mined is no part of the list “{name}”, which is of another kind."),
            mark("Choose a list of the same kind, or a new name."),
            name=name,
        )
    return found


def require_free(project: Project, name: str) -> None:
    """Raise before long work where a name is bad or taken, or the project is there for reading only."""
    project.require_writable()
    if lexicon_path(project, name).exists():
        raise ArgumentError(mark("There is a list named “{name}” already."), mark("Choose another name."), name=name)
