"""Pictures without a window: the views of the window drawn off the screen and saved as PNG."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from workbench.core.errors import ArgumentError
from workbench.core.files import write_whole
from workbench.core.texts import mark
from workbench.gui.fonts import install_fonts, scaled
from workbench.gui.i18n import tr
from workbench.gui.panels.curve_series import baselines_of, is_loss, series_of, shown_names
from workbench.gui.panels.run_curves import RunCurves
from workbench.gui.theme import GRID, LIGHT, Theme, ThemeChoice, make_palette
from workbench.gui.views.curve import CurveView
from workbench.gui.views.drawing import as_png
from workbench.gui.views.head_grid import HeadGrid
from workbench.gui.views.heatmap import Heatmap
from workbench.inspection.thumbnails import thumbnails
from workbench.store.store import Store

SIZE = QSize(1600, 1000)
_TITLE = 5 * GRID
_SMOOTHING = 0.6


@cache
def application() -> QApplication:
    """The application there is, or one made for pictures and kept: widgets need it, also where none is shown."""
    there = QApplication.instance()
    if isinstance(there, QApplication):
        return there
    made = QApplication(sys.argv[:1])
    install_fonts(made)
    Theme(made, ThemeChoice.LIGHT)
    return made


def save_loss_curve(store: Store, run_name: str, path: Path) -> Path:
    """Draw the losses of a run with its baselines; returns the path. Raises :class:`ArgumentError` for a wrong name."""
    run = store.run(run_name)
    drawn_by = application()
    names = shown_names(store.metric_names(run), is_loss)
    curves = RunCurves(run, {name: store.series(run, name) for name in names})
    view = CurveView("")
    view.resize(SIZE.width(), SIZE.height() - _TITLE)
    view.set_smoothing(_SMOOTHING)
    view.show_series(series_of([curves], is_loss))
    view.show_baselines(baselines_of([curves]))
    title = tr("Loss of {run} over {steps} {steps:step|steps}, nats", run=run.name, steps=f"{run.step:,}")
    return _save([(view, QRect(0, _TITLE, SIZE.width(), SIZE.height() - _TITLE))], title, path, drawn_by)


def save_attention(npz_path: Path, path: Path) -> Path:
    """Draw what ``workbench inspect`` has written: all heads, and the first head of the last layer large.

    Raises :class:`ArgumentError` where the file is not such a one.
    """
    tokens, attention = _read_attention(npz_path)
    drawn_by = application()
    layer = attention.shape[0] - 1
    heads = HeadGrid()
    heads.show_levels(thumbnails(attention))
    heads.choose(layer, 0)
    heatmap = Heatmap()
    heatmap.show_matrix(attention[layer, 0], tokens)
    left = SIZE.width() // 4
    areas = [
        (heads, QRect(GRID, _TITLE, left - 2 * GRID, SIZE.height() - _TITLE)),
        (heatmap, QRect(left, _TITLE, SIZE.width() - left, SIZE.height() - _TITLE)),
    ]
    title = tr("Attention of layer {layer}, head {head}: the row looks at the column", layer=layer + 1, head=1)
    return _save(areas, title, path, drawn_by)


def _read_attention(path: Path) -> tuple[list[str], np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    try:
        with np.load(path, allow_pickle=False) as file:
            tokens, attention = [str(token) for token in file["tokens"]], file["attention"]
    except (OSError, ValueError, KeyError):
        tokens, attention = [], np.zeros(0, np.float32)
    if not tokens or attention.ndim != 4 or attention.shape[2:] != (len(tokens), len(tokens)):
        raise ArgumentError(
            mark("{file} holds no attention."), mark("Make one with workbench inspect RUN --out FILE."), file=path.name
        )
    return tokens, attention


def _save(areas: list[tuple[QWidget, QRect]], title: str, path: Path, drawn_by: QApplication) -> Path:
    """Arrange widgets under a title and grab them; raises :class:`WorkbenchError` where the file can't be written."""
    sheet = QWidget()
    sheet.resize(SIZE)
    sheet.setPalette(make_palette(LIGHT))
    sheet.setBackgroundRole(QPalette.ColorRole.Base)
    sheet.setAutoFillBackground(True)
    heading = QLabel(title, sheet)
    heading.setFont(scaled(drawn_by.font(), 1.4, bold=True))
    heading.setGeometry(2 * GRID, 0, SIZE.width() - 4 * GRID, _TITLE)
    for widget, area in areas:
        widget.setParent(sheet)
        widget.setGeometry(area)
    sheet.grab()  # plots settle their ranges while they are first painted
    drawn_by.processEvents()
    picture = sheet.grab()
    sheet.deleteLater()
    write_whole(path, as_png(picture))
    return path
