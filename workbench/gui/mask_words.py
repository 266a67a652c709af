"""The masks of a stage in a word or two."""

from __future__ import annotations

from workbench.gui.figures import percent
from workbench.gui.i18n import tr, translate


def mask_words(title: str, rate: float) -> str:
    """The ``title`` of a strategy (a marked text) and its rate, or that it hides nothing."""
    return f"{translate(title)} {percent(rate, 0)}" if rate else tr("no masks")
