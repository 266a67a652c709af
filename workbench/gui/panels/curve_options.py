"""How curves are shown: what runs along x, smoothing, logarithms, events; the choice is kept for each project."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import QByteArray, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QMenu, QSlider, QToolButton, QWidget

from workbench.gui.i18n import tr
from workbench.gui.panels.arranging import label_of
from workbench.gui.settings import Settings
from workbench.gui.theme import GRID
from workbench.gui.views.curve_data import Axis

FIRST_SMOOTHING = 0.6


class CurveOptions(BaseModel):
    """What is chosen; ``events`` shows their signs, ``lost`` the steps that a resumed session took again."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    axis: Axis = Axis.STEP
    smoothing: float = Field(FIRST_SMOOTHING, ge=0.0, le=0.99)
    log_x: bool = False
    log_y: bool = False
    events: bool = True
    lost: bool = False


class OptionsRow(QWidget):
    """The controls; ``changed`` says that something else is chosen. With ``settings`` it is kept under ``name``."""

    changed = Signal()

    def __init__(self, name: str, settings: Settings | None, parent: QWidget, *, labels: bool = True) -> None:
        """``labels`` stand before the controls where there is room; their tooltips say the same."""
        super().__init__(parent)
        self._name, self._settings = f"{name}-options", settings
        self.axis = QComboBox(self)
        titles = {Axis.STEP: tr("Steps"), Axis.EPOCH: tr("Epochs"), Axis.TOKENS: tr("Tokens"), Axis.TIME: tr("Time")}
        for axis, title in titles.items():
            self.axis.addItem(title, axis)
        self.axis.setAccessibleName(tr("What runs along x"))
        self.axis.setToolTip(
            tr("What runs along x. Time counts seconds at work: pauses and the sleep of the machine are left out.")
        )
        self.smoothing = QSlider(Qt.Orientation.Horizontal, self)
        self.smoothing.setMaximum(99)
        self.smoothing.setFixedWidth(12 * GRID)
        self.smoothing.setAccessibleName(tr("Smoothing"))
        self.smoothing.setToolTip(tr("Smoothing; the raw line stays behind, faint"))
        self._factor = QLabel(self)
        self._factor.setMinimumWidth(self._factor.fontMetrics().horizontalAdvance("0.00"))
        self.log_y = self._switch(tr("Logarithmic y axis"))
        self.log_x = self._switch(tr("Logarithmic x axis"))
        self.events = self._switch(tr("Show events"))
        self.lost = self._switch(tr("Show lost steps"))
        menu = QMenu(self)
        menu.addActions([self.log_y, self.log_x, self.events, self.lost])
        button = QToolButton(self)
        button.setText(tr("View"))
        button.setToolTip(tr("Logarithmic axes, events, lost steps"))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._arrange(button, labels)
        self.show_options(self._kept())
        self.axis.currentIndexChanged.connect(self._tell)
        self.smoothing.valueChanged.connect(self._tell)
        for switch in (self.log_y, self.log_x, self.events, self.lost):
            switch.toggled.connect(self._tell)

    def _switch(self, title: str) -> QAction:
        switch = QAction(title, self)
        switch.setCheckable(True)
        return switch

    def _arrange(self, button: QToolButton, labels: bool) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, 0, 0, 2)
        row.setSpacing(GRID)
        for title, control in ((tr("Along x"), self.axis), (tr("Smoothing"), self.smoothing)):
            if labels:
                row.addWidget(label_of(title, control))
            row.addWidget(control)
            row.addSpacing(GRID // 2)
        row.addWidget(self._factor)
        row.addWidget(button)
        row.addStretch(1)

    @property
    def options(self) -> CurveOptions:
        """What is chosen."""
        return CurveOptions(
            axis=Axis(self.axis.currentData()),
            smoothing=self.smoothing.value() / 100,
            log_x=self.log_x.isChecked(),
            log_y=self.log_y.isChecked(),
            events=self.events.isChecked(),
            lost=self.lost.isChecked(),
        )

    def show_options(self, options: CurveOptions) -> None:
        """Choose these."""
        self.axis.setCurrentIndex(self.axis.findData(options.axis))
        self.smoothing.setValue(round(100 * options.smoothing))
        self.log_x.setChecked(options.log_x)
        self.log_y.setChecked(options.log_y)
        self.events.setChecked(options.events)
        self.lost.setChecked(options.lost)
        self._factor.setText(f"{options.smoothing:.2f}")

    def _kept(self) -> CurveOptions:
        """What was chosen last in this project; the usual where that can't be read."""
        kept = self._settings.layout(self._name) if self._settings else QByteArray()
        try:
            return CurveOptions.model_validate_json(bytes(kept.data())) if not kept.isEmpty() else CurveOptions()
        except ValidationError:
            return CurveOptions()

    @Slot()
    def _tell(self) -> None:
        options = self.options
        self._factor.setText(f"{options.smoothing:.2f}")
        if self._settings:
            self._settings.keep_layout(self._name, QByteArray(options.model_dump_json().encode()))
        self.changed.emit()
