"""The queue: runs that wait to be trained one after another, and the buttons that arrange them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import WorkbenchError
from workbench.gui.context import Changes, Context
from workbench.gui.draft import DoneStep, Step
from workbench.gui.i18n import tr
from workbench.gui.labels import PlainLabel
from workbench.gui.run_words import status_words
from workbench.gui.tasks import error_notice
from workbench.gui.theme import GRID
from workbench.gui.tool_button import ToolButton
from workbench.store.queue import RunQueue, may_train
from workbench.store.records import Run, Status

_RUN_ROLE = Qt.ItemDataRole.UserRole


class QueuePane(QWidget):
    """Shows the project's queue and changes it, each change as a step of the history.

    ``draft_asked`` when the experiment is to become a waiting run, ``sweep_asked`` for the form of a sweep.
    """

    draft_asked = Signal()
    sweep_asked = Signal()

    def __init__(self, context: Context, chosen: Callable[[], Sequence[int]], parent: QWidget | None = None) -> None:
        """``chosen`` gives the runs that “Add the chosen run” means."""
        super().__init__(parent)
        self._context, self._chosen = context, chosen
        self._queue = RunQueue(context.store)
        self.list = QListWidget(self)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setAccessibleName(tr("Queue"))
        self.go_button = QPushButton(self)
        self.add_button = QPushButton(tr("Add the chosen run"), self)
        self.draft_button = QPushButton(tr("Add the experiment"), self)
        self.draft_button.setToolTip(tr("Makes a run of the experiment as it is now and lets it wait"))
        self.sweep_button = QPushButton(tr("Sweep…"), self)
        self.sweep_button.setToolTip(
            tr("Several strategies, encoders, recipes, values of settings and seeds, one after another")
        )
        self.up_button = ToolButton("chevron-up", tr("Earlier"), lambda: self.shift(-1), self)
        self.down_button = ToolButton("chevron-down", tr("Later"), lambda: self.shift(1), self)
        self.remove_button = ToolButton("trash", tr("Take out of the queue"), self.remove, self)
        self.words = PlainLabel(parent=self)
        self._arrange()
        self.go_button.clicked.connect(lambda _checked=False: self.set_going(not self._queue.going))
        self.add_button.clicked.connect(lambda _checked=False: self.add(self._chosen()))
        self.draft_button.clicked.connect(lambda _checked=False: self.draft_asked.emit())
        self.sweep_button.clicked.connect(lambda _checked=False: self.sweep_asked.emit())
        self.list.itemSelectionChanged.connect(self._show_possible)
        self.refresh()

    def _arrange(self) -> None:
        row = QHBoxLayout()
        for widget in (self.go_button, self.add_button, self.draft_button, self.sweep_button):
            row.addWidget(widget)
        row.addWidget(self.words, 1)
        for button in (self.up_button, self.down_button, self.remove_button):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID // 2, 0, 0)
        column.setSpacing(GRID // 2)
        column.addLayout(row)
        column.addWidget(self.list, 1)

    # What it shows

    @Slot()
    def refresh(self) -> None:
        """Show the queue as it is in the store."""
        try:
            waiting = [self._context.store.run(number) for number in self._queue.runs()]
            going = self._queue.going
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
            return
        kept = set(self.selected)
        if [run.id for run in waiting] != self.numbers:
            self.list.clear()
            for place, run in enumerate(waiting, 1):
                item = QListWidgetItem(self._line(place, run), self.list)
                item.setData(_RUN_ROLE, run.id)
                item.setSelected(run.id in kept)
        self.go_button.setText(tr("Stop the queue") if going else tr("Start the queue"))
        self.go_button.setToolTip(
            tr("The run at work goes on; the next one does not begin") if going
            else tr("Trains the waiting runs one after another; it goes on when the window is opened again")
        )  # fmt: skip
        self.go_button.setEnabled(going or bool(waiting))
        if not waiting and not going:
            self.words.setText(tr("Nothing waits. Add runs, or make a sweep of several."))
        else:
            words = tr("Waiting: {count}", count=len(waiting))
            self.words.setText(tr("{words} · the queue is going", words=words) if going else words)
        self._show_possible()

    @staticmethod
    def _line(place: int, run: Run) -> str:
        parts = (f"{place}.  {run.name}", status_words(run.status), run.sweep, run.note)
        return "  ·  ".join(part for part in parts if part)

    @property
    def numbers(self) -> list[int]:
        """The runs in the list."""
        return [int(self.list.item(row).data(_RUN_ROLE)) for row in range(self.list.count())]

    @property
    def selected(self) -> list[int]:
        """The selected ones of them, in their order."""
        return [number for row, number in enumerate(self.numbers) if self.list.item(row).isSelected()]

    @Slot()
    def _show_possible(self) -> None:
        numbers, selected = self.numbers, self.selected
        self.remove_button.setEnabled(bool(selected))
        self.up_button.setEnabled(bool(selected) and numbers[: len(selected)] != selected)
        self.down_button.setEnabled(bool(selected) and numbers[-len(selected) :] != selected)

    # What it changes

    def set_going(self, going: bool) -> None:
        """Start or stop working the queue off."""
        self._try(lambda: setattr(self._queue, "going", going))

    def add(self, runs: Sequence[int]) -> None:
        """Let runs wait at the end; those that are complete or at work can't."""
        ready = [number for number in runs if may_train(self._context.store.run(number))]
        if ready:
            self._put(
                [*self.numbers, *(number for number in ready if number not in self.numbers)], tr("Add to the queue")
            )

    def keep_making(self, title: str, made: Sequence[int]) -> None:
        """Let the history take back that runs were made and wait: those that have not begun go to the trash."""
        store = self._context.store

        def back() -> None:
            self._queue.remove(made)
            for number in made:
                if store.run(number).status is Status.CREATED:
                    store.delete(number)

        def again() -> None:
            for number in made:
                store.restore(number)
            self._queue.add([number for number in made if may_train(store.run(number))])

        self._context.draft.history.push(DoneStep(title, lambda: self._try(again), lambda: self._try(back)))

    def remove(self) -> None:
        """Take the selected runs out; they stay in the project."""
        gone = self.selected
        self._put([number for number in self.numbers if number not in gone], tr("Take out of the queue"))

    def shift(self, by: int) -> None:
        """Move the selected runs by one place."""
        numbers, chosen = self.numbers, set(self.selected)
        rows = range(len(numbers)) if by < 0 else range(len(numbers) - 1, -1, -1)
        for row in rows:
            target = row + by
            if numbers[row] in chosen and 0 <= target < len(numbers) and numbers[target] not in chosen:
                numbers[row], numbers[target] = numbers[target], numbers[row]
        self._put(numbers, tr("Order of the queue"))

    def _put(self, numbers: Sequence[int], title: str) -> None:
        before = self.numbers
        if list(numbers) != before:
            self._context.draft.history.push(Step(title, lambda: self._write(numbers), lambda: self._write(before)))

    def _write(self, numbers: Sequence[int]) -> None:
        """Make these the queue, but for those that have been trained meanwhile."""
        store = self._context.store

        def write() -> None:
            known = {run.id: run for run in store.runs(tasks=True)}
            self._queue.put([number for number in numbers if number in known and may_train(known[number])])

        self._try(write)

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except WorkbenchError as error:
            self._context.notify(error_notice(error))
        self.refresh()
        self._context.announce(Changes.of("runs"))
