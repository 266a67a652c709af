"""The design of masks, the replay of a run and the questions of stages, one in the place of the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QStackedLayout, QWidget

from workbench.gui.panels.masking_questions import QuestionsView
from workbench.gui.panels.masking_replay import ReplayView


class MaskingLayers(QStackedLayout):
    """Shows the design until a replay or the questions are asked for; the design stays as it was."""

    def __init__(self, design: QWidget, replay: ReplayView, questions: QuestionsView, page: QWidget) -> None:
        super().__init__(page)
        self._design, self._replay, self._questions, self._page = design, replay, questions, page
        for layer in (design, replay, questions):
            self.addWidget(layer)
        replay.left.connect(self.leave)
        questions.left.connect(self.leave)

    @property
    def is_replaying(self) -> bool:
        """Whether a batch of a run is on show in place of the design."""
        return self.currentWidget() is self._replay

    @property
    def is_asking(self) -> bool:
        """Whether the questions are on show in place of the design."""
        return self.currentWidget() is self._questions

    @property
    def keys(self) -> Mapping[Qt.Key, Callable[[], None]] | None:
        """What keys do while something is on show in place of the design; None for the design."""
        if self.is_replaying:
            turner = self._replay.passage
            return {Qt.Key.Key_Left: turner.go_back, Qt.Key.Key_Right: turner.go_on, Qt.Key.Key_Escape: self.leave}
        if self.is_asking:
            pane = self._questions.pane
            turning = {Qt.Key.Key_Left: pane.go_back, Qt.Key.Key_Right: pane.go_on}
            return {**turning, Qt.Key.Key_Space: pane.go_elsewhere, Qt.Key.Key_Escape: self.leave}
        return None

    @Slot(str)
    def open_replay(self, run: str = "") -> None:
        """Show the masks of a step of a run, of the newest without a name."""
        self._questions.stop()
        self.setCurrentWidget(self._replay)
        self._replay.open_run(run)
        self._page.setFocus()

    @Slot()
    def open_questions(self) -> None:
        """Show what the stages ask."""
        self._replay.stop()
        self.setCurrentWidget(self._questions)
        self._questions.open()
        self._page.setFocus()

    @Slot()
    def leave(self) -> None:
        """Back to the design, as it was."""
        self._replay.stop()
        self._questions.stop()
        self.setCurrentWidget(self._design)
        self._page.setFocus()
