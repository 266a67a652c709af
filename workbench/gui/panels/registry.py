"""The pages of the window, in the order of the work. A new one is a file and one line here.

A page is loaded when it is opened, so that the window comes up without waiting for all of them.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import cast

from workbench.core.texts import mark
from workbench.gui.panel import Page, Panel


def _load(module: str, name: str) -> type[Panel]:
    return cast(type[Panel], getattr(import_module(f"workbench.gui.panels.{module}"), name))


PAGES: tuple[Page, ...] = (
    Page("corpus", mark("Corpus"), "file-text", partial(_load, "corpus", "CorpusPanel")),
    Page("vocabulary", mark("Vocabulary"), "letter-case", partial(_load, "vocabulary", "VocabularyPanel")),
    Page("masking", mark("Masking"), "mask", partial(_load, "masking", "MaskingPanel")),
    Page("model", mark("Model"), "adjustments", partial(_load, "model", "ModelPanel")),
    Page("training", mark("Training"), "chart-line", partial(_load, "training", "TrainingPanel")),
    Page("inspector", mark("Inspector"), "microscope", partial(_load, "inspector", "InspectorPanel")),
    Page("runs", mark("Runs"), "table", partial(_load, "runs", "RunsPanel")),
)


def icon_of(name: str) -> str:
    """The name of a page's icon, which stands on the empty page too."""
    return next(page.icon for page in PAGES if page.name == name)
