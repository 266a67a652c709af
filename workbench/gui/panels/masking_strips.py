"""A strip that knows the passage it draws, and gives it away as text, picture or JSON."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.masking_cells import MaskedPassage
from workbench.gui.views.token_strip import TokenStrip


class PassageStrip(TokenStrip):
    """A strip whose context menu also gives the passage as JSON; ``picture_wanted`` asks for a file of it."""

    picture_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.passage: MaskedPassage | None = None

    def show_passage(self, passage: MaskedPassage, other: MaskedPassage | None = None) -> None:
        """Draw a masked passage, beside another draw of it where there is one."""
        self.passage = passage
        self.show_cells(passage.cells(other))
        self.set_hover(passage.describe)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Every way to take the strip along."""
        self.make_menu().exec(event.globalPos())

    def make_menu(self) -> QMenu:
        """Copies and files of the strip."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Copy as text"), self.copy_text)
        menu.addAction(tr("Copy as picture"), self.copy_picture)
        menu.addAction(tr("Copy as JSON"), self.copy_json)
        menu.addSeparator()
        menu.addAction(tr("Save as picture…"), self.picture_wanted.emit)
        return menu

    def copy_json(self) -> None:
        """The passage on the clipboard, as the terminal's ``mask`` command gives it."""
        if self.passage is not None:
            QGuiApplication.clipboard().setText(json.dumps(self.passage.record(), ensure_ascii=False))
