"""Asking where to save a file, in the folder of the last time, and telling what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from workbench.core.texts import sentences
from workbench.gui.context import Context
from workbench.gui.i18n import tr
from workbench.gui.notices import Notice

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


def open_folder(folder: Path) -> None:
    """Show a folder in the file manager of the system."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
