"""No edit of a list is lost: not beside the writer, not by a full disk, a closed window, mining or undoing."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import shiboken6

from workbench.core.errors import WorkbenchError
from workbench.core.texts import mark
from workbench.gui.context import Context
from workbench.gui.notices import Notice
from workbench.gui.panels.list_keeper import AT_ONCE, ListKeeper
from workbench.gui.panels.marking import Marks
from workbench.text.found import Found
from workbench.text.lexicon import (
    Lexicon,
    LexiconEntry,
    LexiconKind,
    LexiconShelf,
    find_lexicon,
    list_lexicons,
    save_lexicon,
)
from workbench.text.lexicon_edits import add_entry, merge, prune

SHORT = 60_000
SMALL = Lexicon("small", LexiconKind.PHRASE, (LexiconEntry("一"),))
LONG = Lexicon("long", LexiconKind.PHRASE, tuple(LexiconEntry(f"w{number}") for number in range(AT_ONCE + 1)))


class Shelf(LexiconShelf):
    """Calls ``before`` ahead of everything that it writes."""

    before: Callable[[str], None] = staticmethod(lambda name: None)

    def save(self, lexicon: Lexicon) -> None:
        self.before(lexicon.name)
        super().save(lexicon)

    def remove(self, name: str) -> None:
        self.before(name)
        super().remove(name)


@pytest.fixture
def shelf(context: Context) -> Shelf:
    """The lists of the project, two to begin with."""
    for lexicon in (SMALL, LONG):
        save_lexicon(context.project, lexicon)
    return Shelf(context.project)


@pytest.fixture
def keeper(context: Context, shelf: Shelf, settle: Callable[[], None]) -> Iterator[ListKeeper]:
    """A keeper that has read the lists."""
    made = ListKeeper(context, shelf)
    made.take(shelf.read())
    yield made
    settle()


@pytest.fixture
def notices(context: Context) -> list[Notice]:
    """What the window is told."""
    told: list[Notice] = []
    context.noticed.connect(told.append)
    return told


def stored(context: Context, name: str) -> list[str]:
    return [entry.text for entry in find_lexicon(context.project, name).entries]


def refuse(_name: str) -> None:
    raise WorkbenchError(mark("The disk is full."))


def test_an_edit_in_the_moment_in_which_the_writer_ends_is_written(
    context: Context, keeper: ListKeeper, monkeypatch: pytest.MonkeyPatch, settle: Callable[[], None]
) -> None:
    """The writer is held just after it has found nothing more to write."""
    ending, edited, look = threading.Event(), threading.Event(), keeper._desk.next

    def look_and_wait(refused: Any) -> Any:
        found = look(refused)
        if found is None and not ending.is_set():
            ending.set()
            assert edited.wait(10)
        return found

    monkeypatch.setattr(keeper._desk, "next", look_and_wait)
    first, second = add_entry(SMALL, "二"), add_entry(SMALL, "三")
    keeper.edit(SMALL, first, "first")
    assert ending.wait(10)
    keeper.edit(first, second, "second")
    edited.set()
    settle()
    assert stored(context, "small") == ["一", "三"]


def test_what_cannot_be_written_is_kept_told_and_written_again(
    context: Context, keeper: ListKeeper, shelf: Shelf, notices: list[Notice], settle: Callable[[], None]
) -> None:
    shelf.before = lambda name: refuse(name) if name == "small" else None
    keeper.change("small", lambda lexicon: add_entry(lexicon, "二"), "add")
    keeper.change("long", lambda lexicon: prune(lexicon, ["w0"]), "prune")
    settle()
    assert stored(context, "small") == ["一"]
    assert "w0" not in stored(context, "long"), "the other one is written"
    assert "The disk is full." in notices[0].text
    keeper.take(shelf.read())
    assert keeper.current("small") == add_entry(SMALL, "二"), "the newest is kept"
    ((title, again),) = notices[0].actions
    assert title == "Write again"
    shelf.before = lambda name: None
    again()
    settle()
    assert stored(context, "small") == ["一", "二"]
    again()
    assert not context.tasks.active, "nothing is left"


def test_a_fault_while_writing_does_not_end_all_writing(
    context: Context, keeper: ListKeeper, shelf: Shelf, notices: list[Notice], settle: Callable[[], None]
) -> None:
    def fail(_name: str) -> None:
        raise ZeroDivisionError

    shelf.before = fail
    keeper.change("small", lambda lexicon: add_entry(lexicon, "二"), "add")
    settle()
    shelf.before = lambda name: None
    keeper.change("small", lambda lexicon: add_entry(lexicon, "三"), "add")
    settle()
    assert stored(context, "small") == ["一", "二", "三"]


def test_undoing_an_import_with_edits_that_wait_leaves_nothing(
    context: Context, keeper: ListKeeper, shelf: Shelf, settle: Callable[[], None]
) -> None:
    """The writer is held at each write, until all has been undone."""
    gate, history = threading.Event(), context.draft.history
    shelf.before = lambda name: assert_true(gate.wait(10))
    new = replace(SMALL, name="new")
    keeper.add(new, "import")
    keeper.change("new", lambda lexicon: add_entry(lexicon, "二"), "edit")
    history.undo()
    history.undo()
    assert keeper.current("new") is None
    gate.set()
    settle()
    assert "new" not in list_lexicons(context.project).names
    history.redo()
    history.redo()
    settle()
    assert stored(context, "new") == ["一", "二"]


def assert_true(value: bool) -> None:
    assert value


def test_a_deleted_list_is_gone_at_once_and_comes_back(
    context: Context, keeper: ListKeeper, settle: Callable[[], None]
) -> None:
    seen: list[tuple[str, Lexicon | None]] = []
    keeper.changed.connect(lambda name, lexicon: seen.append((name, lexicon)))
    keeper.delete(SMALL, "delete")
    assert keeper.current("small") is None
    assert seen == [("small", None)]
    settle()
    assert list_lexicons(context.project).names == {"long"}
    context.draft.history.undo()
    settle()
    assert stored(context, "small") == ["一"]
    keeper.discard("never there")
    settle()


def test_a_damaged_list_is_deleted(
    context: Context, keeper: ListKeeper, shelf: Shelf, settle: Callable[[], None]
) -> None:
    path = context.project.lexicons / "broken.tsv"
    path.write_text("no head line\n", encoding="utf-8")
    keeper.take(shelf.read())
    assert [one.name for one in keeper.found.damaged] == ["broken"]
    keeper.discard("broken")
    assert keeper.found.damaged == []
    settle()
    assert not path.exists()


def test_a_long_list_that_was_edited_while_it_changed_keeps_both(
    context: Context, keeper: ListKeeper, settle: Callable[[], None]
) -> None:
    gate = threading.Event()
    changes: list[tuple[int, int]] = []

    def slowly(lexicon: Lexicon) -> Lexicon:
        assert gate.wait(10)
        return merge(lexicon, Lexicon("mined", lexicon.kind, (LexiconEntry("new"), LexiconEntry("w1"))))

    keeper.change("long", slowly, "merge", lambda before, after: changes.append((len(before), len(after))))
    keeper.edit(LONG, prune(LONG, ["w1"]), "prune")
    gate.set()
    settle()
    texts = stored(context, "long")
    assert texts[-1] == "new"
    assert "w1" not in texts, "what was pruned meanwhile stays out"
    assert changes == [(AT_ONCE, AT_ONCE + 1)]
    context.draft.history.undo()
    settle()
    assert "new" not in stored(context, "long")
    assert "w1" not in stored(context, "long")


def test_a_change_of_a_list_that_is_gone_ends_quietly_and_a_refused_one_is_told(
    context: Context, keeper: ListKeeper, settle: Callable[[], None]
) -> None:
    ended: list[tuple[str, WorkbenchError | None]] = []
    keeper.ended.connect(lambda name, error: ended.append((name, error)))
    keeper.change("none", lambda lexicon: lexicon, "nothing")
    assert ended == [("none", None)]
    for name, taken in (("small", "一"), ("long", "w0")):
        keeper.change(name, partial(add_entry, text=taken), "twice")
        settle()
        assert ended[-1][0] == name
        assert "already" in str(ended[-1][1])
    assert context.draft.history.count() == 0


def test_a_keeper_that_is_gone_is_told_nothing(
    context: Context, shelf: Shelf, notices: list[Notice], settle: Callable[[], None]
) -> None:
    gate, keeper = threading.Event(), ListKeeper(context, shelf)
    keeper.take(Found([LONG]))
    keeper.change("long", lambda lexicon: prune(lexicon, ["w0"]) if gate.wait(10) else lexicon, "prune")
    shiboken6.delete(keeper)
    gate.set()
    settle()
    assert notices == []


def test_a_mark_beside_an_edit_that_waits_keeps_both(
    context: Context, keeper: ListKeeper, shelf: Shelf, settle: Callable[[], None]
) -> None:
    gate, marks = threading.Event(), Marks(context, keeper)
    marks.add("北京", LexiconKind.ENTITY, "place")
    settle()
    shelf.before = lambda name: assert_true(gate.wait(10))
    keeper.change("marked-entity", lambda lexicon: add_entry(lexicon, "上海"), "edit")
    marks.add("广州", LexiconKind.ENTITY, "place")
    gate.set()
    settle()
    assert stored(context, "marked-entity") == ["北京", "上海", "广州"]
    for left in (["北京", "上海"], ["北京"]):
        context.draft.history.undo()
        settle()
        assert stored(context, "marked-entity") == left
    context.draft.history.undo()
    settle()
    assert "marked-entity" not in list_lexicons(context.project).names
