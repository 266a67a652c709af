"""When the sample of the masking page is measured: after a rest, in the background, the newest question only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from workbench.gui.panels.masking_preview import Draw, Passages, measure
from workbench.gui.tasks import Task, Tasks, error_notice
from workbench.masking.strategy import MaskingStrategy

REST_MILLISECONDS = 250  #: after a change before the sample is measured


@dataclass(frozen=True)
class Question:
    """What to measure: strategies over a sample of passages in a draw; ``chosen`` is the place of the one on show."""

    passages: Passages
    strategies: Sequence[MaskingStrategy]
    draw: Draw
    chosen: int


class Measuring(QObject):
    """``measured`` carries the question and its :class:`Figures`; ``ask`` gives the question, None for none."""

    measured = Signal(object, object)

    def __init__(self, tasks: Tasks, ask: Callable[[], Question | None], parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._ask = ask
        self._task: Task | None = None
        self._timer = QTimer(self, interval=REST_MILLISECONDS, singleShot=True)
        self._timer.timeout.connect(self._measure)

    @property
    def waiting(self) -> bool:
        """Whether the rest is not over yet."""
        return self._timer.isActive()

    def begin(self) -> None:
        """Measure anew after a rest."""
        self._timer.start()

    def close(self) -> None:
        """Measure no more."""
        self._timer.stop()
        self._give_up()

    def _give_up(self) -> None:
        if self._task is not None:
            self._task.cancel()

    @Slot()
    def _measure(self) -> None:
        question = self._ask()
        if question is None:
            return
        self._give_up()
        task = self._tasks.run(
            lambda report, cancelled: (
                question,
                measure(question.passages, question.strategies, question.draw, cancelled),
            ),
            lambda found: self.measured.emit(*found),
            lambda error: None if task.cancelled else self._tasks.noticed.emit(error_notice(error)),
            owner=self,
        )
        self._task = task
