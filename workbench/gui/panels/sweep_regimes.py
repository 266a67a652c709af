"""The regimes that a sweep tries the tasks of an experiment in: a tick each."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QWidget

from workbench.gui.i18n import tr, translate
from workbench.gui.labels import PlainLabel
from workbench.gui.theme import GRID
from workbench.spec.regimes import Regime, regime_of, tasks_of
from workbench.spec.run import RunSpec


class RegimeTicks(QWidget):
    """``changed`` when another one is ticked; the experiment's own is at first. Hidden where there is a single task."""

    changed = Signal()

    def __init__(self, spec: RunSpec, parent: QWidget) -> None:
        super().__init__(parent)
        found = regime_of(spec)
        self._own = None if found is None else found.regime
        self.replay = 0 if found is None else found.replay  #: of a sequential experiment; 0 for the usual one
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * GRID)
        row.addWidget(PlainLabel(tr("Order of the tasks:"), self))
        self.boxes = {regime: QCheckBox(translate(regime.label), self) for regime in Regime}
        for regime, box in self.boxes.items():
            box.setChecked(regime is self._own)
            box.toggled.connect(lambda _ticked: self.changed.emit())
            row.addWidget(box)
        row.addStretch(1)
        self.setToolTip(
            tr("Each ticked one makes runs in which the tasks have the same steps; none leaves the plan as it is.")
        )
        self.setVisible(len(tasks_of(spec)) > 1)

    def others(self) -> list[Regime]:
        """The regimes that are ticked; none where that is the experiment's own alone, which is then as it is."""
        ticked = [regime for regime, box in self.boxes.items() if box.isChecked()]
        return [] if ticked == [self._own] else ticked
