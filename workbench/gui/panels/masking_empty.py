"""What the masking page says where there is nothing to mask: nothing is chosen yet, or what was chosen is gone."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import render, tr
from workbench.gui.panel import EmptyPage
from workbench.gui.panels.chosen import GoneError
from workbench.gui.panels.sample import create_sample_project


class NothingToMask(EmptyPage):
    """Offers what masks can be shown on."""

    def __init__(self, context: Context, icon: str, parent: QWidget) -> None:
        super().__init__(
            icon,
            tr("Nothing to mask yet"),
            "",
            [
                (tr("Use the sample"), lambda: create_sample_project(context)),
                (tr("Choose a corpus"), lambda: context.open_page("corpus")),
                (tr("Choose a vocabulary"), lambda: context.open_page("vocabulary")),
            ],
            parent,
        )
        self.explain()

    def explain(self, error: GoneError | None = None) -> None:
        """Say what is lacking: what was chosen, where it is gone."""
        usual = tr("Masks are shown on real text: choose a corpus and a vocabulary first, or use the sample.")
        self.sentence.setText(usual if error is None else render(error))
