"""What the masking page says where there is nothing to mask yet."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.panel import EmptyPage
from workbench.gui.panels.sample import create_sample_project


def nothing_to_mask(context: Context, icon: str, parent: QWidget) -> EmptyPage:
    """Offers what masks can be shown on."""
    return EmptyPage(
        icon,
        tr("Nothing to mask yet"),
        tr("Masks are shown on real text: choose a corpus and a vocabulary first, or use the sample."),
        [
            (tr("Use the sample"), lambda: create_sample_project(context)),
            (tr("Choose a corpus"), lambda: context.open_page("corpus")),
            (tr("Choose a vocabulary"), lambda: context.open_page("vocabulary")),
        ],
        parent,
    )
