"""Which masked passages to export: of which strategy, and how many."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.i18n import tr
from workbench.gui.theme import GRID

MOST = 10_000_000


class ExportDialog(QDialog):
    """``wanted`` carries the place of the strategy and how many passages: -1 for the one on show, 0 for all."""

    wanted = Signal(int, int)

    def __init__(self, strategies: Sequence[str], chosen: int, has_corpus: bool, parent: QWidget) -> None:
        """``strategies`` are translated names; without a corpus only the passage on show can be had."""
        super().__init__(parent)
        self.setWindowTitle(tr("Export masked passages"))
        self.strategy = QComboBox(self)
        self.strategy.addItems(list(strategies))
        self.strategy.setCurrentIndex(chosen)
        self.shown = QRadioButton(tr("The passage on show"), self)
        self.some = QRadioButton(tr("The first"), self)
        self.all = QRadioButton(tr("The whole corpus"), self)
        self.count = QSpinBox(self, minimum=1, maximum=MOST, value=1000)
        self.count.setGroupSeparatorShown(True)
        self.count.setAccessibleName(tr("Number of passages"))
        self.shown.setChecked(True)
        for widget in (self.some, self.count, self.all):
            widget.setEnabled(has_corpus)
        self.buttons = QDialogButtonBox(self)
        self.buttons.addButton(tr("Choose a file…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self._arrange()
        self.count.valueChanged.connect(self._choose_some)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.accepted.connect(self._tell)

    def _arrange(self) -> None:
        some = QHBoxLayout()
        some.addWidget(self.some)
        some.addWidget(self.count)
        some.addWidget(QLabel(tr("passages of the corpus"), self))
        some.addStretch(1)
        form = QFormLayout()
        form.addRow(tr("Strategy"), self.strategy)
        hint = QLabel(tr("Passages of the corpus are those of training, masked with the seed above the strips."), self)
        hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GRID, 2 * GRID, 2 * GRID, 2 * GRID)
        column.setSpacing(GRID)
        column.addLayout(form)
        column.addWidget(self.shown)
        column.addLayout(some)
        column.addWidget(self.all)
        column.addWidget(hint)
        column.addWidget(self.buttons)

    @Slot()
    def _choose_some(self) -> None:
        self.some.setChecked(True)

    @Slot()
    def _tell(self) -> None:
        number = -1 if self.shown.isChecked() else self.count.value() if self.some.isChecked() else 0
        self.wanted.emit(self.strategy.currentIndex(), number)
