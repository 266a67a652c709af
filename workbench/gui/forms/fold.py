"""A heading that folds what stands under it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.theme import GRID


class Fold(QWidget):
    """A heading with a body that it shows or hides."""

    def __init__(self, title: str, parent: QWidget, opened: bool = True, level: int = 0) -> None:
        super().__init__(parent)
        self._head = QToolButton(self, autoRaise=True)
        self._head.setText(title)
        self._head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._head.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._head.setFont(scaled(self._head.font(), 1.0, bold=level == 0))
        self._head.clicked.connect(lambda _checked=False: self.set_open(not self._opened))
        self.body = QWidget(self)
        self.column = QVBoxLayout(self.body)
        self.column.setContentsMargins(GRID, 0, 0, GRID // 2)
        self.column.setSpacing(2)
        self.header = QHBoxLayout()
        self.header.addWidget(self._head, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(2)
        outer.addLayout(self.header)
        outer.addWidget(self.body)
        self.set_open(opened)

    def set_open(self, opened: bool) -> None:
        """Fold or unfold."""
        self._opened = opened
        self.body.setVisible(opened)
        self._head.setArrowType(Qt.ArrowType.DownArrow if opened else Qt.ArrowType.RightArrow)
