"""The design of masks and the replay of a run, one in the place of the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QStackedLayout, QWidget

from workbench.gui.panels.masking_replay import ReplayView


class MaskingLayers(QStackedLayout):
    """Shows the design until a replay is asked for; the design stays as it was."""

    def __init__(self, design: QWidget, replay: ReplayView, page: QWidget) -> None:
        super().__init__(page)
        self._design, self._replay, self._page = design, replay, page
        self.addWidget(design)
        self.addWidget(replay)
        replay.left.connect(self.leave_replay)

    @property
    def is_replaying(self) -> bool:
        """Whether a batch of a run is on show in place of the design."""
        return self.currentWidget() is self._replay

    @property
    def replay_keys(self) -> Mapping[Qt.Key, Callable[[], None]]:
        """What keys do while a replay is on show."""
        turner = self._replay.passage
        return {Qt.Key.Key_Left: turner.go_back, Qt.Key.Key_Right: turner.go_on, Qt.Key.Key_Escape: self.leave_replay}

    @Slot(str)
    def open_replay(self, run: str = "") -> None:
        """Show the masks of a step of a run, of the newest without a name."""
        self.setCurrentWidget(self._replay)
        self._replay.open_run(run)
        self._page.setFocus()

    @Slot()
    def leave_replay(self) -> None:
        """Back to the design, as it was."""
        self._replay.stop()
        self.setCurrentWidget(self._design)
        self._page.setFocus()
