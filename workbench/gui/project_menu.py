"""What the menu of the project offers for its keeping: check, backup, packing into one file and opening such a file.

What an entry needs is loaded when it is chosen; the window does not wait for it at its start.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.texts import sentences
from workbench.gui.context import Context
from workbench.gui.figures import size
from workbench.gui.i18n import tr
from workbench.gui.notices import Notice, NoticeLevel
from workbench.gui.tasks import error_notice
from workbench.jobs.command import open_window
from workbench.store.store import Store

if TYPE_CHECKING:
    from workbench.gui.project_packing import Packing

Entry = tuple[str, Callable[[], None]]


@dataclass(frozen=True)
class Unpacked:
    """A project that came out of a file: its ``folder``, and how many things its runs need and do not find there."""

    folder: Path
    missing: int


class ProjectCare(QObject):
    """Asks for files over ``window`` and does the work in the background; what came of it becomes a notice."""

    def __init__(self, context: Context, window: QWidget) -> None:
        super().__init__(window)
        self._context, self._window = context, window

    def entries(self) -> Sequence[Entry]:
        """Titles and what they do, in the order of the menu."""
        return (
            (tr("Check the project…"), self.check),
            (tr("Missing files…"), self.find_missing),
            (tr("Back up the database…"), self.ask_backup),
            (tr("Pack into one file…"), self.ask_pack),
            (tr("Open a packed project…"), self.ask_open),
        )

    def check(self) -> None:
        """Look the project over."""
        from workbench.gui.project_check import CheckDialog

        self._show(CheckDialog(self._context, self._window))

    def find_missing(self) -> None:
        """Show what runs need and do not find."""
        from workbench.gui.panels.missing_files import MissingFiles

        self._show(MissingFiles(self._context, self._window))

    def _show(self, dialog: QDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    # Backup

    def ask_backup(self) -> None:
        """Ask for a file and copy the database there; runs go on meanwhile."""
        name = f"{self._context.project.root.name}-{time.strftime('%Y-%m-%d')}.db"
        chosen, _ = QFileDialog.getSaveFileName(self._window, tr("Back up the database"), name, "*.db")
        if chosen:
            self.back_up(Path(chosen))

    def back_up(self, path: Path) -> None:
        """Copy the database into a file that the user has chosen."""
        project = self._context.project

        def copy() -> Path:
            with Store.open(project) as store:
                store.copy_to(path, overwrite=True)
            return path

        self._context.tasks.run(lambda report, cancelled: copy(), self._take_written, title=tr("Backing up"))

    @Slot(object)
    def _take_written(self, path: Path) -> None:
        self._context.notify(Notice(tr("{file} is written, {size}.", file=str(path), size=size(path.stat().st_size))))

    # Packing

    def ask_pack(self) -> None:
        """Ask what goes into the file, and where it goes."""
        from workbench.gui.project_packing import PackDialog

        dialog = PackDialog(self._context, self._window)
        dialog.chosen.connect(self.pack)
        self._show(dialog)

    @Slot(object)
    def pack(self, packing: Packing) -> None:
        """Write the file; the work can be cancelled from the status line."""
        from workbench.gui.project_packing import pack

        project = self._context.project
        self._context.tasks.run(
            lambda report, cancelled: pack(project, packing, cancelled),
            self._take_written,
            title=tr("Packing the project"),
        )

    # Opening a packed project

    def ask_open(self) -> None:
        """Ask for the file and for the place of the new project."""
        file, _ = QFileDialog.getOpenFileName(self._window, tr("Open a packed project"), "", "*.zip")
        if not file:
            return
        beside = self._context.project.root.parent
        folder = QFileDialog.getExistingDirectory(self._window, tr("Where to put the project"), str(beside))
        if folder:
            self.unpack(Path(file), _free_folder(Path(folder), Path(file).stem))

    def unpack(self, file: Path, folder: Path) -> None:
        """Make a new project of the file in a folder that is not there yet."""

        from workbench.store.bundle import open_bundle

        def work(cancelled: Callable[[], bool]) -> Unpacked:
            return Unpacked(folder, len(open_bundle(file, folder, cancelled=cancelled)))

        self._context.tasks.run(
            lambda report, cancelled: work(cancelled), self._take_unpacked, title=tr("Unpacking the project")
        )

    @Slot(object)
    def _take_unpacked(self, unpacked: Unpacked) -> None:
        words = tr("The project is in {folder}.", folder=str(unpacked.folder))
        if unpacked.missing:
            more = tr(
                "Some of what its runs need has stayed on the other machine ({count}); its window asks for that.",
                count=unpacked.missing,
            )
            words = sentences(words, more)
        level = NoticeLevel.WARNING if unpacked.missing else NoticeLevel.INFO
        actions = ((tr("Open it in a window"), lambda: self._open_window(unpacked.folder)),)
        self._context.notify(Notice(words, level, actions=actions))

    def _open_window(self, folder: Path) -> None:
        try:
            open_window(folder)
        except WorkbenchError as error:
            self._context.notify(error_notice(error))


def _free_folder(parent: Path, name: str) -> Path:
    """A folder of that name that is not there yet, with a number where it is taken; an empty one is taken as it is."""
    if not any(parent.iterdir()):
        return parent
    names = (name, *(f"{name}-{number}" for number in range(2, 10_000)))
    return next(parent / one for one in names if not (parent / one).exists())
