"""What strategies do to passages, as one picture without a window: the sheet that the masking page exports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QWidget

from workbench.core.files import write_whole
from workbench.gui.i18n import tr
from workbench.gui.panels.masking_actions import explain_signs
from workbench.gui.panels.masking_preview import Draw, Passages, ShownPassage
from workbench.gui.panels.masking_strips import PassageStrip
from workbench.gui.pictures import application
from workbench.gui.theme import LIGHT, categorical, make_palette
from workbench.gui.views.drawing import as_png
from workbench.gui.views.strip_legend import StripLegend
from workbench.gui.views.strip_sheet import SheetPart, StripSheet
from workbench.masking.strategy import MaskingStrategy

WIDTH = 1240  #: pixels of a strip before it wraps


def save_masks(
    path: Path, passages: Passages, count: int, strategies: Sequence[MaskingStrategy], draw: Draw, *, overwrite: bool
) -> None:
    """Draw the first ``count`` passages, each under every strategy in turn, to a file ending in .svg, or as PNG.

    Raises as :func:`workbench.core.files.replacing` does.
    """
    application()
    ground = QWidget()  # whose palette all parts have
    ground.setPalette(make_palette(LIGHT))
    shown = [ShownPassage.of(passages, number, by_sentence=False) for number in range(count)]
    parts = [
        _part(passage, strategy, draw, categorical(LIGHT, place), ground)
        for passage in shown
        for place, strategy in enumerate(strategies)
    ]
    legend = StripLegend(ground)
    explain_signs(legend, strategies, two_draws=False)
    sheet = StripSheet(parts, legend)
    content = sheet.svg() if path.suffix.lower() == ".svg" else as_png(sheet.pixmap())
    ground.deleteLater()
    write_whole(path, content, overwrite=overwrite)


def _part(passage: ShownPassage, strategy: MaskingStrategy, draw: Draw, colour: str, ground: QWidget) -> SheetPart:
    """A strip of the passage under a strategy, with its heading."""
    strip = PassageStrip(ground)
    strip.resize(WIDTH, 0)  # it then claims the height of the rows that this width needs
    masked = passage.masked(strategy, draw)
    strip.show_passage(masked)
    strip.resize(WIDTH, strip.minimumHeight())
    seed = tr("Seed {seed}", seed=draw.seed)
    return SheetPart(f"{masked.heading(strategy)} · {seed}", strip, colour)
