"""Opening a project: one window writes it; a second one is told, and only reads. A damaged database is never reset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QLockFile
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import sentences
from workbench.gui.i18n import in_list, render, tr
from workbench.store.connection import DamagedStoreError
from workbench.store.recovery import EARLIER_LACK, FOLDERS_LACK, Recovered, recover
from workbench.store.run_folders import UnusableFolder
from workbench.store.store import Store

LOCK = "window.lock"
LOOKED_OVER_BYTES = 32 << 20  #: larger databases would take too long to be read as a whole before the window is there
MOST_NAMED = 5  #: folders that could not be brought back; more would not fit the screen


class ProjectLock:
    """Held by the window that writes a project; let go of at its end, also by a crash (the file then is stale)."""

    def __init__(self, project: Project) -> None:
        project.create()
        self._file = QLockFile(str(project.root / LOCK))
        self._file.setStaleLockTime(0)  # only the end of its process makes a lock stale, however old it is

    def take(self) -> bool:
        """Whether no other window has it."""
        return self._file.tryLock(0)

    def owner(self) -> str:
        """The process and machine of the window that has it."""
        process, host, _program = self._file.getLockInfo()
        return f"{process} ({host})"

    def release(self) -> None:
        """Let go."""
        self._file.unlock()


class Opening:
    """Asks until a project can be opened. ``project`` may be another one than was asked for; ``lock`` is held unless
    it is read only."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.lock: ProjectLock | None = None

    def go(self) -> bool:
        """Whether the user has a project in the end; raises :class:`WorkbenchError` for what no question can settle."""
        while True:
            self.close()
            lock = ProjectLock(self.project)
            if lock.take():
                self.lock = lock
            elif not self._ask_about_other(lock.owner()):
                return False
            elif not self.project.read_only:
                continue
            try:
                with Store.open(self.project) as store:
                    store.look_over(LOOKED_OVER_BYTES)
                return True
            except DamagedStoreError as error:
                if not self._ask_about_damage(error):
                    self.close()
                    return False

    def close(self) -> None:
        """Let go of the project."""
        if self.lock is not None:
            self.lock.release()
            self.lock = None

    def _ask_about_other(self, owner: str) -> bool:
        """What to do where another window has the project; False to give up."""
        return ask(
            tr("The project is open already"),
            tr("Another window has the project {name} open.", name=self.project.root.name),
            tr(
                "It belongs to process {owner}. Two windows that write one project would overwrite each other's work. "
                "A window for reading shows everything; runs are not started or changed in it, and its draft is not "
                "kept.",
                owner=owner,
            ),
            ((tr("Open for reading"), self._read_only), (tr("Another project…"), self._choose_another)),
        )

    def _ask_about_damage(self, error: DamagedStoreError) -> bool:
        """What to do with a damaged database; False to leave it as it is."""
        return ask(
            tr("The database is damaged"),
            render(error.message),
            tr(
                "Nothing was changed. What can still be read can be put into a new database; the damaged one is kept "
                "beside it under another name."
            ),
            ((tr("Recover"), self._recover), (tr("Another project…"), self._choose_another)),
        )

    def _read_only(self) -> bool:
        self.project = replace(self.project, read_only=True)
        return True

    def _choose_another(self) -> bool:
        name = QFileDialog.getExistingDirectory(None, tr("Another project"), str(self.project.root.parent))
        if name:
            self.project = Project(Path(name))
        return True  # without a choice the question comes again

    def _recover(self) -> bool:
        try:
            done = recover(replace(self.project, read_only=False))
        except WorkbenchError as error:
            tell(tr("The database is damaged"), render(error))
            return True
        tell(tr("Recovered"), _recovered_words(done))
        return True


def _recovered_words(done: Recovered) -> str:
    words = tr(
        "In the new database: runs {runs}, points {points}.",
        runs=done.rows["runs"],
        points=f"{done.rows['metrics']:,}",
    )
    if done.damaged is not None:
        words = sentences(words, tr("The damaged one is kept as {file}.", file=done.damaged.name))
    if done.from_folders:
        names = in_list(done.from_folders)
        words = sentences(words, tr("Made again from their folders: {names}.", names=names), tr(FOLDERS_LACK))
    if done.without_row:
        words = sentences(words, tr(EARLIER_LACK, names=in_list(done.without_row)))
    return "\n\n".join([words, *_left_words(done.left)])


def _left_words(left: Sequence[UnusableFolder]) -> Iterator[str]:
    """Which runs were not brought back, and why."""
    for one in left[:MOST_NAMED]:
        yield tr("Not brought back, and left as it is: {problem}", problem=render(one.problem))
    if len(left) > MOST_NAMED:
        yield tr("And {count} more: “Check the project” names them all.", count=len(left) - MOST_NAMED)


def ask(title: str, text: str, details: str, answers: tuple[tuple[str, Callable[[], bool]], ...]) -> bool:
    """Ask, and return what the chosen answer returns; False for “Quit”."""
    question = QMessageBox(QMessageBox.Icon.Warning, title, text)
    question.setInformativeText(details)
    buttons: dict[QPushButton, Callable[[], bool]] = {
        question.addButton(words, QMessageBox.ButtonRole.AcceptRole): act for words, act in answers
    }
    question.setEscapeButton(question.addButton(tr("Quit"), QMessageBox.ButtonRole.RejectRole))
    question.exec()
    clicked = question.clickedButton()
    return next((act for button, act in buttons.items() if button is clicked), lambda: False)()


def tell(title: str, text: str) -> None:
    """Say something before there is a window."""
    QMessageBox(QMessageBox.Icon.Information, title, text, QMessageBox.StandardButton.Ok).exec()
