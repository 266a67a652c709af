"""What becomes of living runs when their window closes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from PySide6.QtWidgets import QMessageBox, QWidget

from workbench.gui.i18n import in_list, tr


class Decision(Enum):
    """What the user wants with his runs, and whether he leaves at all."""

    KEEP_RUNNING = auto()
    STOP_AND_SAVE = auto()
    STAY = auto()


def ask_about_living(names: Sequence[str], parent: QWidget) -> Decision:
    """Ask what is to become of the runs of these names, which are at work."""
    question = QMessageBox(parent)
    question.setIcon(QMessageBox.Icon.Question)
    question.setWindowTitle(tr("Training goes on"))
    question.setText(tr("Still training: {names}.", names=in_list(names)))
    question.setInformativeText(tr("A run can go on without the window; the next start finds it again."))
    keep = question.addButton(tr("Keep training"), QMessageBox.ButtonRole.AcceptRole)
    stop = question.addButton(tr("Save and stop"), QMessageBox.ButtonRole.DestructiveRole)
    question.addButton(tr("Stay here"), QMessageBox.ButtonRole.RejectRole)
    question.setDefaultButton(keep)
    question.exec()
    if question.clickedButton() is keep:
        return Decision.KEEP_RUNNING
    return Decision.STOP_AND_SAVE if question.clickedButton() is stop else Decision.STAY
