"""What runs need and do not find, as in a project that came from another machine, and the way to bring it back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.gui.context import Changes, Context
from workbench.gui.draft import DoneStep
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.tasks import error_notice
from workbench.gui.theme import GRID
from workbench.jobs.calls import call_in_child
from workbench.store.check import wanted_text
from workbench.store.ingredients import Kind, State, Wanted, wanted_here
from workbench.store.relinking import relink, unlink
from workbench.store.store import Store

_FOUND = Changes.of("corpora", "vocabularies")


def read_wanted(project: Project) -> list[Wanted]:
    """What is missing, in the background."""
    with Store.open(project) as store:
        return wanted_here(store)


class MissingFiles(QDialog):
    """A line for each thing with its fingerprint and the runs that need it, and a button to say where it lies now."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Missing files"))
        self._context = context
        self._top = PlainLabel(parent=self, wordWrap=True)
        self.says = PlainLabel(parent=self, wordWrap=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setColumnStretch(0, 1)
        self.buttons: list[QPushButton] = []
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        context.changed.connect(self._take_changes)
        column = QVBoxLayout(self)
        column.addWidget(self._top)
        column.addLayout(self._grid)
        column.addStretch(1)
        column.addWidget(self.says)
        column.addWidget(close)
        self.resize(80 * GRID, 30 * GRID)
        self._read()

    def _read(self) -> None:
        project = self._context.project
        self._context.tasks.run(lambda report, cancelled: read_wanted(project), self._show)

    @Slot(object)
    def _show(self, wanted: Sequence[Wanted]) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.buttons = []
        self._top.setText(
            tr("These are needed by runs and are not here. Only the very same text or vocabulary is taken.")
            if wanted
            else tr("Everything that the runs need is there.")
        )
        for row, one in enumerate(wanted):
            self._grid.addWidget(PlainLabel(render(wanted_text(one)), self, wordWrap=True), row, 0)
            self._grid.addWidget(self._make_button(one), row, 1, Qt.AlignmentFlag.AlignTop)

    def _make_button(self, wanted: Wanted) -> QWidget:
        if wanted.state is not State.MISSING or wanted.ingredient.kind is Kind.LIST:
            return QLabel("", self)
        button = QPushButton(tr("Find…"), self)
        self.buttons.append(button)
        menu = QMenu(button)
        menu.addAction(tr("Its folder in another project…")).triggered.connect(partial(self._ask_folder, wanted))
        files = tr("Its text files…") if wanted.ingredient.kind is Kind.CORPUS else tr("Its file…")
        menu.addAction(files).triggered.connect(partial(self._ask_files, wanted))
        button.setMenu(menu)
        return button

    def _ask_folder(self, wanted: Wanted, _checked: bool = False) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Find {name}", name=wanted.ingredient.name))
        if name:
            self.bring(wanted, [Path(name)])

    def _ask_files(self, wanted: Wanted, _checked: bool = False) -> None:
        names, _kind = QFileDialog.getOpenFileNames(self, tr("Find {name}", name=wanted.ingredient.name))
        if names:
            self.bring(wanted, [Path(name) for name in names])

    def bring(self, wanted: Wanted, paths: Sequence[Path]) -> None:
        """Bring something in from these paths, if it is the same."""
        self.says.setText(tr("Looking…"))
        for button in self.buttons:
            button.setEnabled(False)
        done, refused = partial(self._take_done, wanted, paths), self._take_error
        _relink(self._context, wanted, paths, done, refused)

    def _take_done(self, wanted: Wanted, paths: Sequence[Path]) -> None:
        """Make a step of the history of it, also where the dialog was closed meanwhile."""
        context = self._context
        again, back = partial(_relink, context, wanted, paths), partial(_unlink, context, wanted)
        context.draft.history.push(DoneStep(tr("Find {name}", name=wanted.ingredient.name), again, back))
        if isValid(self):
            self.says.setText(tr("It is there again, the very same."))

    def _take_error(self, error: WorkbenchError) -> None:
        if not isValid(self):
            self._context.notify(error_notice(error))
            return
        self.says.setText(render(error))
        for button in self.buttons:
            button.setEnabled(True)

    @Slot(object)
    def _take_changes(self, changes: Changes) -> None:
        if changes.tables & _FOUND.tables:
            self._read()


def _relink(
    context: Context,
    wanted: Wanted,
    paths: Sequence[Path],
    done: Callable[[], None] = lambda: None,
    refused: Callable[[WorkbenchError], None] | None = None,
) -> None:
    """Bring something in, in a child, and tell the pages; a refusal becomes a notice where nobody takes it."""
    project = context.project

    def take(_nothing: object) -> None:
        done()
        context.announce(_FOUND)

    context.tasks.run(
        lambda report, cancelled: call_in_child(
            relink, project, wanted, list(paths), progress=report, cancelled=cancelled
        ),
        take,
        refused,
        title=tr("Looking for {name}", name=wanted.ingredient.name),
        owner=context,
    )


def _unlink(context: Context, wanted: Wanted) -> None:
    """Have it missing again."""
    project = context.project
    context.tasks.run(
        lambda report, cancelled: unlink(project, wanted), lambda _nothing: context.announce(_FOUND), owner=context
    )
