"""A button that stays pressed, and looks it in both palettes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Slot
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from workbench.gui.theme import colours_of


class ToggleButton(QPushButton):
    """In the accent's colour while it is on."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setCheckable(True)
        self.toggled.connect(self._dress)

    @Slot()
    def _dress(self) -> None:
        palette = QPalette()
        if self.isChecked():
            colours = colours_of(QApplication.palette())
            palette.setColor(QPalette.ColorRole.Button, QColor(colours.accent))
            palette.setColor(QPalette.ColorRole.ButtonText, QColor(colours.on_accent))
        self.setPalette(palette)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self._dress()
