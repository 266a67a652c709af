"""The work of measuring a vocabulary for the window: in a child, on a sample or the whole of a corpus."""

from __future__ import annotations

import time

from workbench.core.errors import StoppedError
from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Progress, Report
from workbench.core.texts import mark
from workbench.gui.panels.chosen import chosen_corpus
from workbench.gui.tasks import Work
from workbench.jobs.calls import call_in_child
from workbench.text.lexicon import list_lexicons
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_coverage import CoverageReport, NoText, report_coverage
from workbench.text.vocabulary_lists import UNIT_LISTS

SAMPLE_SENTENCES = 2000
REST_SECONDS = 0.4  #: before a child is started: who looks through the rows one by one starts none
PATIENCE_SECONDS = 0.3  #: for a child whose figures are no longer wanted; it writes nothing that must be whole
_POLL_SECONDS = 0.02


def measure(
    project: Project, corpus: str, vocabulary: Vocabulary, units: UnitSettings, whole: bool, rest: float
) -> Work:
    """A work that gives, after a ``rest`` in seconds, the :class:`CoverageReport` of a vocabulary, with the corpus of a
    name (empty for none) and all lists of the project that make units."""

    def work(report: Report, cancelled: Cancelled) -> CoverageReport:
        report(Progress(0, 0, "", mark("Measuring the vocabulary")))
        _rest(rest, cancelled)
        return call_in_child(
            measure_in_project,
            project,
            corpus,
            vocabulary,
            units,
            0 if whole else SAMPLE_SENTENCES,
            progress=report,
            cancelled=cancelled,
            patience=PATIENCE_SECONDS,
        )

    return work


def _rest(seconds: float, cancelled: Cancelled) -> None:
    """Wait; raises StoppedError on cancel."""
    end = time.monotonic() + seconds
    while not cancelled():
        if time.monotonic() >= end:
            return
        time.sleep(_POLL_SECONDS)
    raise StoppedError(mark("The work was stopped."))


def measure_in_project(
    project: Project,
    corpus: str,
    vocabulary: Vocabulary,
    units: UnitSettings,
    sample: int,
    *,
    progress: Report,
    cancelled: Cancelled,
) -> CoverageReport:
    """The child's side, which reads corpus and lists itself: large lists would hold up the window's process twice, when
    they are read and when they are sent. ``sample`` is a number of sentences, 0 for all."""
    source = chosen_corpus(project, corpus) if corpus else NoText()
    lexicons = [lexicon for lexicon in list_lexicons(project).good if lexicon.kind in UNIT_LISTS]
    return report_coverage(project, source, vocabulary, units, lexicons, sample, progress=progress, cancelled=cancelled)
