"""The card of keys: those of the page on show, then those of everything that has some."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panel import Command
from workbench.gui.theme import GRID


class KeysCard(QDialog):
    """``page_keys`` are keys with what they mean; of ``commands`` those with keys are shown."""

    def __init__(self, page_keys: Sequence[tuple[str, str]], commands: Sequence[Command], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        sheet = QWidget()
        form = QFormLayout(sheet)
        for keys, meaning in page_keys:
            form.addRow(QLabel(keys), QLabel(meaning))
        for command in commands:
            if command.keys:
                form.addRow(QLabel(command.keys), QLabel(command.title))
        area = QScrollArea(widgetResizable=True)
        area.setWidget(sheet)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(area)
        column.addWidget(buttons)
        self.resize(52 * GRID, 60 * GRID)
