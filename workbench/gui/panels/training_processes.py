"""The field that says how many processes of this machine share a run."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QWidget

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Context
from workbench.gui.draft import Step
from workbench.gui.forms.fields import label_of
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.tasks import error_notice
from workbench.gui.theme import GRID
from workbench.jobs.settings import MOST_PROCESSES, Settings, load_settings, save_settings

_FIELD = Settings.model_fields["processes"]


class ProcessesField(QWidget):
    """A number that is kept with the project, for every start and resume; ``changed`` once it is kept."""

    changed = Signal()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        title = translate(label_of(_FIELD))
        self.number = QSpinBox(self, minimum=1, maximum=MOST_PROCESSES)
        self.number.setKeyboardTracking(False)
        self.number.setAccessibleName(title)
        self.number.setToolTip(translate(_FIELD.description or ""))
        self.number.setEnabled(not context.project.read_only)
        label = QLabel(title, self)
        label.setBuddy(self.number)
        hint = PlainLabel(
            tr("More than one helps with several GPUs: as many as there are. On a processor one uses all cores by "
               "itself."),
            self, wordWrap=True,
        )  # fmt: skip
        row = QHBoxLayout(self)
        row.setContentsMargins(0, GRID // 2, 0, 0)
        row.addWidget(label)
        row.addWidget(self.number)
        row.addWidget(hint, 1)
        self.show_kept()
        self.number.valueChanged.connect(self._edit)

    @property
    def _kept(self) -> Settings | None:
        """The settings as they are; None, and a notice, where their file is damaged."""
        try:
            return load_settings(self._context.project)
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            return None

    def show_kept(self) -> None:
        """Show the number that is kept."""
        if (kept := self._kept) is not None:
            with QSignalBlocker(self.number):
                self.number.setValue(kept.processes)

    @Slot(int)
    def _edit(self, wanted: int) -> None:
        """Keep another number, as a step of the history; typing on is one step."""
        kept = self._kept
        if kept is None or kept.processes == wanted:
            return
        before = kept.processes
        do, undo = partial(self._keep, wanted), partial(self._keep, before)
        self._context.draft.history.push(Step(translate(label_of(_FIELD)), do, undo, key="processes"))

    def _keep(self, number: int) -> None:
        if (kept := self._kept) is not None:
            try:
                save_settings(self._context.project, kept.model_copy(update={"processes": number}))
            except WorkbenchError as error:
                self._context.notify(error_notice(error))
        self.show_kept()
        self.changed.emit()
