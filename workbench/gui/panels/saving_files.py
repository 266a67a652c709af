"""Asking where to save a file, in the folder of the last time, and telling what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from workbench.core.errors import StoppedError
from workbench.core.files import write_whole
from workbench.core.progress import Cancelled, Report
from workbench.core.texts import mark, sentences
from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.notices import Notice
from workbench.gui.views.exporting import Exportable, FileWork, file_work

_FOLDER = "export-folder"  # among the user's choices


def ask_path(context: Context, parent: QWidget, title: str, name: str, kinds: Mapping[str, str]) -> Path | None:
    """Where to save; None where the user thinks better of it.

    ``name`` is offered in the folder of the last time. ``kinds`` are translated names of kinds of files by their
    ending, as ``.svg``; a name without an ending gets that of the kind that was chosen.
    """
    folder = Path(context.settings.choice(_FOLDER, str(Path.home())))
    filters = {f"{words} (*{ending})": ending for ending, words in kinds.items()}
    start = str(folder / name) if folder.is_dir() else name
    chosen, kind = QFileDialog.getSaveFileName(parent, title, start, ";;".join(filters))
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in kinds:
        path = path.with_name(path.name + filters.get(kind, next(iter(kinds))))
    context.settings.choose(_FOLDER, str(path.parent))
    return path


def tell_saved(context: Context, path: Path, words: str = "") -> None:
    """Say where a file lies now, with a way to its folder; ``words`` (translated) say more."""
    text = sentences(tr("Saved {path}.", path=str(path)), words)
    context.notify(Notice(text, actions=[(tr("Open folder"), partial(open_folder, path.parent))]))


def save_shown(context: Context, page: QWidget, view: Exportable, name: str, suffix: str) -> None:
    """Ask for a file, offering a ``name`` with a ``suffix`` as ``png``, and save in the background what a view shows
    now."""
    kinds = {".png": "PNG", ".svg": "SVG", ".csv": "CSV", ".npz": tr("NumPy arrays")}
    kinds = {f".{suffix}": kinds.pop(f".{suffix}"), **kinds}  # the first is what the dialog offers
    path = ask_path(context, page, tr("Save what is shown"), f"{name}.{suffix}", kinds)
    if path is not None:
        write_in_background(context, page, path, file_work(view, path.suffix.lower()))


def write_in_background(context: Context, page: QWidget, path: Path, work: FileWork) -> None:
    """Write what a work makes, in place of a file that is there; one that is stopped leaves everything as it was."""

    def write(report: Report, cancelled: Cancelled) -> None:
        content = work(report, cancelled)
        if cancelled():
            raise StoppedError(mark("The work was stopped."))
        write_whole(path, content)

    context.tasks.run(write, lambda _nothing: tell_saved(context, path), title=tr("Exporting"), owner=page)


def copy_shown(context: Context, page: QWidget, view: Exportable) -> None:
    """Put the picture of a view as it is now into the clipboard, painted in the background."""
    drawn = view.picture()

    def take(image: QImage) -> None:
        QGuiApplication.clipboard().setImage(image)

    context.tasks.run(drawn.image, take, title=tr("Copying the picture"), owner=page)


def open_folder(folder: Path) -> None:
    """Show a folder in the file manager of the system."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
