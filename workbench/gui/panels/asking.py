"""The question before something goes for good."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from workbench.gui.i18n import tr


def ask_to_delete(parent: QWidget, title: str, text: str, details: str, delete: Callable[[], object]) -> None:
    """Ask, and call ``delete`` where the answer is yes; all texts are translated already."""
    question = QMessageBox(parent)
    question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    question.setIcon(QMessageBox.Icon.Question)
    question.setWindowTitle(title)
    question.setText(text)
    question.setInformativeText(details)
    question.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
    keep = question.addButton(tr("Keep"), QMessageBox.ButtonRole.RejectRole)
    question.setDefaultButton(keep)
    question.buttonClicked.connect(lambda button: None if button is keep else delete())
    question.open()
