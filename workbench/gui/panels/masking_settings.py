"""The side of the masking page: the chosen strategy's formula and form, and whether each epoch has masks of its own."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QSpinBox, QVBoxLayout, QWidget

from workbench.gui.fonts import scaled
from workbench.gui.forms import Form
from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID
from workbench.masking.strategy import MaskingStrategy
from workbench.spec.run import Stage

#: Settings that the parts of a mixture take from the mixture.
_OF_PARTS = tuple(f"parts.*.masking.{name}" for name in MaskingStrategy.model_fields)


class SettingsPane(QWidget):
    """``edited`` is the form's; ``dynamic_chosen`` carries the tick for dynamic masks, ``copies_chosen`` the number of
    epochs after which static ones come again."""

    edited = Signal(str, object, str)
    dynamic_chosen = Signal(bool)
    copies_chosen = Signal(int)

    def __init__(self, stage: Stage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.formula = PlainLabel(parent=self, wordWrap=True)
        self.formula.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.formula.setAccessibleName(tr("How the strategy chooses, and who published it"))
        self.formula.setContentsMargins(GRID, 0, GRID, 0)
        self.formula.setFont(scaled(self.font(), 0.9))
        self.form = Form(stage.masking, skip=_OF_PARTS, searchable=False, parent=self)
        self.dynamic = QCheckBox(tr("New masks in every epoch (dynamic)"), self)
        self.dynamic.setToolTip(tr("Off repeats the masks of the first epochs (static)."))
        self.copies = QSpinBox(self, minimum=1, maximum=10_000, prefix=f"{tr('Copies:')} ")
        self.copies.setAccessibleName(tr("Static copies"))
        self.copies.setToolTip(
            tr("So many epochs have passages and masks of their own before those of the first come again (BERT: 10).")
        )
        self.copies.setKeyboardTracking(False)
        self.form.edited.connect(self.edited)
        self.dynamic.clicked.connect(self.dynamic_chosen)
        self.copies.valueChanged.connect(self.copies_chosen)
        foot = QVBoxLayout()
        foot.setContentsMargins(GRID, 0, GRID, 0)
        foot.addWidget(self.dynamic)
        foot.addWidget(self.copies, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID // 2, 0, GRID // 2)
        column.addWidget(self.formula)
        column.addWidget(self.form, 1)
        column.addLayout(foot)
        self.show_stage(stage)

    def show_stage(self, stage: Stage) -> None:
        """Show how the masks of a stage repeat."""
        self.dynamic.setChecked(stage.dynamic)
        self.copies.setVisible(not stage.dynamic)
        with QSignalBlocker(self.copies):
            self.copies.setValue(stage.dupe_factor)

    def show_strategy(self, strategy: MaskingStrategy) -> None:
        """Show a strategy; what differs from its kind's defaults is marked."""
        kind = type(strategy)
        self.formula.setText(f"{translate(kind.formula)}\n{translate(kind.source)}")
        self.form.show_config(strategy, kind())
