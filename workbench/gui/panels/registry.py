"""The pages of the window, in the order of the work. A new panel is a file and one line here."""

from __future__ import annotations

from workbench.gui.panel import Panel
from workbench.gui.panels.corpus import CorpusPanel
from workbench.gui.panels.inspector import InspectorPanel
from workbench.gui.panels.masking import MaskingPanel
from workbench.gui.panels.model import ModelPanel
from workbench.gui.panels.runs import RunsPanel
from workbench.gui.panels.training import TrainingPanel
from workbench.gui.panels.vocabulary import VocabularyPanel

PANELS: tuple[type[Panel], ...] = (
    CorpusPanel,
    VocabularyPanel,
    MaskingPanel,
    ModelPanel,
    TrainingPanel,
    InspectorPanel,
    RunsPanel,
)
