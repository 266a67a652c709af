"""Writes edited lists away from the window's thread, in the order of the edits, each as a step of the history."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.progress import Cancelled, Report
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.text.lexicon import Lexicon, LexiconShelf


@dataclass
class _Desk:
    """Lists that wait to be written, the newest of each name; one thread at a time writes."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    waiting: dict[str, Lexicon] = field(default_factory=dict)
    writing: bool = False
    idle: threading.Event = field(default_factory=threading.Event)


class ListKeeper(QObject):
    """``changed`` carries a list as it is from now on, before its file is written; the context is told afterwards."""

    changed = Signal(object)

    def __init__(self, context: Context, shelf: LexiconShelf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context, self._shelf = context, shelf
        self._desk = _Desk()
        self._desk.idle.set()
        self.version = 0  #: changes with every edit, and when one is written: what was read before then is old
        self.unwritten: dict[str, Lexicon] = {}  #: by name, newer than their files

    def edit(self, before: Lexicon, after: Lexicon, title: str) -> None:
        """Change a list as a step named ``title``; nothing happens where it stays as it is."""
        if after != before:
            self._context.draft.history.push(Step(title, lambda: self._put(after), lambda: self._put(before)))

    def _put(self, lexicon: Lexicon) -> None:
        desk = self._desk
        with desk.lock:
            desk.waiting[lexicon.name] = lexicon
            begin, desk.writing = not desk.writing, True
            desk.idle.clear()
        self.version += 1
        self.unwritten[lexicon.name] = lexicon
        self.changed.emit(lexicon)
        if begin:
            self._context.tasks.run(self._write, self._announce)

    def _write(self, _report: Report, _cancelled: Cancelled) -> None:
        """In a thread: write until nothing waits; closing the window does not stop it, since nothing may be lost."""
        desk = self._desk
        try:
            while True:
                with desk.lock:
                    if not desk.waiting:
                        return
                    _, lexicon = desk.waiting.popitem()
                self._shelf.save(lexicon)
        finally:
            with desk.lock:
                desk.writing = False
                desk.idle.set()

    @Slot(object)
    def _announce(self, _nothing: object) -> None:
        self.version += 1
        if not self._desk.writing:
            self.unwritten.clear()
        self._context.announce(Changes.of("lexicons"))

    def settle(self) -> None:
        """Wait until every edit is written, before a list is deleted."""
        self._desk.idle.wait()
