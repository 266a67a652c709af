"""The project's lists as they are from now on: changes are steps of the history; a thread writes the files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal, Slot

from workbench.core.errors import WorkbenchError
from workbench.core.progress import Cancelled, Report
from workbench.gui.context import Changes, Context
from workbench.gui.draft import Step
from workbench.gui.i18n import render, tr
from workbench.gui.notices import Notice, NoticeLevel
from workbench.text.found import Found
from workbench.text.lexicon import Lexicon, LexiconShelf, find_lexicon, lexicon_path

AT_ONCE = 2000  #: entries that are changed or arranged without leaving the window's thread

Change = Callable[[Lexicon], Lexicon]
Done = Callable[[Lexicon, Lexicon], None]


@dataclass(frozen=True, eq=False)
class _Wish:
    """What a list's file is to become; ``lexicon`` None deletes it."""

    name: str
    lexicon: Lexicon | None


@dataclass
class _Desk:
    """The newest wish of each name, kept until it is fulfilled; one thread at a time fulfils them."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    waiting: dict[str, _Wish] = field(default_factory=dict)
    writing: bool = False

    def put(self, wish: _Wish) -> bool:
        """Take a wish; True where a thread must be started, since none is at work."""
        with self.lock:
            self.waiting[wish.name] = wish
            return self._start()

    def begin_again(self) -> bool:
        """True where a thread must be started for what could not be written."""
        with self.lock:
            return bool(self.waiting) and self._start()

    def _start(self) -> bool:
        started, self.writing = not self.writing, True
        return started

    def next(self, refused: Collection[_Wish]) -> _Wish | None:
        """A wish that was not refused. Where there is none the thread is no more at work, decided under one lock: a
        wish that is put a moment later starts another."""
        with self.lock:
            wish = next((wish for wish in self.waiting.values() if wish not in refused), None)
            self.writing = wish is not None
            return wish

    def fulfil(self, wish: _Wish) -> None:
        """It is done, unless there is a newer one by now."""
        with self.lock:
            if self.waiting.get(wish.name) is wish:
                del self.waiting[wish.name]

    def stop(self) -> None:
        """The thread ends by a fault; the next wish starts another."""
        with self.lock:
            self.writing = False

    def unfulfilled(self) -> dict[str, Lexicon | None]:
        """What waits, by name."""
        with self.lock:
            return {wish.name: wish.lexicon for wish in self.waiting.values()}


class ListKeeper(QObject):
    """Every change of a list goes this way, in order, also its undoing.

    ``changed`` carries a name and the list as it is from now on (None: deleted), before its file is written; the
    context is told afterwards. ``ended`` carries the name of a list and the error, if any, of each :meth:`change`.
    What could not be written stays the newest of its name here, and can be written again.
    """

    changed = Signal(str, object)
    ended = Signal(str, object)

    def __init__(self, context: Context, shelf: LexiconShelf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context, self.shelf = context, shelf
        self._desk = _Desk()
        self._unwritten: dict[str, Lexicon | None] = {}  # by name, newer than their files
        self.version = 0  #: changes with every edit, and when one is written: what was read before then is old
        self.found: Found[Lexicon] = Found()

    def take(self, stored: Found[Lexicon]) -> None:
        """What was read of the files, which the edits that wait to be written go before."""
        self.found = self._with_unwritten(stored)

    def _with_unwritten(self, found: Found[Lexicon]) -> Found[Lexicon]:
        newer = self._unwritten
        good = {lexicon.name: lexicon for lexicon in found.good if lexicon.name not in newer}
        good |= {name: lexicon for name, lexicon in newer.items() if lexicon is not None}
        damaged = [one for one in found.damaged if one.name not in newer]
        return Found([good[name] for name in sorted(good)], damaged)

    def current(self, name: str) -> Lexicon | None:
        """A list as it is now; None where there is none, or it is damaged."""
        return next((one for one in self.found.good if one.name == name), None)

    def newest(self, name: str) -> Lexicon | None:
        """As :meth:`current`, from the list's file where it has not been read yet. Raises where that is damaged."""
        if name in self._unwritten:
            return self._unwritten[name]
        project = self._context.project
        return find_lexicon(project, name) if lexicon_path(project, name).is_file() else None

    @staticmethod
    def of(context: Context) -> ListKeeper:
        """The one of this project. It lives as long as the context: the history, whose steps go this way, outlives a
        page where the window is built anew in another language."""
        known = context.findChild(ListKeeper)
        return ListKeeper(context, LexiconShelf(context.project), context) if known is None else known

    # Changes

    def edit(self, before: Lexicon, after: Lexicon, title: str) -> None:
        """Change a list as a step named ``title``; nothing happens where it stays as it is."""
        if after != before:
            self._context.draft.history.push(Step(title, lambda: self.put(after), lambda: self.put(before)))

    def change(self, name: str, change: Change, title: str, done: Done | None = None) -> None:
        """Change a list as it is now, in the background where it is long.

        It is changed anew where it became another meanwhile, so that nothing that was done is lost. ``done`` gets the
        list before and after; not where it is gone by then.
        """
        before = self.current(name)
        if before is None:
            self.ended.emit(name, None)
            return

        def finish(after: Lexicon) -> None:
            if self.current(name) is not before:
                self.change(name, change, title, done)
                return
            self.edit(before, after, title)
            self.ended.emit(name, None)
            if done is not None:
                done(before, after)

        def refuse(error: WorkbenchError) -> None:
            self.ended.emit(name, error)

        if len(before) > AT_ONCE:
            self._context.tasks.run(lambda _report, _cancelled: change(before), finish, refuse, owner=self)
            return
        try:
            after = change(before)
        except WorkbenchError as error:
            refuse(error)
        else:
            finish(after)

    def add(self, lexicon: Lexicon, title: str) -> None:
        """Keep a new list, as a step."""
        name = lexicon.name
        self._context.draft.history.push(Step(title, lambda: self.put(lexicon), lambda: self.discard(name)))

    def delete(self, lexicon: Lexicon, title: str) -> None:
        """Delete a list, as a step."""
        name = lexicon.name
        self._context.draft.history.push(Step(title, lambda: self.discard(name), lambda: self.put(lexicon)))

    def discard(self, name: str) -> None:
        """Delete a list, damaged or not; it is no step by itself."""
        self._wish(_Wish(name, None))

    def put(self, lexicon: Lexicon) -> None:
        """Keep a list as it is; it is no step by itself."""
        self._wish(_Wish(lexicon.name, lexicon))

    # Files

    def _wish(self, wish: _Wish) -> None:
        begin = self._desk.put(wish)
        self.version += 1
        self._unwritten[wish.name] = wish.lexicon
        self.take(self.found)
        self.changed.emit(wish.name, wish.lexicon)
        if begin:
            self._write_soon()

    def write_again(self) -> None:
        """Try again to write what could not be written."""
        if self._desk.begin_again():
            self._write_soon()

    def _write_soon(self) -> None:
        self._context.tasks.run(self._write, self._announce, self._tell)

    def _write(self, _report: Report, _cancelled: Cancelled) -> None:
        """In a thread: write until nothing waits; closing the window does not stop it, since nothing may be lost.

        What is refused keeps nothing else from being written.
        """
        refused: dict[_Wish, WorkbenchError] = {}
        try:
            while (wish := self._desk.next(refused)) is not None:
                try:
                    self._fulfil(wish)
                except WorkbenchError as error:
                    refused[wish] = error
        except Exception:
            self._desk.stop()
            raise
        if refused:
            raise next(iter(refused.values()))

    def _fulfil(self, wish: _Wish) -> None:
        if wish.lexicon is None:
            self.shelf.remove(wish.name)
        else:
            self.shelf.save(wish.lexicon)
        self._desk.fulfil(wish)

    @Slot(object)
    def _announce(self, _nothing: object) -> None:
        self.version += 1
        self._unwritten = self._desk.unfulfilled()
        self._context.announce(Changes.of("lexicons"))

    @Slot(object)
    def _tell(self, error: WorkbenchError) -> None:
        self._announce(None)
        actions = [(tr("Write again"), self.write_again)]
        self._context.notify(Notice(render(error), NoticeLevel.ERROR, actions=actions))
