"""Every view is copied and saved in the same ways: as a picture, a drawing, a table or arrays."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication, QPainter, QPixmap
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from workbench.core.files import write_whole
from workbench.gui.i18n import tr
from workbench.gui.views.drawing import as_png, as_svg


class Exportable(Protocol):
    """What can be saved of a view: what it shows, with its mode in words."""

    def picture(self) -> QPixmap:
        """What is shown, finer than the screen."""

    def svg(self) -> bytes:
        """The same as SVG."""

    def as_csv(self) -> str:
        """The values that are shown, with their names."""

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The same as arrays by name; where there are modes, the one in words as ``view``."""


def save_view(view: Exportable, path: Path) -> None:
    """Write a view as SVG, CSV or NPZ, by the suffix of the path, else as PNG, which carries the mode as its
    description; raises :class:`WorkbenchError` where it can't be written."""
    suffix = path.suffix.lower()
    if suffix == ".svg":
        write_whole(path, view.svg())
    elif suffix == ".csv":
        write_whole(path, view.as_csv())
    elif suffix == ".npz":
        write_whole(path, as_npz(view.arrays()))
    else:
        mode = view.arrays().get("view")
        write_whole(path, as_png(view.picture(), "" if mode is None else str(mode)))


def widget_svg(widget: QWidget) -> bytes:
    """A widget of Qt's own, such as a table, as it stands."""

    def paint(painter: QPainter) -> None:
        widget.render(painter, QPoint(0, 0))

    return as_svg(widget.size(), widget.palette().window().color(), paint, widget.logicalDpiX())


def as_npz(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Arrays as the bytes of an ``.npz`` file, compressed."""
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
    return out.getvalue()


def add_exports(menu: QMenu, owner: QWidget, view: Exportable, name: str) -> None:
    """Add the ways to copy and save a view to a menu; ``name`` is offered for the file."""
    menu.addAction(tr("Copy as picture"), lambda: QGuiApplication.clipboard().setPixmap(view.picture()))
    for title, suffix in (
        (tr("Save as PNG…"), "png"),
        (tr("Save as SVG…"), "svg"),
        (tr("Save as CSV…"), "csv"),
        (tr("Save as NPZ…"), "npz"),
    ):
        menu.addAction(title, partial(ask_and_save, owner, view, name, suffix))


def ask_and_save(owner: QWidget, view: Exportable, name: str, suffix: str) -> None:
    """Ask where to, and save."""
    chosen, _ = QFileDialog.getSaveFileName(owner, tr("Save what is shown"), f"{name}.{suffix}", f"*.{suffix}")
    if chosen:
        path = Path(chosen)
        save_view(view, path if path.suffix else path.with_suffix(f".{suffix}"))
