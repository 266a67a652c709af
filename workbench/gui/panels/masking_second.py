"""The line that says what the second draw of the same passage is drawn with: another seed, or another epoch."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from workbench.gui.comparison import View
from workbench.gui.i18n import tr
from workbench.gui.labels import ElidedLabel
from workbench.gui.panels.masking_preview import Draw
from workbench.gui.theme import GRID
from workbench.spec.run import Stage

MOST_EPOCHS = 10_000


class SecondDraw(QWidget):
    """``changed`` comes when the user wants another second draw."""

    changed = Signal()

    def __init__(self, most_seed: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = QComboBox(self)
        self.kind.addItem(tr("another seed"), "seed")
        self.kind.addItem(tr("a later epoch"), "epoch")
        self.kind.setAccessibleName(tr("What differs in the second draw"))
        self.seed_box = QSpinBox(self, minimum=0, maximum=most_seed, value=2)
        self.seed_box.setAccessibleName(tr("Seed of the second draw"))
        self.epoch_box = QSpinBox(self, minimum=2, maximum=MOST_EPOCHS, value=2)
        self.epoch_box.setAccessibleName(tr("Epoch of the second draw"))
        self.hint = ElidedLabel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, GRID, 0)
        row.setSpacing(GRID // 2)
        row.addWidget(QLabel(tr("Second draw:"), self))
        for widget in (self.kind, self.seed_box, self.epoch_box):
            row.addWidget(widget)
        row.addWidget(self.hint, 1)
        self.kind.activated.connect(self._change)
        self.seed_box.valueChanged.connect(self.changed)
        self.epoch_box.valueChanged.connect(self._change)
        self._show_kind()

    def begin_with(self, view: View) -> None:
        """What it is drawn with at first."""
        self.kind.setCurrentIndex(self.kind.findData("epoch" if view.second_by_epoch else "seed"))
        self.seed_box.setValue(view.second_seed)
        self.epoch_box.setValue(view.second_epoch)
        self._show_kind()

    def follow(self, before: int, after: int) -> None:
        """Another seed of the first draw: the second keeps its distance from it."""
        with QSignalBlocker(self.seed_box):
            self.seed_box.setValue((self.seed_box.value() + after - before) % (self.seed_box.maximum() + 1))

    @property
    def by_epoch(self) -> bool:
        """Whether the epoch differs and not the seed."""
        return bool(self.kind.currentData() == "epoch")

    def draw(self, seed: int, stage: Stage) -> Draw:
        """The second draw beside one of the first epoch with this ``seed``; static masks come again."""
        if self.by_epoch:
            return Draw(seed, self._epoch(stage))
        return Draw(self.seed_box.value())

    def _epoch(self, stage: Stage) -> int:
        epoch = self.epoch_box.value() - 1
        return epoch if stage.dynamic else epoch % stage.dupe_factor

    def names(self, seed: int) -> tuple[str, str]:
        """What both draws are called."""
        if self.by_epoch:
            return tr("Epoch {epoch}", epoch=1), tr("Epoch {epoch}", epoch=self.epoch_box.value())
        return tr("Seed {seed}", seed=seed), tr("Seed {seed}", seed=self.seed_box.value())

    @Slot()
    def _change(self) -> None:
        self._show_kind()
        self.changed.emit()

    def _show_kind(self) -> None:
        self.seed_box.setVisible(not self.by_epoch)
        self.epoch_box.setVisible(self.by_epoch)

    def show_stage(self, stage: Stage) -> None:
        """Say what to look at, or why both draws are the same."""
        static = tr("Masks are static: this epoch repeats the first.")
        corners = tr("A corner marks what only one of the draws has chosen.")
        self.hint.setText(static if self.by_epoch and not self._epoch(stage) else corners)
