"""The buttons of the training page, and the line that says where the chosen run stands."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from workbench.core.texts import sentences
from workbench.gui.fonts import scaled
from workbench.gui.i18n import render, tr
from workbench.gui.icons import icon
from workbench.gui.labels import PlainLabel, bounded
from workbench.gui.panels.training_notices import resume_label
from workbench.gui.run_words import full_progress
from workbench.gui.theme import GRID
from workbench.store.checkpoints import Newest
from workbench.store.records import Command, Run, Status
from workbench.store.resuming import resume_damage, resume_words

PAUSE_KEY, CHECKPOINT_KEY, STOP_KEY, STOP_NOW_KEY = "F6", "F7", "F8", "Shift+F8"


@dataclass(frozen=True)
class ChosenRun:
    """The run that the buttons act on: its row, the checkpoint that it goes on from (None: not known yet), and
    what was asked of it and is not done yet."""

    run: Run
    newest: Newest | None
    asked: Collection[Command]


class RunControls(QWidget):
    """``start_asked`` for a new run, ``resume_asked`` for the chosen one, ``commanded`` with a :class:`Command`.

    A button is off while what it asks for is under way, so that a second click does nothing.
    """

    start_asked = Signal()
    resume_asked = Signal()
    commanded = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen: ChosenRun | None = None
        self._pause_icon = ""
        self.start_button = self._add(tr("Start…"), "F5", self.start_asked.emit)
        self.pause_button = self._add(tr("Pause"), PAUSE_KEY, self._pause_or_go_on)
        self.checkpoint_button = self._add(tr("Checkpoint now"), CHECKPOINT_KEY, lambda: self._ask(Command.CHECKPOINT))
        self.stop_button = self._add(tr("Stop and save"), STOP_KEY, lambda: self._ask(Command.STOP_AND_SAVE))
        self.stop_now_button = self._add(tr("Stop now"), STOP_NOW_KEY, lambda: self._ask(Command.STOP_NOW))
        self._name = PlainLabel(parent=self)
        self._name.setFont(scaled(self.font(), 1.0, bold=True))
        self._state = PlainLabel(parent=self)
        self._state.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for button in self._buttons():
            row.addWidget(button)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._name)
        words.addWidget(self._state)
        row.addSpacing(GRID)
        row.addLayout(words, 1)
        self._dress()
        self.show_run(None)

    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.start_button, self.pause_button, self.checkpoint_button, self.stop_button, self.stop_now_button

    def _add(self, title: str, keys: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(title, self)
        button.setToolTip(f"{title} ({keys})")
        button.clicked.connect(lambda _checked=False: run())
        return button

    def add_shortcuts(self, page: QWidget) -> None:
        """Make the keys work on the whole page; F5 is the window's own."""
        keys = (PAUSE_KEY, CHECKPOINT_KEY, STOP_KEY, STOP_NOW_KEY)
        for key, button in zip(keys, self._buttons()[1:], strict=True):
            shortcut = QShortcut(QKeySequence(key), page, context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(button.click)

    # What it shows

    def show_run(self, chosen: ChosenRun | None) -> None:
        """Show where a run stands and what can be asked of it; None where none is chosen."""
        self._chosen = chosen
        run = chosen.run if chosen else None
        asked = chosen.asked if chosen else ()
        active = run is not None and run.active
        stopping = bool({Command.STOP_AND_SAVE, Command.STOP_NOW} & set(asked))
        waiting = bool({Command.PAUSE, Command.RESUME} & set(asked))
        resumable = run is not None and (run.resumable or run.status is Status.CREATED)
        self.pause_button.setText(self._pause_words(chosen))
        self.pause_button.setToolTip(self._pause_tip(chosen))
        self.pause_button.setEnabled((active or resumable) and not waiting and not stopping)
        saves = active and run is not None and run.status is not Status.PAUSED  # a paused engine saves when it goes on
        self.checkpoint_button.setEnabled(saves and not stopping and Command.CHECKPOINT not in asked)
        self.stop_button.setEnabled(active and not stopping)
        self.stop_now_button.setEnabled(active and Command.STOP_NOW not in asked)
        self._name.setText(run.name if run else "")
        self._state.setText(self._state_words(run, asked))
        self._state.setToolTip(self._state.text())
        waits = run is not None and (not active or run.status is Status.PAUSED)
        self._show_pause_icon("player-play" if waits else "player-pause")

    def _show_pause_icon(self, name: str) -> None:
        if name != self._pause_icon:
            self._pause_icon = name
            self.pause_button.setIcon(icon(name, self.palette()))

    def _pause_words(self, chosen: ChosenRun | None) -> str:
        if chosen is None or (chosen.run.active and chosen.run.status is not Status.PAUSED):
            return tr("Pause")
        if chosen.run.active:
            return tr("Go on")
        if chosen.run.status is Status.DONE or chosen.newest is None:
            return tr("Resume")
        return resume_label(chosen.run, chosen.newest.step)

    def _pause_tip(self, chosen: ChosenRun | None) -> str:
        """With the key; of a run that can be resumed, what that means for it."""
        if chosen is None or chosen.newest is None or not chosen.run.resumable:
            return f"{self.pause_button.text()} ({PAUSE_KEY})"
        damage = resume_damage(chosen.run, chosen.newest)
        words = render(resume_words(chosen.run, chosen.newest.step))
        return f"{sentences(render(damage) if damage else '', words)} ({PAUSE_KEY})"

    def _state_words(self, run: Run | None, asked: Collection[Command]) -> str:
        if run is None:
            return ""
        wishes = {
            Command.PAUSE: tr("pausing…"),
            Command.RESUME: tr("going on…"),
            Command.CHECKPOINT: tr("saving a checkpoint…"),
            Command.STOP_AND_SAVE: tr("saving and stopping…"),
            Command.STOP_NOW: tr("stopping now…"),
        }
        words = [full_progress(run), *(wishes[command] for command in Command if command in asked)]
        if (why := render(run.words)) and (not run.active or run.status is Status.PAUSED):
            words.append(bounded(why))
        return " · ".join(words)

    # What it asks

    def _pause_or_go_on(self) -> None:
        run = self._chosen.run if self._chosen else None
        if run is None:
            return
        if not run.active:
            self.resume_asked.emit()
        else:
            self._ask(Command.RESUME if run.status is Status.PAUSED else Command.PAUSE)

    def _ask(self, command: Command) -> None:
        self.commanded.emit(command)

    def _dress(self) -> None:
        names = ("player-play", "player-pause", "device-floppy", "player-stop", "x")
        for name, button in zip(names, self._buttons(), strict=True):
            button.setIcon(icon(name, self.palette()))
        self._pause_icon = ""

    def changeEvent(self, event: QEvent) -> None:
        """Redraw the icons for another palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_state"):
            self._dress()
            self.show_run(self._chosen)
