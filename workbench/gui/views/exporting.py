"""Every view is copied and saved in the same ways: as a picture, a drawing, a table or arrays."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QMenu, QWidget

from workbench.core.files import write_whole
from workbench.core.progress import Cancelled, Report, never, silent
from workbench.gui.i18n import tr
from workbench.gui.views.drawing import as_svg
from workbench.gui.views.drawn import Drawn

#: What is written to a file, made by whoever calls it, in any thread.
FileWork = Callable[[Report, Cancelled], str | bytes]


class Exportable(Protocol):
    """What can be saved of a view: what it shows now, with its mode in words."""

    def picture(self) -> Drawn:
        """What is shown, finer than the screen."""

    def svg(self) -> Callable[[], bytes]:
        """Makes the same as SVG, in any thread."""

    def as_csv(self) -> str:
        """The values that are shown, with their names; may be asked of in any thread."""

    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The same as arrays by name; where there are modes, the one in words as ``view``."""


@runtime_checkable
class SavesViews(Protocol):
    """A widget that saves and copies the views in it, in the background."""

    def save_shown(self, view: Exportable, name: str, suffix: str) -> None:
        """Ask where to, offering a ``name`` with a ``suffix`` as ``png``, and save."""

    def copy_shown(self, view: Exportable) -> None:
        """Put the picture of a view into the clipboard."""


def file_work(view: Exportable, suffix: str) -> FileWork:
    """What a view shows now as SVG, CSV or NPZ, by the suffix (``.svg``), else as PNG, which carries the mode as its
    description."""
    if suffix == ".svg":
        svg = view.svg()
        return lambda report, cancelled: svg()
    if suffix == ".csv":
        return lambda report, cancelled: view.as_csv()
    arrays = view.arrays()
    if suffix == ".npz":
        return lambda report, cancelled: as_npz(arrays)
    return partial(view.picture().png, str(arrays.get("view", "")))


def save_view(view: Exportable, path: Path) -> None:
    """Write what :func:`file_work` makes for the suffix of the path, at once; raises :class:`WorkbenchError` where it
    can't be written."""
    write_whole(path, file_work(view, path.suffix.lower())(silent, never))


def widget_picture(widget: QWidget) -> Drawn:
    """A widget of Qt's own, such as a table, as it stands."""
    return Drawn.of_image(widget.grab().toImage(), widget.logicalDpiX())


def widget_svg(widget: QWidget) -> Callable[[], bytes]:
    """The same as SVG, made already, since only the window's thread may have it paint itself."""

    def paint(painter: QPainter) -> None:
        widget.render(painter, QPoint(0, 0))

    content = as_svg(widget.size(), widget.palette().window().color(), paint, widget.logicalDpiX())
    return lambda: content


def as_npz(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Arrays as the bytes of an ``.npz`` file, compressed."""
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]
    return out.getvalue()


def add_exports(menu: QMenu, owner: QWidget, view: Exportable, name: str) -> None:
    """Add the ways to copy and save a view to a menu, done by the widget around the ``owner`` that
    :class:`SavesViews`; ``name`` is offered for the file."""
    menu.addAction(tr("Copy as picture"), lambda: _saver(owner).copy_shown(view))
    for title, suffix in (
        (tr("Save as PNG…"), "png"),
        (tr("Save as SVG…"), "svg"),
        (tr("Save as CSV…"), "csv"),
        (tr("Save as NPZ…"), "npz"),
    ):
        menu.addAction(title, partial(_save, owner, view, name, suffix))


def _save(owner: QWidget, view: Exportable, name: str, suffix: str) -> None:
    _saver(owner).save_shown(view, name, suffix)


def _saver(owner: QWidget) -> SavesViews:
    around: QWidget | None = owner
    while around is not None and not isinstance(around, SavesViews):
        around = around.parentWidget()
    if around is None:
        raise LookupError(f"{owner} stands in nothing that saves views")
    return around
