"""Looking the project over: what is damaged and what runs need and do not find, a line each."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QListWidget, QProgressBar, QVBoxLayout, QWidget

from workbench.core.errors import WorkbenchError
from workbench.core.paths import Project
from workbench.core.texts import Text
from workbench.gui.context import Context
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.missing_files import MissingFiles
from workbench.gui.tasks import Task
from workbench.gui.theme import GRID
from workbench.store.check import check_project
from workbench.store.store import Store


def read_problems(project: Project) -> list[Text]:
    """Everything that is wrong, in the background."""
    with Store.open(project) as store:
        return list(check_project(store))


class CheckDialog(QDialog):
    """Begins at once; nothing of the project is changed."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._task: Task | None = None
        self.setWindowTitle(tr("Check the project"))
        self.words = PlainLabel(parent=self, wordWrap=True)
        self.busy = QProgressBar(self, textVisible=False)
        self.busy.setRange(0, 0)
        self.busy.setAccessibleName(tr("Checking the project"))
        self.list = QListWidget(self)
        self.list.setWordWrap(True)
        self.list.setAccessibleName(tr("What is wrong"))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        self.buttons.button(QDialogButtonBox.StandardButton.Close).setText(tr("Close"))
        action = QDialogButtonBox.ButtonRole.ActionRole
        self.again_button = self.buttons.addButton(tr("Check again"), action)
        self.find_button = self.buttons.addButton(tr("Missing files…"), action)
        self.copy_button = self.buttons.addButton(tr("Copy"), action)
        self.again_button.clicked.connect(self.check)
        self.find_button.clicked.connect(self._find)
        self.copy_button.clicked.connect(self._copy)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (self.words, self.busy):
            column.addWidget(widget)
        column.addWidget(self.list, 10)
        column.addStretch(1)  # where there is nothing to list
        column.addWidget(self.buttons)
        self.resize(84 * GRID, 40 * GRID)
        self.check()

    @Slot()
    def check(self) -> None:
        """Look at database, folders of runs, corpora, vocabularies and lists."""
        if self._task is not None:
            return
        self.words.setText(tr("Looking at the database, the runs, corpora, vocabularies and lists…"))
        self._show_busy(True)
        project = self._context.project
        self._task = self._context.tasks.run(
            lambda report, cancelled: read_problems(project), self._take, self._refuse, tr("Checking the project")
        )

    def _show_busy(self, busy: bool) -> None:
        self.busy.setVisible(busy)
        self.again_button.setEnabled(not busy)
        for button in (self.find_button, self.copy_button):
            button.setEnabled(not busy and self.list.count() > 0)

    @Slot(object)
    def _take(self, problems: list[Text]) -> None:
        self._task = None
        self.list.clear()
        self.list.addItems([render(problem) for problem in problems])
        self.list.setVisible(bool(problems))
        count = len(problems)
        self.words.setText(
            tr("{count} {count:thing is|things are} wrong. Nothing was changed.", count=count)
            if problems
            else tr("Nothing is wrong.")
        )
        self._show_busy(False)

    @Slot(object)
    def _refuse(self, error: WorkbenchError) -> None:
        self._task = None
        self.list.clear()
        self.words.setText(render(error))
        self._show_busy(False)

    @Slot()
    def _find(self) -> None:
        dialog = MissingFiles(self._context, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(self.check)
        dialog.open()

    @Slot()
    def _copy(self) -> None:
        lines = [self.list.item(row).text() for row in range(self.list.count())]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def done(self, result: int) -> None:
        """An answer that still comes is for nobody."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        super().done(result)
