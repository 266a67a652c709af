"""The field for the weights to start from: choosing them, and what is wrong with them while one edits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from workbench.core.errors import FieldProblem
from workbench.gui.context import Context
from workbench.gui.editors import ChosenTextEditor
from workbench.gui.forms import Form
from workbench.gui.i18n import tr
from workbench.gui.panels.start_checks import check_weights
from workbench.gui.panels.start_dialog import StartDialog
from workbench.spec.run import RunSpec
from workbench.spec.start import FIELD

CHECK_MILLISECONDS = 200
RENEW_MILLISECONDS = 2000  #: runs at work change several times a second


class StartChoice(QObject):
    """Lets the user choose in the form's field, and knows the ``problems`` of what is chosen; ``looked`` says that
    they may be others."""

    looked = Signal()

    def __init__(self, context: Context, form: Form, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._form = context, form
        self.problems: Sequence[FieldProblem] = ()
        self._number = 0  # of the newest look
        self._key: object = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look)
        editor = form.field(FIELD).editor
        assert isinstance(editor, ChosenTextEditor)
        editor.choice_asked.connect(self.ask)

    def follow(self, spec: RunSpec) -> None:
        """Look again where what matters is other than before."""
        key = spec.training.start_from, spec.encoder, spec.vocabulary
        if key == self._key:
            return
        self._key = key
        self._number += 1
        self.problems = ()
        if spec.training.start_from:
            self._timer.start(CHECK_MILLISECONDS)
        else:
            self._timer.stop()

    def renew(self) -> None:
        """Look again after a while: a run may have come, gone, or got another name."""
        if self._context.draft.spec.training.start_from and not self._timer.isActive():
            self._timer.start(RENEW_MILLISECONDS)

    @Slot()
    def _look(self) -> None:
        number, project, spec = self._number, self._context.project, self._context.draft.spec
        self._context.tasks.run(lambda report, cancelled: (number, check_weights(project, spec)), self._take)

    @Slot(object)
    def _take(self, found: tuple[int, Sequence[FieldProblem]]) -> None:
        number, problems = found
        if number == self._number and problems != self.problems:
            self.problems = problems
            self.looked.emit()

    @Slot()
    def ask(self) -> None:
        """Show the runs to choose from over the window."""
        dialog = StartDialog(self._context, self._context.draft.spec, self._form.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self.choose)
        dialog.open()

    @Slot(str)
    def choose(self, name: str) -> None:
        """Take what was chosen as a step of the history."""
        self._context.draft.set(FIELD, name, tr("Change {what}", what=self._form.field(FIELD).title))
