"""A slider over the checkpoints of a run, and a button that plays them like a film."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.panels.arranging import label_of
from workbench.gui.panels.inspector_options import choices
from workbench.gui.theme import GRID
from workbench.gui.tool_button import ToolButton

SPEEDS = (1, 2, 4, 8)  #: checkpoints a second


class CheckpointPlayer(QWidget):
    """``moved`` carries the number of a checkpoint, from 0. The film waits before one that ``is_ready`` says is not yet
    there."""

    moved = Signal(int)

    def __init__(self, is_ready: Callable[[int], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_ready = is_ready
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setAccessibleName(tr("Checkpoint by the order of training"))
        self.slider.setToolTip(
            tr("From the first stored checkpoint to the newest; left and right arrows go one by one")
        )
        self.slider.setPageStep(1)
        self.slider.setMinimumWidth(20 * GRID)
        self.play = ToolButton("player-play", tr("Play the checkpoints"), self.toggle, self)
        self.words = PlainLabel(parent=self)
        self.words.setMinimumWidth(26 * GRID)
        self.speed = choices(self, tr("Speed"), {str(speed): tr("{count} a second", count=speed) for speed in SPEEDS})
        self.speed.setCurrentIndex(1)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.advance)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(GRID)
        self.row.addWidget(label_of(tr("Checkpoint"), self.slider))
        for widget in (self.play, self.slider, self.words, self.speed):
            self.row.addWidget(widget, int(widget is self.slider))
        self.slider.valueChanged.connect(self.moved)
        self.speed.currentIndexChanged.connect(self._set_speed)
        self.show_count(0, 0)

    def show_count(self, count: int, at: int) -> None:
        """So many checkpoints, of which one is on show."""
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, max(0, count - 1))
            self.slider.setValue(at)
        for widget in (self.slider, self.play, self.speed):
            widget.setEnabled(count > 1)
        if count < 2:
            self.stop()

    @property
    def playing(self) -> bool:
        """Whether it moves by itself."""
        return self._timer.isActive()

    def toggle(self) -> None:
        """Play, from the first checkpoint on if the last is on show; or stop."""
        if self.playing:
            self.stop()
            return
        if self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._set_speed()
        self._timer.start()
        self._dress()

    def stop(self) -> None:
        """Stay at the checkpoint on show."""
        self._timer.stop()
        self._dress()

    @Slot()
    def advance(self) -> None:
        """One checkpoint on, if it is there; the last one ends the film."""
        following = self.slider.value() + 1
        if following > self.slider.maximum():
            self.stop()
        elif self._is_ready(following):
            self.slider.setValue(following)
            if following == self.slider.maximum():
                self.stop()

    @Slot()
    def _set_speed(self) -> None:
        self._timer.setInterval(1000 // int(self.speed.currentData()))

    def _dress(self) -> None:
        if self.playing:
            self.play.show_as("player-pause", tr("Stop at this checkpoint"))
        else:
            self.play.show_as("player-play", tr("Play the checkpoints"))
