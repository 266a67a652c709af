"""The cutter of words that the unit settings of an experiment mean in a project."""

from __future__ import annotations

from workbench.core.paths import Project
from workbench.text.lexicon import find_lexicons
from workbench.text.segmenters.user_words import UserWords
from workbench.text.segmenters.words import WordCutter, make_cutter
from workbench.text.units import UnitSettings


def project_cutter(project: Project, units: UnitSettings) -> WordCutter:
    """The segmenter of the settings with the user dictionaries that they name."""
    user = UserWords.of(find_lexicons(project, units.word_lists), units.force_words)
    return make_cutter(units.segmenter, hmm=units.hmm, cache_folder=project.cache, user=user)
