"""A flat button with a picture."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QToolButton, QWidget

from workbench.gui.icons import icon


class ToolButton(QToolButton):
    """Calls ``run`` when it is clicked; its title is a tooltip, and its picture follows the theme."""

    def __init__(self, picture: str, title: str, run: Callable[[], object], parent: QWidget) -> None:
        super().__init__(parent, autoRaise=True)
        self.clicked.connect(lambda _checked=False: run())
        self.show_as(picture, title)

    def show_as(self, picture: str, title: str) -> None:
        """Another picture and title, as what a click does changes."""
        self._picture = picture
        self.setToolTip(title)
        self.setAccessibleName(title)
        self._dress()

    def _dress(self) -> None:
        self.setIcon(icon(self._picture, self.palette()))

    def changeEvent(self, event: QEvent) -> None:
        """The picture follows the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()
