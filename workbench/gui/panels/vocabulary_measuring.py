"""The work of measuring a vocabulary for the window: in a child, on a sample or the whole of a corpus."""

from __future__ import annotations

from workbench.core.paths import Project
from workbench.core.progress import Cancelled, Report
from workbench.gui.tasks import Work
from workbench.jobs.calls import call_in_child
from workbench.text.corpus import find_corpus
from workbench.text.lexicon import list_lexicons
from workbench.text.units import UnitSettings
from workbench.text.vocabulary import Vocabulary
from workbench.text.vocabulary_coverage import CoverageReport, NoText, report_coverage
from workbench.text.vocabulary_lists import UNIT_LISTS

SAMPLE_SENTENCES = 2000


def measure(project: Project, corpus: str, vocabulary: Vocabulary, units: UnitSettings, whole: bool) -> Work:
    """A work that gives the :class:`CoverageReport` of a vocabulary, with the corpus of a name (empty for none) and
    all lists of the project that make units."""

    def work(report: Report, cancelled: Cancelled) -> CoverageReport:
        source = find_corpus(project, corpus) if corpus else NoText()
        lexicons = [lexicon for lexicon in list_lexicons(project).good if lexicon.kind in UNIT_LISTS]
        sample = 0 if whole else SAMPLE_SENTENCES
        return call_in_child(
            report_coverage,
            project,
            source,
            vocabulary,
            units,
            lexicons,
            sample,
            progress=report,
            cancelled=cancelled,
        )

    return work
