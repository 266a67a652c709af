"""Which Python trains: what the engine has, and another one in its stead, tried in the background before it is kept."""

from __future__ import annotations

import sys
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.i18n import render, tr
from workbench.gui.labels import PlainLabel
from workbench.gui.tasks import Task, error_notice
from workbench.gui.theme import GRID
from workbench.jobs.examine import EngineReport, examine_engine, interpreter_at
from workbench.jobs.settings import Settings, load_settings, save_settings


def open_engine_dialog(context: Context, parent: QWidget) -> EngineDialog:
    """Show the dialog over the window of ``parent``."""
    dialog = EngineDialog(context, parent.window())
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


class EngineDialog(QDialog):
    """A field for the Python and what was found out about it; one that does not work can't be kept."""

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._task: Task | None = None
        self._good = False
        self._keep_when_good = False
        self._before = self._load()
        self.setWindowTitle(tr("Engine"))
        self.field = QLineEdit(self, clearButtonEnabled=True, placeholderText=tr("the built-in Python"))
        self.browse_button = QPushButton(tr("Choose…"), self, autoDefault=False)
        self.reset_button = QPushButton(tr("Use the built-in Python"), self, autoDefault=False)
        self.test_button = QPushButton(tr("Test"), self, autoDefault=False)
        self.findings = PlainLabel(parent=self, wordWrap=True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.save_button = self.buttons.button(QDialogButtonBox.StandardButton.Save)
        self._arrange()
        self._connect()
        self.field.setText(self._before.engine_python if self._before else "")
        self._look()

    def _arrange(self) -> None:
        words = QLabel(
            tr("The engine trains in a process of its own. Another Python with this program and a torch for your GPU "
               "can do it; the setting is kept with the project."),
            self, wordWrap=True,
        )  # fmt: skip
        label = QLabel(tr("&Python of the engine"), self)
        label.setBuddy(self.field)
        self.field.setAccessibleName(tr("Python of the engine"))
        self.findings.setAccessibleName(tr("What the engine has"))
        self.findings.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.findings.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.findings.setMinimumHeight(12 * GRID)
        self.save_button.setText(tr("Save"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        line = QHBoxLayout()
        line.addWidget(self.field, 1)
        line.addWidget(self.browse_button)
        actions = QHBoxLayout()
        actions.addWidget(self.test_button)
        actions.addWidget(self.reset_button)
        actions.addStretch(1)
        column = QVBoxLayout(self)
        column.setSpacing(GRID)
        column.addWidget(words)
        column.addWidget(label)
        column.addLayout(line)
        column.addLayout(actions)
        column.addWidget(self.findings, 1)
        column.addWidget(self.buttons)
        self.resize(72 * GRID, 34 * GRID)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._forget)
        self.browse_button.clicked.connect(self._browse)
        self.reset_button.clicked.connect(self._reset)
        self.test_button.clicked.connect(self._look)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    @property
    def wanted(self) -> Settings:
        """The settings as the field says."""
        return (self._before or Settings()).model_copy(update={"engine_python": interpreter_at(self.field.text())})

    def _load(self) -> Settings | None:
        """The settings as they are; None, and a notice, where their file is damaged."""
        try:
            return load_settings(self._context.project)
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            return None

    # Choosing

    @Slot()
    def _browse(self) -> None:
        kinds = tr("Programs (*.exe)") if sys.platform == "win32" else ""
        path, _ = QFileDialog.getOpenFileName(self, tr("Python of the engine"), self.field.text(), kinds)
        if path:
            self.field.setText(path)
            self._look()

    @Slot()
    def _reset(self) -> None:
        self.field.clear()
        self._look()

    # Looking

    @Slot()
    def _forget(self) -> None:
        """What was found out is about another Python."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._good = self._keep_when_good = False
        self.findings.setText(tr("Not tested yet."))
        self.test_button.setEnabled(True)
        self.save_button.setEnabled(True)

    @Slot()
    def _look(self) -> None:
        if self._task is not None:
            return
        wanted = self.wanted
        self.findings.setText(tr("Starting the engine…"))
        self.test_button.setEnabled(False)
        self._task = self._context.tasks.run(
            lambda report, cancelled: _examined(wanted), self._take, title=tr("Testing the engine")
        )

    @Slot(object)
    def _take(self, found: EngineReport | WorkbenchError) -> None:
        self._task = None
        self.test_button.setEnabled(True)
        if isinstance(found, WorkbenchError):
            self._take_problem(found)
        else:
            self._take_report(found)

    def _take_report(self, report: EngineReport) -> None:
        self._good = True
        lines = [
            report.program,
            tr("Python {python}, torch {torch}", python=report.python, torch=report.torch or "–"),
            *(f"{device.name}: {device.title}" for device in report.devices),
        ]
        self.findings.setText("\n".join(lines))
        if self._keep_when_good:
            self._keep()

    def _take_problem(self, error: WorkbenchError) -> None:
        self._keep_when_good = False
        self.findings.setText(render(error))
        self.save_button.setEnabled(False)
        self.field.setFocus()

    # Keeping

    def accept(self) -> None:
        """Keep the Python if it works; it is tried first, and what is wrong with it is said."""
        if self._good:
            self._keep()
        elif not self._keep_when_good:
            self._keep_when_good = True
            self.save_button.setEnabled(False)
            self._look()

    def _keep(self) -> None:
        before, after, use = self._before or Settings(), self.wanted, partial(_use, self._context)
        if self._before != after:
            self._context.draft.history.push(Step(tr("Python of the engine"), lambda: use(after), lambda: use(before)))
        self.done(QDialog.DialogCode.Accepted)

    def done(self, result: int) -> None:
        """An answer that still comes is for nobody."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        super().done(result)


def _examined(settings: Settings) -> EngineReport | WorkbenchError:
    """What an engine has, or what is wrong with it; both are answers here."""
    try:
        return examine_engine(settings)
    except WorkbenchError as error:
        return error


def _use(context: Context, settings: Settings) -> None:
    """Keep settings and tell the pages."""
    try:
        save_settings(context.project, settings)
    except WorkbenchError as error:
        context.notify(error_notice(error))
        return
    context.announce(Changes.of("settings"))
