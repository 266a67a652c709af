"""A push button with a picture before its words."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.gui.icons import icon


class PictureButton(QPushButton):
    """Its picture follows the theme."""

    def __init__(self, picture: str, title: str, parent: QWidget, *, flat: bool = False) -> None:
        super().__init__(title, parent, flat=flat)
        self._picture = picture
        self._dress()

    def _dress(self) -> None:
        self.setIcon(icon(self._picture, self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        """The picture follows the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()
